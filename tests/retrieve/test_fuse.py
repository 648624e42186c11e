"""Several rankings as one: places count, scores do not, and nothing depends on chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.retrieve.fuse import DAMPING, POINT, fuse

RANKINGS = st.lists(st.lists(st.integers(0, 20), unique=True, max_size=12), min_size=1, max_size=4)


def by_key(key: int) -> int:
    return key


def test_what_two_searches_found_comes_before_what_one_put_first():
    fused = fuse([["a", "b"], ["c", "b"]], order=str)
    assert [item.key for item in fused] == ["b", "a", "c"]
    assert fused[0].places == ((0, 2), (1, 2))


def test_the_best_place_of_two_is_the_one_in_the_earlier_search():
    [item] = fuse([["a"], ["a"]], order=str)
    assert item.best == (0, 1)


def test_a_weight_counts_a_search_for_more():
    assert [item.key for item in fuse([["a"], ["b"]], order=str, weights=(1, 2))] == ["b", "a"]


def test_each_ranking_needs_its_weight():
    with pytest.raises(ValueError, match="1 weights for 2"):
        fuse([["a"], ["b"]], order=str, weights=(1,))


@given(RANKINGS)
def test_one_ranking_stays_as_it_is(rankings: list[list[int]]):
    assert [item.key for item in fuse(rankings[:1], by_key)] == rankings[0]


@given(RANKINGS)
def test_every_section_is_there_once_with_all_its_places(rankings: list[list[int]]):
    fused = fuse(rankings, by_key)
    assert sorted(item.key for item in fused) == sorted({key for r in rankings for key in r})
    for item in fused:
        assert [rankings[n][place - 1] for n, place in item.places] == [item.key] * len(item.places)
        assert item.points == sum(round(POINT / (DAMPING + place)) for _, place in item.places)
    assert [item.points for item in fused] == sorted((i.points for i in fused), reverse=True)
