"""Two groups of widgets at the ends of a line, or one below the other where the line is short."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from verbatim_desktop.desktop.widgets.layouts import row

BETWEEN = 16


class TwoSides(QWidget):
    def __init__(self, left: Sequence[QWidget], right: Sequence[QWidget]) -> None:
        super().__init__()
        self._left, self._right = QWidget(), QWidget()
        for side, widgets in ((self._left, left), (self._right, right)):
            layout = row(side, spacing=8)
            for widget in widgets:
                layout.addWidget(widget)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(8)
        start = Qt.AlignmentFlag.AlignLeft
        self._line.addWidget(self._left, 0, start)
        self._line.addStretch(1)
        self._line.addWidget(self._right, 0, start)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """As narrow as the wider side: the other one goes below it."""
        sides = (self._left.sizeHint(), self._right.sizeHint())
        return QSize(max(side.width() for side in sides), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self._left.sizeHint().width() + self._right.sizeHint().width() + BETWEEN
        fits = needed <= self.width()
        wanted = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        if self._line.direction() is not wanted:
            self._line.setDirection(wanted)
            self.updateGeometry()
