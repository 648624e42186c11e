"""`synonyms`: what else is looked for when a word is typed, as a file that people edit."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.output import emit_json, emit_text
from verbatim_desktop.cli.session import Session, session_of, shared_options
from verbatim_desktop.domain.errors import UsageError


@click.group("synonyms", invoke_without_command=True)
@shared_options
@click.pass_context
def synonyms_command(context: click.Context) -> None:
    """Print the synonym file of the workspace, replace it, or go back to the program's own.

    \b
    verbatim synonyms > synonyms.txt
    verbatim synonyms set synonyms.txt
    verbatim synonyms reset
    """
    if not context.invoked_subcommand:
        _show(session_of(context), whole=True)


@synonyms_command.command("set")
@click.argument("file")
@shared_options
@click.pass_obj
def set_command(session: Session, file: str) -> None:
    """Search with the synonyms of FILE, or of standard input where it is -.

    \b
    verbatim synonyms set synonyms.txt
    echo "k8s, kubernetes" | verbatim synonyms set -
    """
    session.verbatim.save_synonyms(_text_of(file))
    _show(session)


@synonyms_command.command("reset")
@shared_options
@click.pass_obj
def reset_command(session: Session) -> None:
    """Go back to the synonyms that come with the program.

    \b
    verbatim synonyms reset
    """
    session.verbatim.save_synonyms(None)
    _show(session)


def _text_of(file: str) -> str:
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8 text.") from error


def _show(session: Session, whole: bool = False) -> None:
    text, own = session.verbatim.synonyms()
    if session.json:
        emit_json(as_json.synonyms(own, text))
    elif whole:
        emit_text(text.rstrip("\n"))
    else:
        lines = sum(1 for line in text.splitlines() if line.partition("#")[0].strip())
        whose = "your own" if own else "the program's"
        emit_text(f"Searching with {whose} synonyms from now on, {lines} lines of them.")
