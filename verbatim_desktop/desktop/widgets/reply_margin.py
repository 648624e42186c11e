"""What stands beside a reply's paragraphs: a line where one is to be checked, and a tag why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QTextBlock
from PySide6.QtWidgets import QTextEdit

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.tag import draw_tag

INSET = 15  # of the line, before the words


@dataclass(frozen=True, slots=True)
class ParagraphMark:
    """first, last: positions of the document inside a paragraph. line False: only the tag."""

    first: int
    last: int
    words: str
    line: bool = True


def draw_margin(editor: QTextEdit, theme: Theme, marks: Sequence[ParagraphMark]) -> None:
    painter = QPainter(editor.viewport())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    top_place, bottom_place = _in_sight(editor)
    for mark in marks:
        if mark.last < top_place or mark.first > bottom_place:
            continue
        first = editor.document().findBlock(mark.first)
        last = editor.document().findBlock(max(mark.last - 1, mark.first))
        top, bottom = _rect(editor, first).top(), _rect(editor, last).bottom()
        if mark.line:
            left = editor.document().documentMargin() - INSET
            line = QRectF(left, top + theme.px(3), theme.px(3), bottom - top - theme.px(4))
            painter.fillRect(line, theme.color("warn"))
        _draw_tag(painter, editor, theme, last, mark.words)


def _draw_tag(
    painter: QPainter, editor: QTextEdit, theme: Theme, block: QTextBlock, words: str
) -> None:
    """Behind the last word, or below it where the line is full."""
    layout = block.layout()
    if not layout.lineCount():
        return
    line = layout.lineAt(layout.lineCount() - 1)
    place = _rect(editor, block)
    width = QFontMetricsF(theme.font(11, 500)).horizontalAdvance(words) + theme.px(12)
    height = theme.px(18)
    left = place.left() + line.x() + line.naturalTextWidth() + theme.px(8)
    room = editor.viewport().width() - editor.document().documentMargin() / 2
    top = place.bottom() - height + theme.px(1)
    if left + width > room:
        left, top = room - width - theme.px(8), place.bottom() - theme.px(1)
    draw_tag(painter, theme, QRectF(left, top, width, height), words, "warn")


def _in_sight(editor: QTextEdit) -> tuple[int, int]:
    """The document's positions between which the viewport lies, with a line more at each end."""
    area = editor.viewport().rect()
    first = editor.cursorForPosition(area.topLeft()).block()
    last = editor.cursorForPosition(area.bottomRight()).block()
    before = first.previous() if first.previous().isValid() else first
    return before.position(), last.position() + last.length()


def _rect(editor: QTextEdit, block: QTextBlock) -> QRectF:
    """A block's place on the viewport."""
    offset = QPointF(editor.horizontalScrollBar().value(), editor.verticalScrollBar().value())
    return editor.document().documentLayout().blockBoundingRect(block).translated(-offset)
