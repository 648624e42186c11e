"""Golden sets of a workspace: read, kept, measured, and held against the run before."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path

from verbatim_desktop.domain.answers import Outcome
from verbatim_desktop.domain.errors import NotFound, UnreadableFile
from verbatim_desktop.domain.evaluation import GoldenQuestion, QuestionResult
from verbatim_desktop.domain.inspection import (
    Change,
    GoldenEntry,
    GoldenRun,
    GoldenSet,
    QuestionMove,
    RunComparison,
    move_of,
)
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.judge import figures
from verbatim_desktop.ports import Clock, Library, Progress, SearchIndex, no_progress
from verbatim_desktop.workflows.evaluate import evaluate_questions, read_golden

SETS, RUNS = "golden", "golden_run"
RUNS_KEPT = 20
#: What a question's figures are of, by the name in a report.
LEVELS: dict[str, Callable[[QuestionResult], Mapping[str, float]]] = {
    "document": lambda result: result.page_figures,
    "section": lambda result: result.section_figures,
}


def set_of(path: Path, name: str = "") -> GoldenSet:
    """The set of a golden file. Raises UnreadableFile."""
    entries = tuple(
        GoldenEntry(question.id, question.question, question.relevant, question.scope)
        for question in read_golden(path)
    )
    return GoldenSet(name or path.stem, entries, str(path.absolute()))


def load_set(path: Path, library: Library, name: str = "") -> GoldenSet:
    """Read a golden file and keep it under a name, the file's own where none is given."""
    loaded = set_of(path, name)
    save_set(loaded, library)
    return loaded


def save_set(golden: GoldenSet, library: Library) -> None:
    library.keep(SETS, golden.name, to_plain(golden))


def sets(library: Library) -> tuple[GoldenSet, ...]:
    """Every kept set, by name."""
    kept = [from_plain(GoldenSet, one.value) for one in library.kept(SETS)]
    return tuple(sorted(kept, key=lambda golden: golden.name))


def golden_set(name: str, library: Library) -> GoldenSet:
    """A kept set. Raises NotFound."""
    kept = library.kept_as(SETS, name)
    if kept is None:
        raise NotFound(f"There is no golden set “{name}”.")
    return from_plain(GoldenSet, kept.value)


def drop_set(name: str, library: Library) -> GoldenSet:
    """Keep a set no longer; what was kept, so that it can be kept again. Raises NotFound."""
    dropped = golden_set(name, library)
    library.drop(SETS, name)
    return dropped


def as_jsonl(golden: GoldenSet) -> str:
    """The set as a golden file, one JSON object a line, as docs/cli.md describes it."""
    return "".join(json.dumps(_row(entry), ensure_ascii=False) + "\n" for entry in golden.questions)


def _row(entry: GoldenEntry) -> dict[str, object]:
    row: dict[str, object] = {"id": entry.id, "question": entry.question}
    if entry.relevant:
        relevant = [{"doc": t.doc, "anchor": t.anchor or None} for t in entry.relevant]
        return {**row, "kind": "answerable", "relevant": relevant}
    return {**row, "kind": "unanswerable", "scope": entry.scope or "near"}


def run_set(
    golden: GoldenSet,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    name: str = "",
    progress: Progress = no_progress,
) -> GoldenRun:
    """Measure a set. Raises UnreadableFile for an empty one, and Cancelled from progress."""
    questions = tuple(
        GoldenQuestion(
            entry.id, entry.question, entry.relevant, "" if entry.relevant else entry.scope
        )
        for entry in golden.questions
    )
    if not questions:
        raise UnreadableFile(f"The golden set “{golden.name}” holds no questions.")
    report = evaluate_questions(golden.name, questions, library, index, clock, progress)
    at = clock.now()
    return GoldenRun(name or at, golden.name, at, library.generation(), report)


def keep_run(run: GoldenRun, library: Library) -> None:
    """Keep a run under its name; of unnamed ones the last twenty stay."""
    library.keep(RUNS, run.name, to_plain(run))
    kept = [one for one in library.kept(RUNS) if from_plain(GoldenRun, one.value).set == run.set]
    for old in kept[RUNS_KEPT:]:
        library.drop(RUNS, old.name)


def runs(library: Library, set_name: str = "") -> tuple[GoldenRun, ...]:
    """Kept runs of a set, or of all, the newest first."""
    found = (from_plain(GoldenRun, one.value) for one in library.kept(RUNS))
    return tuple(run for run in found if not set_name or run.set == set_name)


def kept_run(name: str, library: Library) -> GoldenRun:
    """A kept run. Raises NotFound."""
    kept = library.kept_as(RUNS, name)
    if kept is None:
        raise NotFound(f"There is no kept run “{name}”. `verbatim eval --save NAME` keeps one.")
    return from_plain(GoldenRun, kept.value)


def compare_runs(before: GoldenRun, now: GoldenRun, texts: Mapping[str, str]) -> RunComparison:
    """What rose and fell question by question, and by how much the figures of both differ.

    texts: the questions by id.
    """
    old = {result.id: result for result in before.report.results}
    moves = tuple(
        _move(old[result.id], result, texts) for result in now.report.results if result.id in old
    )
    return RunComparison(before.name, now.name, moves, _changes(before, now))


def _move(old: QuestionResult, new: QuestionResult, texts: Mapping[str, str]) -> QuestionMove:
    ranks = old.best_rank, new.best_rank
    answered = old.outcome is Outcome.ANSWER, new.outcome is Outcome.ANSWER
    return QuestionMove(new.id, texts.get(new.id, new.id), *ranks, answered, move_of(*ranks))


def _changes(before: GoldenRun, now: GoldenRun) -> dict[str, Change]:
    """The figures of the questions in both runs, with paired bootstrap intervals."""
    return {
        f"{level}.{name}": change
        for level, of in LEVELS.items()
        for name, change in _changes_of(
            {r.id: of(r) for r in before.report.results if of(r)},
            {r.id: of(r) for r in now.report.results if of(r)},
        ).items()
    }


def _changes_of(
    old: Mapping[str, Mapping[str, float]], new: Mapping[str, Mapping[str, float]]
) -> dict[str, Change]:
    both = [question for question in new if question in old]
    found: dict[str, Change] = {}
    for name in figures.RANKING_FIGURES if both else ():
        pairs = [(old[question][name], new[question][name]) for question in both]
        low, high = figures.mean_interval([after - first for first, after in pairs])
        before_mean, now_mean = (math.fsum(side) / len(both) for side in zip(*pairs, strict=True))
        found[name] = Change(before_mean, now_mean, low, high, len(both))
    return found
