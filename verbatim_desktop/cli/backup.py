"""`backup` and `restore`: the whole data folder as one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli.output import emit_json, emit_text, one_line, require_free
from verbatim_desktop.cli.progress import shown_progress
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.cli import workspaces_shapes as shapes
    from verbatim_desktop.domain.backups import Backup, BackupManifest, Restored


@click.command("backup")
@click.argument("file")
@click.option("--force", is_flag=True, help="Replace an older backup of that name.")
@shared_options
@click.pass_obj
def backup_command(session: Session, file: str, force: bool) -> None:
    """Write the library with all its workspaces, and the settings, to one file.

    Takes a snapshot, also while something is being ingested. The search index is not in it, since
    it is built anew, nor what was fetched of repositories, nor any key. A file that is there is
    left alone; with --force an older backup is replaced, and nothing else.

    \b
    verbatim backup library-2026-11-30.zip
    """
    require_free(Path(file), force=force)
    made = session.verbatim.backups.backup(Path(file))
    if session.json:
        emit_json(as_backup(made))
        return
    emit_text(f"Wrote {made.path} ({made.size / 1e6:,.1f} MB): {_held(made.manifest)}.")


@click.command("restore")
@click.argument("file")
@shared_options
@click.pass_obj
def restore_command(session: Session, file: str) -> None:
    """Put a backup in the place of the library, for every workspace of the data folder.

    The backup is verified first, and the library that is there is backed up to the folder backups/
    of the data folder: restore that file to go back. A backup of a newer release is refused, and so
    is restoring while something is being ingested. The search index is built anew.

    \b
    verbatim restore library-2026-11-30.zip
    """
    with shown_progress() as progress:
        restored = session.opened.backups.restore(Path(file), progress)
    if session.json:
        emit_json(as_restored(file, restored))
        return
    manifest = restored.manifest
    emit_text(f"Restored the backup of {manifest.made}: {_held(manifest)}.")
    if restored.aside:
        emit_text(f"The library before is kept in {restored.aside}")
    if restored.damaged:
        emit_text(f"The library before could not be read; it was moved to {restored.damaged}")


def _held(manifest: BackupManifest) -> str:
    documents = sum(workspace.documents for workspace in manifest.workspaces)
    names = ", ".join(one_line(workspace.name) for workspace in manifest.workspaces)
    held = f"{counted(len(manifest.workspaces), 'workspace')} with {counted(documents, 'document')}"
    return f"{held} ({names})" if names else held


def as_backup(made: Backup) -> shapes.BackupShape:
    return {
        "file": made.path,
        "bytes": made.size,
        "made": made.manifest.made,
        "sha256": made.manifest.sha256,
        "workspaces": _workspaces(made.manifest),
    }


def as_restored(file: str, restored: Restored) -> shapes.RestoreShape:
    return {
        "file": file,
        "made": restored.manifest.made,
        "program": restored.manifest.program,
        "workspaces": _workspaces(restored.manifest),
        "kept": restored.aside,
        "damaged": restored.damaged,
    }


def _workspaces(manifest: BackupManifest) -> list[shapes.BackedUpWorkspace]:
    return [
        {
            "name": workspace.name,
            "sources": workspace.sources,
            "documents": workspace.documents,
            "updated": workspace.updated,
        }
        for workspace in manifest.workspaces
    ]
