"""`ingest`: read folders, archives and repositories, and again on every save where asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.output import emit_json, note, stdout
from verbatim_desktop.cli.progress import interruptible, shown, shown_progress
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.documents import (
    FileNote,
    IngestReport,
    IngestRequest,
    ParseMode,
    SourceKind,
)
from verbatim_desktop.domain.errors import VerbatimError
from verbatim_desktop.domain.locations import GitAddress, SourcePlace, place_of
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from rich.console import Console

STOPPED = 130


@click.command("ingest")
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--git", default="", metavar="URL", help="Read a repository, fetched with git.")
@click.option("--folder", default="", metavar="SUB", help="With --git: only this folder of it.")
@click.option("--branch", default="", metavar="B", help="With --git: another than its default.")
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
@click.option("--name", default="", metavar="N", help="Name of the source; else the place's.")
@click.option("--ignore", multiple=True, metavar="GLOB", help="Leave these files out. Repeatable.")
@click.option("--docs-version", default="", metavar="V", help="Product version they describe.")
@click.option("--internal", is_flag=True, help="Mark the source as not meant for customers.")
@click.option("--watch", is_flag=True, help="Stay, and ingest again whenever a file is saved.")
@shared_options
@click.pass_obj
def ingest_command(
    session: Session,
    paths: tuple[str, ...],
    git: str,
    folder: str,
    branch: str,
    kind: str | None,
    mode: str | None,
    base_url: str,
    name: str,
    ignore: tuple[str, ...],
    docs_version: str,
    internal: bool,
    watch: bool,
) -> int:
    """Read documentation, each PATH as a source. What has not changed is skipped.

    PATH is a folder, an export as .zip or .tar (also .gz, .bz2, .xz), or a repository: URL,
    URL#FOLDER or URL#BRANCH:FOLDER. A repository is fetched over the network with the git program,
    one commit and that folder only; nothing else here opens a connection.

    Files that fail are listed with the reason, and the rest goes on. Ctrl-C stops and keeps what
    was done; the next ingest goes on from there. With --watch, --json prints one object a line.

    \b
    verbatim ingest docs/
    verbatim ingest docs/ handbook/ helpdesk-export.zip
    verbatim ingest docs/ --name product --base-url https://docs.example.com --watch
    verbatim ingest https://git.example.com/product.git#docs
    verbatim ingest --git https://git.example.com/product.git --folder docs --branch v2
    """
    places = _places(paths, git, folder, branch)
    if name and len(places) > 1:
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
    requests = [replace(first, location=place) for place in places]
    return _watch(session, requests) if watch else _ingest(session, requests)


def _places(paths: tuple[str, ...], git: str, folder: str, branch: str) -> list[str]:
    """Every place to read, the repository last."""
    if (folder or branch) and not git:
        raise click.UsageError("--folder and --branch go with --git.")
    if not paths and not git:
        raise click.UsageError("Name a PATH, or a repository with --git.")
    if not git:
        return list(paths)
    if "#" in git:
        raise click.UsageError("With --git, name the folder with --folder, not with #.")
    if place_of(git) is not SourcePlace.GIT:
        if not Path(git).is_dir():
            raise click.UsageError(f"{git} is neither the address of a repository nor its folder.")
        git = Path(git).resolve().as_uri()  # a repository on this machine, named on purpose
    return [*paths, str(GitAddress(git, folder.strip("/"), branch))]


def _ingest(session: Session, requests: Sequence[IngestRequest]) -> int:
    with shown_progress() as progress:
        reports = session.opened.ingest(requests, progress)
    return _tell(session, reports)


def _watch(session: Session, requests: Sequence[IngestRequest]) -> int:
    """Ingest now and after each save. Ctrl-C is how it ends, and no failure while it waits.

    Python itself interrupts the waiting alone: where that hits an import, it ends the process later
    as if by the signal, caught or not.
    """
    said = Said()
    try:
        for _change in session.opened.changes([request.location for request in requests]):
            with interruptible() as stop:
                with shown(stop) as progress:
                    reports = session.opened.ingest(requests, progress)
                status = _tell(session, reports, indent=None, said=said)
                sys.stdout.flush()
                if stop.is_set():
                    return status
                note("Watching for changes. Ctrl-C ends.")
    except KeyboardInterrupt:
        pass
    return 0


def _tell(
    session: Session,
    reports: Sequence[IngestReport],
    indent: int | None = 2,
    said: Said | None = None,
) -> int:
    """Print the reports; returns the exit status. said: what a watch need not say again."""
    if session.json:
        emit_json(as_json.ingest(reports), indent=indent)
    elif said is not None and said.any:
        _print_changes(stdout(), [said.news_of(report) for report in reports])
    else:
        _print_reports(stdout(), reports)
    if said is not None:
        said.add(reports)
    if any(report.cancelled for report in reports):
        note("Stopped. What was done is kept; ingest again to go on.")
        return STOPPED
    _note_drift(session, reports)
    return 0


class Said:
    """What was said of files since a watch began: the next round tells what is new alone."""

    def __init__(self) -> None:
        self.any = False
        self._notes: dict[str, set[FileNote]] = {}

    def add(self, reports: Sequence[IngestReport]) -> None:
        self.any = True
        for report in reports:
            self._notes[report.source] = {*report.failed, *report.warnings, *report.skipped}

    def news_of(self, report: IngestReport) -> IngestReport:
        """A report without the notes that were there before."""
        known = self._notes.get(report.source, set())

        def new(notes: tuple[FileNote, ...]) -> tuple[FileNote, ...]:
            return tuple(note for note in notes if note not in known)

        return replace(
            report,
            failed=new(report.failed),
            warnings=new(report.warnings),
            skipped=new(report.skipped),
        )


def _note_drift(session: Session, reports: Sequence[IngestReport]) -> None:
    """Say what the ingest changed under what is kept; looked for only where it changed a page."""
    if not any(report.changed or report.removed for report in reports):
        return
    try:
        drifted = session.opened.audit.drift_count()
    except VerbatimError as error:
        note(f"Kept citations could not be looked through. {error}")
        return
    if drifted:
        note(f"{counted(drifted, 'kept citation')} drifted. `verbatim drift` lists them.")


def _print_reports(console: Console, reports: Sequence[IngestReport]) -> None:
    from verbatim_desktop.cli.reading import say

    for report in reports:
        say(console, f"{report.source}: {_summary(report)}")
        say(console, _size(report), indent=2, style="dim")
        _print_notes(console, report)


def _print_changes(console: Console, reports: Sequence[IngestReport]) -> None:
    """One round of a watch: which files were read again, and what is new about any."""
    from verbatim_desktop.cli.reading import files_named, say

    for report in reports:
        changed, removed = report.changed_paths, report.removed_paths
        parts = [
            f"{verb} {files_named(paths)}"
            for verb, paths in (("read", changed), ("removed", removed))
            if paths
        ]
        say(console, f"{report.source}: {'; '.join(parts) or 'nothing changed'}")
        _print_notes(console, report)


def _print_notes(console: Console, report: IngestReport) -> None:
    from verbatim_desktop.cli.reading import say_files

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
