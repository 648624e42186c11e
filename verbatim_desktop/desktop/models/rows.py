"""Rows of values as a table: what every table of the window answers Qt alike.

A model of its own says which columns there are and what stands in a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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
