"""Files of an ingest report as a table: the file, and the reason where there is one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.models.rows import RowsModel
from verbatim_desktop.domain.documents import FileNote

HEADS = ("File", "Reason")


class FilesModel(RowsModel[FileNote]):
    """Two columns for notes, one for bare paths."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, parent=parent)

    def show_notes(self, notes: Sequence[FileNote]) -> None:
        self.show_rows(notes, HEADS)

    def show_paths(self, paths: Sequence[str]) -> None:
        self.show_rows([FileNote(path, "") for path in paths], HEADS[:1])

    def cell(self, row: FileNote, column: int) -> str:
        return row.reason if column else ("The source as a whole" if row.path == "." else row.path)
