"""How each kind of text on a page looks: sizes, spaces, colours, borders."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import (
    QBrush,
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTableCellFormat,
    QTextTableFormat,
)

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.domain.documents import Mark, MarkKind

#: What the view draws beside or behind a block of text.
ROLE = QTextFormat.Property.UserProperty.value + 1
BARS = QTextFormat.Property.UserProperty.value + 2
CODE, RULE = "code", "rule"

#: Per level: size, line and the space above.
HEADINGS = {1: (22, 32, 24), 2: (17, 24, 28), 3: (15, 24, 20)}
LOWER_HEADING = (14, 24, 16)
INSET = 18  # of a quote or a tab


class Formats:
    """The formats of one page in one theme. There are few, and making one takes a while."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._inks: dict[tuple[int, int, str, bool], QTextCharFormat] = {}

    def ink(
        self, size: int = 14, weight: int = 400, color: str = "text", *, mono: bool = False
    ) -> QTextCharFormat:
        key = (size, weight, color, mono)
        if key not in self._inks:
            form = QTextCharFormat()
            form.setFont(self._theme.font(size, weight, mono=mono))
            form.setForeground(QBrush(self._theme.color(color)))
            self._inks[key] = form
        return self._inks[key]

    def heading_ink(self, level: int) -> QTextCharFormat:
        return self.ink(HEADINGS.get(level, LOWER_HEADING)[0], 600)

    def marked(self, ink: QTextCharFormat, marks: Sequence[Mark]) -> QTextCharFormat:
        """A format with inline marks laid over it."""
        if not marks:
            return ink
        form, theme = QTextCharFormat(ink), self._theme
        kinds = {mark.kind for mark in marks}
        weight = 600 if MarkKind.STRONG in kinds or ink.fontWeight() >= 600 else 400
        if MarkKind.CODE in kinds:
            font = theme.font(12, weight, mono=True)
            font.setPixelSize(max(ink.font().pixelSize() - theme.px(1.5), theme.px(11)))
            form.setFont(font)
            form.setBackground(QBrush(theme.color("sunken")))
        elif MarkKind.STRONG in kinds:
            form.setFontWeight(600)
        form.setFontItalic(MarkKind.EMPHASIS in kinds)
        form.setFontStrikeOut(MarkKind.STRIKE in kinds)
        for mark in marks:
            if mark.kind is MarkKind.LINK and mark.target:
                form.setAnchor(True)
                form.setAnchorHref(mark.target)
                form.setForeground(QBrush(theme.color("accent")))
        return form

    def spaced(self, line: int, above: int, below: int) -> QTextBlockFormat:
        """A paragraph with lines of a height, and its space above and below."""
        form = QTextBlockFormat()
        least = QTextBlockFormat.LineHeightTypes.MinimumHeight.value
        form.setLineHeight(self._theme.px(line), least)
        form.setTopMargin(self._theme.px(above))
        form.setBottomMargin(self._theme.px(below))
        return form

    def heading(self, level: int, *, first: bool) -> QTextBlockFormat:
        _size, line, above = HEADINGS.get(level, LOWER_HEADING)
        form = self.spaced(line, 8 if first else above, 6)
        form.setHeadingLevel(level)
        return form

    def inset(self, form: QTextBlockFormat, depth: int) -> None:
        """Set a paragraph in by the quotes and tabs around it."""
        if depth:
            form.setProperty(BARS, depth)
            form.setLeftMargin(self._theme.px(INSET) * depth)

    def table(self, depth: int, *, headed: bool) -> QTextTableFormat:
        theme, form = self._theme, QTextTableFormat()
        form.setBorder(0)
        form.setBorderCollapse(True)
        form.setCellPadding(theme.px(4))
        form.setCellSpacing(0)
        form.setTopMargin(theme.px(8))
        form.setBottomMargin(theme.px(8))
        form.setLeftMargin(theme.px(INSET) * depth)
        form.setHeaderRowCount(1 if headed else 0)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        return form

    def cell(self) -> QTextTableCellFormat:
        form = QTextTableCellFormat()
        form.setBottomBorder(1)
        form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(QBrush(self._theme.color("border")))
        form.setLeftPadding(0)
        form.setRightPadding(self._theme.px(12))
        return form


def dotted(theme: Theme) -> QTextCharFormat:
    """How another citation on the page is marked."""
    form = QTextCharFormat()
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    form.setUnderlineColor(theme.color("accent"))
    return form


def found(theme: Theme, *, current: bool = False) -> QTextCharFormat:
    """How a place of what is looked for is marked. current: the one that one is at."""
    form = QTextCharFormat()
    form.setBackground(QBrush(theme.color("accent" if current else "softline")))
    form.setForeground(QBrush(theme.color("onaccent" if current else "text")))
    return form


def highlighted(theme: Theme) -> QTextCharFormat:
    """How the open citation is marked."""
    form = QTextCharFormat()
    form.setBackground(QBrush(theme.color("cite")))
    form.setForeground(QBrush(theme.color("text")))
    return form
