"""The documents of a library as a table that narrows as one types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from verbatim_desktop.domain.documents import DocumentSummary

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class Column(IntEnum):
    TITLE = 0
    PLACE = 1
    SECTIONS = 2
    VERSION = 3


HEADS = ("Title", "Route or path", "Sections", "Version")
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document and the text it is looked for in, in small letters."""

    document: DocumentSummary
    words: str


def rows_of(documents: Iterable[DocumentSummary]) -> tuple[DocumentRow, ...]:
    """Made on the background lane: thousands of rows take some milliseconds."""
    return tuple(
        DocumentRow(one, f"{one.title}\n{one.identity}\n{one.path}".casefold()) for one in documents
    )


def matching(rows: Sequence[DocumentRow], text: str, source: str) -> list[DocumentSummary]:
    """The documents of a source ("" for all) that hold every word typed."""
    words = text.casefold().split()
    return [
        row.document
        for row in rows
        if (not source or row.document.source == source)
        and all(word in row.words for word in words)
    ]


class DocumentsModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents: list[DocumentSummary] = []

    def set_documents(self, documents: Sequence[DocumentSummary]) -> None:
        self.beginResetModel()
        self._documents = list(documents)
        self.endResetModel()

    def document(self, row: int) -> DocumentSummary | None:
        return self._documents[row] if 0 <= row < len(self._documents) else None

    def row_of(self, identity: str) -> int:
        """-1 where it is not shown."""
        found = (at for at, one in enumerate(self._documents) if one.identity == identity)
        return next(found, -1)

    # --- Qt ----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._documents)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(HEADS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section == Column.SECTIONS else LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        one = self.document(index.row()) if index.isValid() else None
        if one is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if index.column() == Column.SECTIONS else LEFT
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _cell(one, Column(index.column()))
        return None


def _cell(one: DocumentSummary, column: Column) -> str:
    texts = {
        Column.TITLE: " ".join(one.title.split()),
        Column.PLACE: one.identity,
        Column.SECTIONS: f"{one.sections:,}",
        Column.VERSION: one.version,
    }
    return texts[column]
