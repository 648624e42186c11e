"""Rank sections: exactly as if every one had been scored in full, without doing so.

First every matching section gets the score it has without looking at positions, and an upper bound
that supposes every phrase found and every pair adjacent. Positions are then read for the sections
whose bound reaches the score of the last place only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

#: Sections looked at in full before the bound is known.
FIRST_LOOK = 128
#: More groups than this are not scored: the most telling ones are.
MOST_SCORED = 48


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


@dataclass(frozen=True, slots=True)
class _Held:
    """Where a group stands: ascending sections, and its frequency in the body of each."""

    group: TermGroup
    body: Ids
    frequency: Floats
    heading: Ids
    alias: Ids
    sections: int
    rarity: float

    @property
    def worth(self) -> float:
        return self.group.weight * self.rarity


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
    groups = [_look_up(group, postings) for group in query.groups]
    scored = _most_telling(groups)
    scorer = _Scorer(query, scored, postings)
    numbers, scores, matching = scorer.best(limit, mask, exhaustive)
    return NumberedRanking(
        results=scorer.results(numbers, scores),
        statistics=tuple(GroupStatistics(g.group, g.sections, g.rarity) for g in groups),
        attainable=scorer.attainable(),
        matching=matching,
        total_sections=postings.section_count,
    )


def _most_telling(groups: list[_Held]) -> list[_Held]:
    if len(groups) <= MOST_SCORED:
        return groups
    order = sorted(range(len(groups)), key=lambda at: (-groups[at].worth, at))
    return [groups[at] for at in sorted(order[:MOST_SCORED])]


# --- Looking groups up ---------------------------------------------------------------------------


def _look_up(group: TermGroup, postings: Postings) -> _Held:
    body, frequency = _frequencies(group, "body", postings)
    heading, _ = _frequencies(group, "heading", postings)
    alias, _ = _frequencies(group, "alias", postings)
    holding = _union([body, heading, alias])
    rare = formulas.rarity(postings.section_count, len(holding))
    return _Held(group, body, frequency, heading, alias, len(holding), rare)


def _union(parts: list[Ids]) -> Ids:
    filled = [part for part in parts if len(part)]
    if len(filled) < 2:
        return filled[0] if filled else np.empty(0, np.int64)
    return np.unique(np.concatenate(filled))


def _frequencies(group: TermGroup, field: str, postings: Postings) -> tuple[Ids, Floats]:
    """Weighted frequency of a group: the word in any form, and what is said instead of it.

    A stem's postings hold those of every form, so of the two the greater counts.
    """
    forms: list[tuple[Ids, Floats]] = []
    added: list[tuple[Ids, Floats]] = []
    whole_stem = any(t.origin is TermOrigin.STEM and t.weight >= 1 for t in group.terms)
    for term in group.terms:
        typed = term.origin in {TermOrigin.TYPED, TermOrigin.PART}
        if typed and whole_stem:
            continue
        found = postings.frequencies(field, term.text)
        if found is not None:
            place = added if term.origin in {TermOrigin.SYNONYM, TermOrigin.TYPO} else forms
            place.append((found[0], found[1] * term.weight))
    return _combine(forms, added)


def _combine(
    forms: list[tuple[Ids, Floats]], added: list[tuple[Ids, Floats]]
) -> tuple[Ids, Floats]:
    every = [*forms, *added]
    if not every:
        return np.empty(0, np.int64), np.empty(0, np.float64)
    if len(every) == 1:
        return every[0]
    ids = _union([ids for ids, _ in every])
    frequency = np.zeros(len(ids))
    for some, values in forms:
        at = np.searchsorted(ids, some)
        frequency[at] = np.maximum(frequency[at], values)
    for some, values in added:
        frequency[np.searchsorted(ids, some)] += values
    return ids, frequency


# --- Scoring -------------------------------------------------------------------------------------


class _Scorer:
    """One question's scores over one index."""

    def __init__(self, query: Query, groups: Sequence[_Held], postings: Postings) -> None:
        self._query = query
        self._groups = groups
        self._postings = postings
        count = max(postings.section_count, 1)
        self._lengths = postings.lengths
        self._average = float(self._lengths.sum(dtype=np.float64)) / count
        self._damped = formulas.damping(self._lengths, self._average)
        self._least = float(formulas.damping(np.zeros(1), self._average)[0])
        content = [held for held in groups if not held.group.stop]
        self._pairs = [
            (left, right, min(left.worth, right.worth))
            for left, right in zip(content, content[1:], strict=False)
        ]
        self._phrases = [(phrase, self._phrase_rarity(phrase)) for phrase in query.phrases]

    def _phrase_rarity(self, phrase: tuple[str, ...]) -> float:
        total = 0.0
        for word in phrase:
            found = self._postings.frequencies("body", word)
            holding = 0 if found is None else len(found[0])
            total += formulas.rarity(self._postings.section_count, holding)
        return total

    def best(self, limit: int, mask: Flags | None, exhaustive: bool) -> tuple[Ids, Ints, int]:
        """(numbers, scores) of the best sections in order, and how many sections match."""
        scores, bound = self._first_pass()
        allowed = scores > 0
        if mask is not None:
            allowed &= mask
        matching = np.flatnonzero(allowed)
        if not len(matching) or limit <= 0:
            return np.empty(0, np.int64), np.empty(0, np.int64), len(matching)
        bounds = bound[matching]
        looked = self._first_look(bounds, limit, exhaustive)
        exact = scores[matching[looked]] + self._close(matching[looked])
        if len(looked) < len(matching):
            least = np.partition(exact, len(exact) - limit)[len(exact) - limit]
            reaching = bounds >= least
            reaching[looked] = False
            more = np.flatnonzero(reaching)
            looked = np.concatenate((looked, more))
            further = matching[more]
            exact = np.concatenate((exact, scores[further] + self._close(further)))
        numbers, exact = self._in_order(matching[looked], exact, limit)
        return numbers, exact, len(matching)

    @staticmethod
    def _first_look(bounds: Ints, limit: int, exhaustive: bool) -> Ints:
        first = max(FIRST_LOOK, 2 * limit)
        if exhaustive or len(bounds) <= first:
            return np.arange(len(bounds))
        return np.sort(np.argpartition(bounds, len(bounds) - first)[len(bounds) - first :])

    def _in_order(self, numbers: Ids, scores: Ints, limit: int) -> tuple[Ids, Ints]:
        """The best by score, ties by source, path and block, whatever the index order."""
        if len(numbers) > limit:
            last = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            kept = scores >= last
            numbers, scores = numbers[kept], scores[kept]
        orders = self._postings.orders(numbers)
        ranked = sorted(range(len(numbers)), key=lambda at: (-scores[at], orders[at]))[:limit]
        return numbers[ranked], scores[ranked]

    def _first_pass(self) -> tuple[Ints, Ints]:
        """Scores without positions, and what they could at most be with them."""
        size = self._postings.size
        scores = np.zeros(size, np.int64)
        for held in self._groups:
            worth = (held.group.weight, held.rarity)
            damped = self._damped[held.body]
            scores[held.body] += formulas.body_part(*worth, held.frequency, damped)
            scores[held.heading] += int(formulas.heading_part(*worth, 1, 0))
            scores[held.alias] += int(formulas.heading_part(*worth, 0, 1))
        return scores, scores + self._most_from_positions(size)

    def _most_from_positions(self, size: int) -> Ints:
        most = np.zeros(size, np.int64)
        for left, right, least in self._pairs:
            both = _both(left.body, right.body, size)
            most[both] += int(formulas.proximity_part(least, 1))
        for phrase, rare in self._phrases:
            found = [self._postings.frequencies("body", word) for word in phrase]
            if all(item is not None for item in found):
                holding = min((item[0] for item in found if item is not None), key=len)
                most[holding] += formulas.phrase_part(rare)
        return most

    def _close(self, sections: Ids) -> Ints:
        """Proximity and phrase parts of some sections together."""
        return self._proximity(sections) + self._phrase(sections)

    def _proximity(self, sections: Ids) -> Ints:
        total = np.zeros(len(sections), np.int64)
        places = _Places(sections, self._postings)
        for left, right, least in self._pairs:
            distance = places.distance(left.group, right.group)
            near = distance <= formulas.WINDOW
            total[near] += formulas.proximity_part(least, distance[near])
        return total

    def _phrase(self, sections: Ids) -> Ints:
        total = np.zeros(len(sections), np.int64)
        for phrase, rare in self._phrases:
            total[_holding_phrase(phrase, sections, self._postings)] += formulas.phrase_part(rare)
        return total

    # What is shown of the best

    def results(self, numbers: Ids, scores: Ints) -> tuple[NumberedSection, ...]:
        order = np.argsort(numbers)
        sections = numbers[order]
        back = np.argsort(order)
        parts = self._parts(sections)
        held = [self._holding(group, sections) for group in self._groups]
        found: list[NumberedSection] = []
        for at, score in zip(back.tolist(), scores.tolist(), strict=True):
            breakdown = ScoreBreakdown(**{name: int(values[at]) for name, values in parts.items()})
            if breakdown.total != score:
                raise AssertionError(f"parts make {breakdown.total}, the score is {score}")
            groups = list(zip(self._groups, held, strict=True))
            matched = tuple(g.group.typed for g, holds in groups if holds[at])
            missing = tuple(
                g.group.typed for g, holds in groups if not holds[at] and not g.group.stop
            )
            found.append(NumberedSection(int(sections[at]), breakdown, matched, missing))
        return tuple(found)

    def _parts(self, sections: Ids) -> dict[str, Ints]:
        parts = {
            name: np.zeros(len(sections), np.int64)
            for name in ("frequency", "rarity", "heading", "length")
        }
        for held in self._groups:
            frequency = _frequency_in(held, sections)
            worth = (held.group.weight, held.rarity)
            plain = formulas.frequency_part(held.group.weight, frequency, self._least)
            rare = formulas.body_part(*worth, frequency, self._least)
            parts["frequency"] += plain
            parts["rarity"] += rare - plain
            parts["length"] += formulas.body_part(*worth, frequency, self._damped[sections]) - rare
            for ids, where in ((held.heading, (1, 0)), (held.alias, (0, 1))):
                here = np.isin(sections, ids)
                parts["heading"] += here * int(formulas.heading_part(*worth, *where))
        parts["proximity"] = self._proximity(sections)
        parts["phrase"] = self._phrase(sections)
        return parts

    @staticmethod
    def _holding(held: _Held, sections: Ids) -> Flags:
        return (
            np.isin(sections, held.body)
            | np.isin(sections, held.heading)
            | np.isin(sections, held.alias)
        )

    def attainable(self) -> int:
        """The score of a section at the length floor that has every group once in its body and
        its headings, neighbours adjacent, and every quoted phrase."""
        total = 0
        for held in self._groups:
            worth = (held.group.weight, held.rarity)
            total += int(formulas.body_part(*worth, 1.0, self._least))
            total += int(formulas.heading_part(*worth, 1, 0))
        total += sum(int(formulas.proximity_part(least, 1)) for _, _, least in self._pairs)
        return total + sum(formulas.phrase_part(rare) for _, rare in self._phrases)


