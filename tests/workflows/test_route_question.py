"""The full path: intent and other words side by side, by a model or by rules."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from tests.providers import ScriptedProvider
from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.answer.route_query import Intent, route_of
from verbatim_desktop.domain.answers import Answer, Outcome, Tokens
from verbatim_desktop.domain.errors import ProviderFault
from verbatim_desktop.domain.models import ModelReply, ModelRequest
from verbatim_desktop.ports import Cancellation, Provider
from verbatim_desktop.text.prompts import digest_of
from verbatim_desktop.workflows.ask_question import ask_question
from verbatim_desktop.workflows.ask_with_model import Writer
from verbatim_desktop.workflows.replay_answer import replay_answer
from verbatim_desktop.workflows.route_question import read_intent, read_queries, total, understand

HEADINGS = (("Money", "Refunds to a card"),)


def by_model(request: ModelRequest) -> list[str]:
    """A model that does all three tasks, told apart by their instructions."""
    if "sort questions" in request.instructions:
        return [json.dumps({"intent": "how_to"})]
    if "rewrite a question" in request.instructions:
        return ["```json\n", json.dumps({"queries": ["refund to a customer's card"]}), "\n```"]
    return ["A refund takes 14 days [1]."]


@dataclass
class Meeting:
    """A provider whose two calls wait for each other: they end only where both are under way."""

    name: str = "openai"
    model: str = "slow"
    both: threading.Barrier = field(default_factory=lambda: threading.Barrier(2, timeout=90))

    def write(
        self, request: ModelRequest, deliver: Callable[[str], None], cancellation: Cancellation
    ) -> ModelReply:
        self.both.wait()
        return ModelReply("".join(by_model(request)), self.model, Tokens(10, 0, 5), 1.0, 2.0)


def understood(provider: Provider | None, question: str = "refunds"):
    return understand(question, "", route_of(question), HEADINGS, provider, Cancellation())


def test_two_slow_calls_overlap():
    meant = understood(Meeting())
    assert meant.intent is Intent.HOW_TO
    assert meant.queries == ("refund to a customer's card",)
    assert meant.tokens == Tokens(20, 0, 10)


def test_without_a_model_the_rules_say_it():
    meant = understood(None)
    assert (meant.intent, meant.queries) == (Intent.REFERENCE, ("Refunds to a card",))
    assert meant.replies == ()


@pytest.mark.parametrize("fault", [ProviderFault.TIMED_OUT, ProviderFault.NO_KEY])
def test_where_the_model_fails_the_rules_stand_in(fault: ProviderFault):
    meant = understood(ScriptedProvider(fault=fault))
    assert (meant.intent, meant.queries) == (Intent.REFERENCE, ("Refunds to a card",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "refunds",
        "[]",
        '{"intent": "sell"}',
        '{"intent": 1}',
        '{"intent": "how_to", "say": "x"}',
        '{"queries": "refunds"}',
        '{"queries": [1]}',
        '{"queries": ["a", "b", "c", "d"]}',
        json.dumps({"queries": ["x" * 200]}),
        "[" * 5000,
    ],
)
def test_what_is_no_strict_answer_is_none(text: str):
    assert read_intent(text) is None
    assert read_queries(text) is None


def test_a_query_is_text_that_can_be_searched():
    assert read_queries('{"queries": ["refund [1] \\u202ecard", "?!", "Refund"]}') == (
        "refund (1) card",
        "Refund",
    )
    assert read_queries('{"queries": []}') == ()


def test_a_cost_that_is_not_known_of_one_call_is_not_known_of_all():
    assert total([Tokens(1, 0, 1, 0.5), Tokens(2, 1, 3, 0.25)]) == Tokens(3, 1, 4, 0.75)
    assert total([Tokens(1, 0, 1, 0.5), Tokens(2, 1, 3)]).cost_usd is None
    assert total([Tokens(), Tokens(1, 0, 1, 0.5)]) == Tokens(1, 0, 1, 0.5)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("routed")
    bench = Workbench(folder / "home", folder / "docs")
    refunds = "# Money\n\n## Refunds to a card\n\nA refund takes 14 days to reach a card.\n"
    bench.write("refunds.md", f"{refunds}\n## Refund forms\n\nA form for each refund.\n")
    for number in range(12):
        bench.write(f"{number}.md", f"# Page {number}\n\nOrders and reasons of day {number}.\n")
    bench.ingest(name="docs")
    yield bench
    bench.close()


def ask(bench: Workbench, question: str, provider: Provider | None = None) -> Answer:
    return ask_question(
        question, bench.library, bench.index, SystemClock(), "one", writer=Writer(provider)
    )


def test_the_route_the_queries_and_the_time_stand_on_the_answer(bench: Workbench):
    clear = ask(bench, "How many days does a refund to a card take?")
    assert (clear.route, clear.rewritten, clear.clarify) == ("direct", (), "")
    short = ask(bench, "refund")
    assert short.route == "full"
    assert "Refunds to a card" in short.rewritten
    assert short.timing.total > 0
    if short.outcome is Outcome.ANSWER:
        assert short.clarify == ""


def test_a_model_is_asked_for_short_questions_only(bench: Workbench):
    model = ScriptedProvider(by_model)
    clear = ask(bench, "How many days does a refund to a card take?", model)
    assert len(model.requests) == 1
    assert clear.usage == model.tokens
    short = ask(bench, "refund", model)
    assert short.rewritten == ("refund to a customer's card",)
    assert clear.prompt_hash == digest_of("answer")
    assert short.prompt_hash in (
        digest_of("intent", "queries"),
        digest_of("intent", "queries", "answer"),
    )
    asked = model.requests[1:]
    assert short.usage.input_tokens == 120 * len(asked)
    assert all("refund" not in request.instructions.lower() for request in asked[:2])


def test_an_answer_that_went_round_replays_as_it_was_found(bench: Workbench):
    ask(bench, "refund")
    assert replay_answer("one", bench.library, bench.index, SystemClock()).differences == ()


def test_a_greeting_is_asked_back_and_no_model_is_called(bench: Workbench):
    model = ScriptedProvider(by_model)
    answer = ask(bench, "Hello there", model)
    assert answer.outcome is Outcome.TICKET
    assert answer.clarify == "What would you like to know?"
    assert model.requests == []
