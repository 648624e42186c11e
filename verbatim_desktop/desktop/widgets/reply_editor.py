"""Writes a reply: beside the text, what is to be said of its paragraphs, sentences and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QToolTip

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import plain_tip
from verbatim_desktop.desktop.widgets import reply_document as doc
from verbatim_desktop.desktop.widgets.hover_card import HoverCard
from verbatim_desktop.desktop.widgets.qt_values import selection
from verbatim_desktop.desktop.widgets.reply_chips import ReplyChips
from verbatim_desktop.desktop.widgets.reply_field import ReplyField
from verbatim_desktop.desktop.widgets.reply_margin import ParagraphMark, draw_margin

MEASURE = 680
MARGIN = 24
#: Of the document itself, for good: another one would be a step of its undo.
INNER = 20


@dataclass(frozen=True, slots=True)
class TextNote:
    """Something said of a stretch of the text. kind: "unsupported", "uncited" or "spelling"."""

    start: int
    end: int
    kind: str
    tip: str


class ReplyEditor(ReplyField):
    """opened: a chip's number. menu_wanted: where on the screen."""

    opened = Signal(int)
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.active = 0
        self._notes: list[tuple[QTextCursor, TextNote]] = []
        self._selections: list[QTextEdit.ExtraSelection] = []
        self._shown: QTextCursor | None = None  # the stretch that was gone to
        self._marks: tuple[ParagraphMark, ...] = ()
        self.card = HoverCard(theme, self)
        self._chips = ReplyChips(self, theme)
        self.document().documentLayout().registerHandler(doc.CHIP, self._chips)
        self.document().setDocumentMargin(INNER)
        self.document().contentsChange.connect(self._carry_marks)
        self.cursorPositionChanged.connect(self._leave_shown)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_active(self, number: int) -> None:
        self.active = number
        self.viewport().update()

    # --- what is said of the text --------------------------------------------------------------

    def set_marks(self, marks: Sequence[ParagraphMark]) -> None:
        """Lines and tags beside paragraphs."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self.viewport().update()

    def _carry_marks(self, place: int, removed: int, added: int) -> None:
        """Marks go along with their paragraphs until they are looked at anew."""

        def moved(at: int) -> int:
            return at if at <= place else max(at + added - removed, place)

        if added != removed:
            self._marks = tuple(
                replace(mark, first=moved(mark.first), last=moved(mark.last))
                if mark.last > place
                else mark
                for mark in self._marks
            )

    @property
    def marks(self) -> tuple[ParagraphMark, ...]:
        return self._marks

    def set_notes(self, notes: Sequence[TextNote]) -> None:
        """Underlines with what they mean."""
        reading = self.reading()
        self._notes = []
        for note in notes:
            cursor = QTextCursor(self.document())
            cursor.setPosition(reading.place(note.start))
            cursor.setPosition(reading.place(note.end), QTextCursor.MoveMode.KeepAnchor)
            self._notes.append((cursor, note))
        self._select()

    def show_stretch(self, start: int, end: int) -> None:
        """The cursor to the beginning of a stretch, which is lit until the cursor leaves it."""
        reading, cursor = self.reading(), QTextCursor(self.document())
        cursor.setPosition(reading.place(start))
        cursor.setPosition(reading.place(end), QTextCursor.MoveMode.KeepAnchor)
        self._shown = None
        self.go_to(start)
        self._shown = cursor
        self._select()

    def shown_stretch(self) -> str:
        """What is lit."""
        return self._shown.selectedText() if self._shown is not None else ""

    def _leave_shown(self) -> None:
        shown, at = self._shown, self.textCursor().position()
        if shown is not None and not shown.selectionStart() <= at <= shown.selectionEnd():
            self._shown = None
            self._select()

    def _select(self) -> None:
        """Underlines, and below them what is lit, in the colours of the theme."""
        self._selections = []  # kept alive: their cursors follow the text
        if self._shown is not None:
            form = QTextCharFormat()
            form.setBackground(self.theme.color("warnbg"))
            self._selections.append(selection(self._shown, form))
        for cursor, note in self._notes:
            self._selections.append(selection(cursor, self._underline(note.kind)))
        self.setExtraSelections(self._selections)

    def _underline(self, kind: str) -> QTextCharFormat:
        form = QTextCharFormat()
        styles = QTextCharFormat.UnderlineStyle
        style, color = {
            "unsupported": (styles.DashUnderline, "warn"),
            "uncited": (styles.DotLine, "text3"),
            "spelling": (styles.WaveUnderline, "bad"),
        }[kind]
        form.setUnderlineStyle(style)
        form.setUnderlineColor(self.theme.color(color))
        return form

    def notes(self, kind: str = "") -> list[TextNote]:
        return [note for _cursor, note in self._notes if kind in ("", note.kind)]

    def note_at(self, place: int, kind: str = "") -> TextNote | None:
        """What is said of the text at a position of the document; spelling comes last."""
        found = [
            note
            for cursor, note in self._notes
            if cursor.selectionStart() <= place <= cursor.selectionEnd() and kind in ("", note.kind)
        ]
        return min(found, key=lambda note: note.kind == "spelling", default=None)

    def note_span(self, place: int, kind: str) -> tuple[int, int] | None:
        """Where a note at a position stands in the text as it is now."""
        reading = self.reading()
        for cursor, note in self._notes:
            if note.kind == kind and cursor.selectionStart() <= place <= cursor.selectionEnd():
                return reading.at(cursor.selectionStart()), reading.at(cursor.selectionEnd())
        return None

    # --- the mouse -----------------------------------------------------------------------------

    def chip_under(self, point: QPoint) -> int:
        """The number of the chip at a point of the viewport; 0 where there is none."""
        offset = QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        layout = self.document().documentLayout()
        place = layout.hitTest(QPointF(point) + offset, Qt.HitTestAccuracy.ExactHit)
        candidates = (place, place - 1) if place >= 0 else ()
        return next(
            (doc.chip_at(self.document(), at) for at in candidates if self._is_over(at, point)), 0
        )

    def _is_over(self, place: int, point: QPoint) -> bool:
        if not doc.chip_at(self.document(), place):
            return False
        cursor = QTextCursor(self.document())
        cursor.setPosition(place)
        left = self.cursorRect(cursor).left()
        cursor.setPosition(place + 1)
        return left <= point.x() <= self.cursorRect(cursor).left()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        number = self.chip_under(event.position().toPoint())
        clicked = event.button() is Qt.MouseButton.LeftButton
        if number and clicked and not self.textCursor().hasSelection():
            self.opened.emit(number)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            if not self.textCursor().hasSelection():
                self.setTextCursor(self.cursorForPosition(event.pos()))
            self.menu_wanted.emit(event.globalPos())
        else:
            self.menu_wanted.emit(self.viewport().mapToGlobal(self.cursorRect().bottomLeft()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        if event.type() in (QEvent.Type.Leave, QEvent.Type.Wheel, QEvent.Type.MouseButtonPress):
            self.card.hide()
        return super().viewportEvent(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        citation = self.citation(self.chip_under(event.pos()))
        if citation is not None:
            side = self.theme.px(8)
            chip = QRect(event.globalPos(), event.globalPos()).adjusted(-side, -side, 0, side)
            self.card.show_citation(citation, chip)
            return
        note = self.note_at(self.cursorForPosition(event.pos()).position())
        QToolTip.showText(event.globalPos(), plain_tip(note.tip if note else ""), self)

    # --- the look ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """No line longer than is good to read."""
        room = self.width() - self.theme.px(MEASURE + 2 * MARGIN)
        side = max(self.theme.px(MARGIN) - INNER, 0)
        self.setViewportMargins(side, 0, side + max(room, 0), 0)

    def _restyle(self) -> None:
        self.document().setDefaultFont(self.theme.font(14))
        self.highlighter.restyle()
        self._select()
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_margin(self, self.theme, self._marks)
