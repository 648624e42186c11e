"""How well a few typed letters fit a title. Pure.

Whole words in any order fit best, the beginning of a word better than its middle; letters that
only stand in the right order fit least. Titles that fit alike keep their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
Spans = tuple[tuple[int, int], ...]

AT_START, AT_WORD, INSIDE, SCATTERED = 100, 60, 25, 5
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
        letters = [re.escape(letter) for letter in "".join(self.words)]
        self._scattered = re.compile(".*?".join(f"({letter})" for letter in letters))
        self._length = len(letters)

    def fit(self, title: str) -> tuple[float, Spans] | None:
        """None where it does not fit."""
        lowered = title.lower()
        if len(lowered) != len(title):  # a letter that grows when it is lowered: spans would slip
            lowered = "".join(low if len(low := one.lower()) == 1 else one for one in title)
        return self._by_words(lowered) or self._by_letters(lowered)

    def _by_words(self, lowered: str) -> tuple[float, Spans] | None:
        score, spans = 0.0, list[tuple[int, int]]()
        for word in self.words:
            at = _best_place(lowered, word)
            if at < 0:
                return None
            score += _place_score(lowered, at)
            spans.append((at, at + len(word)))
        return score / max(len(self.words), 1) + self._brevity(lowered), _joined(spans)

    def _by_letters(self, lowered: str) -> tuple[float, Spans] | None:
        if self._length < 2:
            return None
        found = self._scattered.search(lowered)
        if found is None:
            return None
        spans = [found.span(number) for number in range(1, self._length + 1)]
        tight = self._length / max(found.end() - found.start(), 1)
        return SCATTERED * tight + self._brevity(lowered) / 10, _joined(spans)

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
