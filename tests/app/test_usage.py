"""What is written down of each question, what it cost, and where spending and calling end."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.rooms import Rooms
from tests.providers import ScriptedProvider
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.limits import FileRateLimits
from verbatim_desktop.adapters.prices import PublicPrices
from verbatim_desktop.app import Verbatim
from verbatim_desktop.domain.answers import Tokens
from verbatim_desktop.domain.errors import ProviderFault, SettingsError, UsageError
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.retrieval import EVERYTHING
from verbatim_desktop.domain.usage import (
    ModelPrice,
    QuestionLog,
    UsageFilter,
    UsageKind,
    UsageRecord,
    UsageSettings,
)
from verbatim_desktop.ports import Cancellation
from verbatim_desktop.workflows.ask_with_model import no_event

QUESTION = "How many days does a refund take to reach my card?"
MILLION = 1_000_000


def test_each_question_is_written_down_with_what_it_cost(verbatim: Verbatim, rooms: Rooms):
    rooms.scripted = ScriptedProvider(["A refund takes 5 days [1]."], model="gpt-5")
    answer = verbatim.ask(QUESTION)
    [record] = verbatim.usage.records()
    assert (record.kind, record.provider, record.model) == (UsageKind.ASK, "openai", "gpt-5")
    assert (record.input_tokens, record.cached_tokens, record.output_tokens) == (120, 20, 30)
    assert record.cost_usd == pytest.approx((100 * 1.25 + 20 * 0.125 + 30 * 10) / MILLION)
    assert record.cost_usd == answer.usage.cost_usd
    assert (record.answer, record.route, record.outcome) == (answer.id, "direct", "answer")
    assert (record.level, record.citations) == (answer.confidence.level, len(answer.citations))
    assert record.model_ms > 0
    assert record.fault == ""


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        (QuestionLog.HASH, ""),
        (QuestionLog.PREVIEW, f"{QUESTION} My card number…"),
        (QuestionLog.FULL, f"{QUESTION} My card number is secret."),
    ],
)
def test_of_a_question_only_what_is_set_is_kept(verbatim: Verbatim, kept: QuestionLog, shown: str):
    verbatim.usage.save_settings(UsageSettings(question=kept))
    asked = f"{QUESTION} My card number is secret."
    verbatim.ask(asked)
    [record] = verbatim.usage.records()
    assert record.question[:40] == shown[:40]
    assert len(record.question) <= 60 or kept is QuestionLog.FULL
    assert record.question_hash == hashlib.sha256(asked.casefold().encode()).hexdigest()
    assert verbatim.usage.forget_questions() == bool(shown)
    assert verbatim.usage.records()[0].question == ""


def test_a_failed_call_is_written_down_with_its_fault(verbatim: Verbatim, rooms: Rooms):
    rooms.scripted = ScriptedProvider(fault=ProviderFault.TIMED_OUT)
    verbatim.ask(QUESTION)
    [record] = verbatim.usage.records()
    assert (record.provider, record.fault, record.cost_usd) == ("openai", "timed_out", None)


def test_what_a_model_costs_can_be_set_and_what_is_unknown_is_unknown(
    verbatim: Verbatim, rooms: Rooms
):
    rooms.scripted = ScriptedProvider(
        ["A refund takes 5 days [1]."], name="compatible", model="own"
    )
    assert verbatim.ask(QUESTION).usage.cost_usd is None
    verbatim.usage.save_settings(
        UsageSettings(prices=(ModelPrice("compatible", "own", 2.0, 4.0, cached_usd=1.0),))
    )
    cost = verbatim.ask(QUESTION).usage.cost_usd
    assert cost == pytest.approx((100 * 2 + 20 * 1 + 30 * 4) / MILLION)
    [total] = verbatim.usage.totals(verbatim.usage.records(), "model")
    assert (total.calls, total.unknown_costs) == (2, 1)


def test_public_prices_are_known_offline():
    tokens = Tokens(1_000, 0, 100)
    assert PublicPrices().cost("anthropic", "claude-sonnet-4-5", tokens)
    assert PublicPrices().cost("openai", "no-such-model", tokens) is None
    assert PublicPrices().cost("compatible", "gpt-5", tokens) is None


def spent(rooms: Rooms, dollars: float) -> None:
    at = rooms.clock.now()
    rooms.ledger().record(UsageRecord("old", at, UsageKind.ASK, "openai", cost_usd=dollars))


def test_a_budget_warns_and_then_stops_and_quoted_passages_stand(verbatim: Verbatim, rooms: Rooms):
    rooms.scripted = model = ScriptedProvider(["A refund takes 5 days [1]."])
    verbatim.usage.save_settings(UsageSettings(monthly_budget_usd=10.0))
    spent(rooms, 9.0)
    assert "$9.00 of this month's budget of $10.00" in verbatim.usage.budget().notice
    assert verbatim.ask(QUESTION).fallback == ""
    spent(rooms, 10.5)
    answer = verbatim.ask(QUESTION)
    assert "budget of $10.00 is spent" in answer.fallback
    assert answer.citations
    assert len(model.requests) == 1
    assert verbatim.usage.records()[0].fault == ProviderFault.OVER_BUDGET
    assert verbatim.usage.budget().is_spent


def test_last_months_spending_is_not_this_months(verbatim: Verbatim, rooms: Rooms):
    verbatim.usage.save_settings(UsageSettings(monthly_budget_usd=1.0))
    record = UsageRecord("old", "2001-01-31T23:59:59Z", UsageKind.ASK, "openai", cost_usd=99.0)
    rooms.ledger().record(record)
    assert verbatim.usage.budget().spent_usd == 0


def test_a_rate_limit_holds_across_restarts_and_for_its_own_provider(
    verbatim: Verbatim, rooms: Rooms, home: Path
):
    verbatim.usage.save_settings(UsageSettings(calls_per_minute=1))
    rooms.scripted = ScriptedProvider(["A refund takes 5 days [1]."])
    assert verbatim.ask(QUESTION).fallback == ""
    rooms.close()
    again = Rooms(Home(home), "default")
    again.scripted = rooms.scripted
    answer = Verbatim(again).ask(QUESTION)
    assert "1 times within a minute" in answer.fallback
    again.scripted = ScriptedProvider(["A refund takes 5 days [1]."], name="gemini")
    assert Verbatim(again).ask(QUESTION).fallback == ""
    again.close()


def test_limits_are_kept_by_provider_and_workspace(home: Path):
    one, other = FileRateLimits(Home(home), "one"), FileRateLimits(Home(home), "other'; --")
    assert one.take("openai", 2) == one.take("openai", 2) == 0
    assert 0 < one.take("openai", 2) <= 60
    assert one.take("gemini", 2) == other.take("openai", 2) == 0
    assert FileRateLimits(Home(home), "one").take("openai", 2) > 0


def test_totals_add_up_and_a_table_holds_every_record(verbatim: Verbatim, rooms: Rooms):
    verbatim.ask(QUESTION)
    rooms.scripted = ScriptedProvider(["A refund takes 5 days [1]."], model="gpt-5")
    verbatim.ask(QUESTION)
    records = verbatim.usage.records()
    by_provider = verbatim.usage.totals(records, "provider")
    assert [(t.name, t.records, t.calls) for t in by_provider] == [("none", 1, 0), ("openai", 1, 1)]
    assert len(verbatim.usage.totals(records, "day")) == 1
    with pytest.raises(UsageError):
        verbatim.usage.totals(records, "moon")
    rows = list(csv.DictReader(io.StringIO(verbatim.usage.as_csv(records))))
    assert [row["provider"] for row in rows] == ["openai", "none"]
    assert verbatim.usage.records(UsageFilter(provider="openai")) == records[:1]


def test_a_table_holds_no_formula(verbatim: Verbatim, rooms: Rooms):
    evil = replace(UsageRecord("x", "2026", UsageKind.ASK, "none"), question="=cmd|' /c'!A0")
    assert "'=cmd" in verbatim.usage.as_csv([evil])


def test_settings_that_cannot_be_read_say_so(verbatim: Verbatim, rooms: Rooms):
    rooms.settings().save_section("usage", {"calls_per_minute": "many"})
    with pytest.raises(SettingsError):
        verbatim.usage.settings()


# --- what is given up ----------------------------------------------------------------------------


def found(verbatim: Verbatim):
    wish = Cancellation()
    return verbatim.find_answer(QUESTION, EVERYTHING, "", "", deliver=no_event, cancellation=wish)


def test_what_is_found_leaves_nothing_until_it_is_kept(verbatim: Verbatim):
    given_up, wanted = found(verbatim), found(verbatim)
    assert verbatim.answers() == ()
    assert verbatim.usage.records() == ()
    answer = verbatim.keep_answer(wanted)
    assert [one.id for one in verbatim.answers()] == [answer.id] != [given_up.answer.id]
    [record] = verbatim.usage.records()
    assert record.answer == answer.id


def test_of_a_question_given_up_the_tokens_stay_counted_and_are_counted_once(
    verbatim: Verbatim, rooms: Rooms
):
    rooms.scripted = ScriptedProvider(["A refund takes 5 days [1]."], model="gpt-5")
    given_up = found(verbatim)
    assert verbatim.answers() == ()
    [record] = verbatim.usage.records()
    assert record.output_tokens == 30
    verbatim.keep_answer(given_up)
    assert len(verbatim.usage.records()) == 1


def test_a_sketched_reply_counts_once_it_is_told_to(verbatim: Verbatim):
    draft, took = verbatim.composer.sketch(Message(QUESTION))
    assert verbatim.usage.records() == ()
    assert verbatim.composer.count(draft, took) == ""
    [record] = verbatim.usage.records()
    assert (record.kind, record.total_ms) == (UsageKind.REPLY, took)
