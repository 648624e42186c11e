"""Tie a sentence to its place: which page, which heading, which characters of which file."""

from __future__ import annotations

from verbatim_desktop.cite.fragment import deep_link
from verbatim_desktop.domain.answers import (
    Citation,
    CitationOrigin,
    Evidence,
    EvidenceSentence,
    Verdict,
)
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.text.passages import places


def resolve(
    evidence: Evidence,
    sentence: EvidenceSentence,
    document: Document,
    marker: int,
    origin: CitationOrigin = CitationOrigin.EXTRACTIVE,
) -> Citation:
    """The citation of one sentence of a section. A sentence its page repeats is ambiguous."""
    section = evidence.ranked.section
    place = document.sentences[sentence.index]
    return Citation(
        marker=marker,
        source=section.source,
        path=section.path,
        route=section.route,
        identity=evidence.identity,
        fingerprint=evidence.fingerprint,
        anchor=sentence.anchor,
        heading_path=section.heading_path,
        quote=sentence.quote,
        spans=sentence.spans,
        url=deep_link(document, place.block, place.start, place.end).url,
        status=status_of(document, sentence.quote),
        origin=origin,
        flags=(*evidence.flags, *sentence.flags),
    )


def status_of(document: Document, quote: str) -> Verdict:
    """What reading a sentence of this very revision back says of it."""
    found = len(places(document.blocks, quote))
    return Verdict.AMBIGUOUS if found > 1 else Verdict.VERIFIED
