"""Open questions drawn together by the rarest word they share."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.judge.topics import SHARED, Pair, Subject, pairs_of, topics_of


def about(words: str, held: str = "", **weights: float) -> Subject:
    stems = words.split()
    return Subject(
        {stem: weights.get(stem, 0.9) for stem in stems},
        {stem: stem for stem in stems},
        frozenset(held.split()),
    )


def members(subjects: list[Subject]) -> list[tuple[int, ...]]:
    return [topic.members for topic in topics_of(subjects)]


def test_questions_that_share_a_telling_word_are_one_topic():
    asked = [about("terraform module"), about("invoice vat"), about("manage terraform")]
    assert members(asked) == [(0, 2), (1,)]


def test_a_word_that_tells_little_draws_nothing_together():
    asked = [about("station osaka", station=0.3), about("station vat", station=0.3)]
    assert members(asked) == [(0,), (1,)]


def test_the_word_with_the_most_to_tell_comes_first():
    asked = [about("a b", a=0.6, b=0.9), about("a", a=0.6), about("b", b=0.9), about("b", b=0.9)]
    assert members(asked) == [(0, 2, 3), (1,)]


def test_a_topic_is_called_by_what_most_of_it_says_as_it_is_asked():
    asked = [
        Subject({"fix": 0.6, "ip": 0.9}, {"fix": "fixed", "ip": "ip"}),
        Subject({"ip": 0.9, "fix": 0.6, "osaka": 0.5}, {"ip": "ips", "fix": "fixed", "osaka": "o"}),
        Subject({"fix": 0.6, "ip": 0.9}, {"fix": "fixed", "ip": "ip"}),
    ]
    assert [topic.words for topic in topics_of(asked)] == [("fixed", "ip")]


def test_a_question_alone_is_called_by_its_most_telling_words():
    [topic] = topics_of([about("a b c d", a=0.1, b=0.9, c=0.5, d=0.7)])
    assert topic.words == ("b", "c", "d")


def test_a_question_without_a_telling_word_is_a_topic_without_words():
    [topic] = topics_of([Subject({}, {})])
    assert topic.words == ()


@pytest.mark.parametrize("held", ["card", ""])
def test_a_missing_word_is_proposed_beside_one_the_library_has(held):
    asked = [about("crypto card", held), about("card crypto payout", held), about("vat")]
    expected = [Pair("crypto", "card", 2, 2)] if held else []
    assert pairs_of(asked, (0, 1)) == expected


def test_a_word_that_stands_beside_it_once_is_not_proposed():
    asked = [about("crypto card", "card"), about("crypto voucher", "voucher")]
    assert pairs_of(asked, (0, 1)) == []


def test_a_word_that_stands_in_other_questions_too_is_not_proposed():
    asked = [about("crypto card", "card")] * 2 + [about("card lost", "card lost")] * 3
    assert pairs_of(asked, (0, 1)) == []


def test_a_product_is_no_synonym_of_anything():
    both = about("terraform provider", "provider")
    named = Subject(both.weights, both.typed, both.held, frozenset({"terraform"}))
    assert pairs_of([both, both], (0, 1)) != []
    assert pairs_of([named, named], (0, 1)) == []


def test_a_word_that_stands_beside_it_now_and_then_is_not_proposed():
    asked = [about("crypto card", "card")] * 2 + [about("crypto payout")] * 3
    assert pairs_of(asked, (0, 1, 2, 3, 4)) == []


subjects = st.lists(
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0, 1), max_size=5).map(
        lambda weights: Subject(weights, {stem: stem for stem in weights}, frozenset("abc"))
    ),
    max_size=12,
)


@given(subjects)
def test_every_question_is_in_exactly_one_topic(asked):
    assert sorted(number for topic in topics_of(asked) for number in topic.members) == list(
        range(len(asked))
    )


@given(subjects)
def test_a_topic_of_several_shares_a_telling_word(asked):
    for topic in topics_of(asked):
        if len(topic.members) > 1:
            shared = set.intersection(*(set(asked[number].weights) for number in topic.members))
            assert any(
                all(asked[number].weights[stem] >= SHARED for number in topic.members)
                for stem in shared
            )


@given(subjects, st.randoms(use_true_random=False))
def test_the_order_of_the_questions_does_not_matter(asked, chance: random.Random):
    order = list(range(len(asked)))
    chance.shuffle(order)
    turned = [asked[number] for number in order]
    first = {frozenset(topic.members): topic.words for topic in topics_of(asked)}
    second = {
        frozenset(order[number] for number in topic.members): topic.words
        for topic in topics_of(turned)
    }
    assert first.keys() == second.keys()
    assert {key: set(words) for key, words in first.items()} == {
        key: set(words) for key, words in second.items()
    }
