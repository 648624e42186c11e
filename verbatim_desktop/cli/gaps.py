"""`gaps`: what the documentation lacks, found in the questions that were asked of it."""

from __future__ import annotations

from pathlib import Path

import click

from verbatim_desktop.cli.gaps_shapes import GapShape, GapsShape
from verbatim_desktop.cli.output import emit_json, emit_text, note
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.gaps import Gap, GapReport


@click.command("gaps")
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "csv"]),
    help="What to write, without --json; markdown if not given.",
)
@click.option("--output", "-o", metavar="F", help="The file to write; else stdout.")
@click.option(
    "--not-a-gap",
    "dismissed",
    multiple=True,
    metavar="QUESTION",
    help="Do not list this question any more. Repeatable.",
)
@click.option(
    "--undo", "back", multiple=True, metavar="QUESTION", help="List it again. Repeatable."
)
@shared_options
@click.pass_obj
def gaps_command(
    session: Session,
    form: str | None,
    output: str | None,
    dismissed: tuple[str, ...],
    back: tuple[str, ...],
) -> None:
    """List what the documentation lacks, for its writer.

    Questions that were answered with low confidence, and answers that readers marked wrong or
    missing, by topic: how often and when they were asked, the nearest sections, and synonyms to
    consider. Each is asked again of the library as it is now. Questions of which the library knows
    no word are left out, and so are those that were called no gap.

    \b
    verbatim gaps
    verbatim gaps --format csv --output gaps.csv
    verbatim gaps --not-a-gap "What is the weather?"
    verbatim gaps --undo "What is the weather?"
    """
    if session.json and form:
        raise click.UsageError(f"--json and --format {form} exclude each other.")
    gaps = session.verbatim.gaps
    gaps.dismiss(dismissed)
    gaps.bring_back(back)
    report = gaps.find()
    if session.json:
        emit_json(gaps_as_json(report))
        return
    text = gaps.written(report, form or "markdown")
    if output:
        Path(output).write_bytes(text.encode())
        note(f"Written to {output}.")
    else:
        emit_text(text.replace("\r\n", "\n"))


def gaps_as_json(report: GapReport) -> GapsShape:
    return {
        "gaps": [_gap(gap) for gap in report.gaps],
        "open": report.open,
        "looked_at": report.looked_at,
        "settled": report.settled,
        "dismissed": report.dismissed,
        "strange": report.strange,
    }


def _gap(gap: Gap) -> GapShape:
    return {
        "topic": gap.topic,
        "times": gap.times,
        "first": gap.first,
        "last": gap.last,
        "questions": [
            {
                "text": question.text,
                "asked": list(question.asked),
                "why": [why.value for why in question.why],
                "answer": question.answer,
                "notes": list(question.notes),
                "missing": list(question.missing),
            }
            for question in gap.questions
        ],
        "nearest": [
            {
                "name": near.name,
                "heading_path": list(near.heading_path),
                "questions": near.questions,
            }
            for near in gap.near
        ],
        "synonyms": [
            {
                "line": one.line,
                "missing": one.missing,
                "known": one.known,
                "together": one.together,
                "of": one.of,
            }
            for one in gap.proposals
        ],
    }
