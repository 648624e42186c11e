"""Measure a library with golden questions: how it ranks, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from verbatim_desktop.domain.answers import Level, Outcome
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import QuestionUnusable, UnreadableFile
from verbatim_desktop.domain.evaluation import (
    EvalReport,
    GoldenQuestion,
    MeasuredConfidence,
    QuestionResult,
    RankedPlace,
    Target,
)
from verbatim_desktop.domain.retrieval import EVERYTHING, SCORE_UNIT, ScoredSection
from verbatim_desktop.judge import figures
from verbatim_desktop.ports import Clock, Library, Progress, SearchIndex, no_progress
from verbatim_desktop.workflows.find_evidence import find_evidence
from verbatim_desktop.workflows.golden_labels import missing_labels

DEPTH = 200  # ranked sections, enough for ten pages
KEPT = 20  # ranked sections in the details


def evaluate(
    golden: Path,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    progress: Progress = no_progress,
) -> EvalReport:
    """Ask every question of a golden file and sum up. Raises UnreadableFile for a bad one."""
    return evaluate_questions(golden.stem, read_golden(golden), library, index, clock, progress)


def evaluate_questions(
    name: str,
    questions: Sequence[GoldenQuestion],
    library: Library,
    index: SearchIndex,
    clock: Clock,
    progress: Progress = no_progress,
) -> EvalReport:
    """Ask every question and sum up."""
    results: list[QuestionResult] = []
    meaning = index.meaning()
    backend = f"lexical+{meaning.name}" if meaning else "lexical"
    for done, question in enumerate(questions):
        progress(IngestProgress("measuring", done, len(questions), question.id))
        results.append(measure(question, library, index, clock))
    progress(IngestProgress("measuring", len(questions), len(questions)))
    missing = missing_labels(questions, results, library)
    return replace(report(name, questions, results, backend), missing=missing)


def read_golden(path: Path) -> tuple[GoldenQuestion, ...]:
    """The questions of a file with one JSON object a line, as docs/cli.md describes them.

    Raises UnreadableFile.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        reason = f"{path} cannot be read ({error.strerror or error})."
        raise UnreadableFile(reason) from error
    except ValueError as error:
        raise UnreadableFile(f"{path} is not UTF-8 text.") from error
    questions = tuple(
        _read_line(path, line, number) for number, line in enumerate(lines, 1) if line.strip()
    )
    if not questions:
        raise UnreadableFile(f"{path} holds no questions.")
    return questions


def _read_line(path: Path, line: str, number: int) -> GoldenQuestion:
    try:
        return _question(json.loads(line), number)
    except KeyError as error:
        problem = f"has no {error}"
    except json.JSONDecodeError as error:
        problem = f"is not JSON ({error.msg} at column {error.colno})"
    except (ValueError, TypeError, AttributeError):
        problem = "is not an object with a question and its relevant sections"
    raise UnreadableFile(f"{path}, line {number}, {problem}.")


def _question(row: dict[str, Any], number: int) -> GoldenQuestion:
    answerable = row.get("kind", "answerable") == "answerable"
    relevant: list[dict[str, Any]] = row.get("relevant", []) if answerable else []
    return GoldenQuestion(
        id=str(row.get("id", number)),
        question=str(row["question"]),
        relevant=tuple(Target(str(r["doc"]), str(r.get("anchor") or "")) for r in relevant),
        scope="" if answerable else str(row.get("scope") or "far"),
    )


def measure(
    question: GoldenQuestion, library: Library, index: SearchIndex, clock: Clock
) -> QuestionResult:
    """What the library makes of one question. One it cannot search for is refused."""
    try:
        found = find_evidence(
            question.question, library, index, clock, filters=EVERYTHING, limit=DEPTH
        )
    except QuestionUnusable:
        refused = MeasuredConfidence(Level.LOW, 0.0)
        return QuestionResult(question.id, 0.0, (), refused, Outcome.TICKET)
    return QuestionResult(
        id=question.id,
        took_ms=round(found.ranking.took_ms, 3),
        ranked=tuple(_place(scored) for scored in found.ranking.results),
        confidence=MeasuredConfidence(found.confidence.level, found.confidence.score),
        outcome=found.outcome,
    )


def _place(scored: ScoredSection) -> RankedPlace:
    section = scored.section
    return RankedPlace(
        section.source,
        section.shows or section.path,
        section.anchor,
        section.anchors,
        scored.score / SCORE_UNIT,
        section.path,
    )


@dataclass
class _Sums:
    """Figures of single questions, gathered for their means and intervals."""

    document: list[dict[str, float]] = field(default_factory=list[dict[str, float]])
    section: list[dict[str, float]] = field(default_factory=list[dict[str, float]])
    scores: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    answered: dict[str, list[bool]] = field(default_factory=dict[str, list[bool]])


