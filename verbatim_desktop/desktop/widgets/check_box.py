"""A check box whose box is seen in both themes and grows with the text."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import box, focus_ring

SIDE, GAP, EDGE = 16, 8, 4
#: Of the tick within its box.
TICK = ((0.24, 0.52), (0.43, 0.70), (0.76, 0.32))


class CheckBox(QCheckBox):
    def __init__(self, theme: Theme, words: str) -> None:
        super().__init__(words)
        self._theme = theme
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        px, words = self._theme.px, self.fontMetrics()
        wide = px(SIDE) + px(GAP) + words.horizontalAdvance(self.text())
        return QSize(wide + 2 * px(EDGE), max(px(SIDE), words.height()) + 2 * px(EDGE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        side, edge = theme.px(SIDE), theme.px(EDGE)
        square = QRectF(edge, (self.height() - side) / 2, side, side)
        on, able = self.isChecked(), self.isEnabled()
        ink = "text3" if not able else "accent" if on else "text2"
        box(painter, square, theme.px(3), theme.color(ink if on else "base"), theme.color(ink))
        if on:
            self._draw_tick(painter, square)
        painter.setPen(theme.color("text" if able else "text3"))
        words = self.rect().adjusted(edge + side + theme.px(GAP), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), theme.px(4), theme)

    def _draw_tick(self, painter: QPainter, square: QRectF) -> None:
        pen = QPen(self._theme.color("onaccent"), square.width() / 8)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corner, side = square.topLeft(), square.width()
        painter.drawPolyline(QPolygonF([corner + QPointF(x * side, y * side) for x, y in TICK]))