def _both(left: Ids, right: Ids, size: int) -> Ids:
    """Sections in both of two ascending lists."""
    flags = np.zeros(size, np.bool_)
    flags[left] = True
    return right[flags[right]]


def _frequency_in(held: _Held, sections: Ids) -> Floats:
    frequency = np.zeros(len(sections))
    if len(held.body):
        at = np.minimum(np.searchsorted(held.body, sections), len(held.body) - 1)
        here = held.body[at] == sections
        frequency[here] = held.frequency[at[here]]
    return frequency


# --- Positions -----------------------------------------------------------------------------------

_STRIDE = 1 << 32  # more than any section has tokens
FAR = _STRIDE


class _Places:
    """Where groups stand in some sections: one number per occurrence, section by section."""

    def __init__(self, sections: Ids, postings: Postings) -> None:
        self._sections = sections
        self._postings = postings
        self._known: dict[int, Ints] = {}

    def of(self, group: TermGroup) -> Ints:
        known = self._known.get(id(group))
        if known is None:
            found = [self._term(term.text) for term in group.terms]
            known = np.unique(np.concatenate(found)) if len(found) > 1 else found[0]
            self._known[id(group)] = known
        return known

    def _term(self, term: str) -> Ints:
        index, position = self._postings.positions("body", term, self._sections)
        return index * _STRIDE + position

    def distance(self, left: TermGroup, right: TermGroup) -> Ints:
        """The least distance of two groups in each section, 1 or more; FAR where they never meet.

        Where both are said by the very same word, that word is not close to itself.
        """
        least = np.full(len(self._sections), FAR, np.int64)
        one, other = self.of(left), self.of(right)
        if len(one) and len(other):
            if len(one) > len(other):
                one, other = other, one
            for side, shift in (("left", -1), ("right", 0)):
                at = np.searchsorted(other, one, side) + shift  # type: ignore[call-overload]
                inside = (at >= 0) & (at < len(other))
                gap = np.abs(other[at[inside]] - one[inside])
                section = one[inside] // _STRIDE
                same = (other[at[inside]] // _STRIDE == section) & (gap > 0)
                np.minimum.at(least, section[same], gap[same])
        return least


def _holding_phrase(phrase: tuple[str, ...], sections: Ids, postings: Postings) -> Ints:
    """Which of some sections hold the words of a phrase one after the other."""
    starts: Ints | None = None
    for offset, word in enumerate(phrase):
        index, position = postings.positions("body", word, sections)
        places = (index * _STRIDE + position - offset)[position >= offset]
        starts = places if starts is None else starts[np.isin(starts, places)]
        if not len(starts):
            break
    return np.unique(starts // _STRIDE) if starts is not None else np.empty(0, np.int64)
