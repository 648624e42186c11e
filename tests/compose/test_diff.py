"""What a rewrite changed, and what it must not have changed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.compose.diff import altered, diff, diff_paragraphs
from verbatim_desktop.domain.rewrites import DiffKind, DiffPart, KeptKind


def sides(parts: Sequence[DiffPart]) -> tuple[str, str]:
    old = "".join(part.text for part in parts if part.kind is not DiffKind.ADDED)
    new = "".join(part.text for part in parts if part.kind is not DiffKind.REMOVED)
    return old, new


def test_whole_phrases_change_together():
    parts = diff("Refunds take 14 days.", "Refunds need two weeks.")
    assert [part.kind for part in parts] == ["same", "removed", "added", "same"]
    assert parts[2].text == "need two weeks"


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_parts_are_the_two_texts(before: str, after: str):
    assert sides(diff(before, after)) == (before, after)


PARAGRAPHS = st.lists(st.sampled_from(["One two.", "Three four.", "\n\n", "\n", " "]), max_size=9)


@given(PARAGRAPHS.map("".join) | st.text(max_size=60), PARAGRAPHS.map("".join))
def test_the_parts_of_paragraphs_are_the_two_texts(before: str, after: str):
    assert sides(diff_paragraphs(before, after)) == (before, after)


def test_another_paragraph_is_shown_whole_and_a_changed_one_word_by_word():
    before = "Hello Jo,\n\nA refund takes 5 days [1].\n\nBye"
    other = diff_paragraphs(before, "Hello Jo,\n\nYour money is back soon after [2].\n\nBye")
    assert [(part.kind.value, part.text) for part in other] == [
        ("same", "Hello Jo,\n\n"),
        ("removed", "A refund takes 5 days [1].\n\n"),
        ("added", "Your money is back soon after [2].\n\n"),
        ("same", "Bye"),
    ]
    changed = diff_paragraphs(before, before.replace("5", "9"))
    assert [part.text for part in changed if part.kind is not DiffKind.SAME] == ["5", "9"]


@given(st.lists(st.sampled_from(["a", "b", " ", "\n", "語", "."]), max_size=20))
def test_an_unchanged_text_is_one_part(pieces: list[str]):
    text = "".join(pieces)
    assert all(part.kind is DiffKind.SAME for part in diff(text, text))
    assert altered(text, text) == ()


@pytest.mark.parametrize(
    ("before", "after", "kind", "text"),
    [
        ("See https://a.example/x.", "See it.", KeptKind.LINK, "https://a.example/x"),
        ("Run `a --b`.", "Run it.", KeptKind.CODE, "`a --b`"),
        ("Takes 14 days.", "Takes days.", KeptKind.NUMBER, "14"),
        ("Costs 1,299.00.", "Costs 1,300.00.", KeptKind.NUMBER, "1,299.00"),
        ("Hi {{customer.name|x}}", "Hi", KeptKind.PLACEHOLDER, "{{customer.name|x}}"),
        ("True. [1, 2]", "True. [1]", KeptKind.MARKER, "[2]"),
        ("Mail [Email 1]", "Mail", KeptKind.REDACTION, "[Email 1]"),
    ],
)
def test_what_is_lost_is_named(before: str, after: str, kind: KeptKind, text: str):
    assert (kind, text) in [(item.kind, item.text) for item in altered(before, after)]


def test_what_comes_in_is_named():
    assert [(a.kind, a.text) for a in altered("Soon.", "In 3 days [4]") if a.added] == [
        (KeptKind.MARKER, "[4]"),
        (KeptKind.NUMBER, "3"),
    ]
