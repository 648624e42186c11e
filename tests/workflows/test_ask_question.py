"""From a question to a kept answer or ticket, and back to the sentences it cites."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Answer, CitationOrigin, Level, Outcome, Verdict
from verbatim_desktop.domain.documents import SourceKind
from verbatim_desktop.domain.errors import Cancelled, QuestionUnusable, UnreadableFile
from verbatim_desktop.domain.retrieval import EVERYTHING, Filters
from verbatim_desktop.ingest.decode import decode
from verbatim_desktop.text.spans import read_back
from verbatim_desktop.workflows.ask_question import ask_question, draft_ticket
from verbatim_desktop.workflows.evaluate import evaluate, read_golden
from verbatim_desktop.workflows.open_citation import open_citation
from verbatim_desktop.workflows.replay_answer import replay_answer
from verbatim_desktop.workflows.verify_citations import verify_answer, verify_quote

REFUNDS = """# Refunds

Everything about money that goes back to a customer.

## How long a refund takes

A **refund** takes 14 days to reach the customer's card. Bank transfers take 21 days.

## Start a refund

To start a refund from the console:

1. Open the order.
2. Choose *Refund* and a reason.
3. Confirm with your password.

Contact the billing team to undo one.
"""
KEYS = """# Signing keys

Rotate the signing key every ninety days with `harbor keys rotate`.

| Key | Lapses after |
|---|---|
| Signing key | 90 days |
| Access key | 30 days |

