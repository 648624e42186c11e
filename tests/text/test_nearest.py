"""What was meant where a name is nowhere, and ids by their beginning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.text.nearest import by_beginning, did_you_mean, nearest

IDS = st.text("0123456789abcdef", min_size=1, max_size=16)


def test_a_slip_of_the_keyboard_is_offered_right():
    assert nearest("shpo", ["shop", "zulip"]) == ["shop"]
    assert nearest("SHOP", ["shop"]) == ["shop"]
    assert nearest("nothing like it", ["shop"]) == []


def test_names_are_offered_as_a_question():
    assert did_you_mean([]) == ""
    assert did_you_mean(["a"]) == "Did you mean “a”?"
    assert did_you_mean(["a", "b", "c"]) == "Did you mean “a”, “b” or “c”?"


@given(IDS, st.lists(IDS, max_size=8))
def test_a_beginning_stands_for_the_one_id_that_begins_so(given: str, ids: list[str]):
    begins = {one for one in ids if one.startswith(given)}
    if given in begins or not begins:
        assert by_beginning(given, ids, "answers") == given
    elif len(begins) == 1:
        assert by_beginning(given, set(ids), "answers") in begins
    else:
        with pytest.raises(UsageError, match="begin with"):
            by_beginning(given, set(ids), "answers")


def test_several_ids_of_one_beginning_are_named():
    with pytest.raises(UsageError, match=r"2 answers begin with “ab”: abc, abd\. Write more"):
        by_beginning("ab", ["abd", "abc"], "answers")


def test_nothing_is_the_beginning_of_nothing():
    assert by_beginning("", ["abc"], "answers") == ""
