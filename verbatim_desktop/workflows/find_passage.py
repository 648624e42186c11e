"""Find the pages that may hold a passage, so that one that moved is told from one that is gone."""

from __future__ import annotations

from functools import reduce

import numpy as np

from verbatim_desktop.domain.documents import Document
from verbatim_desktop.ports import Library, Postings, SearchIndex
from verbatim_desktop.text.passages import as_compared
from verbatim_desktop.text.terms import index_terms

MOST_PAGES = 20
MOST_TERMS = 12  # enough of a passage to tell sections apart


def pages_with(
    passage: str, library: Library, index: SearchIndex | None, besides: int | None
) -> list[Document]:
    """Other documents that may hold a passage whole, in the order of their rows.

    Without an index every section is read. besides: the row of the page already looked at.
    """
    rows = _indexed(passage, index.reader()) if index else _read_through(passage, library)
    return [library.document(row) for row in sorted(rows - {besides})[:MOST_PAGES]]


def _indexed(passage: str, postings: Postings) -> set[int]:
    """Rows of the documents with a section that holds every whole word of the passage."""
    found = [postings.frequencies("body", term) for term in inner_terms(passage)]
    if not found or any(hits is None for hits in found):
        return set()
    ordered = sorted((hits[0] for hits in found if hits is not None), key=len)
    sections = reduce(lambda one, other: np.intersect1d(one, other, True), ordered)
    return {document for document, _ in postings.keys(sections)}


def inner_terms(passage: str) -> list[str]:
    """The terms of a passage as any section that holds it must have them, longest first.

    The first and last word may run on in the section (a hyphen, a slash), so they prove nothing
    where there are others.
    """
    words = passage.split()
    inner = words[1:-1] or words
    terms = {term for word in inner for term, _ in index_terms(word)[0]}
    return sorted(terms, key=lambda term: (-len(term), term))[:MOST_TERMS]


def _read_through(passage: str, library: Library) -> set[int]:
    wanted = as_compared(passage)
    live = library.live_documents(library.generation())
    return {
        text.ref.document_id
        for text in library.section_texts(live)
        if wanted in as_compared(text.body)
    }
