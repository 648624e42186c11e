"""The confidence of an answer: a word and a meter of three steps. Its reasons stand beside it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.domain.answers import Level

TONES = {Level.HIGH: "ok", Level.MEDIUM: "warn", Level.LOW: "bad"}
STEPS = {Level.HIGH: 3, Level.MEDIUM: 2, Level.LOW: 1}


class ConfidenceBadge(QWidget):
    """brief: only the level, where what it is of stands beside it."""

    spoken_role = Role.StaticText

    def __init__(self, theme: Theme, level: Level = Level.LOW, *, brief: bool = False) -> None:
        super().__init__()
        self._theme, self._brief = theme, brief
        self._level = level
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)
        self.set_level(level)

    @property
    def level(self) -> Level:
        return self._level

    def text(self) -> str:
        level = self._level.value.capitalize()
        return level if self._brief else f"{level} confidence"

    def set_level(self, level: Level) -> None:
        self._level = level
        self.setAccessibleName(f"{level.value.capitalize()} confidence")
        self._restyle()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self._theme.font(12, 600)).horizontalAdvance(self.text())
        return QSize(round(width) + self._theme.px(38), self._theme.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter, tone = self._theme, QPainter(self), TONES[self._level]
        box(painter, QRectF(self.rect()), theme.px(4), theme.color(tone + "bg"))
        self._draw_meter(painter)
        painter.setFont(theme.font(12, 600))
        painter.setPen(theme.color(tone))
        rect = QRectF(self.rect())
        rect.setLeft(theme.px(30))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _draw_meter(self, painter: QPainter) -> None:
        theme, color = self._theme, self._theme.color(TONES[self._level])
        bottom = self.height() / 2 + theme.px(6)
        for step, height in enumerate((6, 9, 12)):
            left = theme.px(8) + step * theme.px(6)
            rect = QRectF(left, bottom - theme.px(height), theme.px(4), theme.px(height))
            filled = step < STEPS[self._level]
            box(painter, rect, 1, color if filled else None, color)
