"""The text of a reply while it is written: Markdown in, Markdown out, one line of undo.

In between it is rich text: what is strong is strong, and no asterisk says so. Who types Markdown
sees it become what it means.

Only characters get in: what is pasted or dropped is plain text, and nothing is loaded or followed.
A change of the program's (another tone, an inserted sentence) is one step back, as typing is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QKeySequence,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextEdit

from verbatim_desktop.desktop.reply_changes import changes_between
from verbatim_desktop.desktop.reply_markup import CODE, LOOK
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets import reply_document as doc
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.reply_highlighter import ReplyHighlighter
from verbatim_desktop.desktop.widgets.reply_lines import Reading
from verbatim_desktop.desktop.widgets.reply_typing import (
    STYLE_ENDS,
    add_style,
    take_marker,
    take_style,
)
from verbatim_desktop.domain.answers import Citation

SLASH = re.compile(r"/([^/\n]{0,40})")


class ReplyField(QTextEdit):
    """edited: the text is another one. moved: the cursor is elsewhere (a character of the text).
    slash: what stands behind a / that begins a line, None where none does. travelled: a step back
    (-1) or forth (1) was taken.
    """

    edited = Signal()
    moved = Signal(int)
    slash = Signal(object)
    travelled = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._known: dict[int, Citation] = {}
        self._dirty: tuple[int, int] | None = None
        self._slash_open = False
        self.setAccessibleName("Reply")
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("plain")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.highlighter = ReplyHighlighter(theme, self.document(), self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self.settle)
        self.document().contentsChange.connect(self._content_changed)
        self.cursorPositionChanged.connect(self._cursor_moved)

    # --- the text ----------------------------------------------------------------------------

    def reading(self) -> Reading:
        return self.highlighter.reading

    def chips(self) -> list[int]:
        """The numbers of the chips, in order."""
        return self.highlighter.lines.numbers()

    def text(self) -> str:
        """The reply as Markdown."""
        return self.reading().text

    def show_text(self, text: str, citations: Sequence[Citation]) -> None:
        """Another reply; there is no way back to the one before."""
        self.set_citations(citations)
        self.setUndoRedoEnabled(False)
        self.clear()
        self._put(text, literally=False)
        if self.text() != doc.as_read(text):
            self.clear()
            self._put(text, literally=True)
        doc.space_out(self.document(), 0, self.document().characterCount())
        self.setUndoRedoEnabled(True)
        self.go_to(0)
        self.settle()

    def _put(self, text: str, *, literally: bool) -> None:
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # it is looked at once, not for each line
        cursor.setBlockFormat(doc.line_format())
        if literally:
            doc.insert_literally(cursor, text)
        else:
            doc.insert(cursor, text, self._known)
        cursor.endEditBlock()

    def become(self, text: str, citations: Sequence[Citation]) -> None:
        """Change what differs in one step; the cursor stays where it was in the text."""
        self.set_citations(citations)
        reading, at = self.reading(), self.cursor_at()
        if changes := changes_between(reading.text, text):
            cursor = QTextCursor(self.document())
            cursor.beginEditBlock()
            for start, end, new in reversed(changes):
                self._replace(cursor, reading, start, end, new)
            cursor.endEditBlock()
            if self.text() != doc.as_read(text):
                self._stand_literally(cursor, text)
            self.settle()
            self.go_to(min(at, len(text)))
        self._end_step()

    def _stand_literally(self, cursor: QTextCursor, text: str) -> None:
        """As it is written, marks and all; part of the step before."""
        cursor.joinPreviousEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()
        doc.insert_literally(cursor, text)
        cursor.endEditBlock()

    def insert_text(self, text: str, start: int = -1, end: int = -1) -> None:
        """Markdown in the place of a stretch, else behind what is selected."""
        reading = self.reading()
        start = start if start >= 0 else reading.at(self.textCursor().selectionEnd())
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        style = self._style_of(reading.place(start), reading.place(max(start, end)))
        self._replace(cursor, reading, start, max(start, end), text, style)
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.settle()
        self._end_step()

    def _replace(
        self,
        cursor: QTextCursor,
        reading: Reading,
        start: int,
        end: int,
        new: str,
        style: int = 0,
    ) -> None:
        cursor.setPosition(reading.place(start))
        cursor.setPosition(reading.place(end), QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        doc.insert(cursor, new, self._known, style)

    def _style_of(self, first: int, last: int) -> int:
        """The look that all of a stretch has: what takes its place has it too."""
        style = LOOK if last > first else 0
        for place in range(first, last):
            style &= doc.style_at(self.document(), place)
        return style

    def _end_step(self) -> None:
        """What is typed next is a step of its own: Qt joins nothing to an unmodified document."""
        self.document().setModified(False)

    def set_citations(self, citations: Sequence[Citation]) -> None:
        """The citations that markers may name from now on."""
        self._known = {citation.marker: citation for citation in citations}
        self.highlighter.set_known(frozenset(self._known))

    @property
    def known(self) -> Collection[int]:
        return self._known

    def citation(self, number: int) -> Citation | None:
        return self._known.get(number)

    # --- back and forth ----------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many steps back there are."""
        return self.document().availableUndoSteps()

    def step_back(self) -> None:
        self.settle()
        self.undo()
        self._travelled(-1)

    def step_forth(self) -> None:
        self.settle()
        self.redo()
        self._travelled(1)

    def _travelled(self, direction: int) -> None:
        self._dirty = None
        self._soon.stop()
        self.highlighter.refresh()
        self.travelled.emit(direction)
        self.edited.emit()

    # --- the cursor --------------------------------------------------------------------------

    def cursor_at(self) -> int:
        return self.reading().at(self.textCursor().position())

    def selected(self) -> tuple[int, int]:
        """The selected stretch of the text; empty where nothing is."""
        return self.span_of(self.textCursor())

    def stretch(self) -> QTextCursor:
        """What is selected now, or where the cursor is; it goes along with the text."""
        return QTextCursor(self.textCursor())

    def stretch_of(self, start: int, end: int) -> QTextCursor:
        """A stretch of the text, which goes along with it."""
        reading, cursor = self.reading(), QTextCursor(self.document())
        cursor.setPosition(reading.place(start))
        cursor.setPosition(reading.place(end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def span_of(self, stretch: QTextCursor) -> tuple[int, int]:
        """Where a stretch stands in the text now."""
        reading = self.reading()
        return reading.at(stretch.selectionStart()), reading.at(stretch.selectionEnd())

    def go_to(self, start: int, end: int = -1) -> None:
        """The cursor to a character, or a stretch selected; scrolled into sight."""
        reading, cursor = self.reading(), self.textCursor()
        cursor.setPosition(reading.place(start))
        if end >= 0:
            cursor.setPosition(reading.place(end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _cursor_moved(self) -> None:
        self.moved.emit(self.cursor_at())
        self._offer_templates()

    # --- changes -----------------------------------------------------------------------------

    def _content_changed(self, place: int, _removed: int, added: int) -> None:
        first, last = self._dirty or (place, place)
        self._dirty = (min(first, place), max(last, place + added))
        self._soon.start()

    def settle(self) -> None:
        """Take in what was changed: once in a turn of the loop, or before it is asked for."""
        self._soon.stop()
        if self._dirty is None:
            return
        doc.space_out(self.document(), *self._dirty)
        self._dirty = None
        self._soon.stop()
        self.highlighter.refresh()
        self.edited.emit()
        self._offer_templates()

    def _offer_templates(self) -> None:
        """Whether a / begins the line that the cursor is in, and what stands behind it."""
        cursor = self.textCursor()
        line = cursor.block().text()[: cursor.positionInBlock()]
        found = SLASH.fullmatch(line) if self.hasFocus() and not cursor.hasSelection() else None
        if found or self._slash_open:
            self._slash_open = found is not None
            self.slash.emit(found[1] if found else None)

    def slash_stretch(self) -> tuple[int, int]:
        """Where the / and what stands behind it are."""
        cursor, reading = self.textCursor(), self.reading()
        return reading.at(cursor.block().position()), reading.at(cursor.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.step_back()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.step_forth()
        elif is_enter(event):
            self._new_line()
        else:
            self._leave_code()
            super().keyPressEvent(event)
            self._take_typed(event.text())

    def _take_typed(self, last: str) -> None:
        """Markdown that was typed out becomes what it means; what follows it is plain."""
        cursor = self.textCursor()
        if (last == "]" and take_marker(cursor, self._known)) or (
            last in STYLE_ENDS and take_style(cursor, self.highlighter.lines.in_code())
        ):
            self.setTextCursor(cursor)
            self.setCurrentCharFormat(QTextCharFormat())

    def _leave_code(self) -> None:
        """What is typed beside code is none."""
        cursor, form = self.textCursor(), self.currentCharFormat()
        style, document = form.intProperty(doc.STYLE), self.document()
        if not style & CODE or cursor.hasSelection():
            return
        place = cursor.position()
        before = 0 if cursor.atBlockStart() else doc.style_at(document, place - 1)
        if not before & doc.style_at(document, place) & CODE:
            self.setCurrentCharFormat(doc.styled_format(style & LOOK & ~CODE))

    def toggle(self, style: int) -> None:
        """Make what is selected strong, or what is typed next; or neither any more."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            held = self.currentCharFormat().intProperty(doc.STYLE)
            self.setCurrentCharFormat(doc.styled_format(held ^ style))
            return
        first, last = cursor.selectionStart(), cursor.selectionEnd()
        has_it = self._style_of(first, last) & style
        cursor.beginEditBlock()
        add_style(cursor, style, take_away=bool(has_it))
        cursor.endEditBlock()
        self.settle()

    def _new_line(self) -> None:
        """A line of our own: in an empty one Qt would take back its format instead."""
        cursor = self.textCursor()
        cursor.insertBlock(doc.line_format(), QTextCharFormat())
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    # --- the clipboard -------------------------------------------------------------------------

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        cursor = self.textCursor()
        lines = self.highlighter.lines
        data.setText(lines.between(cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:
        if not self.canInsertFromMimeData(source):
            return
        cursor = self.textCursor()
        text = source.text().replace("\r\n", "\n").replace("\r", "\n")
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        doc.insert(cursor, text, self._known)
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def loadResource(self, kind: int, _name: object) -> object:
        """Nothing is ever loaded."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            dot = QImage(1, 1, QImage.Format.Format_ARGB32)
            dot.fill(Qt.GlobalColor.transparent)
            return dot
        return ""


def is_enter(event: QKeyEvent) -> bool:
    """Enter alone or with Shift; with Ctrl it means something else."""
    others = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    enter = event.key() in ENTER
    return enter and not event.modifiers() & ~others
