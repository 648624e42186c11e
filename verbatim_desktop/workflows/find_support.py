"""Find the sentences of the library that bear a claim out, or say plainly that there are none.

The claim is searched for in its own words and in others that mean the same. Each statement of the
best sections is then held against it, with its headings and the sentences just before it. No word
of the claim that carries it may go unsaid. A sentence that says the opposite, and is as close,
outweighs one that seems to agree. Where a claim is two, one page must bear out both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verbatim_desktop.cite.support.denial import denies
from verbatim_desktop.cite.support.idioms import parts_of, plain
from verbatim_desktop.cite.support.proof import LIMITED, Proof, prove
from verbatim_desktop.cite.support.sieve import Sieve
from verbatim_desktop.cite.support.units import Unit, is_label, is_list, units_of
from verbatim_desktop.cite.support.words import Reading
from verbatim_desktop.domain.documents import BlockKind, Document, Sentence
from verbatim_desktop.domain.retrieval import EVERYTHING, Filters, Query, ScoredSection
from verbatim_desktop.domain.support import (
    ClaimSupport,
    Lack,
    SupportingSentence,
    SupportRule,
)
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.resources import read_text
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.synonyms import Synonyms, parse_synonyms
from verbatim_desktop.text.languages import language_of
from verbatim_desktop.workflows.search_sections import search, synonyms_text

PARAPHRASES = "paraphrases.txt"
SECTIONS = 40  # that are read
BEFORE = 2  # sentences before one that may supply what it takes for granted
SHOWN = 5

#: From here on, with nothing unsaid, a claim is supported: docs/benchmarks/support.md.
SUPPORTED_FROM = 0.76
#: The least that a sentence must say by itself.
OWN_FROM = 0.6
#: The least share of the telling words, each counting alike, that it must say by itself: one
#: identifier weighs more than several plain words, and bears nothing out without them.
HERE_FROM = 0.65
#: From here on a sentence stands against any other.
WHOLE = 0.97
#: How close a sentence that denies the claim must be to count at all.
AGAINST_FROM = 0.7
#: By how much a sentence must be closer that says outright what the claim denies.
NEARER = 0.05
#: By how much a sentence that limits the claim must be closer.
LIMITED_BY = 0.1

_DENYING = frozenset({SupportRule.NEGATION, SupportRule.OPPOSITE, SupportRule.ORDER})


@dataclass(frozen=True, slots=True)
class Candidate:
    """One statement of a ranked section, held against the claim."""

    rank: int
    index: int
    scored: ScoredSection
    document: Document
    sentence: Sentence
    unit: Unit
    reading: Reading
    proof: Proof

    @property
    def place(self) -> tuple[int, int]:
        return self.scored.section.document_id, self.index

    @property
    def order(self) -> tuple[float, float, int, int]:
        """Best first; ties by rank, then as they stand."""
        return (-self.proof.score, -self.proof.own, self.rank, self.index)


def find_support(
    claim: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    *,
    filters: Filters = EVERYTHING,
) -> ClaimSupport:
    """Hold the library's sentences against a claim. Raises QuestionUnusable where it has no words.

    Needs real words in common, whatever else may seem near.
    """
    began = clock.seconds()
    query = _read(claim, library)
    ranking = search(query, library, index.reader(), clock, began, SECTIONS, filters)
    pages: dict[int, Document] = {}
    whole = _judge(plain(claim), ranking.results, library, pages)
    proven = whole.proven
    if not proven and not whole.against:
        parts = [_judge(part, ranking.results, library, pages) for part in parts_of(claim)]
        proven = _together([part.proven for part in parts])
    if proven:
        shown = tuple(_shown(one) for one in proven[:SHOWN])
        return ClaimSupport(claim, True, shown, (), _agreement(len(proven)), ranking.generation)
    return _refusal(claim, whole.against or whole.closest, ranking.generation)


@dataclass(frozen=True, slots=True)
class _Judged:
    """What was found for one claim, best first. against: a sentence that says otherwise.

    closest: the best of all, whether or not it proves the claim.
    """

    proven: list[Candidate]
    against: Candidate | None
    closest: Candidate | None


def _judge(
    claim: Reading,
    results: Sequence[ScoredSection],
    library: Library,
    pages: dict[int, Document],
) -> _Judged:
    found = sorted(_candidates(claim, results, library, pages), key=lambda one: one.order)
    good = [one for one in found if not one.proof.faults and _by_itself(one.proof)]
    said = [one for one in good if not one.proof.unsaid and one.proof.score >= SUPPORTED_FROM]
    best = said[0] if said else None
    against = _against(claim, best, found) if best else None
    return _Judged([] if against else _once(said), against, found[0] if found else None)


def _by_itself(proof: Proof) -> bool:
    """Whether a sentence says enough of a claim without what stands around it."""
    return proof.own >= OWN_FROM and proof.here >= HERE_FROM


def _once(found: Sequence[Candidate]) -> list[Candidate]:
    """Each line once, by the best of its statements."""
    kept: dict[tuple[int, int], Candidate] = {}
    for one in found:
        kept.setdefault(one.place, one)
    return list(kept.values())


def _together(parts: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The sentences of the pages that bear out every part of a claim of several."""
    if len(parts) < 2:
        return []
    on = [{one.scored.section.document_id for one in proven} for proven in parts]
    pages = on[0].intersection(*on[1:])
    kept = [one for proven in parts for one in proven if one.scored.section.document_id in pages]
    return _once(sorted(kept, key=lambda one: one.order))


