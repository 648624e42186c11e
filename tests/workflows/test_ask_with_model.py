"""A model writes, the evidence stays ours: markers, checks, and quoted passages when it fails."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.providers import ScriptedProvider
from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Answer, CitationOrigin, Outcome
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.domain.errors import ProviderError, ProviderFault
from verbatim_desktop.domain.events import (
    AskEvent,
    Finished,
    Resolved,
    Retrieved,
    SentenceChecked,
    Text,
)
from verbatim_desktop.domain.models import ModelRequest
from verbatim_desktop.domain.support import Support
from verbatim_desktop.ports import Cancellation
from verbatim_desktop.text.prompts import prompt
from verbatim_desktop.workflows import ask_with_model
from verbatim_desktop.workflows.ask_question import ask_question
from verbatim_desktop.workflows.ask_with_model import Writer

REFUNDS = """# Refunds

Everything about money that goes back to a customer.

## How long a refund takes

A **refund** takes 14 days to reach the customer's card. Bank transfers take 21 days.
See https://help.example/refunds for the form.

## Start a refund

To start a refund from the console, run `harbor refund`.
"""
QUESTION = "How many days until a refund reaches the customer's card?"
CLOCK = SystemClock()
NAMES = ("openai", "anthropic", "gemini", "compatible")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("asked")
    bench = Workbench(folder / "home", folder / "help")
    bench.write("refunds.md", REFUNDS)
    bench.write_others(12)
    bench.ingest(name="help", kind=SourceKind.KB, base_url="https://help.example")
    yield bench
    bench.close()


def ask(
    bench: Workbench,
    provider: ScriptedProvider | None,
    question: str = QUESTION,
    deliver: Callable[[AskEvent], None] = ask_with_model.no_event,
    cancellation: Cancellation | None = None,
) -> Answer:
    wish = Cancellation() if cancellation is None else cancellation
    writer = Writer(provider, "", deliver, wish)
    return ask_question(question, bench.library, bench.index, CLOCK, "one", writer=writer)


def said(bench: Workbench, *deltas: str) -> Answer:
    return ask(bench, ScriptedProvider(deltas))


def marker_of(request: ModelRequest, words: str) -> str:
    """The marker of the sentence that holds some words, as a model sees it."""
    found = re.search(rf"^(\[\d+\]) [^\n]*{re.escape(words)}", request.text, re.MULTILINE)
    assert found, request.text
    return found[1]


def test_a_model_writes_and_each_marker_is_a_sentence(bench: Workbench):
    def script(request: ModelRequest) -> Sequence[str]:
        transfer = marker_of(request, "Bank transfers")
        return ["A refund takes 14 days to reach the customer's", " card [1", f"]. {transfer}"]

    model = ScriptedProvider(script)
    answer = ask(bench, model)
    assert answer.outcome is Outcome.ANSWER
    assert (answer.provider, answer.model, answer.fallback) == ("openai", "scripted-1", "")
    assert answer.text.startswith("A refund takes 14 days to reach the customer's card [1].")
    by_marker = {citation.marker: citation for citation in answer.citations}
    assert by_marker[1].quote == "A refund takes 14 days to reach the customer's card."
    assert by_marker[1].origin is CitationOrigin.MODEL
    assert "Bank transfers take 21 days." in {c.quote for c in answer.citations}
    assert answer.claims[0].support is Support.VERBATIM
    assert answer.usage.cached_tokens == 20
    assert answer.prompt_hash == prompt("answer").digest
    assert bench.library.answer("one") == answer


def test_the_evidence_is_the_same_whoever_writes_and_so_is_what_a_marker_means(bench: Workbench):
    plain = ask(bench, None)
    requests: list[ModelRequest] = []
    answers: list[Answer] = []
    for name in NAMES:
        model = ScriptedProvider(["It does [2]. So it is [1]."], name=name)
        answers.append(ask(bench, model))
        requests += model.requests
    assert {request.text for request in requests} == {requests[0].text}
    quoted = {citation.marker: citation.quote for citation in plain.citations}
    for answer in answers:
        assert (answer.ranked, answer.terms) == (plain.ranked, plain.terms)
        assert answer.confidence == plain.confidence
        assert answer.generation == plain.generation
        assert {c.marker: c.quote for c in answer.citations} == {
            c.marker: c.quote for c in answers[0].citations
        }
        for citation in answer.citations:
            if citation.marker in quoted:
                assert citation.quote == quoted[citation.marker]


def test_what_is_heard_adds_up_to_the_answer(bench: Workbench):
    events: list[AskEvent] = []
    model = ScriptedProvider(["A refund takes 9 days [1]. ", "Bank transfers take 21", " days.\n"])
    answer = ask(bench, model, deliver=events.append)
    retrieved, finished = events[0], events[-1]
    assert isinstance(retrieved, Retrieved)
    assert retrieved.writes
    assert retrieved.answer.confidence == answer.confidence
    assert finished == Finished(answer)
    assert "".join(e.text for e in events if isinstance(e, Text)).strip() == answer.text
    checked = [event.claim for event in events if isinstance(event, SentenceChecked)]
    assert tuple(checked) == answer.claims
    known = {citation.marker for citation in retrieved.answer.citations}
    assert {citation.marker for citation in answer.citations} <= known


SAID = (
    "A refund takes 14 days to reach the card [1]. It is free. Run `harbor refund` [2]!\n- Ok [99]"
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(1, 11), min_size=1, max_size=10))
def test_the_answer_is_the_same_however_its_stream_is_cut(bench: Workbench, cuts: list[int]):
    whole = said(bench, SAID)
    pieces, at = list[str](), 0
    while at < len(SAID):
        size = cuts[len(pieces) % len(cuts)]
        pieces.append(SAID[at : at + size])
        at += size
    events: list[AskEvent] = []
    cut = ask(bench, ScriptedProvider(pieces), deliver=events.append)
    assert (cut.text, cut.claims, cut.citations) == (whole.text, whole.claims, whole.citations)
    assert cut.dropped == ("[99]",)
    heard = [event.claim for event in events if isinstance(event, SentenceChecked)]
    assert tuple(heard) == whole.claims


def test_a_sentence_without_a_marker_is_uncited_and_one_beyond_its_source_not_supported(
    bench: Workbench,
):
    answer = said(bench, "Refunds are free of charge. A refund takes 9 days [1].")
    assert [claim.support for claim in answer.claims] == [Support.UNCITED, Support.NOT_SUPPORTED]
    assert answer.claims[1].lacking[0].text == "9"


def test_where_no_marker_is_valid_the_best_sentences_are_cited_and_said_to_be_retrieved(
    bench: Workbench,
):
    answer = said(bench, "A refund takes 14 days to reach the customer's card [77].")
    assert {citation.origin for citation in answer.citations} == {CitationOrigin.RETRIEVED}
    assert ask_with_model.CITED_NOTHING in answer.notes
    assert answer.dropped == ("[77]",)
    assert [claim.support for claim in answer.claims] == [Support.UNCITED]


@pytest.mark.parametrize("fault", list(ProviderFault))
def test_quoted_passages_stand_whenever_the_model_fails(bench: Workbench, fault: ProviderFault):
    plain = ask(bench, None)
    answer = ask(bench, ScriptedProvider(["A refund takes ni"], fault=fault))
    assert (answer.text, answer.citations) == (plain.text, plain.citations)
    assert answer.provider == "none"
    assert fault in answer.fallback
    assert answer.fault == fault


@pytest.mark.parametrize(
    ("deltas", "reason"),
    [
        ((), ask_with_model.WROTE_NOTHING),
        (("<img src=x>",), ask_with_model.WROTE_NOTHING),
        (("NO ", "ANSWER."), ask_with_model.FOUND_NOTHING),
    ],
)
def test_quoted_passages_stand_where_the_model_has_nothing_to_say(
    bench: Workbench, deltas: tuple[str, ...], reason: str
):
    answer = said(bench, *deltas)
    assert answer.fallback == reason
    assert answer.text == ask(bench, None).text
    assert answer.usage.output_tokens == 30  # it was paid for all the same


def test_quoted_passages_stand_when_a_stalled_model_is_cancelled(bench: Workbench):
    stop = Cancellation()
    model = ScriptedProvider(["A refund"], stalls=True)
    watcher = threading.Thread(target=lambda: (model.started.wait(), stop.wish()))
    watcher.start()
    answer = ask(bench, model, cancellation=stop)
    watcher.join()
    assert answer.fallback == ask_with_model.STOPPED
    assert answer.fault == "cancelled"
    assert answer.citations


def test_low_confidence_is_a_ticket_and_no_model_is_called(bench: Workbench):
    model = ScriptedProvider(["Yes [1]."])
    answer = ask(bench, model, "Does the zeppelin insurance cover hail?")
    assert answer.outcome is Outcome.TICKET
    assert model.requests == []


def test_an_address_that_the_evidence_holds_may_be_named(bench: Workbench):
    answer = said(bench, "See https://help.example/refunds for the form [1].")
    assert "https://help.example/refunds" in answer.text


def test_a_model_sees_sections_as_numbered_data_and_the_question_as_data(bench: Workbench):
    model = ScriptedProvider(["x"])
    ask(bench, model)
    [request] = model.requests
    fences = re.findall(r"^<<<(section|question) ([0-9a-f]{16})$", request.text, re.MULTILINE)
    assert [name for name, _mark in fences][-1] == "question"
    assert len({mark for _name, mark in fences}) == 1
    assert QUESTION in request.text
    assert QUESTION not in request.instructions
    assert "Refund" not in request.instructions


def test_a_model_writes_each_part_and_markers_count_through(bench: Workbench):
    def script(request: ModelRequest) -> Sequence[str]:
        card = "customer's card" in request.text.split("Bank transfers")[0]
        words = "Bank transfers" if card else "harbor refund"
        return [f"So it is said {marker_of(request, words)}."]

    heard: list[AskEvent] = []
    question = "How many days until a refund reaches the card, and how do I start a refund?"
    model = ScriptedProvider(script)
    answer = ask(bench, model, question, heard.append)
    assert [part.outcome for part in answer.parts] == [Outcome.ANSWER, Outcome.ANSWER]
    assert (answer.provider, answer.model) == ("openai", "scripted-1")
    markers = [citation.marker for citation in answer.citations]
    assert markers == list(range(1, len(markers) + 1))
    assert {marker for claim in answer.claims for marker in claim.markers} <= set(markers)
    alone = ask(bench, ScriptedProvider(("x [1].",)))
    assert answer.usage.output_tokens == 2 * (alone.usage.output_tokens or 0)
    assert (type(heard[0]), type(heard[-1])) == (Retrieved, Finished)
    assert "".join(e.text for e in heard if isinstance(e, Text)) == answer.text
    last = [event for event in heard if isinstance(event, Resolved)][-1]
    assert [(c.marker, c.quote) for c in last.citations] == [
        (c.marker, c.quote) for c in answer.citations
    ]
    checked = [event for event in heard if isinstance(event, SentenceChecked)]
    assert tuple(event.claim for event in checked) == answer.claims
    assert [answer.text[e.start : e.end] for e in checked] == [c.text for c in answer.claims]


def test_what_is_heard_of_parts_says_which_is_not_answered(bench: Workbench):
    heard: list[AskEvent] = []
    question = "Can I pay with a kubernetes ingress, and how do I start a refund?"
    model = ScriptedProvider(["Like this `a[1]`", " [1]", " [2] and [1]."])
    answer = ask(bench, model, question, heard.append)
    assert [part.outcome for part in answer.parts] == [Outcome.TICKET, Outcome.ANSWER]
    assert [event.writes for event in heard if isinstance(event, Retrieved)] == [True]
    assert "".join(e.text for e in heard if isinstance(e, Text)) == answer.text
    assert "`a[1]`" in answer.text


def test_a_part_that_the_model_fails_is_quoted_and_the_others_count_on(bench: Workbench):
    def script(request: ModelRequest) -> Sequence[str]:
        if "start a refund" in request.text.rpartition("<<<question")[2]:
            return ["It is so [2]", " and [1]."]
        raise ProviderError("openai", ProviderFault.SERVER_ERROR, "The server failed.")

    heard: list[AskEvent] = []
    question = "How many days until a refund reaches the card, and how do I start a refund?"
    answer = ask(bench, ScriptedProvider(script), question, heard.append)
    markers = [citation.marker for citation in answer.citations]
    assert markers == list(range(1, len(markers) + 1))
    [text] = [claim.text for claim in answer.claims if claim.text.startswith("It is so")]
    assert text in answer.text
    assert "".join(e.text for e in heard if isinstance(e, Text)) == answer.text
