"""Rows of values as a table: what every table of the window answers Qt alike.

A model of its own says which columns there are and what stands in a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Role = Qt.ItemDataRole


class RowsModel(QAbstractTableModel, Generic[Row]):
    """heads: of the columns; numbers: which of them stand at the right."""

    def __init__(
        self, heads: Sequence[str], numbers: Collection[int] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._heads, self._numbers = tuple(heads), frozenset(numbers)
        self._rows: tuple[Row, ...] = ()

    def show_rows(self, rows: Sequence[Row], heads: Sequence[str] = ()) -> None:
        """These rows instead of those before, under the same heads or under others."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self._heads = tuple(heads) or self._heads
        self.endResetModel()

    def update_rows(self, rows: Sequence[Row], key: Callable[[Row], object]) -> bool:
        """These rows; one that was there under the same key stays, and so does what a view has in
        it. False where no row came or went.

        What is alike from the start and from the end stays; what lies between goes and comes.
        """
        old, new = self._rows, tuple(rows)
        keys, others = [key(row) for row in old], [key(row) for row in new]
        first = _alike(keys, others)
        last = _alike(keys[first:][::-1], others[first:][::-1])
        if gone := len(old) - first - last:
            self.beginRemoveRows(ROOT, first, first + gone - 1)
            self._rows = old[:first] + old[len(old) - last :]
            self.endRemoveRows()
        if come := len(new) - first - last:
            self.beginInsertRows(ROOT, first, first + come - 1)
            self._rows = old[:first] + new[first : first + come] + old[len(old) - last :]
            self.endInsertRows()
        before, self._rows = self._rows, new
        for number, (was, row) in enumerate(zip(before, new, strict=True)):
            if was != row:
                self.dataChanged.emit(
                    self.index(number, 0), self.index(number, len(self._heads) - 1)
                )
        return bool(gone or come)

    def row(self, number: int) -> Row | None:
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def rows(self) -> tuple[Row, ...]:
        """As they are shown."""
        return self._rows

    def heads(self) -> tuple[str, ...]:
        return self._heads

    # --- what a model of its own says --------------------------------------------------------

    def cell(self, row: Row, column: int) -> str:
        """What stands in a cell."""
        raise NotImplementedError

    def spoken(self, row: Row, column: int) -> str:
        """What a screen reader says of a cell."""
        return self.cell(row, column)

    def tip(self, row: Row, column: int) -> str:
        """What a cell says when it is pointed at; "" for nothing."""
        return ""

    # --- Qt ----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._heads):
            return None
        if role == Role.TextAlignmentRole:
            return self._alignment(section)
        if role == Role.AccessibleTextRole:
            return self._spoken_head(section)
        return self._heads[section] if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        column = index.column()
        if role == Role.DisplayRole:
            return self.cell(row, column)
        if role == Role.TextAlignmentRole:
            return self._alignment(column)
        if role == Role.AccessibleTextRole:
            return self.spoken(row, column) or f"{self._spoken_head(column)}: empty"
        return (self.tip(row, column) or None) if role == Role.ToolTipRole else None

    def _spoken_head(self, column: int) -> str:
        """A column without a head holds what can be done with its row."""
        return self._heads[column] or "Actions"

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        return RIGHT if column in self._numbers else LEFT


def _alike(one: Sequence[object], other: Sequence[object]) -> int:
    """How many are the same from the start."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
