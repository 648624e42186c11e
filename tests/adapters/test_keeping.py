"""What a workspace keeps beside its documents: values by kind and name, and the ledger."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store.store import Store, opened_store
from verbatim_desktop.domain.usage import UsageFilter, UsageKind, UsageRecord

RECORD = UsageRecord(
    id="1",
    at="2026-11-30T08:00:00Z",
    kind=UsageKind.ASK,
    provider="openai",
    model="m",
    input_tokens=10,
    cost_usd=0.25,
    confidence=0.5,
    question_hash="abc",
    question="How long?",
)


@pytest.fixture
def store(tmp_path: Path) -> Generator[Store]:
    with opened_store(Home(tmp_path / "home")) as opened:
        yield opened


def test_a_kept_value_takes_the_place_of_the_older_and_comes_first(store: Store):
    library = store.library()
    library.keep("draft", "a", {"text": "first"})
    library.keep("draft", "b", {"text": "other"})
    library.keep("draft", "a", {"text": "second"})
    library.keep("template", "a", {})
    assert [(one.name, one.value["text"]) for one in library.kept("draft")] == [
        ("a", "second"),
        ("b", "other"),
    ]


def test_what_is_dropped_is_kept_no_longer(store: Store):
    library = store.library()
    library.keep("draft", "a", 1)
    library.drop("draft", "a")
    library.drop("draft", "never kept")
    assert library.kept_as("draft", "a") is None


def test_workspaces_keep_their_own(store: Store):
    store.library("one").keep("draft", "a", 1)
    store.library("one").ledger().record(RECORD)
    assert store.library("two").kept("draft") == ()
    assert store.library("two").ledger().records() == ()


def test_a_record_comes_back_as_it_was_made(store: Store):
    ledger = store.library().ledger()
    ledger.record(RECORD)
    assert ledger.records() == (RECORD,)


def test_records_are_narrowed_and_newest_first(store: Store):
    ledger = store.library().ledger()
    later = replace(RECORD, id="2", at="2026-12-01T00:00:00Z", provider="none", cost_usd=None)
    ledger.record(later)
    ledger.record(RECORD)
    assert ledger.records() == (later, RECORD)
    assert ledger.records(UsageFilter(provider="openai")) == (RECORD,)
    assert ledger.records(UsageFilter(since="2026-12-01")) == (later,)
    assert ledger.records(UsageFilter(until="2026-12-01")) == (RECORD,)
    assert ledger.records(limit=1) == (later,)


def test_costs_are_summed_from_a_time_on_and_unknown_ones_count_nothing(store: Store):
    ledger = store.library().ledger()
    for number, cost in enumerate((0.25, None, 0.5)):
        ledger.record(replace(RECORD, id=str(number), cost_usd=cost))
    ledger.record(replace(RECORD, id="old", at="2026-10-01T00:00:00Z"))
    assert ledger.cost_since("2026-11-01") == pytest.approx(0.75)


def test_questions_are_forgotten_and_the_rest_stays(store: Store):
    ledger = store.library().ledger()
    ledger.record(RECORD)
    assert ledger.forget_questions() == 1
    assert ledger.records() == (replace(RECORD, question=""),)
    assert ledger.forget_questions() == 0
