"""A library that holds two versions of one product, and what each says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Answer, Contrast, Outcome, Side
from verbatim_desktop.domain.retrieval import EVERYTHING, Filters
from verbatim_desktop.workflows.ask_question import ask_question

OLD = """# Refunds

## How long a refund takes

A refund takes 14 days to reach the customer's card.

## Paper refunds

A paper refund is sent by post with `harbor refund --paper`.
"""
NEW = """# Refunds

## How long a refund takes

A refund takes 3 days to reach the customer's card.
"""
VOUCHERS = """# Vouchers

A voucher is printed on paper and sent by post to the customer.
"""
UPGRADING = """# Upgrading

## Version 15

The `harbor refund` command has been removed. Start refunds in the console.

The `harbor keys` command lists the signing keys of a station.
"""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    folder = tmp_path / "harbor"
    folder.mkdir()
    workbench = Workbench(tmp_path / "home", folder)
    workbench.write("refunds.md", NEW)
    old = tmp_path / "harbor-13.5"
    old.mkdir()
    (old / "refunds.md").write_text(OLD)
    (old / "vouchers.md").write_text(VOUCHERS)
    workbench.ingest(folder)
    workbench.ingest(old)
    yield workbench
    workbench.close()


def ask(bench: Workbench, question: str, filters: Filters = EVERYTHING) -> Answer:
    return ask_question(question, bench.library, bench.index, SystemClock(), "one", filters=filters)


def test_the_newest_version_answers_and_the_other_stands_beside_it(bench: Workbench):
    answer = ask(bench, "How long does a refund take to reach the card?")
    assert answer.citations[0].source == "harbor"
    assert answer.contrasts == (
        Contrast("number", (Side("harbor (current)", 1), Side("Version 13.5", 2))),
    )
    assert "Version 13.5 says otherwise: A refund takes 14 days" in answer.text
    assert any("[1] is from the current version" in note for note in answer.notes)
    assert "[2] is from version 13.5 (harbor-13.5); harbor says otherwise." in answer.notes


def test_a_question_that_names_the_older_version_is_answered_from_it(bench: Workbench):
    answer = ask(bench, "How long does a refund take to reach the card in Harbor 13.5?")
    assert answer.citations[0].source == "harbor-13.5"


def test_a_search_that_is_narrowed_to_one_version_knows_of_no_other(bench: Workbench):
    answer = ask(
        bench,
        "How long does a refund take to reach the card?",
        Filters(sources=("harbor-13.5",)),
    )
    assert {citation.source for citation in answer.citations} == {"harbor-13.5"}
    assert answer.contrasts == ()
    assert answer.notes == ()


def test_what_only_the_older_version_has_is_named_as_such(bench: Workbench):
    answer = ask(bench, "How is a voucher sent to the customer?")
    assert answer.outcome is Outcome.ANSWER
    assert answer.citations[0].path == "vouchers.md"
    assert any("it may no longer hold" in note for note in answer.notes)


def test_a_removal_opens_the_answer(bench: Workbench):
    bench.write("upgrading.md", UPGRADING)
    bench.ingest()
    answer = ask(bench, "How do I send a paper refund with harbor refund?")
    assert answer.text.startswith("The `harbor refund` command has been removed.")
    assert any("describes something that was removed" in note for note in answer.notes)
