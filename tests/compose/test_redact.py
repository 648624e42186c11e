"""Personal data out of a text and back, character by character."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.compose.redact import (
    LABELS,
    SECRETS,
    masked,
    redact,
    restore,
    without_secrets,
)
from verbatim_desktop.domain.redaction import DataKind

HERE = Path(__file__).parent
LINES = {
    name: (HERE / f"personal_{name}.txt").read_text(encoding="utf-8").splitlines()
    for name in ("dev", "held", "fresh")
}


def figures(name: str) -> tuple[float, float, list[str]]:
    """Precision and recall by whole values, and the lines that are read wrongly."""
    hits = found = wanted = 0
    wrong: list[str] = []
    for line in LINES[name]:
        values = [value for value in re.findall("⟦(.*?)⟧", line) if value]
        got = [item.value for item in redact(line.replace("⟦", "").replace("⟧", "")).redactions]
        right = sum(value in got for value in values)
        hits, found, wanted = hits + right, found + len(got), wanted + len(values)
        wrong += [line] if right < max(len(values), len(got)) else []
    return hits / found, hits / wanted, wrong


@pytest.mark.parametrize("name", list(LINES))
def test_hand_written_lines_are_read_as_people_read_them(name: str):
    """Figures and how they were come by: docs/benchmarks.md."""
    precision, recall, wrong = figures(name)
    assert precision >= 0.98, wrong
    assert recall >= 0.98, wrong


def test_there_are_lines_enough_to_say_something():
    assert sum(map(len, LINES.values())) >= 120


@pytest.mark.parametrize("line", [line for lines in LINES.values() for line in lines])
def test_what_was_taken_out_comes_back(line: str):
    redacted = redact(line)
    restored = restore(redacted.text, redacted.redactions)
    assert restored.text == line
    assert not restored.missing
    assert not restored.mangled


def test_the_same_value_gets_the_same_placeholder():
    redacted = redact("a@b.io, then c@d.io, then a@b.io")
    assert redacted.text == "[Email 1], then [Email 2], then [Email 1]"


def test_a_placeholder_that_was_typed_is_never_given_out():
    redacted = redact("[Email 1] is a@b.io")
    assert redacted.text == "[Email 1] is [Email 2]"
    assert restore(redacted.text, redacted.redactions).text == "[Email 1] is a@b.io"


def test_an_agent_can_unmark_a_value_and_mark_another():
    text = "Maria Lopez writes from a@b.io"
    redacted = redact(text, unmarked=["a@b.io"], marked=["Maria Lopez"])
    assert redacted.text == "[Private 1] writes from a@b.io"
    assert redacted.redactions[0].kind is DataKind.MARKED


def test_names_are_said_not_to_be_found():
    redacted = redact("Maria Lopez, 12 Elm Street")
    assert redacted.redactions == ()
    assert "Names" in redacted.notice


@pytest.mark.parametrize(
    "mangled", ["[email 1]", "(Email 1)", "[Email_1]", "[ Email 1 ]", "[Email 7]", "【Email 1】"]
)
def test_a_placeholder_that_a_model_mangled_is_told(mangled: str):
    redacted = redact("Write to a@b.io.")
    restored = restore(f"We write to {mangled}.", redacted.redactions)
    assert restored.mangled
    assert restored.missing == ("[Email 1]",)


def test_words_are_no_mangled_placeholders_where_nothing_of_the_kind_was_taken_out():
    redacted = redact("Write to a@b.io.")
    assert restore("Call phone 2. [Email 1]", redacted.redactions).mangled == ()


def test_a_value_that_looks_like_a_placeholder_is_put_back_once():
    redacted = redact("[Email 1] and x", marked=["[Email 1]", "x"])
    assert restore(redacted.text, redacted.redactions).text == "[Email 1] and x"


def test_a_private_key_goes_as_a_whole():
    key = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 3
    text = f"My key:\n{key}-----END PRIVATE KEY-----\nWhy?"
    assert redact(text).text == "My key:\n[Secret 1]\nWhy?"


PIECES = st.lists(
    st.text(max_size=20)
    | st.sampled_from(
        [
            "a@b.io",
            "+49 30 901820",
            "4111 1111 1111 1111",
            "DE89 3704 0044 0532 0130 00",
            "203.0.113.42",
            "https://u:p4ss@x.io/a",
            "password: hunter2!",
            *(f"[{label} 1]" for label in LABELS.values()),
            "[Email ",
            "1]",
        ]
    ),
    max_size=12,
)


@given(PIECES, st.sampled_from(["", " ", "\n"]), st.sets(st.text(max_size=6), max_size=3))
def test_the_round_trip_is_exact_for_any_text(pieces: list[str], glue: str, marked: set[str]):
    text = glue.join(pieces)
    redacted = redact(text, marked=marked)
    assert restore(redacted.text, redacted.redactions).text == text
    end = 0
    for item in redacted.redactions:
        assert item.start >= end
        assert text[item.start : item.end] == item.value
        end = item.end
    by_value = {item.value: item.placeholder for item in redacted.redactions}
    assert len(set(by_value.values())) == len(by_value)
    assert all(by_value[item.value] == item.placeholder for item in redacted.redactions)


# --- Repeated to the one who sent it --------------------------------------------------------------


def test_cards_and_accounts_are_told_by_their_last_digits_and_keys_by_nothing():
    said = "Card 4242 4242 4242 4242, IBAN DE89370400440532013000, mail me at jo@acme.example."
    assert masked(said) == "Card •••• 4242, IBAN •••• 3000, mail me at jo@acme.example."
    assert masked("key sk_live_51H8xkJ2eZvKYlo2CabcdEFGH1234") == "key ••••"


def test_nothing_is_searched_for_by_a_card():
    assert without_secrets("Card 4242 4242 4242 4242 was charged") == "Card was charged"


@given(st.text())
def test_a_text_without_secrets_is_repeated_as_it_is(text: str):
    secret = any(item.kind in SECRETS for item in redact(text).redactions)
    assert secret or masked(text) == text
