"""Message, reply and evidence beside each other, as many as there is room for.

The reply is always there while there is room for two; tabs choose what stands beside it, and below
that width which of the three is shown.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import column, line, row
from verbatim_desktop.desktop.widgets.segments import Choices

MESSAGE, REPLY, EVIDENCE = range(3)
NAMES = ("Message", "Reply", "Evidence")
SIDE, MIDDLE, RIGHT = 352, 440, 416


class ThreeParts(QWidget):
    """arranged: another number of parts is in sight."""

    arranged = Signal(int)

    def __init__(self, theme: Theme, parts: tuple[QWidget, QWidget, QWidget]) -> None:
        super().__init__()
        self._theme = theme
        self._parts = parts
        self._columns = 3
        self._chosen = MESSAGE
        #: What is shown first where there is room for one.
        self.alone = MESSAGE
        self.tabs = Choices(theme, NAMES, "Parts of this pane", tab=True)
        self._strip = QWidget()
        row(self._strip, (24, 0, 24, 0)).addWidget(self.tabs, 1)
        self._under = line()
        self._lines = (line(upright=True), line(upright=True))
        beside = row(spacing=0)
        for part, divider in zip(parts, (*self._lines, None), strict=True):
            beside.addWidget(part, 1 if part is parts[REPLY] else 0)
            if divider is not None:
                beside.addWidget(divider)
        outer = column(self, spacing=0)
        outer.addWidget(self._strip)
        outer.addWidget(self._under)
        outer.addLayout(beside, 1)
        self.tabs.chosen.connect(self.choose)
        theme.changed.connect(self._arrange)
        self._arrange()

    @property
    def columns(self) -> int:
        return self._columns

    def choose(self, part: int) -> None:
        """Bring a part into sight."""
        if self._columns == 1 or part != REPLY:
            self._chosen = part
        self._show()

    def bring(self, part: int) -> None:
        """Show a part where there is room for one; now, or when that is so."""
        self.alone = part
        if self._columns == 1:
            self.choose(part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        px = self._theme.px
        two = self.width() >= px(SIDE + MIDDLE)
        columns = 3 if self.width() >= px(SIDE + MIDDLE + RIGHT) else 2 if two else 1
        changed, self._columns = columns != self._columns, columns
        if changed and columns == 1:
            self._chosen = self.alone
        elif changed and columns == 2 and self._chosen == REPLY:
            self._chosen = MESSAGE
        self._parts[MESSAGE].setFixedWidth(px(SIDE)) if columns > 1 else self._free(MESSAGE)
        width = px(RIGHT) if columns == 3 else px(SIDE)
        self._parts[EVIDENCE].setFixedWidth(width) if columns > 1 else self._free(EVIDENCE)
        self._show()
        if changed:
            self.arranged.emit(columns)

    def _free(self, part: int) -> None:
        self._parts[part].setMinimumWidth(0)
        self._parts[part].setMaximumWidth(16_777_215)

    def _show(self) -> None:
        shown = {
            1: {self._chosen},
            2: {REPLY, self._chosen},
            3: {MESSAGE, REPLY, EVIDENCE},
        }[self._columns]
        for number, part in enumerate(self._parts):
            part.setVisible(number in shown)
        self._lines[0].setVisible(MESSAGE in shown and REPLY in shown)
        self._lines[1].setVisible(REPLY in shown and EVIDENCE in shown)
        self._strip.setVisible(self._columns < 3)
        self._under.setVisible(self._columns < 3)
        self.tabs.button(REPLY).setVisible(self._columns == 1)
        self.tabs.choose(self._chosen)
