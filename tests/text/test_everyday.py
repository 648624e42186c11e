"""How telling a word is by itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.text.everyday import specificity


def test_an_everyday_word_tells_less_than_a_name():
    assert specificity("goes") < 0.75 < specificity("kubernetes")


def test_a_word_is_as_common_as_its_commonest_form():
    assert specificity("weeks") == specificity("week")


def test_an_identifier_tells_as_much_as_its_most_telling_part():
    assert specificity("getServerSideProps") >= specificity("get")
    assert specificity("next.config.zanzibar") == 1


@given(st.text(max_size=30))
def test_it_is_a_share_and_the_same_each_time(typed: str):
    assert 0 <= specificity(typed) <= 1
    assert specificity(typed) == specificity(typed)
