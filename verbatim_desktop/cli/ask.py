"""`ask` and `ticket`: an answer with its sources, or what to hand on where evidence is weak."""

from __future__ import annotations

import sys

import click

from verbatim_desktop.cli import answer_json
from verbatim_desktop.cli.filters import filter_options
from verbatim_desktop.cli.one_text import OneText
from verbatim_desktop.cli.output import emit_json, emit_text, note, note_if_empty, one_line, stdout
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.cli.written import OnTerminal, say_checks
from verbatim_desktop.domain.answers import Answer, Level, Outcome
from verbatim_desktop.domain.retrieval import Filters

FORMATS = ("markdown", "json", "freshdesk", "zendesk", "intercom")


@click.command("ask", cls=OneText)
@click.argument("question")
@filter_options
@click.option(
    "--provider",
    default="",
    metavar="P",
    help="Who writes the answer. Else VERBATIM_PROVIDER, else what is set, else none: quotes.",
)
@click.option(
    "--model",
    default="",
    metavar="M",
    help="The provider's model. Else VERBATIM_MODEL, else what is set.",
)
@shared_options
@click.pass_obj
def ask_command(
    session: Session, question: str, filters: Filters, provider: str, model: str
) -> None:
    """Answer a question, each claim with the sentence it rests on.

    Where the evidence is weak, a ticket draft is printed in the answer's place. Both are a
    success: the exit status is 0, and "outcome" in the JSON says which it was.

    \b
    verbatim ask "How long do refunds take?"
    verbatim ask "How do I rotate a key?" --in "docs/security/**"
    verbatim ask "How long do refunds take?" --provider anthropic
    verbatim ask "How long do refunds take?" --json
    """
    on_terminal = OnTerminal() if sys.stdout.isatty() and not session.json else None
    answer = session.verbatim.ask(question, filters, provider, model=model, deliver=on_terminal)
    told = on_terminal.close(answer) if on_terminal else False
    note_if_empty(answer.generation)
    if answer.fallback:
        note(one_line(answer.fallback))
    if answer.unkept:
        note(f"This answer is not kept. {answer.unkept}")
    if session.json:
        emit_json(answer_json.answer(answer))
    else:
        _print(answer, told=told)


def _print(answer: Answer, *, told: bool) -> None:
    from verbatim_desktop.cli.reading import say, say_answer, say_ticket

    console = stdout()
    if answer.outcome is Outcome.ANSWER:
        say_answer(console, answer, told=told)
        say_checks(console, answer)
    elif answer.ticket:
        low = answer.confidence.level is Level.LOW
        why = "The library does not answer this." if low else "No sentence answers this by itself."
        say(console, f"{why} A ticket to hand on:", style="yellow")
        console.print()
        say_ticket(console, answer.ticket)
    if answer.clarify:
        console.print()
        say(console, answer.clarify, style="bold")
    console.print()
    kept = f"answer {answer.id}" if answer.id else "not kept"
    took = f"{answer.timing.total:.0f} ms, {answer.route}, {kept}"
    say(console, took, style="dim")


@click.command("ticket", cls=OneText)
@click.argument("question")
@filter_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="A document instead of text to read. The last three are what a helpdesk's API takes.",
)
@shared_options
@click.pass_obj
def ticket_command(session: Session, question: str, filters: Filters, format_: str | None) -> None:
    """Draft a support ticket for a question.

    It says what was searched, what was found and what to ask next. Nothing is sent anywhere.

    \b
    verbatim ticket "Refunds to a closed card"
    verbatim ticket "Refunds to a closed card" --source shop --in "money/**"
    verbatim ticket "Refunds to a closed card" --format zendesk > ticket.json
    """
    from verbatim_desktop.cli.reading import say_ticket

    draft = session.verbatim.ticket(question, filters)
    if format_ == "json" or (session.json and format_ in (None, "markdown")):
        emit_json(answer_json.ticket(draft))
    elif format_ is None:
        say_ticket(stdout(), draft)
    else:
        emit_text(session.verbatim.render_ticket(draft, format_))
