"""The sheet of keys, over the window: every action that has one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.key_cap import KeyCap
from verbatim_desktop.desktop.widgets.layouts import card, column, row
from verbatim_desktop.desktop.widgets.text import Text

Entry = tuple[str, str]  # keys, what they do


class KeySheet(QWidget):
    """Covers its parent; any click outside the card, Esc or ? closes it."""

    def __init__(self, theme: Theme, parent: QWidget, groups: Sequence[tuple[str, list[Entry]]]):
        super().__init__(parent)
        self._theme = theme
        self._under = parent
        self._before: QWidget | None = None
        self.setAccessibleName("Keys")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._card = card()
        self._fill(groups)
        outer = column(self, (24, 56, 24, 24))
        outer.addWidget(self._card, 0, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        outer.addStretch(1)
        parent.installEventFilter(self)
        self.hide()

    def _fill(self, groups: Sequence[tuple[str, list[Entry]]]) -> None:
        body = column(self._card, (24, 16, 24, 20), 12)
        head = row()
        head.addWidget(Text(self._theme, "Keys", size=17, weight=600))
        head.addStretch(1)
        close = Button(self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close (Esc)")
        close.clicked.connect(self.close_sheet)
        head.addWidget(close)
        body.addLayout(head)
        columns = row(spacing=40)
        half = (len(groups) + 1) // 2
        for part in (groups[:half], groups[half:]):
            side = column(spacing=4)
            for title, entries in part:
                side.addWidget(Text(self._theme, title, size=12, weight=600, color="text2"))
                side.addLayout(self._entries(entries))
                side.addSpacing(12)
            side.addStretch(1)
            columns.addLayout(side)
        body.addLayout(columns)

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
        grid.setColumnMinimumWidth(0, self._theme.px(120))
        grid.setColumnStretch(1, 1)
        return grid

    def open_sheet(self) -> None:
        self._before = self.window().focusWidget()
        self.setGeometry(self._under.rect())
        self.show()
        self.raise_()
        self.setFocus()

    def close_sheet(self) -> bool:
        """False where it was not open."""
        was_open = self.isVisible()
        self.hide()
        if was_open and self._before is not None:
            self._before.setFocus()
        return was_open

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape or event.text() == "?":
            self.close_sheet()
        else:
            event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._card.geometry().contains(event.position().toPoint()):
            self.close_sheet()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._under and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._under.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(0, 0, 0, 102))
