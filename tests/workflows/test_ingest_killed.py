"""Workers killed at any moment: the library and its index stay whole, and agree."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench

KILLS = 50
ENOUGH = 3  # publishings on the way; a busy machine is killed before them more often
PAGES = 200

needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="workers are forks")


class Nursery:
    """Runs workers one after the other and kills them when told."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.workflows.nursery", str(home), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, kill_after: float) -> tuple[bool, float]:
        """Whether the worker was killed, and how long it ran."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{kill_after}\n")
        self.process.stdin.flush()
        killed, seconds = json.loads(self.process.stdout.readline())
        return killed, seconds

    def close(self) -> None:
        self.process.communicate(timeout=90)


class Folder:
    """Pages that say their own version, so that a mix of two states cannot hide."""

    def __init__(self, bench: Workbench, chance: random.Random) -> None:
        self._bench = bench
        self._chance = chance
        self.pages: dict[str, str] = {}

    def grow(self, count: int) -> None:
        for number in range(count):
            self._write(f"{number % 7}/page{number}.md")

    def edit(self) -> None:
        """Change some pages, take some away, add some."""
        for path in self._chance.sample(sorted(self.pages), 12):
            self._write(path)
        for path in self._chance.sample(sorted(self.pages), 4):
            (self._bench.folder / path).unlink()
            del self.pages[path]
        for _ in range(5):
            self._write(f"new/{self._chance.randrange(10**9)}.md")

    def _write(self, path: str) -> None:
        text = f"Word{self._chance.randrange(10**12)} of {path}."
        self._bench.write(path, f"# Page\n\n{text}\n\n## More\n\nMore of it.\n")
        self.pages[path] = text


def read_all(bench: Workbench) -> dict[str, str]:
    """Every published document, read whole."""
    texts: dict[str, str] = {}
    for summary in bench.library.documents():
        document = bench.library.document(summary.id)
        assert document.fingerprint == summary.fingerprint
        assert len(document.sections) == summary.sections
        texts[summary.path] = document.blocks[1].text
    return texts


def assert_index_agrees(bench: Workbench) -> None:
    """The index holds each section of each published document, and nothing else."""
    postings = bench.index.reader()
    live = bench.library.live_documents(bench.library.generation())
    held = postings.frequencies("body", "more")
    if not live:
        assert held is None
        return
    assert held is not None
    assert {document_id for document_id, _ in postings.keys(held[0])} == live
    assert postings.section_count == len(list(bench.library.section_texts(live)))


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Iterator[Workbench]:
    folder = tmp_path / "help"
    folder.mkdir()
    bench = Workbench(home, folder)
    yield bench
    bench.close()


@pytest.mark.once
@needs_fork
def test_a_worker_killed_at_any_moment_never_shows_a_mix(bench: Workbench, home: Path):
    chance = random.Random(2024)
    folder = Folder(bench, chance)
    folder.grow(PAGES)
    nursery = Nursery(home, bench.folder)
    shown: dict[str, str] = {}
    longest, kills, published = 1.0, 0, 0
    while kills < KILLS or (published <= ENOUGH and kills < 4 * KILLS):
        killed, seconds = nursery.run(chance.uniform(0, 1.1) * longest)
        kills += killed
        now = read_all(bench)
        assert now in (shown, folder.pages)
        if not killed:
            assert now == folder.pages
            longest = seconds
        elif seconds > longest:  # the machine is slower than when one came to its end
            longest = 1.5 * seconds
        published += now != shown
        shown = now
        assert_index_agrees(bench)
        if now == folder.pages:
            folder.edit()
    nursery.run(600)
    nursery.close()
    assert published > ENOUGH
    assert read_all(bench) == folder.pages
    assert_index_agrees(bench)
    assert_equals_a_clean_ingest(bench)


def assert_equals_a_clean_ingest(bench: Workbench) -> None:
    clean = Workbench(bench.home.root / "clean", bench.folder)
    clean.ingest()
    assert_same(bench, clean)
    clean.close()


def assert_same(bench: Workbench, clean: Workbench) -> None:
    ours, theirs = bench.library.documents(), clean.library.documents()
    assert [page.path for page in ours] == [page.path for page in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert bench.library.document(one.id) == clean.library.document(other.id)
    [mine], [its] = bench.library.sources(), clean.library.sources()
    assert (mine.info, mine.documents, mine.sections) == (its.info, its.documents, its.sections)
    words = {*bench.index.reader().terms(""), *clean.index.reader().terms("")}
    for word in words:
        assert bench.found(word) == clean.found(word)
