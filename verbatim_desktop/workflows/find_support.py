"""Find the sentences of the library that bear a claim out, or say plainly that there are none.

The claim is searched for in its own words and in others that mean the same. Each sentence of the
best sections is then held against it, with its headings and the sentences just before it. A
sentence that says the opposite, and is as close, outweighs one that seems to agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verbatim_desktop.cite.support.proof import LIMITED, Proof, denies, plain, prove
from verbatim_desktop.cite.support.words import Reading
from verbatim_desktop.domain.documents import BlockKind, Document, Sentence
from verbatim_desktop.domain.retrieval import Filters, Query, ScoredSection
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
FEWEST_WORDS = 5  # a shorter sentence is a label

#: At this no false claim of bench/claims is believed: docs/benchmarks/support.md.
SUPPORTED_FROM = 0.84
#: The least that a sentence must say by itself.
OWN_FROM = 0.5
#: From here on a sentence stands against any other.
WHOLE = 0.97
#: How close a sentence that denies the claim must be to count at all.
AGAINST_FROM = 0.7
#: By how much a sentence that limits the claim must be closer.
LIMITED_BY = 0.1

_DENYING = frozenset({SupportRule.NEGATION, SupportRule.OPPOSITE, SupportRule.ORDER})
EVERYTHING = Filters()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One sentence of a ranked section, held against the claim."""

    rank: int
    index: int
    scored: ScoredSection
    document: Document
    sentence: Sentence
    reading: Reading
    proof: Proof

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
    told = plain(claim)
    found = sorted(_candidates(told, ranking.results, library), key=lambda one: one.order)
    good = [one for one in found if not one.proof.faults and one.proof.own >= OWN_FROM]
    against = _against(told, good[0], found) if good else None
    proven = [] if against else [c for c in good if c.proof.score >= SUPPORTED_FROM]
    if proven:
        shown = tuple(_shown(one) for one in proven[:SHOWN])
        return ClaimSupport(claim, True, shown, (), _agreement(len(proven)), ranking.generation)
    closest = against or (found[0] if found else None)
    return _refusal(claim, closest, ranking.generation)


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
    claim: Reading, results: Sequence[ScoredSection], library: Library
) -> Iterator[Candidate]:
    """Each different sentence once, where it stands in the best section."""
    seen: set[str] = set()
    documents: dict[int, Document] = {}
    for rank, scored in enumerate(results):
        row = scored.section.document_id
        document = documents.setdefault(row, library.document(row))
        headings = plain(" . ".join(scored.section.heading_path))
        before: list[Reading] = []
        section = document.sections[scored.section.ordinal]
        for index, sentence in document.section_sentences(section):
            text = document.text_of(sentence)
            if text in seen or not _states(document, sentence, text):
                continue
            seen.add(text)
            reading = plain(text)
            proof = prove(claim, reading, [headings, *before[-BEFORE:]])
            before.append(reading)
            yield Candidate(rank, index, scored, document, sentence, reading, proof)


def _states(document: Document, sentence: Sentence, text: str) -> bool:
    """Whether a unit says something by itself: no code, no label, no line that leads to a list."""
    block = document.blocks[sentence.block]
    if block.kind is BlockKind.CODE or not block.citable or text.rstrip().endswith((":", "?")):
        return False
    return len(text.split()) >= FEWEST_WORDS


def _against(claim: Reading, best: Candidate, found: Sequence[Candidate]) -> Candidate | None:
    """A sentence that says otherwise and is about as close as the best that agrees."""
    if best.proof.own >= WHOLE:
        return None
    for other in found:
        rules = {fault.rule for fault in other.proof.faults}
        close = other.proof.own >= max(AGAINST_FROM, best.proof.own - 0.02)
        if close and rules & _DENYING and _speaks_of_it(claim, other, rules):
            return other
        if close and any(fault.text == LIMITED for fault in other.proof.faults):
            return other
        if SupportRule.CONDITION in rules and other.proof.own >= best.proof.own + LIMITED_BY:
            return other
    return None


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
    missing = tuple(dict.fromkeys([*(fault.text for fault in faults), *closest.proof.missing]))
    reason = faults[0].detail if faults else _unsaid(closest.proof.missing)
    return ClaimSupport(claim, False, (_shown(closest),), missing, reason, generation)


def _unsaid(missing: Sequence[str]) -> str:
    if not missing:
        return "The documents have these words, but no sentence says this."
    words = ", ".join(f"“{word}”" for word in missing)
    return f"The closest sentence does not say {words}."
