"""Gives a reply's text its look while it is edited: strong, code, placeholders, loose markers.

None of it is part of the document or of its undo steps. A key is followed by a look at its line
alone, and at those that became code or are none any more.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject
from PySide6.QtGui import QBrush, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from verbatim_desktop.desktop.reply_markup import CODE, EMPHASIS, STRONG
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.reply_lines import (
    BLOCK,
    FALLBACK,
    LOOSE,
    PLACEHOLDER,
    Reading,
    ReplyLines,
)

_INKS = {
    BLOCK: ("text", "sunken"),
    CODE: ("text", "sunken"),
    PLACEHOLDER: ("warn", "warnbg"),
    FALLBACK: ("text2", "sunken"),
}


class ReplyHighlighter(QSyntaxHighlighter):
    def __init__(self, theme: Theme, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines = ReplyLines(document)
        self._shapes: dict[int, QTextCharFormat] = {}
        self._coded: frozenset[int] = frozenset()
        document.contentsChange.connect(self.lines.changed)  # before Qt's own, which asks for looks
        self.setDocument(document)

    @property
    def reading(self) -> Reading:
        return self.lines.reading()

    def refresh(self) -> None:
        """Show again the lines that a fence elsewhere made code, or is none for any more."""
        before, self._coded = self._coded, self.lines.in_code()
        document = self.document()
        for number in sorted(before ^ self._coded):
            self.rehighlightBlock(document.findBlockByNumber(number))

    def restyle(self) -> None:
        """Colours or sizes changed."""
        self._shapes.clear()
        self.rehighlight()

    def set_known(self, known: Collection[int]) -> None:
        if self.lines.set_known(known):
            self.rehighlight()

    def highlightBlock(self, _text: str) -> None:
        for start, end, look in self.lines.looks(self.currentBlock().blockNumber()):
            self.setFormat(start, end - start, self._shape(look))

    def _shape(self, look: int) -> QTextCharFormat:
        if look not in self._shapes:
            self._shapes[look] = self._made(look)
        return self._shapes[look]

    def _made(self, look: int) -> QTextCharFormat:
        form, theme = QTextCharFormat(), self._theme
        for kind, (ink, ground) in _INKS.items():
            if look & kind:
                form.setFont(
                    theme.font(13, mono=True),
                    QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesAll,
                )
                form.setForeground(QBrush(theme.color(ink)))
                form.setBackground(QBrush(theme.color(ground)))
        if look & STRONG:
            form.setFontWeight(QFont.Weight.DemiBold)
        if look & EMPHASIS:
            form.setFontItalic(True)
        if look & LOOSE:
            form.setForeground(QBrush(theme.color("warn")))
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            form.setUnderlineColor(theme.color("warn"))
        return form
