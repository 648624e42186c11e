"""Rank sections: exactly as if every one had been scored in full, without doing so.

First every matching section gets the score it has without looking at positions, and an upper bound
that supposes every phrase found and every pair adjacent. Positions are then read only for the
sections whose bound reaches the score of the last place.

Where sections of one source hold the same text, the first by path is ranked and the others are
left out. A page that is mostly another page's text gets no credit for its page as a whole. Where a
page shows another page's file with some passages exchanged, each passage is ranked once, as the
page that fits the question better has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.retrieval import (
    Filters,
    GroupStatistics,
    Query,
    ScoreBreakdown,
    TermGroup,
    TermOrigin,
)
from verbatim_desktop.ports import Ids, Postings
from verbatim_desktop.retrieve import formulas
from verbatim_desktop.retrieve.collection import collection_of
from verbatim_desktop.retrieve.formulas import units
from verbatim_desktop.retrieve.lookup import Held, among, estimate
from verbatim_desktop.retrieve.places import Places, holding_phrase
from verbatim_desktop.retrieve.weighed import Weighed, weigh

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

#: Sections looked at in full before the bound is known.
FIRST_LOOK = 128
#: So many groups of a question are scored, the most telling ones; 20 rank as well as all.
MOST_SCORED = 24
#: So many pairs of neighbours are looked at for proximity, the most telling ones.
MOST_PAIRS = 8


@dataclass(frozen=True, slots=True)
class NumberedSection:
    """A ranked section by its number in the index."""

    number: int
    breakdown: ScoreBreakdown
    matched: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberedRanking:
    """What rank finds, before the library has given the sections their names."""

    results: tuple[NumberedSection, ...]
    statistics: tuple[GroupStatistics, ...]
    attainable: int
    matching: int
    total_sections: int
    searched: int = 0  # sections that passed the filters


def rank(
    query: Query,
    postings: Postings,
    limit: int = 10,
    filters: Filters | None = None,
    exhaustive: bool = False,
) -> NumberedRanking:
    """The best sections for a question, ties in the order of source, path and block.

    exhaustive: score every matching section in full; the result is the same.
    """
    mask = postings.mask(filters) if filters else None
    groups, others = _look_up(query.groups, postings)
    scorer = _Scorer(query, groups, postings, mask)
    numbers, scores, matching = scorer.best(limit, exhaustive)
    return NumberedRanking(
        results=scorer.results(numbers, scores),
        statistics=_in_order(query.groups, [*(one.held.statistics for one in groups), *others]),
        attainable=scorer.attainable(),
        matching=matching,
        total_sections=postings.section_count,
        searched=postings.section_count if mask is None else int(np.count_nonzero(mask)),
    )


def rank_of(
    query: Query, postings: Postings, section: int, filters: Filters | None = None
) -> tuple[int, NumberedSection | None, int]:
    """Where one section stands among all that match, from 1, its score, and how many match.

    0 and None where it does not match or does not pass the filters.
    """
    groups, _ = _look_up(query.groups, postings)
    scorer = _Scorer(query, groups, postings, postings.mask(filters) if filters else None)
    numbers, scores, matching = scorer.best(postings.size, exhaustive=True)
    at = np.flatnonzero(numbers == section)
    if not len(at):
        return 0, None, matching
    [scored] = scorer.results(numbers[at], scores[at])
    return int(at[0]) + 1, scored, matching


def score_of(query: Query, postings: Postings, section: int) -> int:
    """The score of one section in SCORE_UNITs, 0 where it does not match."""
    groups, _ = _look_up(query.groups, postings)
    only = np.zeros(postings.size, np.bool_)
    only[section] = True
    _numbers, scores, _matching = _Scorer(query, groups, postings, only).best(1, exhaustive=True)
    return int(scores[0]) if len(scores) else 0


def _look_up(
    groups: Sequence[TermGroup], postings: Postings
) -> tuple[list[Weighed], list[GroupStatistics]]:
    """The groups to score, and about how common the others are.

    In a long question those that say least are not scored, nor those that no section holds.
    """
    others: list[GroupStatistics] = []
    if len(groups) > MOST_SCORED:
        guessed = [estimate(group, postings) for group in groups]
        ranked = sorted(guessed, key=lambda guess: -guess.group.weight * guess.rarity)
        chosen = [id(guess) for guess in ranked if guess.sections][:MOST_SCORED]
        others = [guess for guess in guessed if id(guess) not in chosen]
        groups = [guess.group for guess in guessed if id(guess) in chosen]
    return [weigh(group, postings) for group in groups], others


def _in_order(
    groups: Sequence[TermGroup], statistics: Sequence[GroupStatistics]
) -> tuple[GroupStatistics, ...]:
    by_group = {item.group: item for item in statistics}
    return tuple(by_group[group] for group in groups)


# --- Scoring -------------------------------------------------------------------------------------


class _Scorer:
    """One question's scores over one index."""

    def __init__(
        self, query: Query, groups: Sequence[Weighed], postings: Postings, mask: Flags | None
    ) -> None:
        self._groups = groups
        self._postings = postings
        self._collection = collection_of(postings)
        self._mask = mask
        self._copies, self._copied_pages = self._collection.copies(mask)
        content = [one.held for one in groups if not one.held.group.stop]
        pairs = [(a, b, min(a.worth, b.worth)) for a, b in pairwise(content)]
        self._pairs = sorted(pairs, key=lambda pair: -pair[2])[:MOST_PAIRS]
        self._phrases = [(words, self._phrase_rarity(words)) for words in query.phrases]
        # Of each section that was looked at in full, read again for what is shown:
        self._near = np.zeros(postings.size, np.int64)
        self._said = np.zeros(postings.size, np.int64)

    def _phrase_rarity(self, words: tuple[str, ...]) -> float:
        count = self._postings.section_count
        found = [self._postings.frequencies("body", word) for word in words]
        return fsum(formulas.rarity(count, len(item[0]) if item else 0) for item in found)

    def best(self, limit: int, exhaustive: bool) -> tuple[Ids, Ints, int]:
        """(numbers, scores) of the best sections in order, and how many sections match."""
        scores = self._without_positions()
        matching = np.flatnonzero(scores > 0)
        if not len(matching) or limit <= 0:
            return matching[:0], matching[:0], len(matching)
        certain = scores[matching]
        bounds = certain + self._most_from_positions()[matching]
        asked = limit
        while True:
            numbers, exact = self._best_of(matching, certain, bounds, asked, exhaustive)
            kept = self._collection.once(numbers)
            if len(numbers) < asked or np.count_nonzero(kept) >= limit:
                return numbers[kept][:limit], exact[kept][:limit], len(matching)
            asked *= 2

    def _best_of(
        self, matching: Ids, certain: Ints, bounds: Ints, limit: int, exhaustive: bool
    ) -> tuple[Ids, Ints]:
        looked = _first_look(bounds, limit, exhaustive)
        exact = certain[looked] + self._from_positions(matching[looked])
        if len(looked) < len(matching):
            reaching = bounds >= _nth_best(exact, limit)
            reaching[looked] = False
            more = np.flatnonzero(reaching)
            exact = np.append(exact, certain[more] + self._from_positions(matching[more]))
            looked = np.append(looked, more)
        return self._in_order(matching[looked], exact, limit)

    def _in_order(self, numbers: Ids, scores: Ints, limit: int) -> tuple[Ids, Ints]:
        """The best by score, ties by source, path and block, whatever the index order."""
        if len(numbers) > limit:
            kept = scores >= _nth_best(scores, limit)
            numbers, scores = numbers[kept], scores[kept]
        orders = self._postings.orders(numbers)
        ranked = sorted(range(len(numbers)), key=lambda at: (-scores[at], orders[at]))[:limit]
        return numbers[ranked], scores[ranked]

    def _without_positions(self) -> Ints:
        """Scores as far as they rest on frequencies; 0 for what does not match or may not be found.

        What stands on the rest of its page helps a section that matches itself, no other.
        """
        known = self._collection
        scores = np.zeros(self._postings.size, np.int64)
        pages = np.zeros(known.page_count, np.int64)
        for one in self._groups:
            scores[one.held.body] += one.body
            for ids, points in one.headings:
                scores[ids] += points
            pages += one.page_points
        pages[self._copied_pages] = 0
        scores += np.where(scores > 0, pages[known.pages], 0)
        scores[self._copies] = 0
        if self._mask is not None:
            scores[~self._mask] = 0
        return scores

    def _most_from_positions(self) -> Ints:
        """What proximity and phrases can add to each section at most."""
        size = self._postings.size
        most = np.zeros(size, np.int64)
        flags = np.zeros(size, np.bool_)
        for left, right, least in self._pairs:
            flags[left.body] = True
            most[right.body[flags[right.body]]] += formulas.proximity(least, 1)
            flags[left.body] = False
        for words, rare in self._phrases:
            found = [self._postings.frequencies("body", word) for word in words]
            ids = [item[0] for item in found if item is not None]
            if len(ids) == len(words):
                most[min(ids, key=len)] += formulas.phrase(rare)
        return most

    def _from_positions(self, sections: Ids) -> Ints:
        ascending = np.sort(sections)
        self._near[ascending] = self._proximity(ascending)
        self._said[ascending] = self._phrase(ascending)
        return self._near[sections] + self._said[sections]

    def _proximity(self, sections: Ids) -> Ints:
        total = np.zeros(len(sections), np.int64)
        places = Places(sections, self._postings)
        for left, right, least in self._pairs:
            distance = places.distance(left.group, right.group)
            near = distance <= formulas.WINDOW
            total[near] += formulas.proximity(least, distance[near])
        return total

    def _phrase(self, sections: Ids) -> Ints:
        total = np.zeros(len(sections), np.int64)
        for words, rare in self._phrases:
            total[holding_phrase(words, sections, self._postings)] += formulas.phrase(rare)
        return total

    # --- What is shown of the best ---------------------------------------------------------------

    def results(self, numbers: Ids, scores: Ints) -> tuple[NumberedSection, ...]:
        order = np.argsort(numbers)
        sections = numbers[order]
        parts, holding = self._parts(sections)
        found: list[NumberedSection] = []
        for at, score in zip(np.argsort(order).tolist(), scores.tolist(), strict=True):
            breakdown = ScoreBreakdown(**{name: int(values[at]) for name, values in parts.items()})
            if breakdown.total != score:
                raise AssertionError(f"parts make {breakdown.total}, the score is {score}")
            matched = tuple(group.typed for group, holds in holding if holds[at])
            missing = tuple(g.typed for g, holds in holding if not holds[at] and _is_asked_for(g))
            found.append(NumberedSection(int(sections[at]), breakdown, matched, missing))
        return tuple(found)

    def _parts(self, sections: Ids) -> tuple[dict[str, Ints], list[tuple[TermGroup, Flags]]]:
        """The parts of some sections' scores, and which of them hold each group."""
        names = ("frequency", "rarity", "heading", "length")
        parts = {name: np.zeros(len(sections), np.int64) for name in names}
        holding: list[tuple[TermGroup, Flags]] = []
        on_pages = self._collection.pages[sections]
        copied = self._copied_pages[on_pages]
        for one in self._groups:
            held = one.held
            frequency = held.frequency_in(sections)
            whole = np.where(copied, 0.0, one.page[on_pages])
            for name, points in self._body_parts(held, frequency, whole, sections).items():
                parts[name] += points
            holds = frequency > 0
            for ids, points in one.headings:
                here, at = among(sections, ids)
                parts["heading"][here] += points[at]
                holds |= here
            holding.append((held.group, holds))
        parts["proximity"] = self._near[sections]
        parts["phrase"] = self._said[sections]
        return parts, holding

    def _body_parts(
        self, held: Held, frequency: Floats, whole: Floats, sections: Ids
    ) -> dict[str, Ints]:
        known, weight = self._collection, held.group.weight
        here = formulas.body(frequency, known.least_damped)
        rare = units(held.worth * here)
        plain = units(weight * here) + units(weight * whole)
        at_length = formulas.body(frequency, known.damped[sections])
        return {
            "frequency": plain,
            "rarity": rare + units(held.worth * whole) - plain,
            "length": units(held.worth * at_length) - rare,
        }

    def attainable(self) -> int:
        """The score of a section at the length floor, alone on its page, that has every group
        once in body, title and heading, neighbours adjacent, and every quoted phrase."""
        here = float(formulas.body(formulas.ONCE, self._collection.least_damped))
        here += formulas.PAGE * formulas.page(formulas.ONCE, self._collection.average_page_damped)
        each = here + formulas.TITLE + formulas.HEADING
        total = sum(int(units(one.held.worth * each)) for one in self._groups)
        total += sum(int(formulas.proximity(least, 1)) for _, _, least in self._pairs)
        return total + sum(formulas.phrase(rare) for _, rare in self._phrases)


def _is_asked_for(group: TermGroup) -> bool:
    """Whether a section that lacks the group lacks something: not a function word nor a part."""
    return not group.stop and all(term.origin is not TermOrigin.PART for term in group.terms)


def _first_look(bounds: Ints, limit: int, exhaustive: bool) -> Ints:
    """The most promising ones, or all."""
    first = max(FIRST_LOOK, 2 * limit)
    if exhaustive or len(bounds) <= first:
        return np.arange(len(bounds))
    return np.argpartition(bounds, len(bounds) - first)[len(bounds) - first :]


def _nth_best(scores: Ints, limit: int) -> int:
    """The score of the last place, or the lowest where there are fewer."""
    at = max(len(scores) - limit, 0)
    return int(np.partition(scores, at)[at])
