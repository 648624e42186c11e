"""Words are named as they were typed, and a question in another language is recognised."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.domain.retrieval import GroupStatistics, Term, TermGroup, TermOrigin
from verbatim_desktop.text.naming import is_foreign, joined_pairs


def counted(*sections: int) -> list[GroupStatistics]:
    group = TermGroup("word", (Term("word", TermOrigin.TYPED),))
    return [GroupStatistics(group, count, 1.0) for count in sections]


def test_pairs_of_characters_are_named_as_the_run_they_came_from():
    assert joined_pairs(["返金", "金は", "billing", "電話"]) == ["返金は", "billing", "電話"]


def test_short_words_of_letters_are_not_joined():
    assert joined_pairs(["ab", "bc"]) == ["ab", "bc"]


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x4EFF), min_size=2))
def test_any_run_is_found_again(run: str):
    assert joined_pairs([run[at : at + 2] for at in range(len(run) - 1)]) == [run]


def test_a_question_of_which_no_word_stands_anywhere_is_foreign():
    assert is_foreign(counted(0, 0, 0, 0))
    assert not is_foreign(counted(0, 0, 7, 0))


def test_a_few_rare_words_are_no_other_language():
    assert not is_foreign(counted(0, 0))
