"""A customer's message as it is read: its questions underlined, personal data as chips.

The text is inserted as characters, whatever it looks like; only questions can be clicked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QContextMenuEvent,
    QFontMetricsF,
    QPainter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.inline_object import InlineObject
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.safe_browser import GrowingBrowser, as_inserted
from verbatim_desktop.domain.messages import Question
from verbatim_desktop.domain.redaction import Redaction

HIDDEN = QTextFormat.ObjectTypes.UserObject.value + 21
LABEL = QTextFormat.Property.UserProperty.value + 21
ANCHOR = re.compile(r"question:(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a stretch of the message stands in the document. A chip stands for many characters."""

    place: int
    start: int
    end: int
    is_chip: bool = False

    @property
    def beyond(self) -> int:
        return self.place + 1 if self.is_chip else self.place + self.end - self.start


class _Hidden(InlineObject):
    """Draws what stands for a value that no model sees."""

    def __init__(self, owner: MessageView) -> None:
        super().__init__(owner)
        self._theme = owner.theme

    def size(self, form: QTextFormat) -> QSizeF:
        label = str(form.property(LABEL))
        width = QFontMetricsF(self._theme.font(12)).horizontalAdvance(label)
        return QSizeF(width + self._theme.px(34), self._theme.px(18))

    def draw(self, painter: QPainter, rect: QRectF, form: QTextFormat) -> None:
        theme, side = self._theme, self._theme.px(12)
        place = rect.adjusted(theme.px(2), theme.px(3), -theme.px(2), theme.px(3))
        box(painter, place, theme.px(4), theme.color("sunken"), theme.color("control"))
        corner = QPointF(place.left() + theme.px(6), place.center().y() - side / 2)
        draw_icon(
            painter, "shield", QRectF(corner.x(), corner.y(), side, side), theme.color("text2")
        )
        painter.setFont(theme.font(12))
        painter.setPen(theme.color("text"))
        words = place.adjusted(theme.px(22), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, str(form.property(LABEL)))


class MessageView(GrowingBrowser):
    """chosen: a question's number, from 0. menu_wanted: where on the screen."""

    chosen = Signal(int)
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._text = ""
        self._questions: tuple[Question, ...] = ()
        self._hidden: tuple[Redaction, ...] = ()
        self._stretches: list[Stretch] = []
        self._chips = _Hidden(self)
        self.setAccessibleName("Message")
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().documentLayout().registerHandler(HIDDEN, self._chips)
        self.followed.connect(self._follow)
        theme.changed.connect(self._render)

    def show_message(
        self, text: str, questions: Sequence[Question] = (), hidden: Sequence[Redaction] = ()
    ) -> None:
        self._text, self._questions, self._hidden = text, tuple(questions), tuple(hidden)
        self._render()

    def selected(self) -> tuple[int, int]:
        """The selected stretch of the message; empty where nothing is selected."""
        cursor = self.textCursor()
        return self._at(cursor.selectionStart()), self._at(cursor.selectionEnd())

    def _at(self, place: int) -> int:
        for one in self._stretches:
            if place < one.beyond:
                return one.start + max(place - one.place, 0) * (not one.is_chip)
        return len(self._text)

    def _follow(self, address: str) -> None:
        found = ANCHOR.fullmatch(address)
        if found and int(found[1]) < len(self._questions):
            self.chosen.emit(int(found[1]))

    def tip_at(self, position: QPoint) -> str:
        found = ANCHOR.fullmatch(self.anchorAt(position))
        return f"Question {int(found[1]) + 1}: to its answer" if found else ""

    # --- rendering ---------------------------------------------------------------------------

    def _render(self) -> None:
        self.document().clear()
        self.document().setDefaultFont(self.theme.font(13))
        self._stretches = []
        cursor = QTextCursor(self.document())
        form = QTextBlockFormat()
        form.setLineHeight(140, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setBlockFormat(form)
        hidden = {one.start: one for one in self._hidden}
        ends = {one.end: number for number, one in enumerate(self._questions)}
        at = 0
        for border in self._borders():
            value = hidden.get(at)
            if value is not None and value.end > at:
                self._chip(cursor, value)
                at = value.end
            elif border > at:
                self._words(cursor, at, border)
                at = border
            for end in [end for end in ends if end <= at]:
                self._tag(cursor, ends.pop(end))
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self.setTextCursor(cursor)
        self.fit()

    def _borders(self) -> list[int]:
        """Where something begins or ends, in order."""
        spans = [*self._questions, *self._hidden]
        borders = {len(self._text), *(s.start for s in spans), *(s.end for s in spans)}
        return sorted(at for at in borders if 0 <= at <= len(self._text))

    def _number_at(self, at: int) -> int:
        spans = enumerate(self._questions)
        return next((n for n, one in spans if one.start <= at < one.end), -1)

    def _words(self, cursor: QTextCursor, start: int, end: int) -> None:
        """Characters of the message, as they are; Qt counts some of them twice."""
        form = self._ink(self._number_at(start))
        shown = as_inserted(self._text[start:end])
        for offset, piece in _even(shown):
            at = start + offset
            self._stretches.append(Stretch(cursor.position(), at, at + len(piece)))
            cursor.insertText(piece, form)

    def _ink(self, number: int) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setForeground(QBrush(self.theme.color("text")))
        if number >= 0:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            form.setUnderlineColor(self.theme.color("accent"))
            form.setAnchor(True)
            form.setAnchorHref(f"question:{number}")
        return form

    def _chip(self, cursor: QTextCursor, value: Redaction) -> None:
        self._stretches.append(Stretch(cursor.position(), value.start, value.end, is_chip=True))
        form = self._ink(-1)
        form.setObjectType(HIDDEN)
        form.setProperty(LABEL, value.placeholder.strip("[]"))
        cursor.insertText("\ufffc", form)

    def _tag(self, cursor: QTextCursor, number: int) -> None:
        form = self._ink(number)
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.NoUnderline)
        form.setFont(self.theme.font(12, 600))
        form.setForeground(QBrush(self.theme.color("accent")))
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
        cursor.insertText(f"\N{WORD JOINER}Q{number + 1}", form)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())


def _even(text: str) -> list[tuple[int, str]]:
    """The text in pieces whose characters Qt counts alike: those beyond the BMP alone."""
    pieces = re.finditer("[\U00010000-\U0010ffff]|[^\U00010000-\U0010ffff]+", text)
    return [(match.start(), match.group()) for match in pieces]
