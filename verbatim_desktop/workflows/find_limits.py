"""Look for sentences that say that what was asked about was removed, deprecated or renamed.

The question is searched a second time with the words such sentences use; what is found opens the
answer, before anything that reads as if the thing still held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from verbatim_desktop.answer.editions import choose
from verbatim_desktop.answer.extract import Passage, passage_of
from verbatim_desktop.answer.limits import (
    ADDED_WORDS,
    Statement,
    concerns,
    statements,
    still_described,
)
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.retrieval import Filters, ScoredSection
from verbatim_desktop.judge.gather import gather
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.text.spans import spans_of
from verbatim_desktop.workflows.find_evidence import Found, searched_editions
from verbatim_desktop.workflows.search_sections import search_sections

READ = 15  # sections of the second search whose pages are read
MOST = 2  # statements that open an answer


@dataclass(frozen=True, slots=True)
class _Hit:
    statement: Statement
    section: ScoredSection


def with_limits(
    found: Found, library: Library, index: SearchIndex, clock: Clock, filters: Filters
) -> Found:
    """The same evidence, opened by the sentences that limit it; unchanged where there are none."""
    second = search_sections(
        f"{found.question} {ADDED_WORDS}", library, index, clock, limit=2 * READ, filters=filters
    )
    editions = searched_editions(library, filters)
    ranked = choose(found.question, second.results, editions).kept[:READ]
    sections = _by_place((*(item.ranked for item in found.evidence), *ranked))
    rows = dict.fromkeys(row for row, _ in sections)
    documents = {
        **found.documents,
        **{r: library.document(r) for r in rows if r not in found.documents},
    }
    hits = _hits(found, sections, documents)
    return _opened(found, hits, documents) if hits else found


def _by_place(ranked: tuple[ScoredSection, ...]) -> dict[tuple[int, int], ScoredSection]:
    """Sections by document and ordinal, the first of each standing."""
    found: dict[tuple[int, int], ScoredSection] = {}
    for scored in ranked:
        found.setdefault((scored.section.document_id, scored.section.ordinal), scored)
    return found


def _hits(
    found: Found,
    sections: Mapping[tuple[int, int], ScoredSection],
    documents: Mapping[int, Document],
) -> list[_Hit]:
    """Statements about what was asked, one for each way of naming it, best sections first."""
    said = list(_statements(sections, documents))
    in_force = {name for statement, _ in said for name in statement.instead}
    hits: dict[tuple[tuple[str, ...], ...], _Hit] = {}
    for statement, scored in said:
        known = statement.subjects in hits or in_force.issuperset(statement.subjects)
        if known or not concerns(statement, found.question):
            continue
        if not _described(statement, found, scored.section.document_id):
            hits[statement.subjects] = _Hit(statement, scored)
    quoted = {passage.sentence.quote for passage in found.passages}
    return [hit for hit in hits.values() if hit.statement.text not in quoted][:MOST]


def _statements(
    sections: Mapping[tuple[int, int], ScoredSection], documents: Mapping[int, Document]
) -> Iterator[tuple[Statement, ScoredSection]]:
    said = {row: statements(documents[row]) for row in dict.fromkeys(row for row, _ in sections)}
    for (row, _ordinal), scored in sections.items():
        section = scored.section
        for statement in said[row]:
            block = documents[row].sentences[statement.index].block
            if section.first_block <= block < section.last_block:
                yield statement, scored


def _described(statement: Statement, found: Found, own: int) -> bool:
    """Whether another page of the evidence, in the wanted edition, describes the thing by name."""
    return any(
        item.ranked.section.document_id != own
        and found.is_wanted(item.ranked.section.source)
        and still_described(
            statement,
            found.documents[item.ranked.section.document_id],
            item.ranked.section.heading_path[-1] if item.ranked.section.heading_path else "",
        )
        for item in found.evidence
    )


def _opened(found: Found, hits: list[_Hit], documents: Mapping[int, Document]) -> Found:
    """The evidence with the sections of the statements, and the passages behind them."""
    evidence, opening = list(found.evidence), list[Passage]()
    for hit in hits:
        [item] = gather(found.ranking, [hit.section], documents, spans_of)
        at = next(i for i, s in enumerate(item.sentences) if s.index == hit.statement.index)
        document = documents[hit.section.section.document_id]
        opening.append(passage_of(item, document, len(evidence), at))
        evidence.append(item)
    return replace(
        found,
        evidence=tuple(evidence),
        documents=documents,
        passages=(*opening, *found.passages),
    )
