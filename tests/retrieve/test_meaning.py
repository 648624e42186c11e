"""Joining the lexical ranking with likeness of meaning."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps

from verbatim_desktop.domain.meaning import Fusion
from verbatim_desktop.domain.retrieval import ScoreBreakdown, ScoredSection, SectionRef
from verbatim_desktop.retrieve.meaning import cosines, join, standing_out


def ranked(*scores: int) -> list[ScoredSection]:
    return [
        ScoredSection(
            SectionRef(at, 0, "docs", f"{at}.md", "", "", (), ("Page",), 0, 1),
            ScoreBreakdown(frequency=score),
        )
        for at, score in enumerate(scores)
    ]


def paths(found: list[ScoredSection]) -> list[str]:
    return [one.section.path for one in found]


def test_likeness_lifts_a_section_that_says_it_in_other_words():
    found = join(ranked(1000, 900, 800), [0.1, 0.2, 0.9], [0.0, 0.1, 1.0], "m")
    assert paths(found) == ["2.md", "0.md", "1.md"]
    assert [leg.name for leg in found[0].legs] == ["words", "m"]
    assert (found[0].legs[0].rank, found[0].legs[1].rank) == (3, 1)


def test_a_section_without_a_vector_keeps_its_words():
    found = join(ranked(1000, 900), [None, 0.0], [None, 0.0], "m")
    assert paths(found) == ["0.md", "1.md"]
    assert len(found[0].legs) == 1


def test_places_join_without_regard_to_scores():
    found = join(ranked(9000, 10, 9), [0.1, 0.8, 0.9], [0.0, 0.9, 1.0], "m", Fusion.PLACES)
    assert found[0].fused > 0
    assert paths(found)[0] in ("1.md", "2.md", "0.md")
    assert paths(found) == paths(
        join(ranked(90, 80, 7), [0.1, 0.8, 0.9], [0, 0, 0], "m", Fusion.PLACES)
    )


def test_the_breakdown_stays_that_of_the_words():
    [found] = join(ranked(1000), [0.9], [1.0], "m")
    assert found.breakdown == ScoreBreakdown(frequency=1000)
    assert found.score == 1000


def test_nothing_is_joined_to_nothing():
    assert join([], [], [], "m") == []


def test_likeness_stands_out_from_the_median_to_the_highest():
    assert standing_out(np.array([0.1, 0.2, 0.3, 0.4, 0.9]))[[2, 4]].tolist() == [0.0, 1.0]
    assert standing_out(np.array([0.5, 0.5])).tolist() == [0.0, 0.0]
    assert standing_out(np.zeros(0)).tolist() == []


@given(
    nps.arrays(np.int8, (7, 12), elements=st.integers(-127, 127)),
    nps.arrays(np.int8, (12,), elements=st.integers(-127, 127)),
)
def test_cosines_are_those_of_the_numbers(vectors: np.ndarray, query: np.ndarray):
    found = cosines(query, vectors)
    assert np.all(np.abs(found) <= 1.0)
    for row, value in zip(vectors.astype(float), found, strict=True):
        norms = np.linalg.norm(row) * np.linalg.norm(query.astype(float))
        expected = float(row @ query.astype(float)) / norms if norms else 0.0
        assert abs(value - expected) <= 0.00006


def test_cosines_of_no_vectors():
    assert cosines(np.ones(4, np.int8), np.zeros((0, 4), np.int8)).shape == (0,)
