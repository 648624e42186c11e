"""What the program talks about, in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from verbatim_desktop.cli import shapes
from verbatim_desktop.domain.locations import SourcePlace, place_of
from verbatim_desktop.domain.retrieval import SCORE_UNIT

if TYPE_CHECKING:
    from verbatim_desktop.domain.answers import (
        Answer,
        Citation,
        Claim,
        Confidence,
        Suggestion,
        TicketDraft,
    )
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
    from verbatim_desktop.domain.evaluation import EvalReport, Figures, QuestionResult
    from verbatim_desktop.domain.health import Check
    from verbatim_desktop.domain.inspection import RunComparison
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


def answer(answer: Answer) -> shapes.AskShape:
    return {
        "id": answer.id,
        "question": answer.question,
        "outcome": answer.outcome.value,
        "route": answer.route,
        "confidence": confidence_of(answer.confidence),
        "text": answer.text,
        "claims": [claimed(claim) for claim in answer.claims],
        "citations": [cited(citation) for citation in answer.citations],
        "suggested": [_suggestion(suggestion) for suggestion in answer.suggested],
        "ticket": ticket(answer.ticket) if answer.ticket else None,
        "provider": answer.provider,
        "model": answer.model,
        "fallback": answer.fallback,
        "usage": {
            "input_tokens": answer.usage.input_tokens,
            "cached_tokens": answer.usage.cached_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cost_usd": answer.usage.cost_usd,
        },
        "timing_ms": {
            "retrieval": round(answer.timing.retrieval, 3),
            "model": round(answer.timing.model, 3),
            "total": round(answer.timing.total, 3),
        },
        "unkept": answer.unkept,
        "backend": answer.backend,
        "notes": list(answer.notes),
        "contrasts": [
            {
                "kind": contrast.kind,
                "sides": [{"label": s.label, "marker": s.marker} for s in contrast.sides],
            }
            for contrast in answer.contrasts
        ],
        "rewritten": list(answer.rewritten),
        "intent": answer.intent,
        "clarify": answer.clarify,
        "follows": answer.follows,
        "prompt_hash": answer.prompt_hash,
        "dropped": list(answer.dropped),
    }


def claimed(claim: Claim) -> shapes.ClaimShape:
    return {
        "text": claim.text,
        "markers": list(claim.markers),
        "support": claim.support.value,
        "lacking": [lack.detail for lack in claim.lacking],
    }


def confidence_of(confidence: Confidence) -> shapes.ConfidenceShape:
    return {
        "level": confidence.level.value,
        "score": round(confidence.score, 4),
        "reasons": list(confidence.reasons),
        "signals": {name: round(value, 6) for name, value in confidence.signals.items()},
    }


def cited(citation: Citation) -> shapes.CitationShape:
    return {
        "marker": citation.marker,
        "source": citation.source,
        "path": citation.path,
        "route": citation.route,
        "anchor": citation.anchor,
        "heading_path": list(citation.heading_path),
        "quote": citation.quote,
        "spans": spans_of(citation.spans),
        "url": citation.url,
        "status": citation.status.value,
        "origin": citation.origin.value,
    }


def _suggestion(suggestion: Suggestion) -> shapes.SuggestionShape:
    return {
        "title": suggestion.title,
        "source": suggestion.source,
        "path": suggestion.path,
        "route": suggestion.route,
        "anchor": suggestion.anchor,
    }


def ticket(draft: TicketDraft) -> shapes.TicketShape:
    return {
        "title": draft.title,
        "summary": draft.summary,
        "searched": list(draft.searched),
        "next_information": list(draft.next_information),
        "citations": [cited(citation) for citation in draft.citations],
        "confidence": confidence_of(draft.confidence),
    }


def evaluation(
    report: EvalReport, details: bool, compared: RunComparison | None = None
) -> shapes.EvalShape:
    measured: shapes.EvalShape = {
        "set": report.set,
        "questions": report.questions,
        "one_question_is_worth": report.one_question_is_worth,
        "backend": report.backend,
        "document": _ranking_figures(report.document),
        "section": _ranking_figures(report.section),
        "refusal": {
            "auroc_near": _figure(report.refusal, "auroc_near"),
            "auroc_far": _figure(report.refusal, "auroc_far"),
            "answered_near": _figure(report.refusal, "answered_near"),
            "answered_far": _figure(report.refusal, "answered_far"),
            "refused_answerable": _figure(report.refusal, "refused_answerable"),
        },
        "intervals": {
            name: [round(low, 4), round(high, 4)] for name, (low, high) in report.intervals.items()
        },
        "took_ms": {
            "p50": round(report.took_ms["p50"], 3),
            "p95": round(report.took_ms["p95"], 3),
        },
    }
    if details:
        measured["results"] = [_question(result) for result in report.results]
    if compared:
        measured["compared"] = _compared(compared)
    return measured


def _compared(compared: RunComparison) -> shapes.ComparedShape:
    return {
        "before": compared.before,
        "now": compared.now,
        "figures": {
            name: {
                "before": round(change.before, 4),
                "now": round(change.now, 4),
                "low": change.low,
                "high": change.high,
                "questions": change.questions,
            }
            for name, change in compared.figures.items()
        },
        "questions": [
            {
                "id": one.id,
                "move": one.move.value,
                "before": one.before,
                "now": one.now,
                "answered_before": one.answered[0],
                "answered_now": one.answered[1],
            }
            for one in compared.moves
        ],
    }


def _ranking_figures(figures: Figures) -> shapes.RankingFigures:
    return {
        "recall@5": _figure(figures, "recall@5"),
        "recall@10": _figure(figures, "recall@10"),
        "mrr@10": _figure(figures, "mrr@10"),
        "ndcg@10": _figure(figures, "ndcg@10"),
    }


def _figure(figures: Figures, name: str) -> float | None:
    value = figures[name]
    return None if value is None else round(value, 4)


def _question(result: QuestionResult) -> shapes.QuestionShape:
    return {
        "id": result.id,
        "took_ms": round(result.took_ms, 3),
        "ranked": [
            {
                "source": place.source,
                "path": place.path,
                "anchor": place.anchor,
                "anchors": list(place.anchors),
                "score": round(place.score * SCORE_UNIT),
            }
            for place in result.ranked
        ],
        "confidence": {
            "level": result.confidence.level.value,
            "score": round(result.confidence.score, 4),
        },
        "outcome": result.outcome.value,
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
