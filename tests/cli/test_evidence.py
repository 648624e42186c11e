"""`evidence` on a terminal: the verdict, what is missing, and the exit status."""

from __future__ import annotations

import json

from tests.cli.conftest import CommandLine


def test_a_supported_claim_is_said_with_its_sentence(verbatim: CommandLine):
    ran = verbatim("evidence", "Refunds take at most 14 days.")
    assert ran.status == 0
    assert "Supported. One sentence says this." in ran.out
    assert "shop/money/refunds#how-long-it-takes" in ran.out


def test_a_claim_without_support_ends_with_one_and_names_what_is_missing(verbatim: CommandLine):
    ran = verbatim("evidence", "Refunds take 30 days.")
    assert ran.status == 1
    assert "Missing: 30 days" in ran.out


def test_the_json_has_the_names_of_the_design(verbatim: CommandLine):
    said = json.loads(verbatim("evidence", "Refunds take 30 days.", "--json").out)
    assert list(said) == ["supported", "sentences", "missing", "reason"]
    assert list(said["sentences"][0]) == ["quote", "source", "path", "route", "anchor", "score"]
