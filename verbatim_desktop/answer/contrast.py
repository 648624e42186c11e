"""Find what the library says differently elsewhere: another number, another name, or a "not".

Two sentences are held against each other only where most of their words are the same, so that a
difference in a number or in a negation is a difference in what they say. Where both stand in the
same section of two versions, a shorter sentence may be said within a longer one, and a name may
have taken another's place. Precision comes first: a contrast that is none would send a reader to
check for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.passages import is_identifier
from verbatim_desktop.text.stem import stem
from verbatim_desktop.text.terms import analyse

#: Share of the words of the longer of two sentences that both must hold, and how few will do.
ALIKE = 0.75
ALIKE_IN_TWIN = 0.6  # in the same section of another version, where only numbers are compared
FEWEST = 4
WITHIN = 0.8  # or of the shorter one's, in the same section of another version,
LEAST_WITHIN = 0.35  # with so many of the longer one's
RENAMED = 0.75  # share of two sentences that stays where names in them have changed
MOST_RENAMED = 2  # places where they may differ, by so few words on each side

_NUMBER = re.compile(r"(?<![\w.])v?\d+(?:[.,]\d+)*(?![\w])")
#: What holds under a condition, or of something else: a "not" in it is none of what is said.
_CLAUSE = re.compile(
    r"\b(?:if|when|where|unless|that|which|who|because|since|so|instead of|rather than|to)\b"
    r"[^,;:]*|,\s*without\b[^,;:]*",
    re.IGNORECASE,
)
#: A cell of a row that is only a yes or a no says nothing of the rest of the row.
_CELL = re.compile(r"(?<=\| )(?:yes|no)(?= \||$)|^(?:yes|no)(?= \|)", re.IGNORECASE)
_TOKEN = re.compile(r"[\w.@/\[\]{}()*-]*\w[\w/\])}*-]*")
_NOT = re.compile(
    r"\b(?:not|never|no longer|cannot|without|no)\b(?!-)|n['’]t\b|"
    r"\bun(?:available|supported|able)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """How one sentence differs from another on the same subject: "number", "negation", "name"."""

    kind: str
    one: tuple[str, ...]
    other: tuple[str, ...]


def difference(one: str, other: str, *, twins: bool = False) -> Difference | None:
    """What two sentences say differently; None where they are not about the same or agree.

    twins: they stand in the same section of two versions of the documentation.
    """
    words = _words(one), _words(other)
    alike = _alike(*words, ALIKE_IN_TWIN if twins else ALIKE)
    numbers = _numbers(one), _numbers(other)
    if alike and all(numbers) and set(numbers[0]) != set(numbers[1]):
        same_shape = len(numbers[0]) == len(numbers[1])
        return Difference("number", *numbers) if same_shape else None
    negations = _negations(one), _negations(other)
    if bool(negations[0]) != bool(negations[1]):
        same = _within(*words) if twins else alike
        return Difference("negation", *negations) if same else None
    return _renamed(one, other) if twins else None


def of_other_numbers(headings: str, others: str) -> bool:
    """Whether two places are each about a number of its own: "Upgrade to 15", "Upgrade to 16"."""
    mine, theirs = set(_numbers(headings)), set(_numbers(others))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


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


def _within(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the shorter of two sentences is said within the longer."""
    shorter, longer = sorted((len(one), len(other)))
    common = len(one & other)
    return shorter >= FEWEST and common >= WITHIN * shorter and common >= LEAST_WITHIN * longer


def _renamed(one: str, other: str) -> Difference | None:
    """Names that stand in each other's place in sentences that are the same otherwise."""
    left, right = _TOKEN.findall(one), _TOKEN.findall(other)
    folded = [word.casefold() for word in left], [word.casefold() for word in right]
    matcher = SequenceMatcher(None, *folded, autojunk=False)
    if min(len(left), len(right)) < FEWEST or matcher.ratio() < RENAMED:
        return None
    places = [
        (left[a:b], right[c:d])
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag == "replace" and a > 0
    ]
    if len(places) > MOST_RENAMED or any(max(map(len, its)) > MOST_RENAMED for its in places):
        return None
    names = [(a, b) for its in places for a, b in zip_longest(*its, fillvalue="") if _named(a, b)]
    found = [pair for pair in names if stem(pair[0].lower(), "en") != stem(pair[1].lower(), "en")]
    return Difference("name", *map(tuple, zip(*found, strict=True))) if found else None


def _named(one: str, other: str) -> bool:
    """Whether two words that stand in each other's place are both names."""
    return all(word and (is_identifier(word) or word[0].isupper()) for word in (one, other))


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(number.replace(",", "") for number in _NUMBER.findall(text))


def _negations(text: str) -> tuple[str, ...]:
    return tuple(found.lower() for found in _NOT.findall(_CLAUSE.sub(" ", _CELL.sub("", text))))


def changed_in(sentence: str, others: Sequence[str]) -> tuple[int, Difference] | None:
    """What became of a sentence in the same section of another version; None where it stays."""
    folded, own = _folded(sentence), _words(sentence)
    shares = [len(own & words) / max(1, len(own | words)) for words in map(_words, others)]
    if not shares or any(_folded(other) == folded for other in others):
        return None
    at = max(range(len(shares)), key=lambda i: (shares[i], -i))
    found = difference(sentence, others[at], twins=True)
    return (at, found) if found else None


def first_difference(sentence: str, others: Sequence[str]) -> tuple[int, Difference] | None:
    """The first of several sentences that says otherwise; None where one of them says the same."""
    folded = _folded(sentence)
    if any(_folded(other) == folded for other in others):
        return None
    for at, other in enumerate(others):
        if found := difference(sentence, other):
            return at, found
    return None


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
