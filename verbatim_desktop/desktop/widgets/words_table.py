"""Under the page of a ranked section: how the words of the question fall in it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QHeaderView, QWidget

from verbatim_desktop.desktop.models.words import WordsModel
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import column, line, row
from verbatim_desktop.desktop.widgets.table import CellLook, Table
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.inspection import LookedInto

MOST_ROWS = 6  # in sight at once


class WordsTable(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.words = WordsModel(self)
        self.table = Table(theme, self._look, "How the words fall")
        self.table.setModel(self.words)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        outer = column(self, spacing=0)
        outer.addWidget(line())
        title = row(margins=(16, 10, 16, 4))
        title.addWidget(Text(theme, "How the words fall", size=12, weight=600, color="text2"))
        title.addStretch(1)
        outer.addLayout(title)
        outer.addWidget(self.table)
        theme.changed.connect(self._fit)
        self._fit()

    def show_looked(self, looked: LookedInto | None) -> None:
        self.words.show_rows(looked.words if looked is not None else ())
        self._fit()
        self.setVisible(self.words.rowCount() > 0)

    def _fit(self) -> None:
        for number in (1, 2, 3):
            self.table.setColumnWidth(number, self._theme.px(86))
        shown = min(max(self.words.rowCount(), 1), MOST_ROWS)
        self.table.setFixedHeight(self._theme.px(28 + 32 * shown) + 2)

    def _look(self, index: QModelIndex | QPersistentModelIndex) -> CellLook:
        word = self.words.row(index.row())
        if word is not None and not word.in_section and index.column() < 2:
            return CellLook(color="warn")
        if word is not None and not word.adds and index.column() == 3:
            return CellLook(color="text3")
        return CellLook()
