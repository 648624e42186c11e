"""`answers`: the kept answers with the ids that `export` and `replay` take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import audit_json
from verbatim_desktop.cli.output import emit_json, emit_text, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.domain.answers import Answer

ALL = 1_000_000


@click.command("answers")
@click.argument("words", nargs=-1, metavar="[WORD...]")
@click.option(
    "-n",
    "limit",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    metavar="N",
    help="How many, the newest first.",
)
@shared_options
@click.pass_obj
def answers_command(session: Session, words: tuple[str, ...], limit: int) -> None:
    """List the kept answers, newest first, with the ids that export and replay take.

    With words, those whose question has all of them. What was asked in the window is among them.

    \b
    verbatim answers
    verbatim answers refund card -n 5
    verbatim answers --json
    """
    wanted = [word.casefold() for word in words]
    kept = session.verbatim.answers(ALL if wanted else limit)
    found = [one for one in kept if all(word in one.question.casefold() for word in wanted)]
    if session.json:
        emit_json(audit_json.answers(found[:limit]))
    elif found:
        _print(found[:limit])
    else:
        emit_text("No kept answer has these words." if words else "Nothing was asked yet.")


def _print(found: list[Answer]) -> None:
    from verbatim_desktop.cli.reading import LEVEL_STYLES, QUIET, say, say_whole

    console = stdout()
    for one in found:
        level = one.confidence.level.value
        cited = counted(len(one.citations), "citation")
        kind = "answered" if one.outcome.value == "answer" else "ticket"
        say_whole(console, f"{one.id}  {one.asked_at}", style=QUIET)
        say(console, one.question, indent=2, style="bold")
        say(console, f"{kind}, {level} confidence, {cited}", indent=2, style=LEVEL_STYLES[level])
