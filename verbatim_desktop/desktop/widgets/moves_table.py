"""A table of what rose and fell; Enter or a double click opens a row."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView

from verbatim_desktop.desktop.models.moves import MoveRow, MovesModel
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.table import CellLook, OpeningTable

LEAST = 240  # px of a column without a width of its own
DIM = ("–", "", "Same", "Not run yet")


class MovesTable(OpeningTable):
    """moved: the column that says the move. went and opened carry a MoveRow."""

    went = Signal(object)
    opened = Signal(object)

    def __init__(
        self, theme: Theme, name: str, model: MovesModel, moved: int, widths: dict[int, int]
    ) -> None:
        super().__init__(theme, self._look, name)
        self._moved, self._widths = moved, widths
        self.moves = model
        self.setModel(model)
        self.row_opened.connect(self._open)
        self.selectionModel().currentRowChanged.connect(self._went)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        """What is asked about takes what is left; where that is too little to read, the table
        scrolls sideways.
        """
        for number, width in self._widths.items():
            self.setColumnWidth(number, self._theme.px(width))
        head, least = self.horizontalHeader(), self._theme.px(LEAST)
        wide = [number for number in range(self.moves.columnCount()) if number not in self._widths]
        others = sum(self._theme.px(width) for width in self._widths.values())
        fits = self.viewport().width() - others >= least * len(wide)
        for number in wide:
            if not fits:
                head.setSectionResizeMode(number, QHeaderView.ResizeMode.Interactive)
                self.setColumnWidth(number, least)
            else:
                head.setSectionResizeMode(number, QHeaderView.ResizeMode.Stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def current(self) -> MoveRow | None:
        return self.moves.row(self.currentIndex().row())

    def _went(self, index: QModelIndex) -> None:
        if (row := self.moves.row(index.row())) is not None:
            self.went.emit(row)

    def _open(self) -> None:
        if (row := self.current()) is not None:
            self.opened.emit(row)

    def _look(self, index: QModelIndex | QPersistentModelIndex) -> CellLook:
        row = self.moves.row(index.row())
        if index.column() == 0:
            return CellLook(weight=500, elide=Qt.TextElideMode.ElideMiddle)
        if row is not None and index.column() == self._moved:
            return CellLook(weight=500, color=row.tone)
        text = str(index.data() or "")
        return CellLook(size=12, color="text3" if text in DIM else "text2")
