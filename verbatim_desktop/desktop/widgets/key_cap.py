"""A key, drawn as a cap."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import cap_width, draw_cap


class KeyCap(QWidget):
    spoken_role = Role.StaticText

    def __init__(self, theme: Theme, key: str, color: str = "text2") -> None:
        super().__init__()
        self._theme = theme
        self._key = ""
        self._color = color
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)
        self.set_key(key)

    def set_key(self, key: str) -> None:
        self._key = key
        self.setAccessibleName(key)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(cap_width(self._theme, self._key)), self._theme.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        color = self._theme.color(self._color)
        draw_cap(painter, self._theme, 0, self.height() / 2, self._key, color)
