"""`reply` and `templates`: from a customer's message to one grounded reply."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from verbatim_desktop.app.composer import Composer
from verbatim_desktop.cli import reply_json
from verbatim_desktop.cli.filters import filter_options
from verbatim_desktop.cli.output import emit_json, emit_text, note, note_if_empty, one_line
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.cli.written import say_written
from verbatim_desktop.compose.tone import LANGUAGES
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.models import ProviderName
from verbatim_desktop.domain.replies import Agent, Length, ReplyDraft, ReplyOptions, Tone
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.domain.rewrites import Rewrite

FORMATS = ("text", "markdown", "html")
TONES = [tone.value for tone in Tone]
LENGTHS = [length.value for length in Length]
STDIN = "-"


@click.command("reply")
@click.argument("file", metavar="FILE|-")
@click.option("--tone", type=click.Choice(TONES), help="Professional if left out.")
@click.option(
    "--length", type=click.Choice(LENGTHS), help="How much is quoted; standard if left out."
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Language of greeting and sign-off; else the message's. Quotes stay as they are.",
)
@click.option("--template", default="", metavar="NAME", help="See: verbatim templates")
@click.option("--ticket", default="", metavar="KEY", help="Number of the ticket, for templates.")
@click.option("--agent", metavar="NAME", help="Who signs; kept for the next reply.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="What to print: text if left out, markdown with --json.",
)
@click.option("--no-sources", is_flag=True, help="Without markers and the list of sources.")
@click.option(
    "--provider",
    default="",
    metavar="P",
    help="Who writes the answers. Else VERBATIM_PROVIDER, else what is set, else none: quotes.",
)
@click.option(
    "--model",
    default="",
    metavar="M",
    help="The provider's model. Else VERBATIM_MODEL, else what is set.",
)
@filter_options
@shared_options
@click.pass_obj
def reply_command(
    session: Session,
    file: str,
    tone: str | None,
    length: str | None,
    language: str | None,
    template: str,
    ticket: str,
    agent: str | None,
    format_: str | None,
    no_sources: bool,
    provider: str,
    model: str,
    filters: Filters,
) -> None:
    """Draft one reply to a customer's message, each answer with the sentences it rests on.

    FILE is an .eml, .txt or .md file, - is stdin. Quoted history and signature are taken off, the
    questions are found, and each is answered from the library. What the library does not answer
    is said to be looked into. Where a provider is set or named, a model writes the answers: it
    sees the message without personal data, names apart, and each of its sentences is held against
    what it cites. Nothing is sent to the customer.

    \b
    verbatim reply message.eml
    verbatim reply message.txt --tone friendly --language de
    verbatim reply message.txt --template "Standard reply" --format html --no-sources
    verbatim reply message.txt --provider anthropic
    verbatim reply message.txt --json
    """
    composer = session.verbatim.composer
    message = _message(composer, file)
    if agent is not None:
        composer.save_agent(Agent(agent, composer.agent().team))
    options = ReplyOptions(
        Tone(tone or Tone.PROFESSIONAL),
        Length(length or Length.STANDARD),
        language or "",
        template,
        ticket,
        filters,
    )
    draft = composer.draft(message, options)
    done = _written(session, draft, provider, model)
    draft = (done and done.draft) or draft
    wanted = format_ or ("markdown" if session.json else "text")
    text = composer.render(draft, wanted, not no_sources)
    _notes(composer, draft)
    if done is not None:
        say_written(composer, draft, done)
    if session.json:
        redactions = composer.redact(message.text).redactions
        unresolved = composer.check(draft).unresolved
        emit_json(reply_json.reply(draft, text, redactions, unresolved, done))
    else:
        emit_text(text)


def _message(composer: Composer, file: str) -> Message:
    if file == STDIN:
        return composer.read_bytes(sys.stdin.buffer.read())
    return composer.read_file(Path(file))


def _written(session: Session, draft: ReplyDraft, provider: str, model: str) -> Rewrite | None:
    """The answers as a model writes them; None where no model is to. Raises NotFound."""
    chosen = session.verbatim.models.chosen(provider, model)
    if chosen.name is ProviderName.NONE:
        return None
    return session.verbatim.composer.write(draft, provider=provider, model=model)


def _notes(composer: Composer, draft: ReplyDraft) -> None:
    """What to know before sending, on stderr."""
    note_if_empty(draft.generation)
    for line in draft.notes:
        note(line)
    for number, said in enumerate(draft.questions, 1):
        note(f"{number}. {said.level.value}: {one_line(said.question.text)}")
        for line in said.notes:
            note(f"   {line}")
        if said.ticket:
            search = one_line(said.question.search)
            note(f"   Its ticket draft: verbatim ticket {shlex.quote(search)}")
    if draft.internal:
        note(f"For internal use, and cited: {', '.join(draft.internal)}. Look before you send.")
    names = {item.name for item in composer.check(draft).unresolved}
    if names:
        note(f"To be filled in before sending: {', '.join(sorted(names))}.")


@click.command("templates")
@click.argument("name", required=False)
@shared_options
@click.pass_obj
def templates_command(session: Session, name: str | None) -> None:
    """List the templates for replies, or print one.

    \b
    verbatim templates
    verbatim templates "Standard reply"
    """
    composer = session.verbatim.composer
    found = (composer.template(name),) if name else composer.templates()
    if session.json:
        emit_json(reply_json.templates(found))
    elif name:
        emit_text(found[0].text)
    else:
        width = max(len(template.name) for template in found)
        for template in found:
            emit_text(
                f"{one_line(template.name):{width}}  {one_line(template.description)}".rstrip()
            )
