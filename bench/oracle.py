"""Rank sections from their stored text alone, one after the other, in plain Python.

What the two-phase ranking over the index must agree with, to the last unit. It shares with it the
analyser and the constants of the score, nothing else: no index, no arrays, no bounds.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from verbatim_desktop.domain.retrieval import SCORE_UNIT, Query, TermGroup, TermOrigin
from verbatim_desktop.ports import SectionText
from verbatim_desktop.retrieve import formulas
from verbatim_desktop.retrieve.collection import COPIED
from verbatim_desktop.retrieve.score import MOST_PAIRS, MOST_SCORED
from verbatim_desktop.text.languages import language_of
from verbatim_desktop.text.terms import analyse

Places = dict[str, tuple[int, ...]]
FIELDS = ("body", "title", "heading", "alias")
NO_PLACES: tuple[int, ...] = ()


def units(points: float) -> int:
    return round(points * SCORE_UNIT)


@dataclass(frozen=True)
class Read:
    """A section as read: where each term stands in each field, and how long each field is."""

    text: SectionText
    places: dict[str, Places]
    lengths: dict[str, int]


@dataclass(frozen=True)
class Found:
    """One ranked section: its key and score."""

    document_id: int
    ordinal: int
    score: int


def read(section: SectionText, language: str) -> Read:
    title, _, headings = section.heading.partition("\n")
    alias = f"{section.route}\n{section.aliases}"
    texts = dict(zip(FIELDS, (section.body, title, headings, alias), strict=True))
    places: dict[str, Places] = {}
    lengths: dict[str, int] = {}
    for field, text in texts.items():
        tokens = analyse(text, language)
        stands: dict[str, set[int]] = defaultdict(set)
        for token in tokens:
            stands[token.text].add(token.position)
            stands[token.stem].add(token.position)
        places[field] = {term: tuple(sorted(its)) for term, its in stands.items()}
        lengths[field] = 1 + max((token.position for token in tokens), default=-1)
    return Read(section, places, lengths)


def places_of(term: str, places: Places) -> tuple[int, ...]:
    """Where a term begins; the words of one of several follow each other."""
    first, *further = term.split(" ")
    return tuple(
        at
        for at in places.get(first, NO_PLACES)
        if all(at + by in places.get(word, NO_PLACES) for by, word in enumerate(further, 1))
    )


class Oracle:
    """Reads all sections once; ranks as often as it is asked."""

    def __init__(self, sections: Sequence[SectionText]) -> None:
        languages: dict[int, str] = {}
        for section in sections:
            languages.setdefault(section.ref.document_id, language_of(section.body))
        self.sections = [read(s, languages[s.ref.document_id]) for s in sections]
        self.count = len(self.sections)
        self.average = self._sum_of_lengths(range(self.count)) / max(self.count, 1)
        self.where = {field: self._inverted(field) for field in FIELDS}

    def _sum_of_lengths(self, numbers: Sequence[int] | range) -> int:
        return sum(self.sections[at].lengths["body"] for at in numbers)

    def _inverted(self, field: str) -> dict[str, list[int]]:
        where: dict[str, list[int]] = defaultdict(list)
        for number, section in enumerate(self.sections):
            for term in section.places[field]:
                where[term].append(number)
        return where

    # --- Pages and copies ------------------------------------------------------------------------

    @cached_property
    def pages(self) -> dict[int, list[int]]:
        pages: dict[int, list[int]] = defaultdict(list)
        for number, section in enumerate(self.sections):
            pages[section.text.ref.document_id].append(number)
        return pages

    @cached_property
    def copies(self) -> set[int]:
        first: set[tuple[str, str]] = set()
        copies: set[int] = set()
        refs = [section.text.ref for section in self.sections]
        by_page = sorted(range(self.count), key=lambda at: (bool(refs[at].shows), refs[at].order))
        for number in by_page:
            text = self.sections[number].text
            key = (text.ref.source, text.body)
            if key in first:
                copies.add(number)
            first.add(key)
        return copies

    @cached_property
    def passages(self) -> dict[int, tuple[str, str, str, int]]:
        """What part of which heading of which file each section shows."""
        passages: dict[int, tuple[str, str, str, int]] = {}
        for numbers in self.pages.values():
            parts: Counter[str] = Counter()
            for number in sorted(numbers, key=lambda at: self.sections[at].text.ref.ordinal):
                ref = self.sections[number].text.ref
                passages[number] = ref.source, ref.shows or ref.path, ref.anchor, parts[ref.anchor]
                parts[ref.anchor] += 1
        return passages

    @cached_property
    def copied_pages(self) -> set[int]:
        return {
            page
            for page, numbers in self.pages.items()
            if len(self.copies.intersection(numbers)) >= COPIED * len(numbers)
        }

    @cached_property
    def page_damped(self) -> dict[int, float]:
        lengths = {page: self._sum_of_lengths(numbers) for page, numbers in self.pages.items()}
        written = sum(1 for length in lengths.values() if length)
        average = max(sum(lengths.values()) / max(written, 1), 1.0)
        share = formulas.PAGE_LENGTH_SHARE
        full = formulas.PAGE_SATURATION * formulas.ONCE
        return {
            page: full * (1 - share + share * math.sqrt(length / average))
            for page, length in lengths.items()
        }

    # --- Groups ----------------------------------------------------------------------------------

    def own(self, group: TermGroup) -> list[str]:
        meant = [t.text for t in group.terms if t.origin is TermOrigin.TYPO]
        stems = [t.text for t in group.terms if t.origin is TermOrigin.STEM]
        typed = [t.text for t in group.terms if t.origin in {TermOrigin.TYPED, TermOrigin.PART}]
        return meant or stems or typed

    def frequency(self, group: TermGroup, number: int) -> int:
        """In hundredths."""
        stem = max((t.weight for t in group.terms if t.origin is TermOrigin.STEM), default=0.0)
        places = self.sections[number].places["body"]
        total = 0
        for term in group.terms:
            written = term.origin in {TermOrigin.TYPED, TermOrigin.PART}
            weight = max(0, round((term.weight - (stem if written else 0.0)) * formulas.ONCE))
            total += weight * len(places_of(term.text, places))
        return total

    def holders(self, term: str) -> list[int]:
        """The sections whose body holds a term, of one word or of several."""
        first, *further = term.split(" ")
        held = self.where["body"].get(first, [])
        if not further:
            return held
        bodies = self.sections
        return [at for at in held if places_of(term, bodies[at].places["body"])]

    def in_bodies(self, group: TermGroup) -> set[int]:
        found = {at for term in group.terms for at in self.holders(term.text)}
        return {at for at in found if self.frequency(group, at)}

    def forms_in(self, group: TermGroup, field: str) -> set[int]:
        return {at for term in self.own(group) for at in self.where[field].get(term, ())}

    def rarity(self, holding: int) -> float:
        return math.log(1 + (self.count - holding + 0.5) / (holding + 0.5))

    def group_rarity(self, group: TermGroup) -> float:
        named = set().union(*(self.forms_in(group, field) for field in FIELDS[1:]))
        everywhere = named | self.in_bodies(group)
        holding = len(everywhere)
        added = {TermOrigin.SYNONYM, TermOrigin.TYPO, TermOrigin.PHRASE}
        if any(term.origin in added for term in group.terms):
            holding = len(named | self.forms_in(group, "body")) or holding
        return self.rarity(holding)

    def telling(self, groups: Sequence[TermGroup]) -> list[TermGroup]:
        if len(groups) <= MOST_SCORED:
            return list(groups)
        worth: list[tuple[float, int]] = []
        for at, group in enumerate(groups):
            own = max((len(self.where["body"].get(t, ())) for t in self.own(group)), default=0)
            terms = (len(self.holders(t.text)) for t in group.terms)
            holding = own or max(terms)
            if holding:
                worth.append((-group.weight * self.rarity(holding), at))
        return [groups[at] for at in sorted(at for _, at in sorted(worth)[:MOST_SCORED])]

    # --- Ranking ---------------------------------------------------------------------------------

    def rank(self, query: Query, limit: int = 10) -> list[Found]:
        groups = self.telling(query.groups)
        rarities = [self.group_rarity(group) for group in groups]
        scores = self.scores(groups, rarities)
        for number in list(scores):
            scores[number] += self.proximity(groups, rarities, number)
            scores[number] += sum(self.phrase(words, number) for words in query.phrases)
        refs = {number: self.sections[number].text.ref for number in scores}
        order = sorted(scores, key=lambda at: (-scores[at], refs[at].order))
        first: dict[object, int] = {}
        for at in order:
            first.setdefault(self.passages[at], at)
        best = list(first.values())[:limit]
        return [Found(refs[at].document_id, refs[at].ordinal, scores[at]) for at in best]

    def scores(self, groups: Sequence[TermGroup], rarities: Sequence[float]) -> dict[int, int]:
        """Without positions, of every section that matches and is no copy."""
        scores: dict[int, int] = defaultdict(int)
        pages: dict[int, int] = defaultdict(int)
        for group, rare in zip(groups, rarities, strict=True):
            worth = group.weight * rare
            on_page: dict[int, int] = defaultdict(int)
            for number in self.in_bodies(group):
                frequency = self.frequency(group, number)
                scores[number] += self.body(worth, frequency, number)
                on_page[self.sections[number].text.ref.document_id] += frequency
            for field in FIELDS[1:]:
                for number in self.forms_in(group, field):
                    scores[number] += self.named(worth, field, number)
            for page, frequency in on_page.items():
                if page not in self.copied_pages:
                    said = frequency / (frequency + self.page_damped[page])
                    pages[page] += units(worth * (formulas.PAGE * said))
        return {
            number: score + pages[self.sections[number].text.ref.document_id]
            for number, score in scores.items()
            if score > 0 and number not in self.copies
        }

    def body(self, worth: float, frequency: int, number: int) -> int:
        length = max(self.sections[number].lengths["body"], formulas.LENGTH_FLOOR)
        k = formulas.SATURATION
        damped = k * formulas.ONCE * math.sqrt(length / max(self.average, 1.0))
        return units(worth * (frequency * (k + 1) / (frequency + damped)))

    def named(self, worth: float, field: str, number: int) -> int:
        if field == "alias":
            return units(worth * formulas.ALIAS)
        weight = formulas.TITLE if field == "title" else formulas.HEADING
        further = max(self.sections[number].lengths[field] - formulas.HEADING_WORDS, 0)
        return units(worth * weight * (1 / (1 + formulas.HEADING_DAMPING * further)))

    def proximity(self, groups: Sequence[TermGroup], rarities: Sequence[float], number: int) -> int:
        content = [
            (group, group.weight * rare)
            for group, rare in zip(groups, rarities, strict=True)
            if not group.stop
        ]
        pairs = [(a, b, min(x, y)) for (a, x), (b, y) in pairwise(content)]
        total = 0
        for left, right, least in sorted(pairs, key=lambda pair: -pair[2])[:MOST_PAIRS]:
            distance = self.distance(left, right, number)
            if distance <= formulas.WINDOW:
                total += units(formulas.PROXIMITY * least / distance)
        return total

    def distance(self, left: TermGroup, right: TermGroup, number: int) -> float:
        places = self.sections[number].places["body"]
        ours = {at for term in left.terms for at in places_of(term.text, places)}
        theirs = {at for term in right.terms for at in places_of(term.text, places)}
        return min((abs(a - b) for a in ours for b in theirs if a != b), default=math.inf)

    def phrase(self, words: tuple[str, ...], number: int) -> int:
        places = self.sections[number].places["body"]
        starts = places.get(words[0], NO_PLACES)
        for start in starts:
            if all(start + at in places.get(word, NO_PLACES) for at, word in enumerate(words)):
                rarities = (self.rarity(len(self.where["body"].get(word, ()))) for word in words)
                return units(formulas.PHRASE * math.fsum(rarities))
        return 0
