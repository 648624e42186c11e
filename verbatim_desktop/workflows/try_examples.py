"""Questions to start with: each is asked before it is shown, and only those that are answered
confidently from the page they are made of are kept, for as long as the library stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from verbatim_desktop.answer.examples import Example, examples
from verbatim_desktop.domain.answers import Level, Outcome
from verbatim_desktop.domain.documents import DocumentSummary
from verbatim_desktop.domain.errors import LibraryError, QuestionUnusable
from verbatim_desktop.domain.plain import Plain
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.workflows.ask_question import answered
from verbatim_desktop.workflows.methods import methods

KIND, NAME = "examples", "tried"
#: How many pages are looked at for questions, and how many questions are tried at most.
PAGES, MOST_TRIED = 24, 32


def candidates(library: Library) -> tuple[Example, ...]:
    """Questions to try, from pages spread over the library."""
    pages = library.documents()
    step = max(len(pages) // PAGES, 1)
    read = ((page.identity, _heading_paths(page, library)) for page in pages[::step][:PAGES])
    return examples(read)[:MOST_TRIED]


def _heading_paths(page: DocumentSummary, library: Library) -> list[tuple[str, ...]]:
    sections = library.document(page.id).sections
    return [section.heading_path for section in sections if section.part == 0]


def holds(example: Example, library: Library, index: SearchIndex, clock: Clock) -> bool:
    """Whether it is answered with high confidence, first of all from its own page."""
    try:
        answer, _fault = answered(example.question, library, index, clock, "")
    except QuestionUnusable:
        return False
    return (
        answer.outcome is Outcome.ANSWER
        and answer.confidence.level is Level.HIGH
        and answer.citations[0].identity == example.page
    )


def known(library: Library) -> tuple[str, ...] | None:
    """What was found to hold in the library as it is now; None where nothing was tried yet."""
    kept = library.kept_as(KIND, NAME)
    if kept is None or kept.value.get("of") != _state(library):
        return None
    return tuple(kept.value["questions"])


def keep(questions: Sequence[str], library: Library) -> None:
    with suppress(LibraryError):  # a note to be quicker next time; nothing rests on it
        library.keep(KIND, NAME, {"of": _state(library), "questions": list(questions)})


def _state(library: Library) -> Plain:
    """All that an answer follows from, beside the question."""
    return {"generation": library.generation(), **methods(library)}
