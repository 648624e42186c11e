"""Rows as CSV that no spreadsheet takes for a formula, whatever stands in them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

#: What a spreadsheet may take for the start of a formula, its full-width forms too.
_STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")

Cell = str | int | float | None


def as_csv(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """CSV as RFC 4180 has it. Numbers stay numbers; None is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(head)
    for one in rows:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in one])
    return out.getvalue()


def harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" \u00a0\u3000").startswith(_STARTS) else text
