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
        self._terms = _owners(query.groups)
        content = [i for i, rarity in enumerate(self.rarity) if rarity > 0]
        self._pairs = tuple(pairwise(content))

    def match(self, text: str) -> Match:
        groups: dict[int, float] = {}
        positions: dict[int, list[int]] = {}
        at = 0
        for word in text.split():
            entries, width = _terms_of(word, self._language)
            for term, offset in entries:
                for group, weight in self._terms.get(term, ()):
                    groups[group] = max(groups.get(group, 0.0), weight)
                    positions.setdefault(group, []).append(at + offset)
            at += width
        return Match(groups, self._together(positions), at)

    def asked_share(self, text: str) -> float:
        """The share of a text's words, function words left out, that the question holds."""
        stops = stop_words(self._language)
        terms = [{term for term, _ in _terms_of(word, self._language)[0]} for word in text.split()]
        telling = [names for names in terms if names and not names & stops]
        asked = [names for names in telling if any(self._tells(name) for name in names)]
        return len(asked) / len(telling) if telling else 0.0

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


def _owners(groups: Sequence[TermGroup]) -> dict[str, list[tuple[int, float]]]:
    owners: dict[str, list[tuple[int, float]]] = {}
    for index, group in enumerate(groups):
        for term in group.terms:
            owners.setdefault(term.text, []).append((index, term.weight))
    return owners
