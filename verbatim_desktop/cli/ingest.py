"""`ingest`: read folders into the library, and again on every save where asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.output import counted, emit_json, note, stdout
from verbatim_desktop.cli.progress import shown_progress
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.documents import IngestReport, IngestRequest, ParseMode, SourceKind

if TYPE_CHECKING:
    from rich.console import Console

STOPPED = 130


@click.command("ingest")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in SourceKind]),
    help="docs: pages named by route. kb: articles named by path. Guessed if left out.",
)
@click.option(
    "--mode",
    type=click.Choice([mode.value for mode in ParseMode]),
    help="The dialect the files are written in. Guessed if left out.",
)
@click.option("--base-url", default="", metavar="U", help="Where the documents are published.")
@click.option("--name", default="", metavar="N", help="Name of the source; else the folder's.")
@click.option("--ignore", multiple=True, metavar="GLOB", help="Leave these files out. Repeatable.")
@click.option("--docs-version", default="", metavar="V", help="Product version they describe.")
@click.option("--internal", is_flag=True, help="Mark the source as not meant for customers.")
@click.option("--watch", is_flag=True, help="Stay, and ingest again whenever a file is saved.")
@shared_options
@click.pass_obj
def ingest_command(
    session: Session,
    paths: tuple[str, ...],
    kind: str | None,
    mode: str | None,
    base_url: str,
    name: str,
    ignore: tuple[str, ...],
    docs_version: str,
    internal: bool,
    watch: bool,
) -> int:
    """Read folders of documentation, each as a source. What has not changed is skipped.

    Files that fail are listed with the reason, and the rest goes on. Ctrl-C stops and keeps what
    was done; the next ingest goes on from there. With --watch, --json prints one object a line.

    \b
    verbatim ingest docs/
    verbatim ingest docs/ handbook/
    verbatim ingest docs/ --name product --base-url https://docs.example.com --watch
    """
    if name and len(paths) > 1:
        raise click.UsageError("--name names one source; give one PATH with it.")
    first = IngestRequest(
        location="",
        kind=SourceKind(kind) if kind else None,
        mode=ParseMode(mode) if mode else None,
        name=name,
        base_url=base_url,
        ignore=ignore,
        version=docs_version,
        internal=internal,
    )
    requests = [replace(first, location=path) for path in paths]
    return _watch(session, requests) if watch else _ingest(session, requests)


def _ingest(session: Session, requests: Sequence[IngestRequest]) -> int:
    with shown_progress() as progress:
        reports = session.verbatim.ingest(requests, progress)
    return _tell(session, reports)


def _watch(session: Session, requests: Sequence[IngestRequest]) -> int:
    """Ingest now and after each save. Ctrl-C is how it ends, and no failure while it waits."""
    try:
        for _change in session.verbatim.changes([request.location for request in requests]):
            with shown_progress() as progress:
                reports = session.verbatim.ingest(requests, progress)
            status = _tell(session, reports, indent=None)
            if progress.stopped:
                return status
            sys.stdout.flush()
            note("Watching for changes. Ctrl-C ends.")
    except KeyboardInterrupt:
        pass
    return 0


def _tell(session: Session, reports: Sequence[IngestReport], indent: int | None = 2) -> int:
    """Print the reports; returns the exit status."""
    if session.json:
        emit_json(as_json.ingest(reports), indent=indent)
    else:
        _print_reports(stdout(), reports)
    if any(report.cancelled for report in reports):
        note("Stopped. What was done is kept; ingest again to go on.")
        return STOPPED
    return 0


def _print_reports(console: Console, reports: Sequence[IngestReport]) -> None:
    from verbatim_desktop.cli.reading import say, say_files

    for report in reports:
        say(console, f"{report.source}: {_summary(report)}")
        say(console, _size(report), indent=2, style="dim")
        say_files(console, "Failed", report.failed, style="red")
        say_files(console, "Worth a look", report.warnings, style="yellow")
        say_files(console, "Skipped", report.skipped)


def _summary(report: IngestReport) -> str:
    return (
        f"{report.added} added, {report.changed} changed, "
        f"{report.unchanged} unchanged, {report.removed} removed"
    )


def _size(report: IngestReport) -> str:
    return (
        f"{counted(report.documents, 'document')}, {counted(report.sections, 'section')}, "
        f"{counted(report.sentences, 'citable sentence')}, {report.seconds:.1f} s"
    )
