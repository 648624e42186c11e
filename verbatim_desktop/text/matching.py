"""Which words of a question a stretch of text holds, and how much of the question that is.

Works on index terms, so that a sentence matches exactly where its section would be found. Rarity
weighs each word; what no section holds counts as missing, never as nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from verbatim_desktop.domain.retrieval import GroupStatistics, Query, TermGroup
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.terms import index_terms

_terms_of = lru_cache(maxsize=65536)(index_terms)

#: Words this close count as standing together, as in a phrase with one word between.
NEIGHBOURS = 2


@dataclass(frozen=True, slots=True)
class Match:
    """What a text holds of a question.

    groups: the weight of the best matching term by group number. together: the share of
    neighbouring words of the question that are neighbours here too. words: the text's length.
    """

    groups: Mapping[int, float]
    together: float
    words: int


class Matcher:
    """Compares texts with one question. rarity of a group is 0 for a stop word."""

    def __init__(self, query: Query, statistics: Sequence[GroupStatistics]) -> None:
        self.groups: tuple[TermGroup, ...] = query.groups
        by_typed = {item.group.typed: item.rarity for item in statistics}
        self.rarity = tuple(
            0.0 if group.stop else by_typed.get(group.typed, 0.0) * min(1.0, group.weight)
            for group in query.groups
        )
        self.mass = math.fsum(self.rarity)
        self._language = query.language
        self._terms, self._phrases = _owners(query.groups)
        self._of_phrases = frozenset(word for words in self._phrases for word in words)
        content = [i for i, rarity in enumerate(self.rarity) if rarity > 0]
        self._pairs = tuple(pairwise(content))

    def match(self, text: str) -> Match:
        groups: dict[int, float] = {}
        positions: dict[int, list[int]] = {}
        stands: dict[str, set[int]] = {}
        at = 0
        for word in text.split():
            entries, width = _terms_of(word, self._language)
            for term, offset in entries:
                for group, weight in self._terms.get(term, ()):
                    groups[group] = max(groups.get(group, 0.0), weight)
                    positions.setdefault(group, []).append(at + offset)
                if term in self._of_phrases:
                    stands.setdefault(term, set()).add(at + offset)
            at += width
        for words, owners in self._phrases.items() if stands else ():
            for start in _starts(words, stands):
                for group, weight in owners:
                    groups[group] = max(groups.get(group, 0.0), weight)
                    positions.setdefault(group, []).append(start)
        return Match(groups, self._together(positions), at)

    def asked_share(self, text: str) -> float:
        """The share of a text's words, function words left out, that the question holds."""
        stops = stop_words(self._language)
        terms = [{term for term, _ in _terms_of(word, self._language)[0]} for word in text.split()]
        said = {at for at, names in enumerate(terms) if any(map(self._tells, names))}
        said |= self._in_phrases(terms) if self._phrases else set()
        telling = [at for at, names in enumerate(terms) if names and not names & stops]
        return len(said.intersection(telling)) / len(telling) if telling else 0.0

    def _in_phrases(self, terms: Sequence[set[str]]) -> set[int]:
        """The words of a text that are of a phrase which tells, each by its terms."""
        found: set[int] = set()
        for words, owners in self._phrases.items():
            if any(self.rarity[group] > 0 for group, _ in owners):
                for at in range(len(terms) - len(words) + 1):
                    stretch = terms[at : at + len(words)]
                    if all(w in names for w, names in zip(words, stretch, strict=True)):
                        found.update(range(at, at + len(words)))
        return found

    def _tells(self, term: str) -> bool:
        return any(self.rarity[group] > 0 for group, _ in self._terms.get(term, ()))

    def coverage(self, groups: Mapping[int, float]) -> float:
        """The share of the question's rare vocabulary in some groups, 0 to 1."""
        if self.mass == 0:
            return 0.0
        return math.fsum(self.rarity[i] * min(1.0, w) for i, w in groups.items()) / self.mass

    def _together(self, positions: Mapping[int, list[int]]) -> float:
        if not self._pairs:
            return 0.0
        close = sum(
            any(
                0 < other - one <= NEIGHBOURS
                for one in positions.get(left, ())
                for other in positions.get(right, ())
            )
            for left, right in self._pairs
        )
        return close / len(self._pairs)


def union(matches: Sequence[Match]) -> dict[int, float]:
    """What several texts hold together."""
    groups: dict[int, float] = {}
    for match in matches:
        for group, weight in match.groups.items():
            groups[group] = max(groups.get(group, 0.0), weight)
    return groups


Owners = list[tuple[int, float]]


def _owners(
    groups: Sequence[TermGroup],
) -> tuple[dict[str, Owners], dict[tuple[str, ...], Owners]]:
    """The groups of each term, and of each term of several words."""
    owners: dict[str, Owners] = {}
    phrases: dict[tuple[str, ...], Owners] = {}
    for index, group in enumerate(groups):
        for term in group.terms:
            words = tuple(term.text.split(" "))
            if len(words) > 1:
                phrases.setdefault(words, []).append((index, term.weight))
            else:
                owners.setdefault(term.text, []).append((index, term.weight))
    return owners, phrases


def _starts(words: Sequence[str], stands: Mapping[str, set[int]]) -> list[int]:
    """Where the words of a phrase follow each other, ascending."""
    first = sorted(stands.get(words[0], ()))
    return [
        at for at in first if all(at + by in stands.get(word, ()) for by, word in enumerate(words))
    ]
