"""Find what the library says differently elsewhere: the same subject, another number or a "not".

Two sentences are held against each other only where most of their words are the same, so that a
difference in a number or in a negation is a difference in what they say. Precision comes first: a
contrast that is none would send a reader to check for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.terms import analyse

#: Share of the words of the longer of two sentences that both must hold, and how few will do.
ALIKE = 0.75
ALIKE_IN_TWIN = 0.6  # in the same section of another version, where only numbers are compared
FEWEST = 4

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")
_NOT = re.compile(
    r"\b(?:not|never|no longer|cannot|without|no)\b|n['’]t\b|\bun(?:available|supported|able)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """How one sentence differs from another on the same subject: "number" or "negation"."""

    kind: str
    one: tuple[str, ...]
    other: tuple[str, ...]


def difference(one: str, other: str, *, twins: bool = False) -> Difference | None:
    """What two sentences say differently; None where they are not about the same or agree.

    twins: they stand in the same section of two versions of the documentation.
    """
    if not _alike(_words(one), _words(other), ALIKE_IN_TWIN if twins else ALIKE):
        return None
    numbers = _numbers(one), _numbers(other)
    if all(numbers) and set(numbers[0]) != set(numbers[1]):
        same_shape = len(numbers[0]) == len(numbers[1])
        return Difference("number", *numbers) if same_shape else None
    negations = _negations(one), _negations(other)
    if bool(negations[0]) != bool(negations[1]) and not twins:
        return Difference("negation", *negations)
    return None


def _words(text: str) -> frozenset[str]:
    """The stems of the words that tell what a sentence is about."""
    stops = stop_words("en")
    return frozenset(
        token.stem
        for token in analyse(_NOT.sub(" ", _NUMBER.sub(" ", text)))
        if not token.parts and token.text not in stops and not token.text.isdecimal()
    )


def _alike(one: frozenset[str], other: frozenset[str], share: float) -> bool:
    longer = max(len(one), len(other))
    return min(len(one), len(other)) >= FEWEST and len(one & other) >= share * longer


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(number.replace(",", "") for number in _NUMBER.findall(text))


def _negations(text: str) -> tuple[str, ...]:
    return tuple(found.lower() for found in _NOT.findall(text))


def first_difference(
    sentence: str, others: Sequence[str], *, twins: bool = False
) -> tuple[int, Difference] | None:
    """The first of several sentences that says otherwise; None where one of them says the same."""
    folded = _folded(sentence)
    if any(_folded(other) == folded for other in others):
        return None
    for at, other in enumerate(others):
        if found := difference(sentence, other, twins=twins):
            return at, found
    return None


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
