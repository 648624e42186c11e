"""Open a citation, a neighbouring section or a linked page. Runs on the background lane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.errands import MarkedPage
from verbatim_desktop.desktop.links import Link, find_page
from verbatim_desktop.desktop.widgets.code_colors import prepare
from verbatim_desktop.domain.answers import Citation, OpenedCitation
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.errors import NotFound

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim


@dataclass(frozen=True, slots=True)
class Opened:
    """A citation read back, which of how many it is, and the others on its page."""

    citation: OpenedCitation
    number: int
    of: int
    others: tuple[OpenedCitation, ...]


def open_among(verbatim: Verbatim, citations: Sequence[Citation], at: int) -> Opened:
    chosen = citations[at]
    others = tuple(
        verbatim.open_citation(citation)
        for number, citation in enumerate(citations)
        if number != at and citation.identity == chosen.identity
    )
    opened = verbatim.open_citation(chosen)
    if opened.document is not None:
        _prepare(opened.document)
    return Opened(opened, at + 1, len(citations), others)


def _prepare(document: Document) -> Document:
    """What drawing the page will need is loaded here and not on the GUI thread."""
    prepare({block.language for block in document.blocks if block.language})
    return document


def open_page(verbatim: Verbatim, name: str) -> Document:
    return _prepare(verbatim.doc(name))


def open_marked(verbatim: Verbatim, page: MarkedPage) -> tuple[Document, MarkedPage]:
    """One revision of a page, or the present one, unmarked, where that is gone."""
    try:
        return _prepare(verbatim.document(page.document_id)), page
    except NotFound:
        return _prepare(verbatim.doc(page.name)), replace(page, marks=())


def open_linked(verbatim: Verbatim, link: Link, document: Document) -> Document | None:
    """The page of this library that a link of a document leads to; None where it has none."""
    found = find_page(link, document, verbatim.docs(document.source))
    return _prepare(verbatim.document(found.id)) if found is not None else None
