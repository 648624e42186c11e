"""What the commands of one run share: which library, and how to print.

--home, --workspace and --json may stand before or after the command; the later one counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import click

from verbatim_desktop.app import OpenVerbatim, Verbatim
from verbatim_desktop.domain.errors import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])

#: Serves a workspace over MCP, on stdio where the port is None, until it is stopped.
ServeAgents = Callable[[Verbatim, int | None], None]


def serve_nobody(_verbatim: Verbatim, _port: int | None) -> None:
    """In place of a door for agents where there is none."""
    raise UsageError("Agents are not served from here.")


@dataclass
class Session:
    """One run of the command line."""

    open_verbatim: OpenVerbatim
    serve_agents: ServeAgents
    home: str = ""
    workspace: str = ""
    json: bool = False

    @cached_property
    def opened(self) -> Verbatim:
        """The workspace whether it is there or not: for what makes one, or is about all of them."""
        return self.open_verbatim(self.home, self.workspace)

    @cached_property
    def verbatim(self) -> Verbatim:
        """The workspace, opened when a command first asks for it. Raises NotFound for a name
        that is nobody's: a slip of the keyboard makes no workspace.
        """
        self.opened.workspaces.require(self.opened.workspace)
        return self.opened

    def close(self) -> None:
        if "opened" in self.__dict__:
            self.opened.close()


def session_of(context: click.Context) -> Session:
    """The run a command belongs to, for commands that need their context as well."""
    session = context.find_object(Session)
    if session is None:
        raise RuntimeError("commands run under run.main, which makes the session")
    return session


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value and parameter.name:
        setattr(session_of(context), parameter.name, value)


def shared_options(command: Command) -> Command:
    """Give a command the options that every command has."""
    options = (
        click.option(
            "--home",
            metavar="DIR",
            expose_value=False,
            callback=_keep,
            help="Data folder. Else VERBATIM_HOME, else that of the window.",
        ),
        click.option(
            "--workspace",
            metavar="NAME",
            expose_value=False,
            callback=_keep,
            help="Workspace to use. Else VERBATIM_WORKSPACE, else default.",
        ),
        click.option(
            "--json",
            is_flag=True,
            expose_value=False,
            callback=_keep,
            help="Print one JSON object.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command