def _read(claim: str, library: Library) -> Query:
    language = language_of(claim)
    synonyms = _synonyms(synonyms_text(library), language)
    return parse_query(claim, synonyms, language, frozenset())


@lru_cache(maxsize=4)
def _synonyms(own: str, language: str) -> Synonyms:
    """The workspace's synonyms, and the paraphrases where a claim is English."""
    wider = read_text(PARAPHRASES) if language == "en" else ""
    return parse_synonyms(f"{own}\n{wider}", language)


def _candidates(
    claim: Reading,
    results: Sequence[ScoredSection],
    library: Library,
    pages: dict[int, Document],
) -> Iterator[Candidate]:
    """Each different sentence once, where it stands in the best section."""
    seen: set[str] = set()
    sieve = Sieve(claim)
    for rank, scored in enumerate(results):
        row = scored.section.document_id
        if row not in pages:
            pages[row] = library.document(row)
        document = pages[row]
        headings = " . ".join(scored.section.heading_path)
        before: list[str] = []
        section = document.sections[scored.section.ordinal]
        for index, sentence in document.section_sentences(section):
            text = document.text_of(sentence)
            if text in seen or not _states(document, sentence, text):
                continue
            seen.add(text)
            if sieve.passes(text):
                row_of_table = document.blocks[sentence.block].kind is BlockKind.TABLE_ROW
                for unit in units_of(text, row_of_table):
                    held = _hold(claim, unit, headings, before[-BEFORE:])
                    if held:
                        yield Candidate(rank, index, scored, document, sentence, unit, *held)
            before.append(text)


def _hold(
    claim: Reading, unit: Unit, headings: str, before: Sequence[str]
) -> tuple[Reading, Proof] | None:
    reading = plain(unit.text)
    if is_label(unit.text) or is_list(reading):
        return None
    above = plain(f"{unit.lead} . {headings}" if unit.lead else headings)
    return reading, prove(claim, reading, [above, *map(plain, before)])


def _states(document: Document, sentence: Sentence, text: str) -> bool:
    """Whether a unit says something by itself: no code, no label, no line that leads to a list."""
    block = document.blocks[sentence.block]
    return block.kind is not BlockKind.CODE and block.citable and not is_label(text)


def _against(claim: Reading, best: Candidate, found: Sequence[Candidate]) -> Candidate | None:
    """A sentence that says otherwise and is about as close as the best that agrees."""
    if best.proof.own >= WHOLE:
        return _turned(best, found)
    for other in found:
        if other.place == best.place or (not other.unit.whole and not other.unit.lead):
            continue  # what the same line says otherwise; a row that says several things
        rules = {fault.rule for fault in other.proof.faults}
        close = other.proof.own >= max(AGAINST_FROM, best.proof.own - 0.02)
        if close and rules & _DENYING and _speaks_of_it(claim, other, rules):
            return other
        if _affirms(other, best):
            return other
        if close and any(fault.text == LIMITED for fault in other.proof.faults):
            return other
        if SupportRule.CONDITION in rules and other.proof.own >= best.proof.own + LIMITED_BY:
            return other
    return None


def _turned(best: Candidate, found: Sequence[Candidate]) -> Candidate | None:
    """A sentence of the same page that has every word of the claim too, but turned around."""
    for other in found:
        rules = {fault.rule for fault in other.proof.faults}
        if other.proof.own < WHOLE or other.place == best.place or not other.unit.whole:
            continue
        if other.document == best.document and rules & {SupportRule.OPPOSITE, SupportRule.ORDER}:
            return other
    return None


def _affirms(other: Candidate, best: Candidate) -> bool:
    """Whether a sentence says outright, in more of the claim's words, what the claim denies."""
    nearer = other.proof.own >= max(WHOLE, best.proof.own + NEARER)
    return nearer and not other.proof.unsaid and any(f.text == "not" for f in other.proof.faults)


def _speaks_of_it(claim: Reading, other: Candidate, rules: set[SupportRule]) -> bool:
    return bool(rules & {SupportRule.OPPOSITE, SupportRule.ORDER}) or denies(other.reading, claim)


def _shown(one: Candidate) -> SupportingSentence:
    section = one.scored.section
    return SupportingSentence(
        quote=one.document.text_of(one.sentence),
        source=section.source,
        path=section.path,
        route=section.route,
        anchor=one.document.anchor_above(one.sentence.block),
        heading_path=section.heading_path,
        score=one.proof.score,
        document_id=section.document_id,
        block=one.sentence.block,
    )


def _agreement(count: int) -> str:
    return "One sentence says this." if count == 1 else f"{count} sentences say this."


def _refusal(claim: str, closest: Candidate | None, generation: int) -> ClaimSupport:
    if closest is None:
        reason = "Nothing in the library has these words."
        return ClaimSupport(claim, False, (), (), reason, generation)
    faults: tuple[Lack, ...] = closest.proof.faults
    unsaid = closest.proof.unsaid or closest.proof.missing
    missing = tuple(dict.fromkeys([*(fault.text for fault in faults), *unsaid]))
    reason = faults[0].detail if faults else _unsaid(unsaid)
    return ClaimSupport(claim, False, (_shown(closest),), missing, reason, generation)


def _unsaid(missing: Sequence[str]) -> str:
    if not missing:
        return "The documents have these words, but no sentence says this."
    words = ", ".join(f"“{word}”" for word in missing)
    return f"The closest sentence does not say {words}."
