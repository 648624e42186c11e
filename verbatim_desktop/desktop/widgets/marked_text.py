"""A paragraph of plain text with some of its words on a coloured ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import height_by_width
from verbatim_desktop.desktop.widgets.qt_values import format_range


@dataclass(frozen=True, slots=True)
class TextMark:
    """start and end count characters of the text; struck: with a line through."""

    start: int
    end: int
    color: str
    ground: str
    struck: bool = False


class MarkedText(QWidget):
    """Wraps to its width, and is as high as it needs to be."""

    spoken_role = Role.StaticText

    def __init__(self, theme: Theme, *, size: int = 13, color: str = "text") -> None:
        super().__init__()
        self._theme, self._size, self._color = theme, size, color
        self._text = ""
        self.marks: tuple[TextMark, ...] = ()
        self.setSizePolicy(
            height_by_width(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        )
        theme.changed.connect(self.updateGeometry)

    def set_text(self, text: str, marks: Sequence[TextMark] = ()) -> None:
        self._text, self.marks = text, tuple(marks)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        return self._text

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._laid_out(width)[1]

    def sizeHint(self) -> QSize:
        width = self._theme.px(320)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self.heightForWidth(max(self.width(), self._theme.px(80))))

    def _laid_out(self, width: int) -> tuple[QTextLayout, int]:
        layout = QTextLayout(self._text, self._theme.font(self._size))
        layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
        layout.setFormats([self._format(mark) for mark in self.marks])
        layout.beginLayout()
        height = 0.0
        leading = self._theme.px(20) if self._size >= 13 else self._theme.px(16)
        while (one := layout.createLine()).isValid():
            one.setLineWidth(max(width, 1))
            one.setPosition(QPointF(0, height))
            height += max(one.height(), leading)
        layout.endLayout()
        return layout, round(height + 0.5)

    def _format(self, mark: TextMark) -> QTextLayout.FormatRange:
        shape = QTextCharFormat()
        shape.setForeground(self._theme.color(mark.color))
        shape.setBackground(self._theme.color(mark.ground))
        shape.setFontStrikeOut(mark.struck)
        length = units(self._text[mark.start : mark.end])
        return format_range(units(self._text[: mark.start]), length, shape)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self._theme.color(self._color))
        self._laid_out(self.width())[0].draw(painter, QPointF(0, 0))


def units(text: str) -> int:
    """The length of a text as Qt counts it."""
    return len(text.encode("utf-16-le")) // 2
