"""A sentence that is not supported: what bears it out, ready to be cited, and bound to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.test_find_support import REFUNDS
from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import BorneOut, CitationOrigin, Verdict, Verification
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.replies import Agent, ReplyOptions
from verbatim_desktop.workflows.bear_out import bear_out
from verbatim_desktop.workflows.check_reply import check_reply
from verbatim_desktop.workflows.compose_reply import Desk, compose_reply
from verbatim_desktop.workflows.edit_reply import bind_sentence, edited
from verbatim_desktop.workflows.open_citation import open_citation

SENTENCE = "Only the owner can request a refund."


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "docs")
    bench.write("refunds.md", REFUNDS)
    bench.ingest(name="shop")
    yield bench
    bench.close()


def borne_out(bench: Workbench, claim: str) -> BorneOut:
    return bear_out(claim, bench.library, bench.index, SystemClock())


def test_what_bears_a_sentence_out_can_be_cited_and_reads_back(bench: Workbench):
    found = borne_out(bench, SENTENCE)
    assert found.support.supported
    [citation] = found.citations
    assert citation.quote == "Only the owner of the account can request a refund."
    assert (citation.marker, citation.rebound) == (0, "")
    assert citation.origin is CitationOrigin.RETRIEVED
    assert citation.heading_path == ("Refunds", "Who may ask")
    read: Verification = open_citation(citation, bench.library, bench.index).verification
    assert read.verdict is Verdict.VERIFIED


def test_where_nothing_does_the_closest_sentence_is_told(bench: Workbench):
    found = borne_out(bench, "Only the owner of the account can request a refund by telephone.")
    assert not found.support.supported
    assert len(found.citations) == 1


def test_a_sentence_without_words_is_borne_out_by_nothing(bench: Workbench):
    found = borne_out(bench, "?!")
    assert not found.support.supported
    assert found.support.reason
    assert found.citations == ()


def test_a_sentence_that_is_bound_cites_that_alone_and_is_supported(bench: Workbench):
    desk = Desk(bench.library, bench.index, SystemClock(), Agent())
    message = Message("How long does a refund take?")
    draft = compose_reply(message, ReplyOptions(), desk, "one", "")
    draft = edited(draft, f"{draft.text}\n\n{SENTENCE} [1]\n\nBye")
    start = draft.text.find(SENTENCE)
    [citation] = borne_out(bench, SENTENCE).citations

    bound = bind_sentence(draft, start, start + len(SENTENCE), citation, desk)

    marker = bound.citations[-1].marker
    assert marker != 1
    assert bound.text == draft.text.replace(f"{SENTENCE} [1]", f"{SENTENCE} [{marker}]")
    check = check_reply(bound.text, bound.citations, bench.library, None, bound.paragraphs)
    assert check.unsupported == ()
    again = bind_sentence(bound, start, start + len(SENTENCE), citation, desk)
    assert again.text == bound.text
    assert len(again.citations) == len(bound.citations)
