"""From a question to weighed evidence: search, read the best sections, judge them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verbatim_desktop.answer.extract import Passage, extract
from verbatim_desktop.cite.resolve import resolve
from verbatim_desktop.domain.answers import (
    Citation,
    CitationOrigin,
    Confidence,
    Evidence,
    Level,
    Outcome,
)
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.retrieval import Filters, Ranking
from verbatim_desktop.judge.gather import above_floor, gather
from verbatim_desktop.judge.weigh import weigh
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.spans import spans_of
from verbatim_desktop.workflows.search_sections import search_sections

SHOWN = 20  # ranked sections an answer keeps


@dataclass(frozen=True, slots=True)
class Found:
    """What the library holds on a question, and what that is worth.

    passages: what an extractive answer would quote. documents: those of the evidence, by row.
    """

    question: str
    ranking: Ranking
    evidence: tuple[Evidence, ...]
    documents: Mapping[int, Document]
    confidence: Confidence
    passages: tuple[Passage, ...]

    @property
    def outcome(self) -> Outcome:
        answered = self.confidence.level is not Level.LOW and self.passages
        return Outcome.ANSWER if answered else Outcome.TICKET

    def cite(
        self, passage: Passage, marker: int, origin: CitationOrigin = CitationOrigin.EXTRACTIVE
    ) -> Citation:
        evidence = self.evidence[passage.evidence]
        document = self.documents[evidence.ranked.section.document_id]
        return resolve(evidence, passage.sentence, document, marker, origin)


def find_evidence(
    question: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    *,
    filters: Filters,
    limit: int = SHOWN,
) -> Found:
    """Search and judge. Raises QuestionUnusable where nothing can be searched for."""
    ranking = search_sections(question, library, index, clock, limit=limit, filters=filters)
    sections = above_floor(ranking)
    rows = dict.fromkeys(scored.section.document_id for scored in sections)
    documents = {row: library.document(row) for row in rows}
    evidence = gather(ranking, sections, documents, spans_of)
    return Found(
        question,
        ranking,
        evidence,
        documents,
        weigh(ranking, evidence),
        extract(ranking, evidence, documents),
    )