def report(
    name: str,
    questions: Sequence[GoldenQuestion],
    results: Sequence[QuestionResult],
    backend: str = "lexical",
) -> EvalReport:
    """The figures of a set; results in the order of the questions."""
    sums = _Sums()
    for question, result in zip(questions, results, strict=True):
        _add(sums, question, result)
    answerable = len(sums.document)
    took = [result.took_ms for result in results]
    return EvalReport(
        set=name,
        questions=len(questions),
        one_question_is_worth=round(1 / (answerable or len(questions)), 4),
        backend=backend,
        document=_rounded(figures.mean_figures(sums.document)),
        section=_rounded(figures.mean_figures(sums.section)),
        refusal=_rounded(figures.refusal_figures(sums.scores, sums.answered)),
        intervals=_intervals(sums),
        took_ms={"p50": _percentile(took, 50), "p95": _percentile(took, 95)},
        results=tuple(_kept(*pair) for pair in zip(questions, results, strict=True)),
    )


def _add(sums: _Sums, question: GoldenQuestion, result: QuestionResult) -> None:
    scope = question.scope or "answerable"
    sums.scores.setdefault(scope, []).append(result.confidence.score)
    sums.answered.setdefault(scope, []).append(result.outcome is Outcome.ANSWER)
    if not question.answerable:
        return
    wanted = {target.doc for target in question.relevant}
    pages = list(dict.fromkeys(_page(place, wanted) for place in result.ranked))
    sums.document.append(figures.ranking_figures(pages, wanted))
    if of_sections := _section_figures(question, result):
        sums.section.append(of_sections)


def _section_figures(question: GoldenQuestion, result: QuestionResult) -> dict[str, float]:
    """Nothing where no label names a heading."""
    headings = [target for target in question.relevant if target.anchor]
    if not headings:
        return {}
    ranked = [_hit(place, headings, rank) for rank, place in enumerate(result.ranked)]
    return figures.ranking_figures(ranked, set(headings))


def _kept(question: GoldenQuestion, result: QuestionResult) -> QuestionResult:
    """A result with its first ranks only, and what the whole of it says of the labels."""
    shortened = replace(result, ranked=result.ranked[:KEPT])
    if not question.answerable:
        return shortened
    wanted = {target.doc for target in question.relevant}
    pages = list(dict.fromkeys(_page(place, wanted) for place in result.ranked))
    return replace(
        shortened,
        best_rank=_best_rank(question, result),
        page_figures=figures.ranking_figures(pages, wanted),
        section_figures=_section_figures(question, result),
    )


def _best_rank(question: GoldenQuestion, result: QuestionResult) -> int | None:
    """Where the first labelled section stands, or the first of a labelled page."""
    wanted = {target.doc for target in question.relevant}
    headings = [target for target in question.relevant if target.anchor]
    places = enumerate(result.ranked, 1)
    if headings:
        found = (at for at, place in places if isinstance(_hit(place, headings, at), Target))
    else:
        found = (at for at, place in places if _page(place, wanted) in wanted)
    return next(found, None)


def _page(place: RankedPlace, wanted: Container[str]) -> str:
    """The page as the label names it: by its own path or that of the page it shows, or with the
    source's name before it."""
    names = [name for path in (place.page, place.path) for name in (path, f"{place.source}/{path}")]
    return next((name for name in names if name in wanted), names[-1])


def _hit(place: RankedPlace, headings: Iterable[Target], rank: int) -> Hashable:
    """The labelled heading that a ranked section holds, else something unlike any label."""
    for target in headings:
        if target.doc == _page(place, {target.doc}) and target.anchor in place.anchors:
            return target
    return rank


def _intervals(sums: _Sums) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for level, rows in (("document", sums.document), ("section", sums.section)):
        for name in figures.RANKING_FIGURES if rows else ():
            found[f"{level}.{name}"] = figures.mean_interval([row[name] for row in rows])
    for scope in ("near", "far"):
        if sums.answered.get(scope):
            flags = [float(flag) for flag in sums.answered[scope]]
            found[f"refusal.answered_{scope}"] = figures.mean_interval(flags)
            if sums.scores.get("answerable"):
                pair = sums.scores["answerable"], sums.scores[scope]
                found[f"refusal.auroc_{scope}"] = figures.auroc_interval(*pair)
    if sums.answered.get("answerable"):
        refused = [float(not flag) for flag in sums.answered["answerable"]]
        found["refusal.refused_answerable"] = figures.mean_interval(refused)
    return found


def _rounded(values: dict[str, float | None]) -> dict[str, float | None]:
    return {name: None if value is None else round(value, 4) for name, value in values.items()}


def _percentile(values: Sequence[float], rank: float) -> float:
    return round(figures.percentile(values, rank), 3)
