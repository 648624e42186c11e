"""Where output goes: one JSON object or readable text on stdout, all else on stderr.

Documents are hostile input: no control character of theirs reaches the terminal.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verbatim_desktop.domain.errors import UsageError

if TYPE_CHECKING:  # a script that asks for JSON does not wait for it
    from rich.console import Console
    from rich.text import Text

#: C0 but newline and tab, DEL, C1, and what turns the direction of the text after it around.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Text of a document or a model, safe to show on a terminal."""
    return UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def styled(text: str, style: str = "") -> Text:
    """Text that is shown as it is: never read as markup, never highlighted."""
    from rich.text import Text

    return Text(printable(text), style=style)


def stdout() -> Console:
    """The terminal, or what stands in its place; colours on a terminal only."""
    return _console(to_stderr=False)


def stderr() -> Console:
    return _console(to_stderr=True)


def _console(to_stderr: bool) -> Console:
    from rich.console import Console

    return Console(stderr=to_stderr, highlight=False, markup=False, emoji=False)


def emit_json(value: Mapping[str, Any], *, indent: int | None = 2) -> None:
    """One object. Everything beyond ASCII is escaped: valid in every locale, safe anywhere."""
    sys.stdout.write(json.dumps(value, indent=indent, allow_nan=False) + "\n")


def emit_text(text: str) -> None:
    """Text that is a document of its own, such as a ticket: as it is, unwrapped."""
    sys.stdout.write(printable(text).rstrip("\n") + "\n")


def note_if_empty(held: int) -> None:
    """Say what to do where a library holds nothing yet."""
    if not held:
        note("There is nothing to search yet. Add documents with: verbatim ingest FOLDER")


def note(text: str) -> None:
    """One line for a person, on stderr, so that stdout stays clean."""
    sys.stderr.write(f"verbatim: {one_line(text)}\n")


def require_free(file: Path, *, force: bool) -> None:
    """Raises UsageError where a file is in the place of one that is to be written."""
    if file.is_file() and not force:  # what else may be there is told where it is written
        raise UsageError(f"{file} is there already. Name another file, or replace it with --force.")
