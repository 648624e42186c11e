"""What in a draft is code, a marker, a paragraph, a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.compose import markup


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("a [1]", [(1,)]),
        ("a [1][2]", [(1,), (2,)]),
        ("a [1, 3]", [(1, 3)]),
        ("a [2-4]", [(2, 3, 4)]),
        ("a arr[1] [2023] \\[1] [1](u) [1]: x", []),
        ("`[1]` and\n\n```\n[2]\n```", []),
    ],
)
def test_markers(text: str, numbers: list[tuple[int, ...]]):
    assert [marker.numbers for marker in markup.markers_in(text)] == numbers


def test_sentences_carry_the_markers_behind_them():
    text = "Refunds take 14 days. [1] See `a.b[1]`. [2][3]\n\n1. Open it. [4]\n2. Close it."
    found = [(text[s.start : s.end], s.numbers) for s in markup.sentences_in(text)]
    assert found == [
        ("Refunds take 14 days.", (1,)),
        ("See `a.b[1]`.", (2, 3)),
        ("Open it.", (4,)),
        ("Close it.", ()),
    ]


def test_markers_go_with_the_space_before_them():
    assert markup.without_markers("Take 14 days [1]. `a [1]` [2]") == "Take 14 days. `a [1]`"


def test_a_fence_with_blank_lines_is_one_paragraph():
    text = "a\n\n```\nb\n\nc\n```\n\nd"
    assert [text[s:e] for s, e in markup.blocks_in(text)] == ["a", "```\nb\n\nc\n```", "d"]


@given(st.text(alphabet="ab*_`[]{}#->1.~\\ !", max_size=40))
def test_escaped_text_is_shown_as_it_was(text: str):
    line = " ".join(text.split())
    shown = markup.escaped(text)
    assert markup.plain(shown) == line
    assert markup.markers_in(shown) == []


@given(st.text(alphabet="ab` ", min_size=1, max_size=20).filter(str.strip))
def test_inline_code_holds_any_text(text: str):
    line = " ".join(text.split())
    shown = markup.code(line)
    assert markup.code_in(f"x {shown} y") == [(2, 2 + len(shown))]


@given(st.text(alphabet="ab`~\n \t-1.[]\\", max_size=120))
def test_stretches_are_in_order_and_apart(text: str):
    for stretches in (markup.code_in(text), markup.blocks_in(text)):
        end = 0
        for start, stop in stretches:
            assert end <= start < stop <= len(text)
            end = stop
    for sentence in markup.sentences_in(text):
        assert 0 <= sentence.start < sentence.end <= len(text)
