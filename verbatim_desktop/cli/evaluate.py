"""`eval`: measure retrieval and refusal on golden questions, and gate on a figure."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import eval_json, eval_shapes
from verbatim_desktop.cli.output import emit_json, note, stdout
from verbatim_desktop.cli.progress import shown_progress
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.documents import FileNote, target_of
from verbatim_desktop.domain.evaluation import EvalReport
from verbatim_desktop.domain.inspection import Move, QuestionMove, RunComparison
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from rich.console import Console

Gate = tuple[str, float]

GROUPS = {
    "document": eval_shapes.RankingFigures,
    "section": eval_shapes.RankingFigures,
    "refusal": eval_shapes.RefusalFigures,
}
#: What a metric may be called, and its full name; without a group it is the first that has it.
METRICS = {
    **{
        name: f"{group}.{name}"
        for group, figures in reversed(GROUPS.items())
        for name in figures.__annotations__
    },
    **{
        f"{group}.{name}": f"{group}.{name}"
        for group, figures in GROUPS.items()
        for name in figures.__annotations__
    },
}


def _gates(
    context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[Gate, ...]:
    """METRIC=V each, such as section.ndcg@10=0.6."""
    return tuple(_gate(context, value) for value in values)


def _gate(context: click.Context, text: str) -> Gate:
    metric, _, limit = text.rpartition("=")
    if not metric:
        raise click.BadParameter(f"{text!r} sets no limit. Write METRIC=V: {text}=0.8.", context)
    name = METRICS.get(metric)
    if name is None:
        known = ", ".join(dict.fromkeys(METRICS.values()))
        raise click.BadParameter(f"no metric {metric!r}. There are: {known}.", context)
    try:
        return name, float(limit)
    except ValueError:
        raise click.BadParameter(f"{limit!r} is no number.", context) from None


@click.command("eval")
@click.argument("golden", type=click.Path(path_type=Path), metavar="GOLDEN.jsonl")
@click.option("--details", is_flag=True, help="With --json, also what each question gave.")
@click.option(
    "--fail-under",
    "floors",
    metavar="METRIC=V",
    multiple=True,
    callback=_gates,
    help="Exit with 1 where a figure is under V. Repeatable.",
)
@click.option(
    "--fail-over",
    "ceilings",
    metavar="METRIC=V",
    multiple=True,
    callback=_gates,
    help="Exit with 1 where a figure is over V. Repeatable.",
)
@click.option("--save", metavar="NAME", default="", help="Keep this run under a name.")
@click.option(
    "--compare",
    metavar="NAME",
    default="",
    help="Show what rose and fell since a kept run, question by question.",
)
@shared_options
@click.pass_obj
def eval_command(
    session: Session,
    golden: Path,
    details: bool,
    floors: tuple[Gate, ...],
    ceilings: tuple[Gate, ...],
    save: str,
    compare: str,
) -> int:
    """Measure the library on golden questions.

    The file has one JSON object a line, as docs/cli.md describes. A metric is named as in the
    JSON: document.recall@5, section.ndcg@10, refusal.auroc_far. The group may be left out:
    recall@5 is the document's.

    \b
    verbatim eval golden.jsonl
    verbatim eval golden.jsonl --json --details > figures.json
    verbatim eval golden.jsonl --fail-under recall@5=0.8 --fail-over answered_far=0.1
    verbatim eval golden.jsonl --save before
    verbatim eval golden.jsonl --compare before
    """
    inspector = session.verbatim.inspector
    before = inspector.run(compare) if compare else None
    with shown_progress() as progress:
        report = session.verbatim.evaluate(golden, progress)
    run = inspector.run_of(report, save)
    if save:
        inspector.keep_run(run)
    compared = inspector.compare_runs(before, run, golden) if before else None
    if session.json:
        emit_json(eval_json.evaluation(report, details, compared))
    else:
        _print(report)
        if compared:
            _print_compared(compared)
    complaints = [
        *(_complaint(report, metric, least=limit) for metric, limit in floors),
        *(_complaint(report, metric, most=limit) for metric, limit in ceilings),
    ]
    for complaint in filter(None, complaints):
        note(complaint)
    return 1 if any(complaints) else 0


def _complaint(
    report: EvalReport, metric: str, least: float = -math.inf, most: float = math.inf
) -> str:
    """Why a figure does not pass, or "" where it does."""
    group, name = metric.split(".")
    value = getattr(report, group)[name]
    if value is None:
        return f"{metric} cannot be measured: the set has no such questions."
    if value < least:
        return f"{metric} is {value:.4f}, under {least:g}."
    return f"{metric} is {value:.4f}, over {most:g}." if value > most else ""


def _print(report: EvalReport) -> None:
    from verbatim_desktop.cli.reading import say

    console = stdout()
    worth = report.one_question_is_worth
    say(
        console,
        f"{report.set}: {counted(report.questions, 'question')}, {report.backend}",
        style="bold",
    )
    say(console, f"One answerable question is worth {worth:.3f}.", style="dim")
    for group in GROUPS:
        console.print(f"\n{group}", style="bold")
        for name, value in getattr(report, group).items():
            say(console, _figure(report, group, name, value), indent=2)
    took = report.took_ms
    say(console, f"\nRetrieval: {took['p50']:.1f} ms at the median, {took['p95']:.1f} ms at p95")
    _print_missing(console, report)


def _print_missing(console: Console, report: EvalReport) -> None:
    """Labels that no ranking can hit, whatever it is worth: renamed pages, above all."""
    from verbatim_desktop.cli.reading import say_files

    notes = [
        FileNote(target_of(one.doc, one.anchor), f"{one.reason} ({one.id})")
        for one in report.missing
    ]
    say_files(console, "Labels that point at nothing", notes, style="yellow")


def _print_compared(compared: RunComparison) -> None:
    from verbatim_desktop.cli.reading import QUIET, say

    console = stdout()
    console.print(f"\nSince {compared.before}", style="bold")
    for name, change in compared.figures.items():
        line = f"{name:<20}{change.before:.3f} to {change.now:.3f}, {change.difference:+.3f}"
        say(console, f"{line}  ({change.low:+.3f} to {change.high:+.3f})", indent=2)
    moved = [one for one in compared.moves if _has_moved(one)]
    if not moved:
        say(console, "No question moved.", indent=2)
    for one in moved:
        ranks = " to ".join(str(rank or "not found") for rank in (one.before, one.now))
        move = "" if one.move is Move.SAME else f"{one.move.value}, {ranks}"
        said = ", ".join(filter(None, (move, _outcome(one))))
        say(console, f"{one.id}: {said}", indent=2)
        if one.question != one.id:
            say(console, one.question, indent=4, style=QUIET)


def _has_moved(one: QuestionMove) -> bool:
    return one.move is not Move.SAME or one.answered[0] != one.answered[1]


def _outcome(one: QuestionMove) -> str:
    if one.answered[0] == one.answered[1]:
        return ""
    return "answered now" if one.answered[1] else "refused now"


def _figure(report: EvalReport, group: str, name: str, value: float | None) -> str:
    if value is None:
        return f"{name:<20}    -"
    interval = report.intervals.get(f"{group}.{name}")
    between = f"  ({interval[0]:.3f} to {interval[1]:.3f})" if interval else ""
    return f"{name:<20}{value:.3f}{between}"
