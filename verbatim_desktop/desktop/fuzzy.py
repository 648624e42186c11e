"""How well a few typed words fit a title. Pure.

Where every typed word begins a word of the title, in any order, it fits; where some only stand
inside one it fits less, and comes after all of those. Letters that are merely somewhere fit
nothing. Titles that fit alike keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
Spans = tuple[tuple[int, int], ...]

AT_START, AT_WORD, INSIDE = 100, 60, 25
#: All begin a word: more than all else can give together.
ALL_BEGIN = 1000
#: The words stand together, as they were typed.
AS_TYPED = 30
#: A title that is not much longer than what was typed fits a little better.
LENGTH_WEIGHT = 20


@dataclass(frozen=True, slots=True)
class Match(Generic[T]):
    """What fitted, how well, and which characters of its title did."""

    item: T
    score: float
    spans: Spans


class Pattern:
    """What was typed, ready to be held against many titles."""

    def __init__(self, typed: str) -> None:
        self.words = typed.lower().split()
        self._whole = " ".join(self.words)
        self._length = sum(map(len, self.words))

    def fit(self, title: str) -> tuple[float, Spans] | None:
        """None where it does not fit."""
        lowered = title.lower()
        if len(lowered) != len(title):  # a letter that grows when it is lowered: spans would slip
            lowered = "".join(low if len(low := one.lower()) == 1 else one for one in title)
        places = [(_best_place(lowered, word), len(word)) for word in self.words]
        if any(at < 0 for at, _length in places):
            return None
        scores = [_place_score(lowered, at) for at, _length in places]
        score = sum(scores) / max(len(scores), 1) + self._brevity(lowered)
        score += ALL_BEGIN if INSIDE not in scores else 0
        score += AS_TYPED if self._whole in lowered else 0
        return score, _joined([(at, at + length) for at, length in places])

    def _brevity(self, lowered: str) -> float:
        return LENGTH_WEIGHT * self._length / max(len(lowered), 1)


def best(
    typed: str, items: Iterable[T], title: Callable[[T], str], limit: int
) -> tuple[Match[T], ...]:
    """The items that fit best, best first; none where nothing was typed."""
    pattern = Pattern(typed)
    if not pattern.words:
        return ()
    found = [
        Match(item, *fitted) for item in items if (fitted := pattern.fit(title(item))) is not None
    ]
    return tuple(sorted(found, key=lambda one: -one.score)[:limit])


def _best_place(lowered: str, word: str) -> int:
    """Where a word stands: at the beginning of one if it does anywhere."""
    if lowered.startswith(word):
        return 0
    at = first = lowered.find(word)
    while at >= 0:
        if not lowered[at - 1].isalnum():
            return at
        at = lowered.find(word, at + 1)
    return first


def _place_score(lowered: str, at: int) -> float:
    if at == 0:
        return AT_START
    return INSIDE if lowered[at - 1].isalnum() else AT_WORD


def _joined(spans: list[tuple[int, int]]) -> Spans:
    """In order, with those that touch as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
