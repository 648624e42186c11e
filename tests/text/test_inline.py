"""Inline code and bold: what is shown is exactly what was there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.domain.documents import Mark, MarkKind
from verbatim_desktop.text.inline import (
    marked,
    pieces,
    plain,
    shifted,
    stretches,
    without_empty,
)

CODE, STRONG = MarkKind.CODE, MarkKind.STRONG

texts = st.text("ab `*/[1]\n.:", max_size=30)
marks = st.lists(
    st.builds(Mark, st.sampled_from([CODE, STRONG]), st.integers(0, 30), st.integers(0, 30)),
    max_size=4,
)


def test_code_and_bold_stand_as_they_do_on_the_page():
    text = "Set cacheLife in the General tab."
    shown = marked(text, [Mark(CODE, 4, 13), Mark(STRONG, 21, 28)])
    assert shown == "Set `cacheLife` in the **General** tab."
    assert plain(shown) == text


def test_code_within_bold_is_code():
    shown = marked("Use the --all flag now", [Mark(STRONG, 4, 18), Mark(CODE, 8, 13)])
    assert shown == "Use **the** `--all` **flag** now"


def test_what_cannot_be_told_from_markup_stays_unmarked():
    assert marked("Type a ` now", [Mark(CODE, 5, 8)]) == "Type a ` now"
    assert marked("Whatever", [Mark(STRONG, 0, 4)]) == "Whatever"


@pytest.mark.parametrize("path", ["src/**/page.tsx and lib/**/x", "2**3**4", "a ** b ** c"])
def test_asterisks_of_paths_and_sums_mark_nothing(path):
    assert [piece.strong for piece in pieces(path)] == [False]


def test_bold_code_of_a_model_is_both():
    text = "Call **`run()` twice** [1]"
    read = [(text[p.first : p.last], p.code, p.strong) for p in pieces(text)]
    assert read == [
        ("Call ", False, False),
        ("run()", True, True),
        (" twice", False, True),
        (" [1]", False, False),
    ]


@given(texts, marks)
def test_marked_text_shows_the_words_and_nothing_else(text, own):
    line = " ".join(text.split())
    shown = marked(text, own)
    assert shown == line or plain(shown) == line


@given(texts)
def test_pieces_follow_each_other_without_a_gap(text):
    at = 0
    for piece in pieces(text):
        assert piece.start == at <= piece.first <= piece.last <= piece.end
        at = piece.end
    assert at == len(text)


@given(texts, marks, st.integers(0, 15), st.integers(1, 15))
def test_marks_of_a_stretch_lie_within_it(text, own, start, length):
    assert "".join(stretch.text for stretch in stretches(text, own)) == text
    for mark in shifted([m for m in own if m.start < m.end], start, start + length):
        assert 0 <= mark.start < mark.end <= length


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Click the **ellipsis** (), and wait.", "Click the **ellipsis**, and wait."),
        ("the **pencil** ( ) icon", "the **pencil** icon"),
        ("by traffic ().", "by traffic."),
        ("() icon", "icon"),
        ("`foo ()` and bar() here", "`foo ()` and bar() here"),
        ("call foo() now (see below)", "call foo() now (see below)"),
    ],
)
def test_parentheses_around_an_icon_without_words_are_left_out(text: str, shown: str):
    assert without_empty(text) == shown


@given(texts)
def test_leaving_out_the_empty_takes_no_word(text: str):
    left = without_empty(text)
    assert [c for c in left if c not in " \t()"] == [c for c in text if c not in " \t()"]
