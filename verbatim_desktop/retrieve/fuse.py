"""Join several rankings of the same sections into one by the places they give, not by scores.

Scores of different searches do not compare; places do. What several searches found comes before
what one of them put first alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

#: Places from 1 on count as 1 / (DAMPING + place), so that the first few differ little.
DAMPING = 60
#: Points are whole numbers of this fraction, so that their order is the same on every machine.
POINT = 1_000_000


@dataclass(frozen=True, slots=True)
class Fused(Generic[Key]):
    """One section of the joined ranking. places: (number of the ranking, place there from 1)."""

    key: Key
    points: int
    places: tuple[tuple[int, int], ...]

    @property
    def best(self) -> tuple[int, int]:
        """The ranking in which it stands highest, the earlier one of two, and its place there."""
        return min(self.places, key=lambda found: (found[1], found[0]))


def fuse(
    rankings: Sequence[Sequence[Key]],
    order: Callable[[Key], Any],
    weights: Sequence[float] = (),
    damping: int = DAMPING,
) -> list[Fused[Key]]:
    """Best first; ties by order, which must not depend on how the index stands.

    Each ranking lists its keys best first, without repetition. weights: one for each ranking, 1
    where left out.
    Source: reciprocal rank fusion, Cormack, Clarke & Buettcher 2009, SIGIR.
    """
    weighing = tuple(weights) or (1.0,) * len(rankings)
    if len(weighing) != len(rankings):
        raise ValueError(f"{len(weighing)} weights for {len(rankings)} rankings")
    points: dict[Key, int] = {}
    places: dict[Key, list[tuple[int, int]]] = {}
    for number, (ranking, weight) in enumerate(zip(rankings, weighing, strict=True)):
        for place, key in enumerate(ranking, start=1):
            points[key] = points.get(key, 0) + round(POINT * weight / (damping + place))
            places.setdefault(key, []).append((number, place))
    ranked = sorted(points, key=lambda key: (-points[key], order(key)))
    return [Fused(key, points[key], tuple(places[key])) for key in ranked]
