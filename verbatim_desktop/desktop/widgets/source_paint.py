"""What is drawn beside and behind the text of a page: bars, cards, rules, the cited sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QPainter, QTextBlock, QTextCursor, QTextLine
from PySide6.QtWidgets import QTextEdit

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.page_formats import BARS, CODE, ROLE, RULE
from verbatim_desktop.desktop.widgets.painting import box, chip_width, draw_chip


def rect_at(view: QTextEdit, position: int) -> QRectF:
    """Where a position of the text stands in the viewport."""
    cursor = QTextCursor(view.document())
    cursor.setPosition(position)
    return QRectF(view.cursorRect(cursor))


class SourcePaint:
    """Draws on the viewport of a text that a Page built."""

    def __init__(self, view: QTextEdit, theme: Theme) -> None:
        self._view, self._theme = view, theme

    def draw_behind(self, cited: Sequence[tuple[int, int]]) -> None:
        """All that the letters stand on. cited: the stretches of the cited sentence."""
        painter = QPainter(self._view.viewport())
        for block in self._visible_blocks():
            self._draw_block(painter, block)
        for first, last in cited:
            self._draw_cited(painter, first, last)
        painter.end()

    def draw_chip(self, position: int, marker: int) -> None:
        """The marker of a citation, left of where its sentence begins."""
        theme, label = self._theme, str(marker)
        left = theme.px(48) - theme.px(12) - chip_width(theme, label)
        corner = QPointF(left, rect_at(self._view, position).center().y() - theme.px(8))
        draw_chip(QPainter(self._view.viewport()), theme, corner, label, active=True)

    def _visible_blocks(self) -> Iterator[QTextBlock]:
        bottom = self._view.viewport().height() + self._theme.px(40)
        block = self._view.cursorForPosition(QPoint(0, 0)).block()
        if block.previous().isValid():
            block = block.previous()
        while block.isValid() and rect_at(self._view, block.position()).top() < bottom:
            yield block
            block = block.next()

    def _stretch(self, block: QTextBlock, above: float) -> tuple[float, float]:
        """Top and bottom of a block, as far above its first and below its last line's middle."""
        first = rect_at(self._view, block.position()).center().y()
        last = rect_at(self._view, block.position() + block.length() - 1).center().y()
        return first - above, last + above

    def _draw_block(self, painter: QPainter, block: QTextBlock) -> None:
        """The bars of quotes and tabs, the card of code, a rule."""
        form, theme = block.blockFormat(), self._theme
        for depth in range(int(form.property(BARS) or 0)):
            self._draw_bar(painter, block, depth)
        role = form.property(ROLE)
        left, right = theme.px(48), self._view.viewport().width() - theme.px(40)
        if role == CODE:
            top, bottom = self._stretch(block, theme.px(22))
            left = left + form.leftMargin() - theme.px(16)
            area = QRectF(left, top, right - left, bottom - top)
            box(painter, area, theme.px(6), theme.color("sunken"), theme.color("border"))
        elif role == RULE:
            middle = rect_at(self._view, block.position()).center().y()
            painter.fillRect(QRectF(left, middle, right - left, 1), theme.color("border"))

    def _draw_bar(self, painter: QPainter, block: QTextBlock, depth: int) -> None:
        theme = self._theme
        top, bottom = self._stretch(block, theme.px(13))
        before = block.previous()
        if before.isValid() and int(before.blockFormat().property(BARS) or 0) > depth:
            top = min(top, self._stretch(before, theme.px(13))[1])
        left = theme.px(48) + theme.px(18) * depth
        painter.fillRect(QRectF(left, top, theme.px(3), bottom - top), theme.color("control"))

    def _draw_cited(self, painter: QPainter, first: int, last: int) -> None:
        """The ground of the cited sentence, as high as its lines, so that they join."""
        block = self._view.document().findBlock(first)
        layout, start = block.layout(), block.position()
        is_code = block.blockFormat().property(ROLE) == CODE
        half = self._theme.px(20 if is_code else 24) / 2
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            begin = max(first - start, line.textStart())
            end = min(last - start, line.textStart() + line.textLength())
            if begin < end:
                rect = rect_at(self._view, start + begin)
                width = x_of(line, end) - x_of(line, begin)
                area = QRectF(rect.left(), rect.center().y() - half, width, 2 * half)
                painter.fillRect(area, self._theme.color("cite"))


def x_of(line: QTextLine, position: int) -> float:
    """Where a position of a text block stands on a line that holds it."""
    # PySide's binding gives (x, position), its stub says object.
    return cast("tuple[float, int]", line.cursorToX(position))[0]
