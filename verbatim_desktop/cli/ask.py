"""`ask` and `ticket`: an answer with its sources, or what to hand on where evidence is weak."""

from __future__ import annotations

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.filters import filter_options
from verbatim_desktop.cli.output import emit_json, emit_text, note, note_if_empty, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.answers import Answer, Level, Outcome
from verbatim_desktop.domain.retrieval import Filters

FORMATS = ("markdown", "json", "freshdesk", "zendesk", "intercom")


@click.command("ask")
@click.argument("question")
@filter_options
@click.option(
    "--provider",
    default="",
    metavar="P",
    help="Who writes the answer. Else VERBATIM_PROVIDER, else none: quoted sentences.",
)
@shared_options
@click.pass_obj
def ask_command(session: Session, question: str, filters: Filters, provider: str) -> None:
    """Answer a question, each claim with the sentence it rests on.

    Where the evidence is weak, a ticket draft is printed in the answer's place. Both are a
    success: the exit status is 0, and "outcome" in the JSON says which it was.

    \b
    verbatim ask "How long do refunds take?"
    verbatim ask "How do I rotate a key?" --in "docs/security/**"
    verbatim ask "How long do refunds take?" --json
    """
    answer = session.verbatim.ask(question, filters, provider)
    note_if_empty(answer.generation)
    if answer.unkept:
        note(f"This answer is not kept. {answer.unkept}")
    if session.json:
        emit_json(as_json.answer(answer))
    else:
        _print(session, answer)


def _print(session: Session, answer: Answer) -> None:
    from verbatim_desktop.cli.reading import say, say_answer

    console = stdout()
    if answer.outcome is Outcome.ANSWER:
        say_answer(console, answer)
    elif answer.ticket:
        low = answer.confidence.level is Level.LOW
        why = "The library does not answer this." if low else "No sentence answers this by itself."
        say(console, f"{why} A ticket to hand on:", style="yellow")
        console.print()
        emit_text(session.verbatim.render_ticket(answer.ticket, "markdown"))
    console.print()
    kept = f"answer {answer.id}" if answer.id else "not kept"
    took = f"{answer.timing.total:.0f} ms, {answer.route}, {kept}"
    say(console, took, style="dim")


@click.command("ticket")
@click.argument("question")
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="What to print; markdown if left out. The last three are what a helpdesk's API takes.",
)
@shared_options
@click.pass_obj
def ticket_command(session: Session, question: str, format_: str | None) -> None:
    """Draft a support ticket for a question.

    It says what was searched, what was found and what to ask next. Nothing is sent anywhere.

    \b
    verbatim ticket "Refunds to a closed card"
    verbatim ticket "Refunds to a closed card" --format zendesk > ticket.json
    """
    draft = session.verbatim.ticket(question)
    wanted = format_ or ("json" if session.json else "markdown")
    if wanted == "json" or (session.json and wanted == "markdown"):
        emit_json(as_json.ticket(draft))
    else:
        emit_text(session.verbatim.render_ticket(draft, wanted))
