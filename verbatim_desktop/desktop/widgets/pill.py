"""A pill: an icon and a word or two that tell how an answer was made. Not clickable."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import box


class Pill(QWidget):
    spoken_role = Role.StaticText

    def __init__(self, theme: Theme, icon: str, text: str = "", name: str = "") -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self._name = name
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)
        self.set_text(text)

    def text(self) -> str:
        return self._text

    def set_text(self, text: str) -> None:
        self._text = text
        self.setAccessibleName(f"{self._name}: {text}" if self._name else text)
        self._restyle()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self._theme.font(12)).horizontalAdvance(self._text)
        return QSize(round(width) + self._theme.px(38), self._theme.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        rect = QRectF(self.rect())
        box(painter, rect, theme.px(12) - 1, theme.color("base"), theme.color("border"))
        side = theme.px(14)
        corner = QRectF(theme.px(9), (self.height() - side) / 2, side, side)
        draw_icon(painter, self._icon, corner, theme.color("text2"))
        painter.setFont(theme.font(12))
        painter.setPen(theme.color("text2"))
        rect.setLeft(theme.px(28))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, self._text)