Contact the billing team to undo one.
"""
CLOCK = SystemClock()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "help")
    bench.write("refunds.md", REFUNDS)
    bench.write("keys.md", KEYS)
    bench.write_others(12)
    bench.ingest(name="help", kind=SourceKind.KB, base_url="https://help.example")
    yield bench
    bench.close()


def ask(
    bench: Workbench, question: str, answer_id: str = "a1", filters: Filters = EVERYTHING
) -> Answer:
    return ask_question(question, bench.library, bench.index, CLOCK, answer_id, filters=filters)


def test_an_answer_quotes_the_sentence_that_answers_and_cites_it(bench: Workbench) -> None:
    answer = ask(bench, "How many days until a refund reaches the customer's card?")
    assert answer.outcome is Outcome.ANSWER
    first = answer.citations[0]
    assert first.quote == "A refund takes 14 days to reach the customer's card."
    assert answer.text.startswith("A **refund** takes 14 days to reach the customer's card. [1]")
    assert (first.identity, first.anchor) == ("help/refunds.md", "how-long-a-refund-takes")
    assert first.status is Verdict.VERIFIED
    assert first.origin is CitationOrigin.EXTRACTIVE
    page, _, directive = first.url.partition(":~:text=")
    assert page == "https://help.example/refunds#how-long-a-refund-takes"
    assert unquote(directive) == first.quote
    assert answer.route == "direct"
    assert answer.confidence.reasons


def test_every_citation_reads_back_from_its_file(bench: Workbench) -> None:
    for question in ("How do I start a refund?", "When does an access key lapse?"):
        for citation in ask(bench, question).citations:
            opened = open_citation(citation, bench.library, bench.index)
            assert opened.document is not None
            assert opened.block is not None
            assert opened.start is not None
            assert opened.end is not None
            stretch = (opened.block, opened.start, opened.end)
            assert read_back(text_of(bench), opened.document, *stretch) == citation.quote


def text_of(bench: Workbench):
    return lambda path: decode((bench.folder / path).read_bytes()).text


def test_an_answer_is_kept_as_it_was(bench: Workbench) -> None:
    answer = ask(bench, "How long does a refund take?", "kept")
    assert bench.library.answer("kept") == answer
    assert answer.generation == bench.library.generation()
    assert answer.ranked
    assert answer.terms


def test_the_same_question_gives_the_same_evidence(bench: Workbench) -> None:
    one, other = (ask(bench, "How do I start a refund?") for _ in range(2))
    timeless = {"timing": one.timing, "asked_at": ""}
    assert replace(one, **timeless) == replace(other, **timeless)


def test_what_the_library_does_not_know_becomes_a_ticket(bench: Workbench) -> None:
    answer = ask(bench, "Does the kubernetes ingress support websocket sharding in Osaka?")
    assert answer.outcome is Outcome.TICKET
    assert answer.confidence.level is Level.LOW
    assert answer.ticket is not None
    assert answer.claims == ()
    assert answer.citations == answer.ticket.citations
    assert any("nowhere in this library" in reason for reason in answer.confidence.reasons)


def test_a_ticket_can_be_drafted_for_any_question(bench: Workbench) -> None:
    ticket = draft_ticket("How long does a refund take?", bench.library, bench.index, CLOCK)
    assert ticket.citations[0].origin is CitationOrigin.RETRIEVED
    assert len(ticket.scores) == len(ticket.citations)
    assert ticket.scores == tuple(sorted(ticket.scores, reverse=True))


def test_filters_narrow_what_is_answered_from(bench: Workbench) -> None:
    answer = ask(bench, "How long does a refund take?", filters=Filters(globs=("more/*",)))
    assert all(citation.path.startswith("more/") for citation in answer.citations)


def test_an_empty_question_is_refused(bench: Workbench) -> None:
    with pytest.raises(QuestionUnusable):
        ask(bench, "   ")


# --- citations over time -------------------------------------------------------------------------


def first_status(bench: Workbench, answer: Answer) -> Verdict:
    return verify_answer(answer, bench.library, bench.index).citations[0].status


QUESTION = "How many days until a refund reaches the customer's card?"


def test_a_citation_goes_stale_when_its_sentence_is_edited(bench: Workbench) -> None:
    answer = ask(bench, QUESTION)
    bench.write("refunds.md", REFUNDS.replace("14 days", "30 days"))
    bench.ingest(name="help", kind=SourceKind.KB)
    opened = open_citation(answer.citations[0], bench.library, bench.index)
    assert opened.verification.verdict is Verdict.STALE
    assert "takes 30 days" in opened.verification.detail
    assert first_status(bench, answer) is Verdict.STALE


def test_a_citation_holds_while_only_other_sentences_change(bench: Workbench) -> None:
    answer = ask(bench, QUESTION)
    bench.write("refunds.md", REFUNDS.replace("21 days", "22 days"))
    bench.ingest(name="help", kind=SourceKind.KB)
    assert first_status(bench, answer) is Verdict.VERIFIED


@pytest.mark.parametrize("indexed", [True, False])
def test_a_citation_follows_its_sentence_to_another_page(bench: Workbench, indexed: bool) -> None:
    answer = ask(bench, QUESTION)
    bench.write("refunds.md", REFUNDS.replace("A **refund** takes", "It takes"))
    bench.write("cards.md", "# Cards\n\nA refund takes 14 days to reach the customer's card.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    index = bench.index if indexed else None
    opened = open_citation(answer.citations[0], bench.library, index)
    assert opened.verification.verdict is Verdict.MOVED
    assert opened.verification.found == ("help/cards.md#cards",)


def test_an_answer_stands_where_the_library_takes_no_more(bench: Workbench) -> None:
    locked = Workbench(bench.home.root, bench.folder, on_connect=_forbid_writing)
    try:
        answer = ask(locked, "How do I start a refund?")
    finally:
        locked.close()
    assert answer.outcome is Outcome.ANSWER
    assert answer.id == ""
    assert "cannot be used (attempt to write a readonly database)" in answer.unkept
    assert bench.library.answers() == ()


def _forbid_writing(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = ON")


def test_a_citation_of_a_page_that_is_gone_is_absent(bench: Workbench) -> None:
    answer = ask(bench, QUESTION)
    (bench.folder / "refunds.md").unlink()
    bench.ingest(name="help", kind=SourceKind.KB)
    opened = open_citation(answer.citations[0], bench.library, bench.index)
    assert opened.document is None
    assert opened.verification.verdict is Verdict.ABSENT


def test_a_sentence_that_appears_again_makes_its_citation_ambiguous(bench: Workbench) -> None:
    answer = ask(bench, QUESTION)
    bench.write("refunds.md", REFUNDS + "\nA refund takes 14 days to reach the customer's card.\n")
    bench.ingest(name="help", kind=SourceKind.KB)
    assert first_status(bench, answer) is Verdict.AMBIGUOUS


def test_authored_passages_are_verified_by_the_name_of_their_page(bench: Workbench) -> None:
    passage = "Bank transfers take 21 days."
    for target in ("help/refunds.md#how-long-a-refund-takes", "refunds.md"):
        found = verify_quote(target, passage, bench.library, bench.index)
        assert found.verdict is Verdict.VERIFIED
    moved = verify_quote("keys.md", passage, bench.library, bench.index)
    assert moved.found == ("help/refunds.md#how-long-a-refund-takes",)
    nowhere = verify_quote("nope.md", "Nobody wrote this here.", bench.library, bench.index)
    assert nowhere.verdict is Verdict.ABSENT


def test_a_fabricated_passage_is_rejected(bench: Workbench) -> None:
    found = verify_quote("refunds.md", "Bank transfers take 2 days.", bench.library, bench.index)
    assert found.verdict is Verdict.ABSENT
    assert "21 days" in found.detail


# --- golden sets ---------------------------------------------------------------------------------


def golden(tmp_path: Path) -> Path:
    rows = [
        {"id": "1", "question": "How long does a refund take?", "kind": "answerable",
         "relevant": [{"doc": "refunds.md", "anchor": "how-long-a-refund-takes"}]},
        {"id": "2", "question": "How often to rotate the signing key?", "kind": "answerable",
         "relevant": [{"doc": "keys.md", "anchor": None}]},
        {"id": "3", "question": "kubernetes ingress websocket sharding", "kind": "unanswerable",
         "scope": "far", "relevant": []},
        {"id": "4", "question": "???", "kind": "unanswerable", "scope": "near", "relevant": []},
    ]  # fmt: skip
    path = tmp_path / "golden.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return path


def test_a_golden_set_gives_figures_with_intervals(bench: Workbench, tmp_path: Path) -> None:
    steps: list[int] = []
    found = evaluate(
        golden(tmp_path), bench.library, bench.index, CLOCK, lambda step: steps.append(step.done)
    )
    assert (found.set, found.questions, found.one_question_is_worth) == ("golden", 4, 0.5)
    assert found.document["mrr@10"] == 1.0
    assert found.section["recall@5"] == 1.0
    assert found.refusal["answered_far"] == 0.0
    assert found.refusal["auroc_near"] == 1.0
    assert set(found.intervals) >= {"document.ndcg@10", "refusal.auroc_far"}
    assert steps == [0, 1, 2, 3, 4]
    assert [result.id for result in found.results] == ["1", "2", "3", "4"]


def test_measuring_can_be_cancelled(bench: Workbench, tmp_path: Path) -> None:
    def stop(_step: object) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        evaluate(golden(tmp_path), bench.library, bench.index, CLOCK, stop)


BAD = ["", "not json", '{"kind": "answerable"}', "[1]", '{"question": 1, "relevant": [{}]}']


@pytest.mark.parametrize("text", BAD)
def test_a_file_without_golden_questions_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(UnreadableFile, match=r"bad\.jsonl"):
        read_golden(path)


# --- real documentation --------------------------------------------------------------------------


@pytest.fixture
def real(shared: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Workbench]:
    """The corpus of a golden set, ingested."""
    about = json.loads((shared / "golden" / "sets.json").read_text("utf-8"))[request.param]
    bench = Workbench(tmp_path / "home", shared / about["corpus"])
    bench.ingest(name="real")
    yield bench
    bench.close()


@pytest.mark.parametrize("real", ["zulip-issues", "clapnq"], indirect=True)
def test_every_citation_over_real_pages_reads_back(
    real: Workbench, shared: Path, request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.params["real"]
    for question in read_golden(shared / "golden" / "dev" / f"{name}.jsonl")[:40]:
        for citation in ask(real, question.question).citations:
            opened = open_citation(citation, real.library, real.index)
            assert opened.document is not None
            assert opened.verification.verdict in (Verdict.VERIFIED, Verdict.AMBIGUOUS)
            assert opened.verification.verdict is citation.status
            where = (opened.block or 0, opened.start or 0, opened.end or 0)
            assert read_back(text_of(real), opened.document, *where) == citation.quote
            assert citation.spans


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("¿Cómo cambio mi contraseña?", "Spanish"),
        ("Wie setze ich ein neues password?", "German"),
        ("Comment changer mon mot de passe ?", "French"),
        ("パスワードを変更するには？", "Japanese"),
    ],
)
def test_a_question_in_another_language_says_so_and_names_no_page(
    bench: Workbench, question: str, language: str
):
    answer = ask(bench, question)
    said = f"The question is in {language}, the documentation in English"
    assert answer.confidence.reasons[0].startswith(said)
    assert answer.ticket is not None
    assert (answer.suggested, answer.ticket.citations) == ((), ())


def test_a_question_is_searched_without_its_log(bench: Workbench):
    lines = [f"2026-11-30T10:0{n}:11Z info page {n} shows orders and reasons" for n in range(9)]
    log = "\n".join(lines)
    answer = ask(bench, f"How many days until a refund reaches the customer's card?\n{log}")
    assert answer.citations[0].quote == "A refund takes 14 days to reach the customer's card."


BOTH = "How many days until a refund reaches the card, and when does an access key lapse?"


def test_each_part_of_a_question_is_answered_under_its_own_words(bench: Workbench):
    answer = ask(bench, BOTH)
    one, other = answer.parts
    assert one.question == "How many days until a refund reaches the card?"
    assert other.question == "When does an access key lapse?"
    assert answer.question == BOTH
    assert answer.text.index(f"**{one.question}**") < answer.text.index(f"**{other.question}**")
    quotes = {citation.marker: citation.quote for citation in answer.citations}
    assert "A refund takes 14 days to reach the customer's card." in quotes.values()
    assert "Access key | 30 days" in quotes.values()
    assert sorted(quotes) == list(range(1, len(quotes) + 1))
    assert not set(one.markers) & set(other.markers)
    for claim in answer.claims:
        assert quotes[claim.markers[0]] == claim.text


def test_an_answer_is_as_sure_as_its_weakest_part_and_says_which(bench: Workbench):
    answer = ask(bench, "How long does a refund take, and can I pay with a kubernetes ingress?")
    assert answer.outcome is Outcome.ANSWER
    assert [part.outcome for part in answer.parts] == [Outcome.ANSWER, Outcome.TICKET]
    weak = answer.parts[1]
    assert answer.confidence.level is weak.confidence.level is Level.LOW
    assert answer.confidence.reasons[0] == f"The weakest part decides: “{weak.question}”"
    assert answer.text.endswith(
        "Not answered: the documentation holds no reliable answer to this part."
    )
    assert weak.ticket is not None
    assert weak.ticket.title == weak.question


def test_where_no_part_is_answered_there_is_one_ticket(bench: Workbench):
    question = "How do I groom a zebra, and can I pay with a kubernetes ingress?"
    answer = ask(bench, question)
    assert answer.outcome is Outcome.TICKET
    assert answer.ticket is not None
    assert len(answer.parts) == 2
    assert answer.citations == answer.ticket.citations


def test_an_answer_in_parts_is_kept_and_replays_as_it_was(bench: Workbench):
    answer = ask(bench, BOTH, "both")
    assert bench.library.answer("both") == answer
    replay = replay_answer("both", bench.library, bench.index, CLOCK)
    assert replay.differences == ()


def test_a_question_that_asks_one_thing_has_no_parts(bench: Workbench):
    assert ask(bench, "How long does a refund take?").parts == ()
