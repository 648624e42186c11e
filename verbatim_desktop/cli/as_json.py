"""Sources, documents, rankings and checks in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from verbatim_desktop.cli import shapes
from verbatim_desktop.domain.locations import SourcePlace, place_of

if TYPE_CHECKING:
    from verbatim_desktop.domain.documents import (
        Document,
        DocumentSummary,
        FileNote,
        IngestReport,
        Section,
        Sentence,
        SourceStatus,
        Span,
    )
    from verbatim_desktop.domain.health import Check
    from verbatim_desktop.domain.retrieval import Ranking, ScoreBreakdown, ScoredSection


def ingest(reports: Sequence[IngestReport]) -> shapes.IngestShape:
    """The reports of several sources, summed."""
    return {
        "documents": sum(report.documents for report in reports),
        "added": sum(report.added for report in reports),
        "changed": sum(report.changed for report in reports),
        "unchanged": sum(report.unchanged for report in reports),
        "removed": sum(report.removed for report in reports),
        "sections": sum(report.sections for report in reports),
        "sentences": sum(report.sentences for report in reports),
        "seconds": round(sum(report.seconds for report in reports), 3),
        "skipped": _notes(note for report in reports for note in report.skipped),
        "failed": _notes(note for report in reports for note in report.failed),
        "warnings": _notes(note for report in reports for note in report.warnings),
    }


def _notes(notes: Iterable[FileNote]) -> list[shapes.FileNoteShape]:
    return [{"path": note.path, "reason": note.reason} for note in notes]


def synonyms(own: bool, text: str) -> shapes.SynonymsShape:
    return {"own": own, "text": text}


def sources(statuses: Iterable[SourceStatus]) -> shapes.SourcesShape:
    return {"sources": [_source(status) for status in statuses]}


def _source(status: SourceStatus) -> shapes.SourceShape:
    return {
        "name": status.info.name,
        "kind": status.info.kind.value,
        "mode": status.info.mode.value,
        "location": _location(status.info.root),
        "documents": status.documents,
        "failed": status.failed,
        "updated": status.updated,
        "stopped": status.report is not None and status.report.cancelled,
    }


def _location(root: str) -> str:
    """A path as this machine writes it; the address of a repository as it is."""
    return root if place_of(root) is SourcePlace.GIT else str(PurePath(root))


def docs(documents: Iterable[DocumentSummary]) -> shapes.DocsShape:
    return {"docs": [_summary(document) for document in documents]}


def _summary(document: DocumentSummary) -> shapes.DocumentSummaryShape:
    return {
        "id": document.identity,
        "source": document.source,
        "kind": document.kind.value,
        "route": document.route,
        "path": document.path,
        "title": document.title,
        "sections": document.sections,
        "hash": document.fingerprint,
    }


def document(page: Document, spans: Sequence[tuple[Span, ...]]) -> shapes.DocumentShape:
    """spans: where each of the document's sentences stands in its files."""
    return {
        "id": page.identity,
        "source": page.source,
        "kind": page.kind.value,
        "route": page.route,
        "path": page.path,
        "title": page.title,
        "description": page.description,
        "url": page.url,
        "updated": page.updated,
        "version": page.version,
        "hash": page.fingerprint,
        "files": list(page.files),
        "sections": [_section(page, section, spans) for section in page.sections],
    }


def _section(
    page: Document, section: Section, spans: Sequence[tuple[Span, ...]]
) -> shapes.SectionShape:
    return {
        "anchor": section.anchor,
        "anchors": list(section.anchors),
        "heading_path": list(section.heading_path),
        "part": section.part,
        "text": page.section_text(section),
        "sentences": [
            _sentence(page, sentence, spans[index])
            for index, sentence in page.section_sentences(section)
        ],
    }


def _sentence(page: Document, sentence: Sentence, spans: tuple[Span, ...]) -> shapes.SentenceShape:
    return {
        "text": page.text_of(sentence),
        "anchor": page.anchor_above(sentence.block),
        "spans": spans_of(spans),
    }


def spans_of(spans: Iterable[Span]) -> list[shapes.SpanShape]:
    return [{"path": span.path, "start": span.start, "end": span.end} for span in spans]


def search(ranking: Ranking, snippets: Sequence[str]) -> shapes.SearchShape:
    """snippets: one for each result."""
    return {
        "query": ranking.query.text,
        "terms": [
            {
                "term": term.text,
                "origin": term.origin.value,
                "weight": round(group.weight * term.weight, 4),
            }
            for group in ranking.query.groups
            for term in group.terms
        ],
        "took_ms": round(ranking.took_ms, 3),
        "backend": ranking.backend,
        "results": [
            _result(rank, scored, snippet)
            for rank, (scored, snippet) in enumerate(
                zip(ranking.results, snippets, strict=True), start=1
            )
        ],
    }


def _result(rank: int, scored: ScoredSection, snippet: str) -> shapes.ResultShape:
    section = scored.section
    return {
        "rank": rank,
        "source": section.source,
        "path": section.path,
        "route": section.route,
        "anchor": section.anchor,
        "anchors": list(section.anchors),
        "url": section.url,
        "heading_path": list(section.heading_path),
        "score": scored.score,
        "signals": signals_of(scored.breakdown),
        "matched": list(scored.matched),
        "missing": list(scored.missing),
        "snippet": snippet,
        "legs": [{"name": leg.name, "rank": leg.rank, "score": leg.score} for leg in scored.legs],
    }


def signals_of(breakdown: ScoreBreakdown) -> shapes.SignalsShape:
    return {
        "frequency": breakdown.frequency,
        "rarity": breakdown.rarity,
        "phrase": breakdown.phrase,
        "proximity": breakdown.proximity,
        "heading": breakdown.heading,
        "length": breakdown.length,
    }


def doctor(checks: Sequence[Check]) -> shapes.DoctorShape:
    return {
        "ok": all(check.state.value != "bad" for check in checks),
        "checks": [
            {
                "name": check.name,
                "state": check.state.value,
                "detail": check.detail,
                "advice": check.advice,
            }
            for check in checks
        ],
    }
