"""A passage that stands on another page is found there, however many pages have its words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.workflows.find_passage import MOST_PAGES
from verbatim_desktop.workflows.verify_citations import verify_quote


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "help")
    bench.write("empty.md", "# Empty\n\nNothing of note.\n")
    yield bench
    bench.close()


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Read the error below to resolve it.", "To resolve the error below:"),
        ("The test has a path.", 'path = "/test"'),
        ("run_as_user is a name.", "run_as_user = 65534"),
    ],
)
def test_a_passage_is_found_behind_many_pages_with_its_words(
    bench: Workbench, text: str, passage: str
) -> None:
    for number in range(MOST_PAGES + 5):
        bench.write(f"a/{number:02}.md", f"# Page {number}\n\n{text}\n")
    bench.write("z/last.md", f"# Last\n\n```\n{passage}\n```\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    found = verify_quote("help/empty.md", passage, bench.library, bench.index)
    assert (found.verdict, found.found) == (Verdict.MOVED, ("help/z/last.md#last",))


def test_a_passage_in_another_language_is_found_whatever_its_stems(bench: Workbench) -> None:
    german = (
        "Die Rückerstattungen werden innerhalb weniger Tage auf die hinterlegten Karten "
        "überwiesen, und alle Bestellungen bleiben währenddessen unverändert einsehbar."
    )
    bench.write("karten.md", f"---\nlang: de\n---\n# Karten\n\n{german}\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    passage = "Rückerstattungen werden innerhalb weniger Tage auf die hinterlegten Karten"
    found = verify_quote("help/empty.md", passage, bench.library, bench.index)
    assert (found.verdict, found.found) == (Verdict.MOVED, ("help/karten.md#karten",))


def test_a_passage_on_too_many_pages_to_name_is_ambiguous(bench: Workbench) -> None:
    for number in range(MOST_PAGES + 5):
        bench.write(f"a/{number:02}.md", f"# Page {number}\n\nAsk support if it takes long.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    found = verify_quote("help/empty.md", "support if it takes", bench.library, bench.index)
    assert found.verdict is Verdict.AMBIGUOUS
