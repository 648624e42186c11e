"""`sources`: what the workspace reads from, and taking one out."""

from __future__ import annotations

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.output import emit_json, emit_text, stdout
from verbatim_desktop.cli.session import Session, session_of, shared_options
from verbatim_desktop.domain.documents import IngestReport, SourceStatus
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.text.counting import counted

SHORT_COMMIT = 10


@click.group("sources", invoke_without_command=True)
@shared_options
@click.pass_context
def sources_command(context: click.Context) -> None:
    """List the sources, or take one out.

    \b
    verbatim sources
    verbatim sources remove shop
    """
    if context.invoked_subcommand:
        return
    session = session_of(context)
    statuses = session.verbatim.sources()
    if session.json:
        emit_json(as_json.sources(statuses))
    elif statuses:
        _print(statuses)
    else:
        emit_text("No sources yet. Add one: verbatim ingest FOLDER")


def _print(statuses: tuple[SourceStatus, ...]) -> None:
    from verbatim_desktop.cli.reading import QUIET, say, say_whole

    console = stdout()
    for status in statuses:
        info = status.info
        failed = f", {status.failed} failed" if status.failed else ""
        kind = f"{info.kind.value}, {info.mode.value}"
        say(console, info.name, style="bold")
        say(console, f"{counted(status.documents, 'document')} ({kind}){failed}", indent=2)
        if status.report is not None and status.report.cancelled:
            say(console, _stopped(status.report), indent=2, style="yellow")
        commit = f" at {info.revision[:SHORT_COMMIT]}" if info.revision else ""
        at = f"{info.root}{commit}, updated {status.updated or 'never'}"
        say_whole(console, at, indent=2, style=QUIET)


def _stopped(report: IngestReport) -> str:
    read, found = report.pages_read, report.pages_found
    at = f" after {read:,} of {found:,} pages" if found else ""
    return f"Its last ingest was stopped{at}. Ingest it again to go on."


@sources_command.command("remove")
@click.argument("name")
@shared_options
@click.pass_obj
def remove_command(session: Session, name: str) -> None:
    """Take a source and its documents out of the library. Its own files are not touched.

    \b
    verbatim sources remove shop
    """
    documents = _documents_of(session, name)
    session.verbatim.remove_source(name)
    if session.json:
        emit_json({"removed": name, "documents": documents})
    else:
        emit_text(f"Removed {name} with {counted(documents, 'document')}.")


def _documents_of(session: Session, name: str) -> int:
    for status in session.verbatim.sources():
        if status.info.name == name:
            return status.documents
    raise NotFound(f"There is no source {name}. `verbatim sources` lists them.")
