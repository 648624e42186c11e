"""`export`: a kept answer with all it rests on, as a file that can be audited without us."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from verbatim_desktop.cli import audit_json
from verbatim_desktop.cli.output import emit_text, note
from verbatim_desktop.cli.session import Session, shared_options

FORMATS = {"md": "markdown", "html": "html", "pdf": "pdf"}


@click.command("export")
@click.argument("answer", metavar="ID")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", *FORMATS]),
    help="What to write; json with --json, else md.",
)
@click.option("--output", "-o", metavar="F", help="The file to write; else stdout.")
@shared_options
@click.pass_obj
def export_command(session: Session, answer: str, format_: str | None, output: str | None) -> None:
    """Write out an answer: question, ranked sections, claims, citations and verdicts.

    Each citation is read back once more: the verdict of then and of now stand side by side. The
    HTML is one file that loads nothing. The id is what `verbatim ask` ends with.

    \b
    verbatim export 0123456789abcdef
    verbatim export 0123456789abcdef --format html --output answer.html
    verbatim export 0123456789abcdef --json
    """
    wanted = format_ or ("json" if session.json else "md")
    if session.json and wanted != "json":
        raise click.UsageError(f"--json and --format {wanted} exclude each other.")
    record = session.verbatim.audit.record(answer)
    if wanted == "json":
        data = json.dumps(audit_json.export(record), indent=2).encode() + b"\n"
    else:
        data = session.verbatim.audit.export(record, FORMATS[wanted])
    if output:
        Path(output).write_bytes(data)
        note(f"Written to {output}.")
    elif wanted == "pdf" and sys.stdout.isatty():
        raise click.UsageError("A PDF is nothing for a terminal. Name a file with --output.")
    elif wanted == "pdf":
        sys.stdout.buffer.write(data)
    else:
        emit_text(data.decode())
