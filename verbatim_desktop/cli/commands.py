"""The command table: what there is, and where each command's code stands.

A command's module is imported when the command is run or listed, so that no command waits for what
another one needs.
"""

from __future__ import annotations

from importlib import import_module

import click

from verbatim_desktop import __version__
from verbatim_desktop.cli.session import shared_options

MODULES = {
    "ingest": "ingest",
    "sources": "sources",
    "docs": "docs",
    "search": "search",
    "ask": "ask",
    "ticket": "ask",
    "reply": "reply",
    "templates": "reply",
    "evidence": "evidence",
    "verify": "verify",
    "drift": "drift",
    "gaps": "gaps",
    "export": "export",
    "replay": "replay",
    "eval": "evaluate",
    "synonyms": "synonyms",
    "usage": "usage",
    "embed": "embed",
    "keys": "keys",
    "workspaces": "workspaces",
    "backup": "backup",
    "restore": "backup",
    "mcp": "mcp",
    "doctor": "doctor",
    "schema": "schema",
}


class LazyGroup(click.Group):
    """A group whose commands are imported by name, in the order of the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        module = import_module(f"verbatim_desktop.cli.{MODULES[cmd_name]}")
        return getattr(module, f"{cmd_name}_command")


@click.command(
    cls=LazyGroup,
    name="verbatim",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 done, 1 a gate or a verdict said no, 2 wrong usage, 3 something outside "
    "the program is in the way, 70 a defect of the program, 130 stopped with Ctrl-C.",
)
@click.version_option(__version__, prog_name="verbatim")
@shared_options
def verbatim_group() -> None:
    """Answers from your own documentation, each claim with the exact sentence it rests on.

    \b
    verbatim ingest docs/
    verbatim ask "How long do refunds take?"
    """
