"""`schema`: the JSON Schema of what a command prints with --json."""

from __future__ import annotations

import click

from verbatim_desktop.cli.output import emit_json
from verbatim_desktop.cli.schemas import COMMANDS, schema_of
from verbatim_desktop.cli.session import shared_options


@click.command("schema")
@click.argument("command", nargs=-1, required=True)
@shared_options
def schema_command(command: tuple[str, ...]) -> None:
    """Print the JSON Schema of a command's output.

    \b
    verbatim schema ask
    verbatim schema docs show > docs-show.schema.json
    """
    name = "-".join(command)
    if name not in COMMANDS:
        known = ", ".join(name.replace("-", " ") for name in COMMANDS)
        raise click.BadParameter(f"no schema for {' '.join(command)!r}. There is one for: {known}.")
    emit_json(schema_of(name))
