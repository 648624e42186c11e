"""Find the pages that hold a passage, so that one that moved is told from one that is gone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice

import numpy as np

from verbatim_desktop.domain.documents import Document
from verbatim_desktop.ports import Library, Postings, SearchIndex
from verbatim_desktop.text.passages import as_compared
from verbatim_desktop.text.terms import index_terms

MOST_PAGES = 20
MOST_TERMS = 12  # enough of a passage to tell sections apart
#: No language's stems: which of them a page was indexed under depends on the page.
UNSTEMMED = ""


def pages_with(
    passage: str, library: Library, index: SearchIndex | None, besides: int | None
) -> list[Document]:
    """Other documents that hold a passage's letters, in the order of their rows.

    Without an index every section is read. besides: the row of the page already looked at.
    """
    rows = _indexed(passage, index.reader()) if index else None
    if rows is None:
        rows = set(library.live_documents(library.generation()))
    found = islice(_holding(passage, rows - {besides}, library), MOST_PAGES)
    return [library.document(row) for row in sorted(found)]


def _indexed(passage: str, postings: Postings) -> set[int] | None:
    """Rows of the documents with a section that holds every whole word of the passage.

    None where the passage has no word that is sure to be indexed.
    """
    terms = inner_terms(passage)
    found = [postings.frequencies("body", term) for term in terms]
    if not terms:
        return None
    if any(hits is None for hits in found):
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
    return _terms(words[1:-1]) or _terms(words)


def _terms(words: list[str]) -> list[str]:
    terms = {term for word in words for term, _ in index_terms(word, UNSTEMMED)[0]}
    return sorted(terms, key=lambda term: (-len(term), term))[:MOST_TERMS]


def _holding(passage: str, rows: set[int], library: Library) -> Iterator[int]:
    """Those of some documents with a section that reads like it has the passage, each once."""
    wanted, last = as_compared(passage), None
    for text in library.section_texts(rows) if rows else ():
        row = text.ref.document_id
        if row != last and wanted in as_compared(text.body):
            last = row
            yield row
