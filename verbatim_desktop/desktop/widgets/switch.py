"""A switch: words, and beside them a knob that is to the right while it is on."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.painting import box

TRACK, TALL, GAP = 32, 18, 8


class Switch(Button):
    def __init__(self, theme: Theme, text: str, *, tip: str = "") -> None:
        super().__init__(theme, text, kind=Kind.QUIET, tip=tip)
        self.setCheckable(True)

    def sizeHint(self) -> QSize:
        hint, px = super().sizeHint(), self._theme.px
        beside = px(GAP) + px(TRACK) if self.text() else px(TRACK) - px(16)
        return QSize(hint.width() + beside, hint.height())

    def _draw_content(self, painter: QPainter) -> None:
        theme, ink = self._theme, self._ink()
        self._draw_words(painter, self._padding(), ink)
        wide, tall = theme.px(TRACK), theme.px(TALL)
        left = self.width() - self._padding() - wide
        track = QRectF(left, (self.height() - tall) / 2, wide, tall)
        on = self.isChecked()
        ground = theme.color("accent" if on else "base")
        edge = theme.color("accent" if on else "text2" if self.isEnabled() else "text3")
        box(painter, track, tall / 2, ground, edge)
        side = tall - theme.px(8)
        at = track.right() - theme.px(4) - side if on else track.left() + theme.px(4)
        knob = QRectF(at, track.center().y() - side / 2, side, side)
        box(painter, knob, side / 2, theme.color("onaccent" if on else "text2"))
