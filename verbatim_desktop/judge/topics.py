"""Decide which open questions are about one thing, and which words may be missing synonyms.

It stands with the judge because it weighs questions by the same telling words. The rarest shared
word draws a topic together, the next one the next, so that each group can say in one word why it is
one. Pure: the same questions in any order give the same topics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

#: A word less telling than this draws no questions together: half of what the rarest word tells.
SHARED = 0.5
#: A word of the library less telling than this stands almost everywhere: it replaces no other.
KNOWN = 0.1
#: How many words a topic is called by.
WORDS = 3
#: A synonym is proposed from so many different questions on, and from this share of those that
#: hold the missing word, and of those that hold the known one: one that is right only now and then
#: makes every search worse.
TOGETHER = 2
SHARE = 0.5
MOST_PROPOSED = 2  # for one missing word


@dataclass(frozen=True, slots=True)
class Subject:
    """A question by its telling words.

    weights: stem -> 0 to 1, how telling it is, in the order of the question. typed: the stems as
    they were written. held: stems that the library holds. names: those that name a product; what
    is missing of one is not said by another word.
    """

    weights: Mapping[str, float]
    typed: Mapping[str, str]
    held: frozenset[str] = field(default_factory=frozenset[str])
    names: frozenset[str] = field(default_factory=frozenset[str])


@dataclass(frozen=True, slots=True)
class Topic:
    """members: the numbers of its questions, ascending. words: as typed, what they are about."""

    members: tuple[int, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A missing word and one the library holds, as typed; together in so many of the `of`."""

    missing: str
    known: str
    together: int
    of: int


def topics_of(subjects: Sequence[Subject]) -> list[Topic]:
    """Every question in exactly one topic, by the first of their numbers."""
    left = set(range(len(subjects)))
    groups: list[list[int]] = []
    while drawn := _strongest(subjects, left):
        groups.append(drawn)
        left -= set(drawn)
    groups += [[number] for number in left]
    topics = [Topic(tuple(members), _words(subjects, members)) for members in groups]
    return sorted(topics, key=lambda topic: topic.members)


def _strongest(subjects: Sequence[Subject], left: Collection[int]) -> list[int]:
    """The questions that the word with the most to tell draws together; none where none does."""
    holders: dict[str, list[int]] = {}
    worth: Counter[str] = Counter()
    for number in sorted(left):
        for stem, weight in subjects[number].weights.items():
            if weight >= SHARED:
                holders.setdefault(stem, []).append(number)
                worth[stem] += round(weight * 1000)
    shared = [stem for stem, members in holders.items() if len(members) > 1]
    if not shared:
        return []
    return holders[min(shared, key=lambda stem: (-worth[stem], stem))]


def _words(subjects: Sequence[Subject], members: Sequence[int]) -> tuple[str, ...]:
    """The most telling words that at least half of a topic's questions hold, as they are asked."""
    counts = Counter(stem for number in members for stem in subjects[number].weights)
    most = [stem for stem, count in counts.items() if 2 * count >= len(members)]
    worth = {stem: _worth(subjects, members, stem) for stem in most}
    chosen = sorted(most, key=lambda stem: (-worth[stem], stem))[:WORDS]
    first = min(members, key=lambda number: (-_held_of(subjects[number], chosen), number))
    order = list(subjects[first].weights)
    chosen.sort(key=lambda stem: (order.index(stem) if stem in order else len(order), stem))
    return tuple(_as_typed(subjects, members, stem) for stem in chosen)


def _worth(subjects: Sequence[Subject], members: Sequence[int], stem: str) -> int:
    return sum(round(subjects[number].weights.get(stem, 0.0) * 1000) for number in members)


def _held_of(subject: Subject, stems: Sequence[str]) -> int:
    return sum(stem in subject.weights for stem in stems)


def _as_typed(subjects: Sequence[Subject], members: Sequence[int], stem: str) -> str:
    """How most of the questions write it; the first in the alphabet where that is not settled."""
    forms = Counter(
        subjects[number].typed[stem] for number in members if stem in subjects[number].typed
    )
    return min(forms, key=lambda form: (-forms[form], form))


def pairs_of(subjects: Sequence[Subject], members: Sequence[int]) -> list[Pair]:
    """Missing words of a topic, each with the words of the library that most often stand by it.

    All questions count for how often, not the topic's alone.
    """
    missing = {
        stem
        for number in members
        for stem, weight in subjects[number].weights.items()
        if stem not in subjects[number].held | subjects[number].names and weight >= SHARED
    }
    return [pair for stem in sorted(missing) for pair in _pairs(subjects, stem)]


def _pairs(subjects: Sequence[Subject], stem: str) -> list[Pair]:
    holding = [number for number, subject in enumerate(subjects) if stem in subject.weights]
    beside: Counter[str] = Counter()
    for number in holding:
        subject = subjects[number]
        beside.update(other for other in subject.held if subject.weights.get(other, 0.0) >= KNOWN)
    held_by = Counter(other for subject in subjects for other in subject.weights)
    often = [
        other
        for other, count in beside.items()
        if count >= TOGETHER and count >= SHARE * max(len(holding), held_by[other])
    ]
    often.sort(key=lambda other: (-beside[other], -_worth(subjects, holding, other), other))
    return [
        Pair(
            _as_typed(subjects, holding, stem),
            _as_typed(subjects, holding, other),
            beside[other],
            len(holding),
        )
        for other in often[:MOST_PROPOSED]
    ]
