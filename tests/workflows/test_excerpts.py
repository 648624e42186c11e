"""The line shown under a result is one that says why it was found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.workflows.excerpts import LONGEST, excerpts
from verbatim_desktop.workflows.search_sections import search_sections


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Iterator[Workbench]:
    made = Workbench(home, tmp_path / "handbook")
    yield made
    made.close()


def shown(bench: Workbench, question: str) -> list[tuple[str, str]]:
    ranking = search_sections(question, bench.library, bench.index, SystemClock())
    paths = [result.section.path for result in ranking.results]
    return list(zip(paths, excerpts(ranking, bench.library), strict=True))


def test_it_is_the_sentence_that_holds_most_of_the_question(bench: Workbench):
    text = "Cards exist. A refund reaches your card in 14 days. Refunds are fine."
    bench.write("a.md", f"# A\n\n{text}")
    bench.ingest()
    assert shown(bench, "refund to a card") == [("a.md", "A refund reaches your card in 14 days.")]


def test_it_comes_from_the_section_that_was_found(bench: Workbench):
    bench.write("a.md", "# A\n\nOnly a card here.\n\n## Refunds\n\nNothing but a refund.")
    bench.ingest()
    assert ("a.md", "Nothing but a refund.") in shown(bench, "refund")


def test_a_section_found_by_its_heading_alone_shows_its_first_sentence(bench: Workbench):
    bench.write("a.md", "# A\n\n## Refunds\n\nAsk the bank. Then wait.")
    bench.ingest()
    [(_, line)] = shown(bench, "refunds")
    assert line in ("Refunds", "Ask the bank.")


def test_a_long_line_is_cut_at_a_word(bench: Workbench):
    bench.write("a.md", "# A\n\n```\nrefund " + "word " * 200 + "\n```\n")
    bench.ingest()
    [(_, line)] = shown(bench, "refund")
    assert len(line) <= LONGEST
    assert line.endswith("word…")


def test_nothing_found_shows_nothing(bench: Workbench):
    bench.write("a.md", "# A\n\nA page.")
    bench.ingest()
    assert shown(bench, "refund") == []
