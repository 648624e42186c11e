"""Claims held against a library: what is found, and what a plain no says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.workbench import Workbench
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.support import ClaimSupport
from verbatim_desktop.workflows.find_support import find_support

REFUNDS = """# Refunds

## How long it takes

A refund reaches your card within 14 days. Refunds to a closed card are not possible.

## Who may ask

Only the owner of the account can request a refund.
"""
KEYS = """# Keys

By default, keys expire after 90 days. The `rotateKey` command creates a new key before the old
one expires. Keys can be used either inside or outside of a project.
"""
ITEMS = """# Items

Pictures are read best when they come before the text. Pictures after the text are read well.

Items that have expired, but were not deleted yet, still appear in queries. Query results do not
show the expired.

| Action | Times out |
|---|---|
| Approval | Approvals take long. A deployment action times out after 24 hours. |
"""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    bench = Workbench(tmp_path / "home", tmp_path / "docs")
    bench.write("refunds.md", REFUNDS)
    bench.write("keys.md", KEYS)
    bench.write("items.md", ITEMS)
    bench.ingest(name="shop")
    yield bench
    bench.close()


def ask(bench: Workbench, claim: str) -> ClaimSupport:
    return find_support(claim, bench.library, bench.index, SystemClock())


@pytest.mark.parametrize(
    ("claim", "path"),
    [
        ("A refund reaches your card within 14 days.", "refunds.md"),
        ("Refunds reach the card within fourteen days.", "refunds.md"),
        ("Nobody but the owner of the account can ask for a refund.", "refunds.md"),
        ("rotateKey makes a new key before the old one expires.", "keys.md"),
        ("Keys expire after 90 days unless you change it.", "keys.md"),
        ("A deployment action times out after a day.", "items.md"),
    ],
)
def test_a_true_claim_is_found_with_its_place(bench: Workbench, claim: str, path: str):
    found = ask(bench, claim)
    assert found.supported, found.reason
    assert found.sentences[0].path == path
    assert not found.missing


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("A refund reaches your card within 30 days.", "30"),
        ("Refunds to a closed card are possible.", "(not)"),
        ("Keys must be used inside of a project.", "must"),
        ("The revokeKey command creates a new key before the old one expires.", "revokeKey"),
    ],
)
def test_a_false_claim_gets_a_no_that_names_what_is_missing(
    bench: Workbench, claim: str, missing: str
):
    found = ask(bench, claim)
    assert not found.supported
    assert any(missing in text for text in found.missing)
    assert found.reason


def test_words_that_no_page_has_are_a_plain_no(bench: Workbench):
    found = ask(bench, "Helicopters fly above volcanoes.")
    assert not found.supported


def test_a_claim_without_words_is_refused(bench: Workbench):
    with pytest.raises(QuestionUnusable):
        ask(bench, "???")


def test_the_same_claim_gets_the_same_answer(bench: Workbench):
    claim = "Refunds reach the card within fourteen days."
    assert ask(bench, claim) == ask(bench, claim)


@pytest.mark.parametrize(
    "claim",
    [
        "Pictures are read best when they come after the text.",
        "Expired items do not appear in queries.",
        "An approval action times out after 24 hours.",
    ],
)
def test_what_the_page_says_the_other_way_round_is_not_believed(bench: Workbench, claim: str):
    assert not ask(bench, claim).supported
