"""Gives a reply's text its look while it is edited: strong, code, placeholders, loose markers.

What only Markdown needs (asterisks, backticks) is hidden in every line but that of the cursor.
None of it is part of the text or of its undo steps.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextDocument,
)

from verbatim_desktop.desktop.reply_text import Role, Styled, styled
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.reply_document import Reading, read

Shown = tuple[tuple[int, int, Role], ...]


class ReplyHighlighter(QSyntaxHighlighter):
    """known: the markers that cite something. active: the block whose syntax is shown."""

    def __init__(self, theme: Theme, document: QTextDocument) -> None:
        super().__init__(document)
        self._theme = theme
        self.known: Collection[int] = frozenset()
        self._active = -1
        self._revision = -1
        self.reading = Reading("", (0,))
        self.spans: list[Styled] = []
        self._lines: dict[int, Shown] = {}
        self._painted: dict[int, Shown] = {}

    def refresh(self) -> None:
        """Read the text anew where it changed, and show again the lines that look different."""
        self._read()
        document = self.document()
        for number in range(document.blockCount()):
            if self._painted.get(number) != self._look(number):
                self.rehighlightBlock(document.findBlockByNumber(number))

    def restyle(self) -> None:
        """Colours or sizes changed."""
        self._painted.clear()
        self.rehighlight()

    def set_known(self, known: Collection[int]) -> None:
        self.known = known
        self._revision = -1
        self.refresh()

    def set_active(self, block: QTextBlock | None) -> None:
        """The cursor went to another line; None: the editor has no focus."""
        number = block.blockNumber() if block is not None else -1
        if number != self._active:
            self._active = number
            self.refresh()

    def _read(self) -> None:
        document = self.document()
        if self._revision == document.revision():
            return
        self._revision = document.revision()
        self.reading = read(document)
        self.spans = styled(self.reading.text, self.known)
        lines: dict[int, list[tuple[int, int, Role]]] = {}
        for span in self.spans:
            for number, start, end in self._per_line(span):
                lines.setdefault(number, []).append((start, end, span.role))
        self._lines = {number: tuple(parts) for number, parts in lines.items()}

    def _per_line(self, span: Styled) -> list[tuple[int, int, int]]:
        """Block numbers with the stretch of each that a span covers."""
        first, last = self.reading.place(span.start), self.reading.place(span.end)
        if last - first == 1 and span.role is Role.MARKER:  # a chip draws itself
            return []
        document = self.document()
        found: list[tuple[int, int, int]] = []
        block = document.findBlock(first)
        while block.isValid() and block.position() < last:
            start = max(first - block.position(), 0)
            end = min(last - block.position(), block.length() - 1)
            if end > start:
                found.append((block.blockNumber(), start, end))
            block = block.next()
        return found

    def _look(self, number: int) -> Shown:
        spans = self._lines.get(number, ())
        if number != self._active:
            return spans
        return (*spans, (-1, -1, Role.SYNTAX))  # the same line with its syntax in sight

    def highlightBlock(self, _text: str) -> None:
        self._read()
        number = self.currentBlock().blockNumber()
        self._painted[number] = self._look(number)
        for start, end, role in self._lines.get(number, ()):
            shape = self._shape(role, in_sight=number == self._active)
            for at in range(start, end):
                both = QTextCharFormat(self.format(at))
                both.merge(shape)
                self.setFormat(at, 1, both)

    def _shape(self, role: Role, *, in_sight: bool) -> QTextCharFormat:
        form, theme = QTextCharFormat(), self._theme
        if role is Role.SYNTAX:
            if in_sight:
                form.setForeground(QBrush(theme.color("text3")))
            else:
                form.setProperty(QTextCharFormat.Property.FontPixelSize, 1)
                form.setForeground(QBrush(Qt.GlobalColor.transparent))
        elif role is Role.STRONG:
            form.setFontWeight(QFont.Weight.DemiBold)
        elif role is Role.EMPHASIS:
            form.setFontItalic(True)
        elif role is Role.MARKER:
            form.setForeground(QBrush(theme.color("accent")))
        elif role is Role.LOOSE:
            form.setForeground(QBrush(theme.color("warn")))
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            form.setUnderlineColor(theme.color("warn"))
        else:
            form.setFont(
                theme.font(13, mono=True),
                QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesAll,
            )
            form.setForeground(QBrush(theme.color(_INKS[role][0])))
            form.setBackground(QBrush(theme.color(_INKS[role][1])))
        return form


_INKS = {
    Role.CODE: ("text", "sunken"),
    Role.PLACEHOLDER: ("warn", "warnbg"),
    Role.FALLBACK: ("text2", "sunken"),
}
