"""`replay`: ask a kept question again and say whether the evidence is what it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import audit_json
from verbatim_desktop.cli.output import emit_json, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.audit import ChangedSection, Replay

if TYPE_CHECKING:
    from rich.console import Console

NO = 1


@click.command("replay")
@click.argument("answer", metavar="ID")
@shared_options
@click.pass_obj
def replay_command(session: Session, answer: str) -> int:
    """Ask a kept question again, without a model, and compare the evidence.

    The same library gives the same evidence: ranked sections, scores, confidence and citations.
    Where it does not, what changed is named, and the exit status is 1.

    \b
    verbatim replay 0123456789abcdef
    verbatim replay 0123456789abcdef --json
    """
    replay = session.verbatim.audit.replay(answer)
    if session.json:
        emit_json(audit_json.replay(replay))
    else:
        _print(replay)
    return 0 if replay.same else NO


def _print(replay: Replay) -> None:
    from verbatim_desktop.cli.reading import say

    console = stdout()
    say(console, replay.answer.question, style="bold")
    if replay.same:
        say(console, "The evidence is the same.", style="green")
    else:
        say(console, "The evidence is not the same.", style="yellow")
    for line in (*replay.differences, *replay.because):
        say(console, line, indent=2, mark="- ")
    for changed in replay.sections:
        _print_section(console, changed)


def _print_section(console: Console, changed: ChangedSection) -> None:
    from verbatim_desktop.cli.reading import PLACE, place, say, say_whole

    section = changed.section
    at = place(section.source, section.route, section.path, section.anchor)
    say_whole(console, at, indent=2, style=PLACE)
    edited = ", its text edited" if changed.edited else ""
    say(console, f"{changed.change.value}: {_then_and_now(changed)}{edited}", indent=4)


def _then_and_now(changed: ChangedSection) -> str:
    then = _ranked(changed.rank_then, changed.score_then)
    now = _ranked(changed.rank_now, changed.score_now)
    return f"{then} then, {now} now"


def _ranked(rank: int | None, score: int | None) -> str:
    from verbatim_desktop.cli.reading import points

    return "not ranked" if rank is None or score is None else f"rank {rank} with {points(score)}"
