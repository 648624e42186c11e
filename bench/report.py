"""What a bench found: figures held against their goals, tables beside them, and how both are shown.

Nothing of this machine is in a report but its cores and the versions of what was measured.
"""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

PACKAGES = ("numpy", "SQLAlchemy", "Whoosh", "PySide6-Essentials", "tantivy", "bm25s")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. goal is None where it only stands beside one that has a goal."""

    what: str
    measured: float
    unit: str = ""
    goal: float | None = None
    at_least: bool = False  # the goal is a lower bound; else an upper one

    @property
    def reached(self) -> bool | None:
        if self.goal is None:
            return None
        return self.measured >= self.goal if self.at_least else self.measured <= self.goal


@dataclass(frozen=True, slots=True)
class Row:
    """What a row is of, and its numbers."""

    what: str
    numbers: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns, the first of which is what they are of."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one bench found. command is what was typed after `dev.py bench`."""

    name: str
    title: str
    figures: tuple[Figure, ...]
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


def machine() -> str:
    """The cores and the versions that figures hold for; no path and no name."""
    parts = [
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        *(f"{name} {found}" for name in PACKAGES if (found := _version(name))),
    ]
    return ", ".join(parts)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


# --- As Markdown ---------------------------------------------------------------------------------


def markdown(report: Report, command: str = "", when: str = "") -> str:
    """The report as a page."""
    lines = [f"# {report.title}", "", machine() + "."]
    if when:
        lines.append(f"Measured {when}.")
    if command:
        lines += ["", "```", command, "```"]
    lines += ["", *figure_lines(report.figures)]
    for table in report.tables:
        rows = [(row.what, *map(number, row.numbers)) for row in table.rows]
        lines += ["", f"## {table.title}", "", *table_lines(table.columns, rows)]
    for note in report.notes:
        lines += ["", note]
    return "\n".join(lines) + "\n"


def figure_lines(figures: Iterable[Figure]) -> list[str]:
    rows = [(item.what, _amount(item.measured, item.unit), _goal(item)) for item in figures]
    return table_lines(("what", "measured", "goal"), rows)


def table_lines(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table; all columns but the first are aligned to the right."""
    lines = [_row(columns), _row(["---", *["---:"] * (len(columns) - 1)])]
    return lines + [_row(row) for row in rows]


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def number(value: float) -> str:
    """Three digits that count, and whole numbers whole."""
    if float(value).is_integer() or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:.3f}"


def _amount(value: float, unit: str) -> str:
    return number(value) + (unit if unit in ("x", "%") else f" {unit}" if unit else "")


def _goal(figure: Figure) -> str:
    if figure.goal is None:
        return ""
    sign = ">=" if figure.at_least else "<="
    verdict = "reached" if figure.reached else "**missed**"
    return f"{sign} {_amount(figure.goal, figure.unit)}: {verdict}"
