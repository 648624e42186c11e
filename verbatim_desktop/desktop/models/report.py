"""Files of an ingest report as a table: the file, and the reason where there is one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from verbatim_desktop.domain.documents import FileNote

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class FilesModel(QAbstractTableModel):
    """Two columns for notes, one for bare paths."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notes: tuple[FileNote, ...] = ()
        self._heads: tuple[str, ...] = ("File", "Reason")

    def set_notes(self, notes: Sequence[FileNote]) -> None:
        self._set(tuple(notes), ("File", "Reason"))

    def set_paths(self, paths: Sequence[str]) -> None:
        self._set(tuple(FileNote(path, "") for path in paths), ("File",))

    def _set(self, notes: tuple[FileNote, ...], heads: tuple[str, ...]) -> None:
        self.beginResetModel()
        self._notes, self._heads = notes, heads
        self.endResetModel()

    def note(self, row: int) -> FileNote | None:
        return self._notes[row] if 0 <= row < len(self._notes) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._notes)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        note = self.note(index.row()) if index.isValid() else None
        if note is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return note.reason if index.column() else note.path
        return None
