"""`workspaces`: the libraries side by side in one data folder, and one of them as a file."""

from __future__ import annotations

from pathlib import Path

import click

from verbatim_desktop.cli import workspaces_json as as_json
from verbatim_desktop.cli.output import emit_json, emit_text, require_free
from verbatim_desktop.cli.progress import shown_progress
from verbatim_desktop.cli.session import Session, session_of, shared_options
from verbatim_desktop.domain.workspaces import WorkspaceInfo
from verbatim_desktop.text.counting import counted


@click.group("workspaces", invoke_without_command=True)
@shared_options
@click.pass_context
def workspaces_command(context: click.Context) -> None:
    """List the workspaces, make, rename, delete or hand over one.

    \b
    verbatim workspaces
    verbatim workspaces create shop
    verbatim workspaces export shop shop.verbatim
    """
    if not context.invoked_subcommand:
        _list(session_of(context))


@workspaces_command.command("list")
@shared_options
@click.pass_obj
def list_command(session: Session) -> None:
    """List the workspaces that were written to.

    \b
    verbatim workspaces list
    """
    _list(session)


@workspaces_command.command("create")
@click.argument("name")
@shared_options
@click.pass_obj
def create_command(session: Session, name: str) -> None:
    """Make an empty workspace.

    \b
    verbatim workspaces create shop
    """
    session.opened.workspaces.create(name)
    _tell(session, name, f"Made the workspace {name}.")


@workspaces_command.command("rename")
@click.argument("name")
@click.argument("new_name")
@shared_options
@click.pass_obj
def rename_command(session: Session, name: str, new_name: str) -> None:
    """Give a workspace another name.

    \b
    verbatim workspaces rename shop store
    """
    session.opened.workspaces.rename(name, new_name)
    _tell(session, new_name, f"{name} is called {new_name} now.")


@workspaces_command.command("delete")
@click.argument("name")
@shared_options
@click.pass_obj
def delete_command(session: Session, name: str) -> None:
    """Put a workspace into the trash; `restore` brings it back until `purge`.

    \b
    verbatim workspaces delete shop
    """
    gone = session.opened.workspaces.delete(name)
    pages = counted(gone.documents, "document")
    words = f"Deleted {name} with {pages}. Bring it back: verbatim workspaces restore {gone.token}"
    _tell(session, name, words, gone.token)


@workspaces_command.command("restore")
@click.argument("token")
@click.option("--name", metavar="NAME", default="", help="Call it this instead.")
@shared_options
@click.pass_obj
def restore_command(session: Session, token: str, name: str) -> None:
    """Bring a deleted workspace back, by the token that `delete` gave, or its beginning.

    \b
    verbatim workspaces restore 0123456789abcdef
    verbatim workspaces restore 0123 --name shop-2
    """
    back = session.opened.workspaces.restore(token, name)
    _tell(session, back, f"{back} is back.")


@workspaces_command.command("purge")
@shared_options
@click.pass_obj
def purge_command(session: Session) -> None:
    """Empty the trash of deleted workspaces, for good.

    \b
    verbatim workspaces purge
    """
    gone = session.opened.workspaces.purge()
    if session.json:
        emit_json(as_json.purged(gone))
    else:
        emit_text(f"Forgot {', '.join(gone)}." if gone else "The trash was empty.")


@workspaces_command.command("export")
@click.argument("name")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace a file of that name.")
@shared_options
@click.pass_obj
def export_command(session: Session, name: str, file: Path, force: bool) -> None:
    """Write a workspace to one file, for another workstation.

    It holds sources, pages, answers, templates and settings; not the index, which is built anew,
    nor what questions cost, nor drafts of replies.

    \b
    verbatim workspaces export shop shop.verbatim
    """
    require_free(file, force=force)
    manifest = session.opened.workspaces.export_to(name, file)
    if session.json:
        emit_json(as_json.exported(manifest, str(file)))
    else:
        emit_text(f"Wrote {name} with {counted(manifest.documents, 'document')} to {file}.")


@workspaces_command.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--name", metavar="NAME", default="", help="Call it this instead.")
@shared_options
@click.pass_obj
def import_command(session: Session, file: Path, name: str) -> None:
    """Take in a workspace from a file, once it is checked.

    Its sources' folders may be missing here: it answers all the same.

    \b
    verbatim workspaces import shop.verbatim --name shop-2
    """
    with shown_progress() as progress:
        taken = session.opened.workspaces.import_from(file, name, progress)
    _tell(session, taken, f"Took in {taken}. Use it: verbatim --workspace {taken} ask …")


def _tell(session: Session, name: str, words: str, token: str = "") -> None:
    if session.json:
        emit_json(as_json.workspace_named(name, token))
    else:
        emit_text(words)


def _list(session: Session) -> None:
    found = session.opened.workspaces.list()
    if session.json:
        emit_json(as_json.workspaces(found, session.opened.workspaces.deleted()))
    elif found:
        for one in found:
            emit_text(_line(one))
    else:
        emit_text("No workspace was written to yet. Add a source: verbatim ingest FOLDER")


def _line(one: WorkspaceInfo) -> str:
    pages, sources = counted(one.documents, "document"), counted(one.sources, "source")
    return f"{one.name}: {pages} in {sources}, updated {one.updated or 'never'}"
