"""A tag: plan, version, internal, stale. One or two words on a small ground."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import box

GROUNDS = {"warn": "warnbg", "bad": "badbg", "ok": "okbg", "accent": "soft"}


class Tag(QWidget):
    """kind: neutral, warn, bad, ok or accent."""

    spoken_role = Role.StaticText

    def __init__(self, theme: Theme, text: str, kind: str = "neutral") -> None:
        super().__init__()
        self._theme = theme
        self._text = text
        self._kind = kind
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self._theme.font(11, 500)).horizontalAdvance(self._text)
        return QSize(round(width) + self._theme.px(12), self._theme.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_tag(painter, self._theme, QRectF(self.rect()), self._text, self._kind)


def draw_tag(painter: QPainter, theme: Theme, rect: QRectF, text: str, kind: str) -> None:
    box(painter, rect, theme.px(3), theme.color(GROUNDS.get(kind, "sunken")))
    painter.setFont(theme.font(11, 500))
    painter.setPen(theme.color(kind if kind in GROUNDS else "text2"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
