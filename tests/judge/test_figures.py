"""The figures are those of the BM25 baseline, and their intervals are the same each time."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verbatim_desktop.judge import figures


def test_a_first_hit_is_worth_everything():
    assert figures.ranking_figures(["a", "b"], {"a"}) == dict.fromkeys(figures.RANKING_FIGURES, 1.0)


def test_a_third_hit_of_two_labels():
    found = figures.ranking_figures(["x", "y", "a", *"zuvwst", "b"], {"a", "b"})
    assert found["recall@5"] == 0.5
    assert found["recall@10"] == 1.0
    assert found["mrr@10"] == pytest.approx(1 / 3)
    gained = 1 / math.log2(4) + 1 / math.log2(11)
    assert found["ndcg@10"] == pytest.approx(gained / (1 + 1 / math.log2(3)))


def test_no_labels_no_figure():
    assert figures.mean_figures([]) == dict.fromkeys(figures.RANKING_FIGURES)


SCORES = st.lists(st.integers(0, 5).map(float), min_size=1, max_size=8)


@given(SCORES, SCORES)
def test_auroc_is_the_share_of_pairs_in_order(positive, negative):
    wins = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative)
    assert figures.auroc(positive, negative) == pytest.approx(wins / len(positive) / len(negative))


@given(SCORES, SCORES)
def test_intervals_hold_for_the_same_data_and_lie_within_its_range(positive, negative):
    low, high = figures.mean_interval(positive)
    assert min(positive) <= low <= high <= max(positive)
    assert figures.mean_interval(positive) == (low, high)
    low, high = figures.auroc_interval(positive, negative)
    assert 0 <= low <= high <= 1


def test_refusal_counts_what_was_answered_and_what_was_refused():
    scores = {"answerable": [0.9, 0.4], "far": [0.1, 0.5]}
    answered = {"answerable": [True, False], "far": [False, True]}
    assert figures.refusal_figures(scores, answered) == {
        "auroc_near": None,
        "auroc_far": 0.75,
        "answered_near": None,
        "answered_far": 0.5,
        "refused_answerable": 0.5,
    }
