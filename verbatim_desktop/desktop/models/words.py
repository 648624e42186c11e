"""How the words of a question fall in one section, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from verbatim_desktop.desktop.models.ranked import points
from verbatim_desktop.domain.inspection import WordFall

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HEADS = ("Term", "In section", "In library", "Adds")
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class WordsModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[WordFall, ...] = ()

    def show_words(self, words: Sequence[WordFall]) -> None:
        self.beginResetModel()
        self._words = tuple(words)
        self.endResetModel()

    def word(self, row: int) -> WordFall | None:
        return self._words[row] if 0 <= row < len(self._words) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._words)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(HEADS):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section else LEFT
        return HEADS[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        word = self.word(index.row()) if index.isValid() else None
        if word is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if index.column() else LEFT
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _cell(word, index.column())
        return None


def _cell(word: WordFall, column: int) -> str:
    added = "".join(f" + {one}" for one in word.added)
    cells = (
        word.typed.casefold() + added,
        f"{word.in_section:,}",
        f"{word.in_library:,}",
        points(word.adds).replace("-", "−"),
    )
    return cells[column]
