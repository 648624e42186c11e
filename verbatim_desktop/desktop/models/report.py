"""Files of an ingest report as a table: the file, and the reason where there is one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.models.rows import RowsModel
from verbatim_desktop.desktop.own_files import is_text_file
from verbatim_desktop.domain.documents import FileNote

HEADS = ("File", "Reason", "Size", "Action")
SIZE, ACTION = 2, 3


class FilesModel(RowsModel[FileNote]):
    """Two columns for notes, a third where a size is known, one for bare paths; a fourth where a
    file can be opened.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, (SIZE,), parent)

    def show_notes(self, notes: Sequence[FileNote], *, opens: bool = False) -> None:
        sized = any(note.size >= 0 for note in notes)
        heads = HEADS[:ACTION] if sized else HEADS[:SIZE]
        self.show_rows(notes, HEADS if opens else heads)

    def show_paths(self, paths: Sequence[str]) -> None:
        self.show_rows([FileNote(path, "") for path in paths], HEADS[:1])

    def cell(self, row: FileNote, column: int) -> str:
        if column == ACTION:
            return "Open" if is_text_file(row.path) else ""
        if column == SIZE:
            return size_text(row.size)
        return row.reason if column else ("The source as a whole" if row.path == "." else row.path)


def size_text(size: int) -> str:
    """How large a file is, as file managers say it."""
    if size < 0:
        return ""
    if size < 1000:
        return f"{size} B"
    return f"{size / 1e3:,.0f} KB" if size < 1e6 else f"{size / 1e6:,.1f} MB"
