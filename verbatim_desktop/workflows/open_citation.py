"""Read a citation back: the page as it is now, and where the sentence stands in it."""

from __future__ import annotations

from verbatim_desktop.cite.fragment import deep_link
from verbatim_desktop.cite.verify import told_apart, under, verify_passage
from verbatim_desktop.domain.answers import (
    Citation,
    DeepLink,
    OpenedCitation,
    Verdict,
    Verification,
)
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.text.passages import Place, places
from verbatim_desktop.text.spans import spans_of
from verbatim_desktop.workflows.find_passage import pages_with

ONCE = "Found once, inside one block, word for word."


def open_citation(
    citation: Citation, library: Library, index: SearchIndex | None = None
) -> OpenedCitation:
    """The citation verified against the published generation.

    A page that did not change is read at the very spans that were cited; a changed one is
    searched, and then the other pages.
    """
    row, document = named(citation.identity, library)
    own = _at_spans(document, citation) if document else None
    if document is not None and own is not None:
        verification = _in_place(document, citation, own)
    else:
        verification = _searched(citation, row, document, library, index)
    return OpenedCitation(
        citation,
        verification,
        document,
        row,
        verification.block,
        verification.start,
        verification.end,
    )


def link_of(opened: OpenedCitation) -> DeepLink:
    """The public link to the sentence of an opened citation, or why there is none."""
    if opened.document is None or opened.start is None or opened.end is None:
        return DeepLink("", False, opened.verification.detail)
    return deep_link(opened.document, opened.block or 0, opened.start, opened.end)


def named(identity: str, library: Library) -> tuple[int | None, Document | None]:
    """A document and its row; None for both where it is gone."""
    try:
        row = library.document_named(identity)
    except NotFound:
        return None, None
    return row, library.document(row)


def _at_spans(document: Document, citation: Citation) -> Place | None:
    """The cited sentence of an unchanged page."""
    if document.fingerprint != citation.fingerprint:
        return None
    for sentence in document.sentences:
        if document.text_of(sentence) == citation.quote and (
            spans_of(document, sentence) == citation.spans
        ):
            return Place(sentence.block, sentence.start, sentence.end)
    return None


def _in_place(document: Document, citation: Citation, own: Place) -> Verification:
    """Verified, unless the page says the same in several places and nothing tells them apart."""
    found, here = places(document.blocks, citation.quote), citation.target
    at = (own.block, own.start, own.end)
    if len(found) <= 1:
        return Verification(Verdict.VERIFIED, ONCE, (here,), *at)
    if within := told_apart(document, own):
        return Verification(Verdict.VERIFIED, _settled(within), (here,), *at, settling=within)
    under_it = [place for place in found if under(document, citation.anchor, place.block)]
    only = f" and once under #{citation.anchor}" if citation.anchor and len(under_it) == 1 else ""
    detail = f"Stands {times(len(found))} on this page{only}; opened at the one that was used."
    several = verify_passage(document, citation.quote)
    return Verification(several.verdict, detail, several.found, *at)


def _settled(within: str) -> str:
    return f"Found once, inside one block, in its passage: “{within}”"


def times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _by_passage(document: Document, citation: Citation) -> Verification | None:
    """The quote in the longer passage it was cited with, where a changed page still has that."""
    if not citation.within:
        return None
    found = verify_passage(document, citation.within, anchor=citation.anchor)
    if found.verdict not in (Verdict.VERIFIED, Verdict.MOVED):
        return None
    inside = (
        place
        for place in places(document.blocks, citation.quote)
        if place.block == found.block
        and (found.start or 0) <= place.start
        and place.end <= (found.end or 0)
    )
    place = next(inside, None)
    if place is None:
        return None
    detail = found.detail if found.verdict is Verdict.MOVED else _settled(citation.within)
    at = (place.block, place.start, place.end)
    return Verification(found.verdict, detail, found.found, *at, settling=citation.within)


def _searched(
    citation: Citation,
    row: int | None,
    document: Document | None,
    library: Library,
    index: SearchIndex | None,
) -> Verification:
    if document is not None and (settled := _by_passage(document, citation)):
        return settled
    on_page = verify_passage(
        document,
        citation.quote,
        anchor=citation.anchor,
        cited_fingerprint=citation.fingerprint,
    )
    if on_page.verdict in (Verdict.VERIFIED, Verdict.MOVED, Verdict.AMBIGUOUS):
        return on_page
    return verify_passage(
        document,
        citation.quote,
        anchor=citation.anchor,
        cited_fingerprint=citation.fingerprint,
        elsewhere=pages_with(citation.quote, library, index, row),
    )
