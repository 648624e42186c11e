"""Tie a sentence to its place: which page, which heading, which characters of which file."""

from __future__ import annotations

from verbatim_desktop.cite.fragment import deep_link
from verbatim_desktop.cite.verify import told_apart
from verbatim_desktop.domain.answers import (
    Citation,
    CitationOrigin,
    Evidence,
    EvidenceSentence,
    Verdict,
)
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.text.passages import Place, places


def resolve(
    evidence: Evidence,
    sentence: EvidenceSentence,
    document: Document,
    marker: int,
    origin: CitationOrigin = CitationOrigin.EXTRACTIVE,
) -> Citation:
    """The citation of one sentence of a section.

    A sentence its page repeats carries the longer passage that stands once; else it is ambiguous.
    """
    section = evidence.ranked.section
    place = document.sentences[sentence.index]
    status, within = read_at(document, sentence.quote, Place(place.block, place.start, place.end))
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
        status=status,
        origin=origin,
        flags=(*evidence.flags, *sentence.flags),
        within=within,
    )


def read_at(document: Document, quote: str, place: Place) -> tuple[Verdict, str]:
    """What reading a sentence of this very revision back says, and the passage that settles it."""
    if len(places(document.blocks, quote)) <= 1:
        return Verdict.VERIFIED, ""
    within = told_apart(document, place)
    return (Verdict.VERIFIED if within else Verdict.AMBIGUOUS), within
