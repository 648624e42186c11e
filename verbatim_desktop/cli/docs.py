"""`docs`: the documents of the workspace, and one of them as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import as_json
from verbatim_desktop.cli.output import emit_json, emit_text, one_line, stdout
from verbatim_desktop.cli.session import Session, session_of, shared_options
from verbatim_desktop.domain.documents import Block, Document, DocumentSummary

if TYPE_CHECKING:
    from rich.console import Console

WIDEST_NAME = 60  # columns


@click.group("docs", invoke_without_command=True)
@click.option("--source", default="", metavar="NAME", help="Only this source.")
@shared_options
@click.pass_context
def docs_command(context: click.Context, source: str) -> None:
    """List the documents, or print one.

    \b
    verbatim docs --source shop
    verbatim docs show shop/money/refunds
    """
    if context.invoked_subcommand:
        return
    session = session_of(context)
    documents = session.verbatim.docs(source)
    if session.json:
        emit_json(as_json.docs(documents))
    elif documents:
        _print_list(documents)
    else:
        emit_text("No documents yet. Add some: verbatim ingest FOLDER")


def _print_list(documents: tuple[DocumentSummary, ...]) -> None:
    """A line each, so that it can be searched and cut."""
    width = min(max(len(document.identity) for document in documents), WIDEST_NAME)
    for document in documents:
        emit_text(f"{document.identity:<{width}}  {one_line(document.title)}")


@docs_command.command("show")
@click.argument("name", metavar="ID")
@shared_options
@click.pass_obj
def show_command(session: Session, name: str) -> None:
    """Print one document with its sections, as the program reads it.

    ID is SOURCE/ROUTE-OR-PATH; the source may be left out where only one has it.

    \b
    verbatim docs show shop/money/refunds
    verbatim docs show money/refunds --json
    """
    document = session.verbatim.doc(name)
    if session.json:
        from verbatim_desktop.text.spans import spans_of

        spans = [spans_of(document, sentence) for sentence in document.sentences]
        emit_json(as_json.document(document, spans))
    else:
        _print_document(document)


def _print_document(document: Document) -> None:
    from verbatim_desktop.cli.reading import PLACE, QUIET, place, say, say_whole

    console = stdout()
    say(console, document.title, style="bold")
    say_whole(console, document.identity, style=PLACE)
    if document.url:
        say_whole(console, document.url, style=QUIET)
    for section in document.sections:
        console.print()
        at = place(document.source, document.route, document.path, section.anchor)
        say_whole(console, at, style=PLACE)
        for block in document.section_blocks(section):
            _print_block(console, block)


def _print_block(console: Console, block: Block) -> None:
    from verbatim_desktop.cli.reading import say

    mark = f"{block.list_marker} " if block.list_marker else ""
    style = "bold" if block.level else ""
    say(console, block.text, indent=2 * max(block.list_depth, 1), style=style, mark=mark)
