"""The answer's text with its citation chips, whole or as it is being written.

The text is inserted as characters, never as markup. A chip is a text object with the anchor
`cite:N`; nothing else in here can be clicked. While a text is written, a chip whose citation is not
known yet is an outlined box.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSizeF, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QFontMetricsF,
    QHelpEvent,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextListFormat,
)
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.claim_marks import Mark, marks_of, pieces_of
from verbatim_desktop.desktop.widgets.evidence import spoken_citation
from verbatim_desktop.desktop.widgets.hover_card import HoverCard
from verbatim_desktop.desktop.widgets.inline_object import InlineObject
from verbatim_desktop.desktop.widgets.painting import chip_width, draw_chip, draw_open_chip
from verbatim_desktop.desktop.widgets.safe_browser import GrowingBrowser, as_inserted
from verbatim_desktop.desktop.widgets.tag import draw_tag
from verbatim_desktop.domain.answers import Citation, Claim
from verbatim_desktop.text.inline import pieces

CHIP = QTextFormat.ObjectTypes.UserObject.value + 1
TAG = CHIP + 1
NUMBER = QTextFormat.Property.UserProperty.value + 1
WORDS, TONE = NUMBER + 1, NUMBER + 2
MARKER = re.compile(r" ?\[(?P<number>\d{1,3})\]")
ITEM = re.compile(r"(-|\d{1,4}\.) (?=\S)")
ANCHOR = re.compile(r"cite:(\d{1,3})")
CLAIM = re.compile(r"claim:(\d{1,4})")
#: What may still become a marker while a text is written.
UNFINISHED = re.compile(r" ?(?:\[\d{0,3})?$")
#: How often a text that is being written is laid out anew, in milliseconds.
LAID_OUT_EVERY = 33


#: What happens when the pointer goes, or does something else.
HIDING = (
    QEvent.Type.MouseMove,
    QEvent.Type.Leave,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.Wheel,
)


class _Chips(InlineObject):
    """Draws a chip where the text holds one."""

    def __init__(self, owner: CitationText) -> None:
        super().__init__(owner)
        self._owner = owner

    def size(self, form: QTextFormat) -> QSizeF:
        theme = self._owner.theme
        width = chip_width(theme, str(form.property(NUMBER)))
        return QSizeF(width + theme.px(4), theme.px(16))

    def draw(self, painter: QPainter, rect: QRectF, form: QTextFormat) -> None:
        number, theme = int(form.property(NUMBER)), self._owner.theme
        corner = QPointF(rect.left() + theme.px(2), rect.top())
        if self._owner.is_known(number):
            active = number == self._owner.active
            draw_chip(painter, theme, corner, str(number), active=active)
        else:
            draw_open_chip(painter, theme, corner, str(number))


class _Tags(InlineObject):
    """Draws a tag behind a sentence that is not what it should be."""

    def __init__(self, owner: CitationText) -> None:
        super().__init__(owner)
        self._theme = owner.theme

    def size(self, form: QTextFormat) -> QSizeF:
        width = QFontMetricsF(self._theme.font(11, 500)).horizontalAdvance(form.property(WORDS))
        return QSizeF(width + self._theme.px(16), self._theme.px(18))

    def draw(self, painter: QPainter, rect: QRectF, form: QTextFormat) -> None:
        side, lower = self._theme.px(2), self._theme.px(4)  # level with the words before it
        place = rect.adjusted(side, lower, -side, lower)
        draw_tag(painter, self._theme, place, form.property(WORDS), form.property(TONE))


class CitationText(GrowingBrowser):
    """opened carries the number of the citation whose chip was chosen."""

    opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.active = 0
        self._text = ""
        self._claims: tuple[Claim, ...] = ()
        self._citations: Mapping[int, Citation] = {}
        self._marks: tuple[Mark, ...] = ()
        self._writing = False
        self._chips, self._tags = _Chips(self), _Tags(self)
        self.card = HoverCard(theme, self)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(LAID_OUT_EVERY)
        self._pause.timeout.connect(self._render)
        self.setAccessibleName("Answer")
        self.document().documentLayout().registerHandler(CHIP, self._chips)
        self.document().documentLayout().registerHandler(TAG, self._tags)
        self.followed.connect(self._follow)
        theme.changed.connect(self._render)

    def show_answer(
        self, text: str, claims: Sequence[Claim], citations: Sequence[Citation]
    ) -> None:
        self._text, self._claims = text, tuple(claims)
        self._writing = False
        self._pause.stop()
        self._marks = marks_of(text, claims)
        self._know(citations)
        self.active = 0
        self._render()

    def begin(self, citations: Sequence[Citation] = ()) -> None:
        """A text is going to be written; citations: those that are known already."""
        self.show_answer("", (), citations)
        self._writing = True

    def append(self, text: str) -> None:
        """More of the text that is being written."""
        self._text += text
        if not self._pause.isActive():
            self._pause.start()

    def resolve(self, citations: Sequence[Citation]) -> None:
        """These citations are known now; their chips are filled."""
        self._know(citations)
        self.viewport().update()

    def is_known(self, number: int) -> bool:
        return number in self._citations

    def _know(self, citations: Sequence[Citation]) -> None:
        self._citations = {citation.marker: citation for citation in citations}

    def set_active(self, number: int) -> None:
        self.active = number
        self.viewport().update()

    def _follow(self, address: str) -> None:
        found = ANCHOR.fullmatch(address)
        if found and int(found[1]) in self._citations:
            self.opened.emit(int(found[1]))

    # --- rendering ---------------------------------------------------------------------------

    def _render(self) -> None:
        self.document().clear()
        self.document().setDefaultFont(self.theme.font(15))
        self.document().setIndentWidth(self.theme.px(24))
        cursor = QTextCursor(self.document())
        offset = 0
        for line in self._shown().split("\n"):
            if line.strip():
                self._line(cursor, line, offset)
            offset += len(line) + 1
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self.setTextCursor(cursor)
        self.fit()

    def _shown(self) -> str:
        """What is shown of the text: the beginning of a marker is held back until it is whole."""
        return UNFINISHED.sub("", self._text) if self._writing else self._text

    def _line(self, cursor: QTextCursor, line: str, offset: int) -> None:
        """A paragraph, an item or a step, with its code, its bold and its chips."""
        item = ITEM.match(line)
        self._open(cursor, item[1] if item else "")
        at = item.end() if item else 0
        words, offset = line[at:], offset + at
        for piece in pieces(words):
            shown = words[piece.first : piece.last]
            if piece.code:
                ink = self._ink(code=True, strong=piece.strong)
                cursor.insertText(as_inserted(shown), ink)
                self._tag_ending(cursor, offset + piece.start, offset + piece.end)
            else:
                self._marked(cursor, shown, offset + piece.first, strong=piece.strong)
                self._tag_ending(cursor, offset + piece.last, offset + piece.end)

    def _marked(self, cursor: QTextCursor, text: str, offset: int, *, strong: bool) -> None:
        """Words with the chips among them."""
        at = 0
        for found in MARKER.finditer(text):
            number = int(found["number"])
            if not (self._writing or self.is_known(number)):
                continue
            self._words(cursor, text[at : found.start()], offset + at, strong=strong)
            self._chip(cursor, number)
            at = found.end()
            self._tag_ending(cursor, offset + found.start(), offset + at)
        self._words(cursor, text[at:], offset + at, strong=strong)

    def _open(self, cursor: QTextCursor, marker: str) -> None:
        """Begin a text block; marker is "-", a number with its full stop, or ""."""
        form = QTextBlockFormat()
        form.setLineHeight(self.theme.px(24), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        first, space = self.document().isEmpty(), self.theme.px(2 if marker else 8)
        form.setTopMargin(0 if first else space)
        form.setBottomMargin(space)
        if first:
            cursor.setBlockFormat(form)
            cursor.setBlockCharFormat(self._ink())
        else:
            cursor.insertBlock(form, self._ink())
        if marker:
            style = QTextListFormat()
            style.setIndent(1)
            if marker == "-":
                style.setStyle(QTextListFormat.Style.ListDisc)
            else:
                style.setStyle(QTextListFormat.Style.ListDecimal)
                style.setStart(int(marker[:-1]))
            cursor.createList(style)

    def _ink(self, *, code: bool = False, strong: bool = False) -> QTextCharFormat:
        form = QTextCharFormat()
        weight = 600 if strong else 400
        font = self.theme.font(13, weight, mono=True) if code else self.theme.font(15, weight)
        form.setFont(font)
        form.setForeground(QBrush(self.theme.color("text")))
        if code:
            form.setBackground(QBrush(self.theme.color("sunken")))
        return form

    def _words(self, cursor: QTextCursor, text: str, offset: int, *, strong: bool = False) -> None:
        """Words, struck where nothing supports them, and a tag where such a sentence ends."""
        for start, end, mark in pieces_of(offset, offset + len(text), self._marks):
            form = self._ink(strong=strong)
            if mark is not None and mark.struck:
                form.setForeground(QBrush(self.theme.color("text2")))
                form.setFontStrikeOut(True)
            cursor.insertText(as_inserted(text[start - offset : end - offset]), form)
            self._tag_ending(cursor, start, end)

    def _tag_ending(self, cursor: QTextCursor, start: int, end: int) -> None:
        """The tag of a marked sentence whose end lies in what was just inserted."""
        for number, mark in enumerate(self._marks):
            if start < mark.end <= end:
                cursor.insertText("\N{NO-BREAK SPACE}", self._ink())
                form = self._ink()
                form.setObjectType(TAG)
                form.setProperty(WORDS, mark.words)
                form.setProperty(TONE, mark.tone)
                form.setAnchor(True)
                form.setAnchorHref(f"claim:{number}")
                cursor.insertText("\ufffc", form)

    def _chip(self, cursor: QTextCursor, number: int) -> None:
        """A chip, bound to the word before it."""
        cursor.insertText("\N{NO-BREAK SPACE}", self._ink())
        form = self._ink()
        form.setObjectType(CHIP)
        form.setProperty(NUMBER, number)
        form.setAnchor(True)
        form.setAnchorHref(f"cite:{number}")
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
        cursor.insertText("\ufffc", form)

    def link_words(self) -> str:
        """What the chip or the tag that Tab is at stands for."""
        address = self.textCursor().charFormat().anchorHref()
        if found := ANCHOR.fullmatch(address):
            citation = self._citations.get(int(found[1]))
            return spoken_citation(citation) if citation else f"Citation {found[1]}"
        if found := CLAIM.fullmatch(address):
            mark = self._marks[int(found[1])]
            return f"{mark.words}: {mark.detail}"
        return super().link_words()

    # --- tips ----------------------------------------------------------------------------------

    def tip_at(self, position: QPoint) -> str:
        """What a tag means. A chip shows its card instead."""
        found = CLAIM.fullmatch(self.anchorAt(position))
        return self._marks[int(found[1])].detail if found else ""

    def citation_at(self, position: QPoint) -> Citation | None:
        found = ANCHOR.fullmatch(self.anchorAt(position))
        return self._citations.get(int(found[1])) if found else None

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            citation = self.citation_at(event.pos())
            if citation is not None:
                side = self.theme.px(8)
                chip = QRect(event.globalPos(), event.globalPos()).adjusted(-side, -side, 0, side)
                self.card.show_citation(citation, chip)
                return True
        elif event.type() in HIDING:
            self._leave_card(event)
        return super().viewportEvent(event)

    def _leave_card(self, event: QEvent) -> None:
        """The card goes when the pointer is no longer on its chip."""
        on = (
            self.citation_at(event.position().toPoint()) if isinstance(event, QMouseEvent) else None
        )
        if event.type() != QEvent.Type.MouseMove or on is not self.card.citation:
            self.card.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        self.card.hide()
        super().hideEvent(event)
