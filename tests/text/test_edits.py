"""One slip of the keyboard, and what is more than one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.edits import is_one_slip

WORDS = st.text("abcd", min_size=1, max_size=7)


@pytest.mark.parametrize("wrong", ["refnd", "refuund", "refynd", "rfeund", "efund", "refun"])
def test_a_letter_left_out_added_hit_wrong_or_swapped_is_one_slip(wrong):
    assert is_one_slip(wrong, "refund")


@pytest.mark.parametrize("wrong", ["refund", "refnud s", "rfnud", "funder", "", "dnufer"])
def test_the_word_itself_and_two_slips_are_not(wrong):
    assert not is_one_slip(wrong, "refund")


@given(WORDS, WORDS)
def test_it_is_the_distance_of_damerau(one: str, other: str):
    assert is_one_slip(one, other) == (other in slips(one)) == is_one_slip(other, one)


def slips(word: str) -> set[str]:
    """Every other word that one slip makes of a word."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    out = {a + b[1:] for a, b in cuts if b}
    added = {a + c + b for a, b in cuts for c in "abcd"}
    wrong = {a + c + b[1:] for a, b in cuts if b for c in "abcd"}
    swapped = {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    return (out | added | wrong | swapped) - {word}
