"""A sentence that its page says more than once: what settles it, and what it is called where
nothing does. An answer that was just given never reads as if its pages had changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Answer, Citation, Verdict, holds
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.workflows.ask_question import ask_question
from verbatim_desktop.workflows.find_drift import find_drift
from verbatim_desktop.workflows.open_citation import open_citation
from verbatim_desktop.workflows.verify_citations import verify_quote

CLOCK = SystemClock()
SHUT = "Close the valve before the pump is drained."
PUMPS = f"""# Pumps

## Drain the small pump

Wear gloves. {SHUT} It takes an hour.

## Drain the large pump

Call a colleague. {SHUT} It takes a day.
"""
STEPS = f"""# Pumps

## Drain the small pump

- {SHUT}

## Drain the large pump

- {SHUT}
"""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "help")
    for number in range(8):  # so that a word can be rare
        bench.write(
            f"more/{number}.md", f"# Day {number}\n\nThe console shows orders of {number}.\n"
        )
    yield bench
    bench.close()


def keep(bench: Workbench, text: str) -> None:
    bench.write("pumps.md", text)
    bench.ingest(name="help", kind=SourceKind.KB)


def asked(bench: Workbench) -> tuple[Answer, list[Citation]]:
    question = "When should I close the valve of the large pump?"
    answer = ask_question(question, bench.library, bench.index, CLOCK, "a1")
    return answer, [cited for cited in answer.citations if cited.quote == SHUT]


def test_a_repeated_sentence_is_cited_with_the_passage_that_stands_once(bench: Workbench) -> None:
    keep(bench, PUMPS)
    _, cited = asked(bench)
    assert cited
    for citation in cited:
        assert citation.status is Verdict.VERIFIED
        assert SHUT in citation.within
        target = f"{citation.identity}#{citation.anchor}"
        found = verify_quote(target, citation.within, bench.library, bench.index)
        assert found.verdict is Verdict.VERIFIED
        opened = open_citation(citation, bench.library, bench.index)
        assert opened.verification.verdict is Verdict.VERIFIED
        assert opened.document is not None
        assert opened.document.anchor_above(opened.block or 0) == citation.anchor


def test_the_passage_finds_the_sentence_again_on_a_page_that_changed(bench: Workbench) -> None:
    keep(bench, PUMPS)
    _, cited = asked(bench)
    keep(bench, PUMPS + "\n## Store the pump\n\nKeep it dry.\n")
    for citation in cited:
        opened = open_citation(citation, bench.library, bench.index)
        assert opened.verification.verdict is Verdict.VERIFIED
        assert opened.document is not None
        block = opened.document.blocks[opened.block or 0]
        assert block.text[opened.start : opened.end] == SHUT
        assert opened.document.anchor_above(opened.block or 0) == citation.anchor
    assert find_drift(bench.library, bench.index, CLOCK) == ()


def test_where_nothing_settles_it_the_place_that_was_used_is_opened(bench: Workbench) -> None:
    keep(bench, STEPS)
    answer, cited = asked(bench)
    assert cited
    for citation in cited:
        assert (citation.status, citation.within) == (Verdict.AMBIGUOUS, "")
        opened = open_citation(citation, bench.library, bench.index)
        assert opened.document is not None
        assert opened.document.anchor_above(opened.block or 0) == citation.anchor
        assert opened.verification.detail == (
            f"Stands twice on this page and once under #{citation.anchor};"
            " opened at the one that was used."
        )
    assert all(holds(citation.status) for citation in answer.citations)
    assert find_drift(bench.library, bench.index, CLOCK) == ()


def test_on_a_changed_page_the_heading_says_which_place_was_cited(bench: Workbench) -> None:
    keep(bench, STEPS)
    _, cited = asked(bench)
    keep(bench, STEPS + "\n## Store the pump\n\nKeep it dry.\n")
    for citation in cited:
        opened = open_citation(citation, bench.library, bench.index)
        assert opened.verification.verdict is Verdict.AMBIGUOUS
        assert opened.document is not None
        assert opened.document.anchor_above(opened.block or 0) == citation.anchor


@pytest.mark.parametrize("now", Verdict)
@pytest.mark.parametrize("then", Verdict)
def test_only_what_reads_back_worse_has_drifted(now: Verdict, then: Verdict) -> None:
    repeated = now is Verdict.AMBIGUOUS and then is Verdict.AMBIGUOUS
    assert holds(now, then) is (now is Verdict.VERIFIED or repeated)
