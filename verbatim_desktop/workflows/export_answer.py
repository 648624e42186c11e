"""Gather all that an answer rests on, its citations read back once more."""

from __future__ import annotations

from verbatim_desktop.domain.answers import Answer
from verbatim_desktop.domain.audit import AnswerRecord, CitationCheck
from verbatim_desktop.domain.drift import DriftOrigin
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.workflows.methods import methods
from verbatim_desktop.workflows.open_citation import open_citation
from verbatim_desktop.workflows.rebind_citation import rebindings


def answer_record(
    answer_id: str, library: Library, index: SearchIndex, clock: Clock
) -> AnswerRecord:
    """A kept answer with the verdicts of then and now. Raises NotFound."""
    answer = library.answer(answer_id)
    return AnswerRecord(
        answer=answer,
        checks=check_citations(answer, library, index),
        rebindings=tuple(
            done
            for done in rebindings(library)
            if done.origin is DriftOrigin.ANSWER and done.owner == answer_id
        ),
        workspace=library.workspace,
        generation=library.generation(),
        methods=methods(library),
        at=clock.now(),
    )


def check_citations(
    answer: Answer, library: Library, index: SearchIndex
) -> tuple[CitationCheck, ...]:
    """Each citation of a kept answer, read back from the library as it is now."""
    return tuple(
        CitationCheck(citation, open_citation(citation, library, index).verification)
        for citation in answer.citations
    )
