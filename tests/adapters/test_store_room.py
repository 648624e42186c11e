"""The library's file gives room back after large removals, and never under a reader."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.store import room


@pytest.fixture
def bench(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workbench]:
    """A library of one large source and one small one."""
    monkeypatch.setattr(room, "WORTH_BYTES", 100_000)
    large, small = tmp_path / "large", tmp_path / "small"
    small.mkdir()
    bench = Workbench(home, large)
    words = random.Random(7)
    for number in range(40):
        text = " ".join(f"{words.getrandbits(48):x}" for _ in range(1500))
        bench.write(f"{number}.md", f"# Page {number}\n\n{text}\n")
    (small / "a.md").write_text("# Apples\n\nApples are crisp.\n", encoding="utf-8")
    bench.ingest()
    bench.ingest(small)
    yield bench
    bench.close()


def size(bench: Workbench) -> int:
    """Of the file and its journal."""
    files = (bench.home.database, Path(f"{bench.home.database}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def test_removing_a_large_source_shrinks_the_file(bench: Workbench):
    before = size(bench)
    bench.remove("large")
    assert size(bench) < before / 4
    assert bench.paths() == ["a.md"]
    assert bench.found("appl") == ["a.md"]


def test_a_reader_in_a_snapshot_reads_on_and_the_next_time_shrinks(bench: Workbench):
    before = size(bench)
    with closing(sqlite3.connect(bench.home.database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        count = "SELECT count(*) FROM documents"
        assert reader.execute(count).fetchone() == (41,)
        bench.remove("large")
        assert reader.execute(count).fetchone() == (41,)
        assert size(bench) >= before
        reader.execute("COMMIT")
    bench.write("../small/b.md", "# Pears\n\nPears are soft.\n")
    bench.ingest(bench.folder.parent / "small")
    assert size(bench) < before / 4


def test_small_changes_leave_the_file_as_it_is(bench: Workbench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(room, "WORTH_BYTES", 100_000_000)
    before = bench.home.database.stat().st_size
    bench.remove("large")
    assert bench.home.database.stat().st_size >= before
