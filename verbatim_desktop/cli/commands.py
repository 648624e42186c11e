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
    "answers": "answers",
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


#: Characters of a command's first sentence: as many as it has.
WHOLE = 1000


class LazyGroup(click.Group):
    """A group whose commands are imported by name, in the order of the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        module = import_module(f"verbatim_desktop.cli.{MODULES[cmd_name]}")
        return getattr(module, f"{cmd_name}_command")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in MODULES and name[:1].isalnum() and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, MODULES, 1)
            hint = f" Did you mean “{near[0]}”?" if near else " `verbatim --help` lists them."
            ctx.fail(f"There is no command “{name}”.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Each with its whole first sentence: cut off in the middle it says little."""
        commands = [(name, self.get_command(ctx, name)) for name in MODULES]
        rows = [(name, one.get_short_help_str(WHOLE)) for name, one in commands if one]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


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
