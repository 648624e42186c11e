"""Verify passages that people or old answers cite, against the library as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from verbatim_desktop.cite.verify import verify_passage
from verbatim_desktop.domain.answers import Answer, Citation, Verdict, Verification
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.workflows.find_passage import pages_with
from verbatim_desktop.workflows.nearest_pages import place_named
from verbatim_desktop.workflows.open_citation import open_citation

PAGES_KEPT = 64  # files quote the same few pages again and again
ON_PAGE = (Verdict.VERIFIED, Verdict.MOVED, Verdict.AMBIGUOUS)


def verify_answer(answer: Answer, library: Library, index: SearchIndex | None = None) -> Answer:
    """A kept answer with each citation's status as reading it back today says."""
    citations = tuple(_again(citation, library, index) for citation in answer.citations)
    by_marker = {citation.marker: citation for citation in citations}
    ticket = answer.ticket and replace(
        answer.ticket,
        citations=tuple(by_marker.get(c.marker, c) for c in answer.ticket.citations),
    )
    return replace(answer, citations=citations, ticket=ticket)


def _again(citation: Citation, library: Library, index: SearchIndex | None) -> Citation:
    return replace(citation, status=open_citation(citation, library, index).verification.verdict)


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page by the name that somebody gave it; missing says why there is none.

    anchor: the place on it that was named with it.
    """

    document: Document | None
    row: int | None = None
    missing: str = ""
    anchor: str = ""


class Pages(Protocol):
    """Pages that passages are looked for in."""

    def named(self, target: str) -> FoundPage:
        """The page SOURCE/ROUTE-OR-PATH#anchor; the source may be left out where one has it."""
        ...

    def others_with(self, passage: str, besides: int | None) -> Sequence[Document]:
        """Other pages that may hold a passage whole."""
        ...


class LibraryPages:
    """The pages of a library. Without an index every page is read through."""

    def __init__(self, library: Library, index: SearchIndex | None = None) -> None:
        self._library, self._index = library, index
        self._document = lru_cache(maxsize=PAGES_KEPT)(library.document)

    def named(self, target: str) -> FoundPage:
        try:
            row, anchor = place_named(target, self._library)
        except NotFound as error:
            anchor = target.partition("#")[2]
            return FoundPage(None, missing=str(error), anchor=anchor)
        return FoundPage(self._document(row), row, anchor=anchor)

    def others_with(self, passage: str, besides: int | None) -> Sequence[Document]:
        return pages_with(passage, self._library, self._index, besides)


def verify_quote(
    target: str, passage: str, library: Library, index: SearchIndex | None = None
) -> Verification:
    """Verify a passage somebody quotes from SOURCE/ROUTE-OR-PATH#anchor.

    A page that is not in the library is a verdict, not an error.
    """
    pages = LibraryPages(library, index)
    return verify_on(pages.named(target), passage, pages)


def verify_on(
    page: FoundPage, passage: str, pages: Pages, cited_fingerprint: str = ""
) -> Verification:
    """Verify a passage on the page it is said to be from, then look for it on the others."""
    anchor = page.anchor
    on_page = verify_passage(
        page.document, passage, anchor=anchor, cited_fingerprint=cited_fingerprint
    )
    if on_page.verdict in ON_PAGE:
        return on_page
    found = verify_passage(
        page.document,
        passage,
        anchor=anchor,
        cited_fingerprint=cited_fingerprint,
        elsewhere=pages.others_with(passage, page.row),
    )
    if page.document is None and found.verdict is Verdict.ABSENT:
        return replace(found, detail=page.missing)
    return found
