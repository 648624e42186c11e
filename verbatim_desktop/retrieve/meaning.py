"""Join the lexical ranking with likeness of meaning.

Only sections that share words with the question are ranked: nearest neighbours alone confirm
nothing. Two ways: by value, where likeness counts as far as it stands out over all sections, or by
the places of both rankings (see `fuse`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.meaning import Fusion
from verbatim_desktop.domain.retrieval import SCORE_UNIT, Leg, ScoredSection
from verbatim_desktop.retrieve.fuse import fuse

#: Sections of the lexical ranking that are joined, and what the likest is worth beside the best.
DEPTH = 300
WEIGHT = 0.8
LEXICAL = "words"
AT_ONCE = 4096  # rows, so that little more than the vectors is in memory

Floats = npt.NDArray[np.float64]


def cosines(query: npt.NDArray[np.int8], vectors: npt.NDArray[np.int8]) -> Floats:
    """Likeness of a question to each section, in steps of a ten-thousandth; shape (n,).

    Whole numbers are summed, so that every machine gets the same.
    """
    if not len(vectors):
        return np.zeros(0)
    asked = query.astype(np.int32)
    length = math.sqrt(int(np.dot(asked.astype(np.int64), asked.astype(np.int64))))
    found: Floats = np.zeros(len(vectors), np.float64)
    for start in range(0, len(vectors), AT_ONCE):
        rows = vectors[start : start + AT_ONCE].astype(np.int32)
        lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows).astype(np.float64)) * length
        found[start : start + AT_ONCE] = (rows @ asked) / np.maximum(lengths, 1.0)
    return np.clip(np.round(found, 4), -1.0, 1.0)


def standing_out(likeness: Floats) -> Floats:
    """How far each likeness stands out: 0 at the median of all sections, 1 at the highest."""
    if not len(likeness):
        return likeness
    middle, top = float(np.median(likeness)), float(likeness.max())
    return (likeness - middle) / (top - middle) if top > middle else np.zeros(len(likeness))


def join(
    ranked: Sequence[ScoredSection],
    likeness: Sequence[float | None],
    outstanding: Sequence[float | None],
    name: str,
    fusion: Fusion = Fusion.VALUE,
    weight: float = WEIGHT,
) -> list[ScoredSection]:
    """Ranked sections in the order of both, best first, each with its two legs.

    likeness and outstanding: of each ranked section, None where it has no vector yet.
    """
    if not ranked:
        return []
    points = (
        _by_value(ranked, outstanding, weight)
        if fusion is Fusion.VALUE
        else _by_places(ranked, likeness)
    )
    places = _places(likeness)
    joined = [
        replace(
            scored,
            fused=points[at],
            legs=_legs(scored, at, likeness[at], places.get(at), name),
        )
        for at, scored in enumerate(ranked)
    ]
    return sorted(joined, key=lambda one: (-one.fused, one.section.order))


def _by_value(
    ranked: Sequence[ScoredSection], outstanding: Sequence[float | None], weight: float
) -> list[int]:
    best = max(scored.score for scored in ranked) or 1
    return [
        round(SCORE_UNIT * (scored.score / best + weight * (far or 0.0)))
        for scored, far in zip(ranked, outstanding, strict=True)
    ]


def _by_places(ranked: Sequence[ScoredSection], likeness: Sequence[float | None]) -> list[int]:
    alike = sorted(_places(likeness).items(), key=lambda item: item[1])
    fused = fuse(
        [list(range(len(ranked))), [at for at, _ in alike]], lambda at: ranked[at].section.order
    )
    points = {one.key: one.points for one in fused}
    return [points[at] for at in range(len(ranked))]


def _places(likeness: Sequence[float | None]) -> dict[int, int]:
    """The place of each section by likeness, from 1, ties by the lexical place."""
    known = [(-value, at) for at, value in enumerate(likeness) if value is not None]
    return {at: place for place, (_, at) in enumerate(sorted(known), 1)}


def _legs(
    scored: ScoredSection, at: int, likeness: float | None, place: int | None, name: str
) -> tuple[Leg, ...]:
    words = Leg(LEXICAL, at + 1, scored.score)
    if likeness is None or place is None:
        return (words,)
    return (words, Leg(name, place, round(SCORE_UNIT * likeness)))
