"""`mcp`: serve the workspace to AI agents, read-only."""

from __future__ import annotations

import click

from verbatim_desktop.cli.output import note_if_empty
from verbatim_desktop.cli.session import Session, shared_options


@click.command("mcp")
@click.option(
    "--http",
    "port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Serve over HTTP on this machine's own address; 0 takes a free port. Else on stdio.",
)
@shared_options
@click.pass_obj
def mcp_command(session: Session, port: int | None) -> None:
    """Serve the workspace to AI agents over MCP. Its tools search, read and verify; none writes.

    On stdio a client starts this command itself. Over HTTP it needs the token that is shown on
    stderr, or the one in VERBATIM_MCP_TOKEN. docs/mcp.md has the set-up of common clients.

    \b
    verbatim mcp
    verbatim mcp --http 8765
    """
    note_if_empty(len(session.verbatim.sources()))
    session.serve_agents(session.verbatim, port)
