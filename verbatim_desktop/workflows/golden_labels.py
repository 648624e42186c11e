"""Say which labels of a golden set point at nothing: a page or a heading that is not there.

Such a question can only fail, and its figures say nothing of the ranking; a page that was renamed
looks the same as one that is no longer found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verbatim_desktop.domain.documents import DocumentSummary
from verbatim_desktop.domain.evaluation import (
    GoldenQuestion,
    MissingLabel,
    QuestionResult,
    RankedPlace,
    Target,
)
from verbatim_desktop.ports import Library

NO_PAGE = "The page is not in this library."
NO_HEADING = "The page has no such heading."


def missing_labels(
    questions: Sequence[GoldenQuestion], results: Sequence[QuestionResult], library: Library
) -> tuple[MissingLabel, ...]:
    """Each label that no page or no heading of the library answers to.

    results: of the questions, in their order, with all that was ranked.
    """
    pages = _by_name(library.documents())
    return tuple(
        MissingLabel(question.id, target.doc, target.anchor, reason)
        for question, result in zip(questions, results, strict=True)
        for target in question.relevant
        if (reason := _what_is_missing(target, result.ranked, pages, library))
    )


def _by_name(documents: Sequence[DocumentSummary]) -> dict[str, list[DocumentSummary]]:
    found: dict[str, list[DocumentSummary]] = {}
    for one in documents:
        for name in (one.path, f"{one.source}/{one.path}"):
            found.setdefault(name, []).append(one)
    return found


def _what_is_missing(
    target: Target,
    ranked: Sequence[RankedPlace],
    pages: dict[str, list[DocumentSummary]],
    library: Library,
) -> str:
    """Why a label hits nothing, or ""; a page is read only where no ranked section was a hit."""
    seen = [place for place in ranked if target.doc in _names(place)]
    named = pages.get(target.doc, [])
    if not seen and not named:
        return NO_PAGE
    if not target.anchor or any(target.anchor in place.anchors for place in seen):
        return ""
    documents = (library.document(one.id) for one in named)
    anchors = (
        anchor for one in documents for section in one.sections for anchor in section.anchors
    )
    return "" if target.anchor in anchors else NO_HEADING


def _names(place: RankedPlace) -> Iterator[str]:
    for path in (place.page, place.path):
        yield path
        yield f"{place.source}/{path}"
