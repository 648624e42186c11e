"""The sheet of keys, over the window: every action that has one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.key_cap import KeyCap
from verbatim_desktop.desktop.widgets.layouts import column, empty, row, scrolled
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.text import Text

Entry = tuple[str, str]  # keys, what they do
Group = tuple[str, list[Entry]]


class KeySheet(Overlay):
    """? closes it as well."""

    scrolls = True

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(theme, parent, "Keys")
        self._shown: Sequence[Group] = ()
        body = column(self.card, (24, 16, 24, 20), 12)
        head = row()
        head.addWidget(Text(self._theme, "Keys", size=17, weight=600))
        head.addStretch(1)
        close = Button(self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close (Esc)")
        close.clicked.connect(self.close_over)
        head.addWidget(close)
        body.addLayout(head)
        self._inner = QWidget()
        self._columns = row(self._inner, spacing=40)
        self._scroller = scrolled(self._inner)
        self._scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        body.addWidget(self._scroller)
        self._again = QTimer(self)  # once its words have their new size
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._fit)
        self._theme.changed.connect(self._again.start)

    def open_with(self, groups: Sequence[Group]) -> None:
        """Show these, those of the place in use first."""
        if groups != self._shown:
            self._shown = groups
            empty(self._columns)
            for part in halves(groups):
                side = QWidget()
                column(side, spacing=0).addLayout(self._entries(part))
                self._columns.addWidget(side, 0, Qt.AlignmentFlag.AlignTop)
        self._scroller.verticalScrollBar().setValue(0)
        self.open_over()
        self._fit()
        self._again.start()

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

    def _entries(self, groups: Sequence[Group]) -> QGridLayout:
        """One grid for all of a side, so that the words of every group stand in one line."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        for title, entries in groups:
            number = grid.rowCount()
            head = Text(self._theme, title, size=12, weight=600, color="text2")
            head.setContentsMargins(0, 12 if number > 1 else 0, 0, 0)
            grid.addWidget(head, number, 0, 1, 2)
            for at, (keys, action) in enumerate(entries, number + 1):
                caps = row(spacing=4)
                for key in keys.split(" / "):
                    caps.addWidget(KeyCap(self._theme, key))
                caps.addStretch(1)
                grid.addLayout(caps, at, 0)
                grid.addWidget(Text(self._theme, action), at, 1)
        grid.setColumnMinimumWidth(0, self._theme.px(136))
        grid.setColumnStretch(1, 1)
        return grid

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?":
            self.close_over()
        super().keyPressEvent(event)


def halves(groups: Sequence[Group]) -> tuple[Sequence[Group], Sequence[Group]]:
    """The groups in two columns, cut where they are most nearly of one height."""
    sizes = [len(entries) + 2 for _title, entries in groups]
    cut = min(range(len(groups) + 1), key=lambda at: abs(sum(sizes[:at]) - sum(sizes[at:])))
    return groups[:cut], groups[cut:]
