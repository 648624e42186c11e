"""What was measured on golden questions, in the shapes that scripts rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.cli import eval_shapes as shapes
from verbatim_desktop.domain.retrieval import SCORE_UNIT

if TYPE_CHECKING:
    from verbatim_desktop.domain.evaluation import EvalReport, Figures, QuestionResult
    from verbatim_desktop.domain.inspection import RunComparison


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
        "missing": [
            {"id": one.id, "doc": one.doc, "anchor": one.anchor, "reason": one.reason}
            for one in report.missing
        ],
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
                "question": one.question,
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
