"""The sources of a library as a table: one row a source, and under the one being read a row for
its progress."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from verbatim_desktop.desktop.models.rows import Index, RowsModel
from verbatim_desktop.domain.documents import ParseMode, SourceInfo, SourceKind, SourceStatus
from verbatim_desktop.domain.locations import SourcePlace, place_of


class Column(IntEnum):
    NAME = 0
    LOCATION = 1
    READ_AS = 2
    PAGES = 3
    SECTIONS = 4
    STATE = 5
    UPDATED = 6
    ACTIONS = 7


HEAD_OF_ACTIONS = "Actions"
HEADS = ("Name", "Location", "Read as", "Pages", "Sections", "State", "Last ingest", "")
NUMBERS = (Column.PAGES, Column.SECTIONS)


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source, or (status None) one that is being read for the first time."""

    info: SourceInfo
    status: SourceStatus | None = None
    reading: bool = False
    is_progress: bool = False
    watched: bool = False


class SourcesModel(RowsModel[SourceRow]):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, NUMBERS, parent)

    def show_sources(
        self,
        statuses: Sequence[SourceStatus],
        reading: SourceInfo | None = None,
        watched: Collection[str] = (),
    ) -> bool:
        """Show these sources, one of them, or a new one, as being read, and some as watched; False
        where no row came or went.
        """
        return self.update_rows(rows_of(statuses, reading, watched), _key)

    def progress_row(self) -> int:
        """The row that holds the progress; -1 where nothing is read."""
        return next((at for at, row in enumerate(self.rows()) if row.is_progress), -1)

    def row_of(self, name: str) -> int:
        return next((at for at, row in enumerate(self.rows()) if row.info.name == name), -1)

    def cell(self, row: SourceRow, column: int) -> str:
        return "" if row.is_progress else cell_text(row, Column(column))

    def spoken(self, row: SourceRow, column: int) -> str:
        """The progress stands in its row's first cell; the last cell of a source has its button."""
        if row.is_progress:
            return f"Reading {row.info.name}" if column == Column.NAME else ""
        return self.cell(row, column) or (HEAD_OF_ACTIONS if column == Column.ACTIONS else "")

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if row.is_progress:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def _key(row: SourceRow) -> tuple[str, bool]:
    return row.info.name, row.is_progress


def rows_of(
    statuses: Sequence[SourceStatus], reading: SourceInfo | None, watched: Collection[str] = ()
) -> list[SourceRow]:
    rows: list[SourceRow] = []
    for status in statuses:
        is_read = reading is not None and status.info.name == reading.name
        is_watched = status.info.name in watched
        rows.append(SourceRow(status.info, status, reading=is_read, watched=is_watched))
        if is_read:
            rows.append(SourceRow(status.info, is_progress=True))
    if reading is not None and not any(row.is_progress for row in rows):
        rows.append(SourceRow(reading, reading=True))
        rows.append(SourceRow(reading, is_progress=True))
    return rows


def cell_text(row: SourceRow, column: Column) -> str:
    status = row.status
    texts = {
        Column.NAME: row.info.name,
        Column.LOCATION: short_place(row.info.root),
        Column.READ_AS: read_as(row.info),
        Column.PAGES: f"{status.documents:,}" if status else "",
        Column.SECTIONS: f"{status.sections:,}" if status else "",
        Column.STATE: state_of(row)[0] + (", internal" if row.info.internal else ""),
        Column.UPDATED: "now" if row.reading else when(status.updated if status else ""),
        Column.ACTIONS: "",
    }
    return texts[column]


def read_as(info: SourceInfo) -> str:
    kind = "docs" if info.kind is SourceKind.DOCS else "kb"
    return f"{kind}, {'MDX' if info.mode is ParseMode.MDX else 'Markdown'}"


def state_of(row: SourceRow) -> tuple[str, str, str]:
    """The state in words, its icon and its colour."""
    if row.reading:
        return "Reading", "refresh", "accent"
    status = row.status
    if status is None or not status.updated:
        return "Not read yet", "info", "text2"
    if status.report is not None and status.report.cancelled:
        return "Stopped early", "warn", "warn"
    if status.failed:
        return f"{status.failed:,} failed", "warn", "warn"
    return ("Watching", "eye", "ok") if row.watched else ("Up to date", "ok", "ok")


PLACE_ICONS = {
    SourcePlace.FOLDER: "folder",
    SourcePlace.ARCHIVE: "archive",
    SourcePlace.GIT: "git",
}


def short_place(root: str) -> str:
    """Where a source comes from, as short as it can be told: no scheme, no home folder."""
    if place_of(root) is SourcePlace.GIT:
        return root.partition("://")[2] or root
    return short_path(root)


def short_path(path: str) -> str:
    home = os.path.expanduser("~")  # for each cell, and Path.home() takes many times as long
    return "~" + path[len(home) :] if len(home) > 1 and path.startswith(home + "/") else path


def said(stamp: str) -> str:
    """A time within a sentence: "today 09:12"."""
    words = when(stamp)
    return f"today {words}" if len(words) == 5 else words


def when(stamp: str, now: datetime | None = None) -> str:
    """A time as a person says it: today by the clock, this week by the day, else by the date."""
    if not stamp:
        return ""
    try:
        moment = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return stamp
    today = (now or datetime.now().astimezone()).date()
    days = (today - moment.date()).days
    if days == 0:
        return f"{moment:%H:%M}"
    return f"{moment:%a %H:%M}" if 0 < days < 7 else f"{moment:%Y-%m-%d}"
