"""`embed`: the optional search by meaning, with a local model and no download."""

from __future__ import annotations

from pathlib import Path

import click

from verbatim_desktop.cli import embed_shapes
from verbatim_desktop.cli.output import emit_json, stdout
from verbatim_desktop.cli.progress import shown_progress
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.meaning import Fusion, MeaningStatus
from verbatim_desktop.text.counting import counted


@click.command("embed")
@click.option("--status", is_flag=True, help="Say how far it is; change nothing.")
@click.option("--off", is_flag=True, help="Search by words alone again. The vectors stay.")
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A model of your own, as docs/embeddings.md describes it.",
)
@click.option(
    "--fusion",
    type=click.Choice([way.value for way in Fusion]),
    default=Fusion.VALUE.value,
    show_default=True,
    help="Join both rankings by value, or by places (reciprocal rank fusion).",
)
@shared_options
@click.pass_obj
def embed_command(
    session: Session, status: bool, off: bool, model: Path | None, fusion: str
) -> None:
    """Search by meaning as well as by words, with a local model.

    Turns it on and gives every section that has none a vector. Ctrl-C stops and keeps what was
    made; the next run goes on from there. After an ingest run it again for the new sections.

    \b
    verbatim embed
    verbatim embed --status
    verbatim embed --model ~/models/bge-small-en-v1.5
    verbatim embed --off
    """
    if status and (off or model):
        raise click.UsageError("--status changes nothing: give it alone.")
    semantic = session.verbatim.semantic
    if off:
        semantic.turn_off()
    elif not status:
        semantic.turn_on(str(model.absolute()) if model else "", Fusion(fusion))
        with shown_progress() as progress:
            semantic.build(progress)
    found = semantic.status()
    if session.json:
        emit_json(_as_json(found))
    else:
        _print(found)


def _as_json(status: MeaningStatus) -> embed_shapes.EmbedShape:
    return {
        "on": status.settings.on,
        "model": status.model.name if status.model else "",
        "folder": status.settings.model,
        "fusion": status.settings.fusion.value,
        "sections": status.sections,
        "embedded": status.embedded,
        "backend": status.backend,
        "problem": status.problem,
    }


def _print(status: MeaningStatus) -> None:
    from verbatim_desktop.cli.reading import say

    console = stdout()
    if status.problem:
        say(console, status.problem, style="yellow")
    say(console, f"Searching by meaning is {'on' if status.settings.on else 'off'}.")
    if status.model:
        say(console, f"{status.embedded:,} of {counted(status.sections, 'section')} have a vector.")
    say(console, f"Questions are searched with: {status.backend}.")
