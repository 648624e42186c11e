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
@shared_options
@click.pass_obj
def gaps_command(session: Session, form: str | None, output: str | None) -> None:
    """List what the documentation lacks, for its writer.

    Questions that were answered with low confidence, and answers that readers marked wrong or
    missing, by topic: how often and when they were asked, the nearest sections, and synonyms to
    consider. Each is asked again of the library as it is now.

    \b
    verbatim gaps
    verbatim gaps --format csv --output gaps.csv
    """
    if session.json and form:
        raise click.UsageError(f"--json and --format {form} exclude each other.")
    report = session.verbatim.gaps.find()
    if session.json:
        emit_json(gaps_as_json(report))
        return
    text = session.verbatim.gaps.written(report, form or "markdown")
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
