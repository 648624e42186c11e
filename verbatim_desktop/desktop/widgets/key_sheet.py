"""The sheet of keys, over the window: every action that has one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.key_cap import KeyCap
from verbatim_desktop.desktop.widgets.layouts import column, row, scrolled
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.text import Text

Entry = tuple[str, str]  # keys, what they do


class KeySheet(Overlay):
    """? closes it as well."""

    def __init__(self, theme: Theme, parent: QWidget, groups: Sequence[tuple[str, list[Entry]]]):
        super().__init__(theme, parent, "Keys")
        self._fill(groups)

    def _fill(self, groups: Sequence[tuple[str, list[Entry]]]) -> None:
        body = column(self.card, (24, 16, 24, 20), 12)
        head = row()
        head.addWidget(Text(self._theme, "Keys", size=17, weight=600))
        head.addStretch(1)
        close = Button(self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close (Esc)")
        close.clicked.connect(self.close_over)
        head.addWidget(close)
        body.addLayout(head)
        inner = QWidget()
        self._columns = columns = row(inner, spacing=40)
        for part in halves(groups):
            side = column(spacing=4)
            for title, entries in part:
                side.addWidget(Text(self._theme, title, size=12, weight=600, color="text2"))
                side.addLayout(self._entries(entries))
                side.addSpacing(12)
            side.addStretch(1)
            columns.addLayout(side)
        self._inner, self._scroller = inner, scrolled(inner)
        self._scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        body.addWidget(self._scroller)
        self._again = QTimer(self)  # once its words have their new size
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._fit)
        self._theme.changed.connect(self._again.start)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As large as its keys, and scrolled where the window is smaller."""
        theme = self._theme
        room = QSize(self.width() - theme.px(48) - 64, self.height() - theme.px(64) - 120)
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight)
        wanted = self._inner.sizeHint()
        if wanted.width() > room.width():  # one column below the other
            self._columns.setDirection(QBoxLayout.Direction.TopToBottom)
            wanted = self._inner.sizeHint()
        bar = self._scroller.verticalScrollBar().sizeHint().width()
        self._scroller.setFixedSize((wanted + QSize(bar, 0)).boundedTo(room.expandedTo(QSize())))

    def _entries(self, entries: Sequence[Entry]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        for number, (keys, action) in enumerate(entries):
            caps = row(spacing=4)
            for key in keys.split(" / "):
                caps.addWidget(KeyCap(self._theme, key))
            caps.addStretch(1)
            grid.addLayout(caps, number, 0)
            grid.addWidget(Text(self._theme, action), number, 1)
        grid.setColumnMinimumWidth(0, self._theme.px(96))
        grid.setColumnStretch(1, 1)
        return grid

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?":
            self.close_over()
        super().keyPressEvent(event)


def halves(
    groups: Sequence[tuple[str, list[Entry]]],
) -> tuple[Sequence[tuple[str, list[Entry]]], Sequence[tuple[str, list[Entry]]]]:
    """The groups in two columns, cut where they are most nearly of one height."""
    sizes = [len(entries) + 2 for _title, entries in groups]
    cut = min(range(len(groups) + 1), key=lambda at: abs(sum(sizes[:at]) - sum(sizes[at:])))
    return groups[:cut], groups[cut:]
