"""The answer's text with its citation chips.

The text is inserted as characters, never as markup. A chip is a text object with the anchor
`cite:N`; nothing else in here can be clicked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QPainter,
    QPyTextObject,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextListFormat,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.painting import chip_width, draw_chip
from verbatim_desktop.desktop.widgets.safe_browser import SafeBrowser, as_inserted
from verbatim_desktop.domain.answers import Citation, Claim, Support

CHIP = QTextFormat.ObjectTypes.UserObject.value + 1
NUMBER = QTextFormat.Property.UserProperty.value + 1
#: What the answer's writer sets apart: code between backticks, and markers.
PIECES = re.compile(r"`(?P<code>[^`\n]+)`| ?\[(?P<number>\d{1,3})\]")
ITEM = re.compile(r"(-|\d{1,4}\.) (?=\S)")
ANCHOR = re.compile(r"cite:(\d{1,3})")


class _Chips(QPyTextObject):
    """Draws a chip where the text holds one."""

    def __init__(self, owner: CitationText) -> None:
        super().__init__(owner)
        self._owner = owner

    def intrinsicSize(self, _doc: QTextDocument, _at: int, form: QTextFormat) -> QSizeF:
        theme = self._owner.theme
        width = chip_width(theme, str(form.property(NUMBER)))
        return QSizeF(width + theme.px(4), theme.px(16))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        _doc: QTextDocument,
        _at: int,
        form: QTextFormat,
    ) -> None:
        number = int(form.property(NUMBER))
        corner = QPointF(rect.left() + self._owner.theme.px(2), rect.top())
        active = number == self._owner.active
        painter.save()
        draw_chip(painter, self._owner.theme, corner, str(number), active=active)
        painter.restore()


class CitationText(SafeBrowser):
    """opened carries the number of the citation whose chip was chosen."""

    opened = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.active = 0
        self._text = ""
        self._claims: tuple[Claim, ...] = ()
        self._citations: Mapping[int, Citation] = {}
        self._chips = _Chips(self)
        self.setAccessibleName("Answer")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().registerHandler(CHIP, self._chips)
        self.followed.connect(self._follow)
        theme.changed.connect(self._render)

    def show_answer(
        self, text: str, claims: Sequence[Claim], citations: Sequence[Citation]
    ) -> None:
        self._text, self._claims = text, tuple(claims)
        self._citations = {citation.marker: citation for citation in citations}
        self.active = 0
        self._render()

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
        struck = self._struck()
        offset = 0
        for line in self._text.split("\n"):
            if line.strip():
                self._line(cursor, line, offset, struck)
            offset += len(line) + 1
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self.setTextCursor(cursor)
        self._fit()

    def _struck(self) -> list[tuple[int, int]]:
        """Where the sentences stand that nothing supports."""
        found: list[tuple[int, int]] = []
        for claim in self._claims:
            at = self._text.find(claim.text)
            if claim.support is Support.NOT_SUPPORTED and claim.text and at >= 0:
                found.append((at, at + len(claim.text)))
        return found

    def _line(
        self, cursor: QTextCursor, line: str, offset: int, struck: list[tuple[int, int]]
    ) -> None:
        """A paragraph, an item or a step, with its code and its chips."""
        item = ITEM.match(line)
        self._open(cursor, item[1] if item else "")
        at = item.end() if item else 0
        for found in PIECES.finditer(line, at):
            if found["code"] is None and int(found["number"]) not in self._citations:
                continue
            self._words(cursor, line[at : found.start()], offset + at, struck)
            if found["code"] is not None:
                cursor.insertText(as_inserted(found["code"]), self._ink(code=True))
            else:
                self._chip(cursor, int(found["number"]))
            at = found.end()
        self._words(cursor, line[at:], offset + at, struck)

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

    def _ink(self, *, code: bool = False) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(self.theme.font(13, mono=True) if code else self.theme.font(15))
        form.setForeground(QBrush(self.theme.color("text")))
        if code:
            form.setBackground(QBrush(self.theme.color("sunken")))
        return form

    def _words(
        self, cursor: QTextCursor, text: str, offset: int, struck: list[tuple[int, int]]
    ) -> None:
        if not text:
            return
        middle = offset + len(text) / 2
        form = self._ink()
        if any(start <= middle < end for start, end in struck):
            form.setForeground(QBrush(self.theme.color("text2")))
            form.setFontStrikeOut(True)
        cursor.insertText(as_inserted(text), form)

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

    # --- size and tips -------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its text: the pane scrolls, not the answer."""
        self.document().setTextWidth(self.viewport().width())
        self.setFixedHeight(max(round(self.document().size().height()) + 2, self.theme.px(24)))

    def tip_at(self, position: QPoint) -> str:
        found = ANCHOR.fullmatch(self.anchorAt(position))
        citation = self._citations.get(int(found[1])) if found else None
        if citation is None:
            return ""
        return f"{' › '.join(citation.heading_path)}\n{citation.quote}"
