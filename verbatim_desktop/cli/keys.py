"""`keys`: the keys of the providers, from a prompt or standard input, never from the command line.

A key on the command line would stay in the shell's history and be seen in the list of processes.
"""

from __future__ import annotations

import sys

import click

from verbatim_desktop.app.models import WRITERS
from verbatim_desktop.cli import keys_json
from verbatim_desktop.cli.output import emit_json, emit_text
from verbatim_desktop.cli.session import Session, session_of, shared_options
from verbatim_desktop.domain.errors import SecretsError, UsageError
from verbatim_desktop.domain.models import KeyPlace, ProviderName

PROVIDER = click.argument("provider", type=click.Choice([name.value for name in WRITERS]))
#: Catches a key that was given as an argument, so that no error message repeats it.
REST = click.argument("rest", nargs=-1, metavar="")
PLACES = {
    KeyPlace.NOWHERE: "no key",
    KeyPlace.ENVIRONMENT: "from the environment",
    KeyPlace.KEYRING: "in the system keyring",
    KeyPlace.MEMORY: "in memory",
}


@click.group("keys", invoke_without_command=True)
@shared_options
@click.pass_context
def keys_command(context: click.Context) -> None:
    """Keep the keys of providers in the system keyring, list where they are, or remove one.

    No key is ever shown. Keys in OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY and
    VERBATIM_COMPATIBLE_API_KEY come before kept ones.

    \b
    verbatim keys list
    verbatim keys set openai
    verbatim keys remove openai
    """
    if not context.invoked_subcommand:
        _list(session_of(context))


@keys_command.command("list")
@shared_options
@click.pass_obj
def list_command(session: Session) -> None:
    """Say which providers have a key, and where it is.

    \b
    verbatim keys list
    """
    _list(session)


@keys_command.command("set")
@PROVIDER
@REST
@shared_options
@click.pass_obj
def set_command(session: Session, provider: str, rest: tuple[str, ...]) -> None:
    """Keep a key, asked for without showing it, or read from standard input.

    \b
    verbatim keys set openai
    """
    if rest:
        raise UsageError(
            "A key is not given on the command line, where history and other users see it. "
            "Leave it out: it is asked for."
        )
    models = session.verbatim.models
    place = models.keep_key(ProviderName(provider), _asked(provider))
    _, where = models.keys_are_kept()
    if place is KeyPlace.MEMORY:
        raise SecretsError(
            f"The key was not kept. {where} Set it in the environment, or unlock the keyring and "
            "try again."
        )
    if session.json:
        emit_json(keys_json.kept_key(provider, place, where))
    else:
        emit_text(f"The key of {provider} is kept. {where}")


@keys_command.command("remove")
@PROVIDER
@shared_options
@click.pass_obj
def remove_command(session: Session, provider: str) -> None:
    """Take a key out of the system keyring.

    \b
    verbatim keys remove openai
    """
    removed = session.verbatim.models.drop_key(ProviderName(provider))
    if session.json:
        emit_json(keys_json.removed_key(provider, removed))
    else:
        emit_text(f"The key of {provider} is removed." if removed else "No key of it was kept.")


def _asked(provider: str) -> str:
    if sys.stdin is not None and sys.stdin.isatty():
        return click.prompt(f"Key of {provider}", hide_input=True, err=True)
    return sys.stdin.readline() if sys.stdin else ""


def _list(session: Session) -> None:
    models = session.verbatim.models
    states = models.key_states()
    keeps, where = models.keys_are_kept()
    if session.json:
        emit_json(keys_json.keys(states, keeps, where))
        return
    for state in states:
        needed = "" if state.needed else ", none is needed"
        said = PLACES[state.place] + (needed if state.place is KeyPlace.NOWHERE else "")
        emit_text(f"{state.provider:<12}{said}")
    emit_text(where)
