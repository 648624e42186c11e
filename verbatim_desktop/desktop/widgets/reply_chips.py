"""Draws a citation's chip where a reply holds one."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPen, QTextFormat

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.inline_object import InlineObject
from verbatim_desktop.desktop.widgets.painting import chip_width, draw_chip
from verbatim_desktop.desktop.widgets.reply_document import NUMBER


class ReplyChips(InlineObject):
    """owner: the editor; its active number is drawn on the accent."""

    def __init__(self, owner: QObject, theme: Theme) -> None:
        super().__init__(owner)
        self._owner, self._theme = owner, theme

    def size(self, form: QTextFormat) -> QSizeF:
        width = chip_width(self._theme, str(form.intProperty(NUMBER)))
        return QSizeF(width + self._theme.px(4), self._theme.px(16))

    def draw(self, painter: QPainter, rect: QRectF, form: QTextFormat) -> None:
        number = form.intProperty(NUMBER)
        corner = QPointF(rect.left() + self._theme.px(2), rect.top() + self._theme.px(1))
        active = number == getattr(self._owner, "active", 0)
        draw_chip(painter, self._theme, corner, str(number), active=active)
        if form.toCharFormat().fontStrikeOut():  # it goes with a rewrite
            middle = rect.top() + self._theme.px(8)
            painter.setPen(QPen(self._theme.color("bad"), self._theme.px(2)))
            painter.drawLine(QPointF(rect.left(), middle), QPointF(rect.right(), middle))
