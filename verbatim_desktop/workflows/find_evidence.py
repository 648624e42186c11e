"""From a question to weighed evidence: search, read the best sections, judge them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from verbatim_desktop.answer.editions import Edition, choose, editions_of
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
from verbatim_desktop.domain.retrieval import Filters, Leg, Ranking, ScoredSection
from verbatim_desktop.judge.gather import above_floor, gather
from verbatim_desktop.judge.weigh import weigh
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.retrieve.fuse import fuse
from verbatim_desktop.text.spans import spans_of
from verbatim_desktop.workflows.search_sections import search_sections

SHOWN = 20  # ranked sections an answer keeps


@dataclass(frozen=True, slots=True)
class Found:
    """What the library holds on a question, and what that is worth.

    passages: what an extractive answer would quote. documents: those of the evidence, by row.
    editions: sources that are versions of one product; wanted: by product, the one that answers.
    left: ranked sections of other editions that the wanted one supersedes.
    """

    question: str
    ranking: Ranking
    evidence: tuple[Evidence, ...]
    documents: Mapping[int, Document]
    confidence: Confidence
    passages: tuple[Passage, ...]
    editions: Mapping[str, Edition] = field(default_factory=dict[str, Edition])
    wanted: Mapping[str, Edition] = field(default_factory=dict[str, Edition])
    left: tuple[ScoredSection, ...] = ()

    @property
    def outcome(self) -> Outcome:
        answered = self.confidence.level is not Level.LOW and self.passages
        return Outcome.ANSWER if answered else Outcome.TICKET

    def is_wanted(self, source: str) -> bool:
        """Whether a source is of the version that answers, or of a product with only one."""
        edition = self.editions.get(source)
        return edition is None or self.wanted[edition.product] == edition

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
    own: str = "",
    rewritten: Sequence[str] = (),
) -> Found:
    """Search and judge. Raises QuestionUnusable where nothing can be searched for.

    own: what was asked, where question also holds the subject of the question before. rewritten:
    other ways of asking; they join the order of what is found, and what it is worth is judged by
    the question's own words.
    """
    ranking = search_sections(question, library, index, clock, limit=limit, filters=filters)
    if rewritten:
        others = [
            search_sections(text, library, index, clock, limit=limit, filters=filters)
            for text in rewritten
        ]
        ranking = joined(ranking, others, [question, *rewritten], limit)
    return judged(question, ranking, library, filters, own)


def judged(
    question: str, ranking: Ranking, library: Library, filters: Filters, own: str = ""
) -> Found:
    """Read the best sections of a ranking and weigh them."""
    editions = searched_editions(library, filters)
    choice = choose(question, ranking.results, editions)
    answering = replace(ranking, results=choice.kept)
    sections = above_floor(answering)
    rows = dict.fromkeys(scored.section.document_id for scored in sections)
    documents = {row: library.document(row) for row in rows}
    evidence = gather(answering, sections, documents, spans_of)
    return Found(
        question,
        ranking,
        evidence,
        documents,
        weigh(answering, evidence, own),
        extract(answering, evidence, documents),
        editions,
        choice.wanted,
        choice.left,
    )


def joined(
    ranking: Ranking, others: Sequence[Ranking], names: Sequence[str], limit: int
) -> Ranking:
    """A ranking in the order that it and the others give together."""
    by_key = [
        {(r.section.document_id, r.section.ordinal): r for r in each.results}
        for each in (ranking, *others)
    ]
    orders = {key: r.section.order for its in by_key for key, r in its.items()}
    fused = fuse([list(its) for its in by_key], orders.__getitem__)
    results = tuple(
        replace(
            by_key[min(number for number, _place in item.places)][item.key],
            legs=tuple(
                Leg(names[number], place, by_key[number][item.key].score)
                for number, place in item.places
            ),
            fused=item.points,
        )
        for item in fused[:limit]
    )
    took = ranking.took_ms + sum(other.took_ms for other in others)
    backend = f"{ranking.backend}, reciprocal rank fusion"
    return replace(ranking, results=results, backend=backend, took_ms=took)


def searched_editions(library: Library, filters: Filters) -> dict[str, Edition]:
    """The sources that are versions of one product, of those that a search looks into."""
    infos = [status.info for status in library.sources()]
    return editions_of([i for i in infos if not filters.sources or i.name in filters.sources])
