"""A document's blocks as a QTextDocument, with where every character of every block stands.

The library gives (block, start, end) in code points; Qt counts UTF-16 units. A table row stands
in several cells, so a stretch of a block is a list of ranges. Building goes in steps, so that a
page of any length is built between events.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextListFormat,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.code_colors import colored
from verbatim_desktop.desktop.widgets.safe_browser import as_inserted
from verbatim_desktop.domain.documents import Block, BlockKind, Document, Mark, MarkKind

#: What the view draws beside or behind a block of text.
ROLE = QTextFormat.Property.UserProperty.value + 1
BARS = QTextFormat.Property.UserProperty.value + 2
CODE, TAGS, RULE = "code", "tags", "rule"

HEADINGS = {1: (22, 32, 24), 2: (17, 24, 28), 3: (15, 24, 20)}
BULLETS = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)
ALIGN = {
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


def utf16(text: str) -> int:
    """How many units Qt counts for a text."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(slots=True)
class Piece:
    """A stretch of a block's text and the document position where it begins."""

    start: int
    end: int
    position: int


@dataclass(slots=True)
class Page:
    """A document being laid out. steps() builds it; done says whether it is whole."""

    source: Document
    theme: Theme
    text: QTextDocument = field(default_factory=QTextDocument)
    pieces: list[list[Piece]] = field(default_factory=list[list[Piece]])
    anchors: dict[str, int] = field(default_factory=dict[str, int])
    done: bool = False

    def ranges(self, block: int, start: int, end: int) -> list[tuple[int, int]]:
        """Document ranges of a stretch of a block, in code points; one per table cell touched."""
        if block >= len(self.pieces):
            return []
        text = self.source.blocks[block].text
        found: list[tuple[int, int]] = []
        for piece in self.pieces[block]:
            first, last = max(start, piece.start), min(end, piece.end)
            if first < last:
                begin = piece.position + utf16(text[piece.start : first])
                found.append((begin, begin + utf16(text[first:last])))
        return found

    def has_block(self, block: int) -> bool:
        return block < len(self.pieces)

    def steps(self) -> Iterator[None]:
        """Build block by block; each step leaves a document that can be shown."""
        writer = _Writer(self)
        writer.begin()
        blocks, at = self.source.blocks, 0
        while at < len(blocks):
            writer.cursor.beginEditBlock()
            after = self._end_of_group(at)
            if blocks[at].kind is BlockKind.TABLE_ROW:
                writer.table(blocks[at:after])
            else:
                writer.block(blocks[at])
            writer.cursor.endEditBlock()
            at = after
            yield
        self.done = True

    def _end_of_group(self, at: int) -> int:
        """The rows of one table go together; every other block is alone."""
        blocks = self.source.blocks
        if blocks[at].kind is not BlockKind.TABLE_ROW:
            return at + 1
        end = at + 1
        while (
            end < len(blocks)
            and blocks[end].kind is BlockKind.TABLE_ROW
            and blocks[end].table == blocks[at].table
        ):
            end += 1
        return end


class _Writer:
    """Writes blocks at the end of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.theme = page.theme
        self.cursor = QTextCursor(page.text)
        self.context: tuple[str, ...] = ()
        self._inks: dict[tuple[int, int, str, bool], QTextCharFormat] = {}
        self.fresh = True  # the current text block is empty and may be used

    def begin(self) -> None:
        page, theme = self.page, self.theme
        page.text.setUndoRedoEnabled(False)
        page.text.setDefaultFont(theme.font(14))
        page.text.setIndentWidth(theme.px(24))
        page.text.setDocumentMargin(0)
        frame = QTextFrameFormat()
        frame.setLeftMargin(theme.px(48))
        frame.setRightMargin(theme.px(40))
        frame.setTopMargin(theme.px(16))
        frame.setBottomMargin(theme.px(48))
        page.text.rootFrame().setFrameFormat(frame)
        if not self._opens_with_title():
            self.paragraph(self._heading_format(1))
            self.cursor.insertText(as_inserted(page.source.title), self._ink(22, 600))

    def _opens_with_title(self) -> bool:
        blocks = self.page.source.blocks
        first = next((block for block in blocks if block.kind is BlockKind.HEADING), None)
        return (first is not None and first.level == 1) or not self.page.source.title

    # --- formats -----------------------------------------------------------------------------

    def _ink(
        self, size: int = 14, weight: int = 400, color: str = "text", *, mono: bool = False
    ) -> QTextCharFormat:
        """A character format; there are few of them, and making one takes a while."""
        key = (size, weight, color, mono)
        if key not in self._inks:
            form = QTextCharFormat()
            form.setFont(self.theme.font(size, weight, mono=mono))
            form.setForeground(QBrush(self.theme.color(color)))
            self._inks[key] = form
        return self._inks[key]

    def _spaced(self, line: int, above: int, below: int) -> QTextBlockFormat:
        form = QTextBlockFormat()
        form.setLineHeight(
            self.theme.px(line), QTextBlockFormat.LineHeightTypes.MinimumHeight.value
        )
        form.setTopMargin(self.theme.px(above))
        form.setBottomMargin(self.theme.px(below))
        return form

    def _heading_format(self, level: int) -> QTextBlockFormat:
        _size, line, above = HEADINGS.get(level, (14, 24, 16))
        form = self._spaced(line, above if not self.fresh else 8, 6)
        form.setHeadingLevel(level)
        return form

    # --- blocks ------------------------------------------------------------------------------

    def paragraph(self, form: QTextBlockFormat) -> None:
        """Open a text block: the empty one at hand, or a new one."""
        ink = self._ink()
        if self.fresh:
            self.cursor.setBlockFormat(form)
            self.cursor.setBlockCharFormat(ink)
            self.fresh = False
        else:
            self.cursor.insertBlock(form, ink)

    def block(self, block: Block) -> None:
        self._announce(block)
        if block.kind is BlockKind.HEADING:
            self._heading(block)
        elif block.kind is BlockKind.CODE:
            self._code(block)
        elif block.kind is BlockKind.RULE:
            self._rule()
        else:
            self._prose(block)

    def _announce(self, block: Block) -> None:
        """Name what encloses the blocks from here on: a tab, a note, a details summary."""
        if block.context == self.context:
            return
        common = 0
        for old, new in zip(self.context, block.context, strict=False):
            if old != new:
                break
            common += 1
        self.context = block.context
        for depth in range(common, len(block.context)):
            form = self._spaced(20, 8, 2)
            form.setProperty(BARS, depth + 1 + block.quote_depth)
            form.setLeftMargin(self.theme.px(18) * (depth + 1 + block.quote_depth))
            self.paragraph(form)
            self.cursor.insertText(as_inserted(block.context[depth]), self._ink(12, 600, "text2"))
            if block.collapsed and depth == len(block.context) - 1:
                self.cursor.insertText(" folded on the page", self._ink(12, 400, "text3"))

    def _inset(self, block: Block) -> int:
        return block.quote_depth + len(block.context)

    def _heading(self, block: Block) -> None:
        form = self._heading_format(block.level)
        self._set_bars(form, block)
        self.paragraph(form)
        if block.anchor:
            self.page.anchors[block.anchor] = self.cursor.position()
        size = HEADINGS.get(block.level, (14, 24, 16))[0]
        self._text(block, self._ink(size, 600))

    def _set_bars(self, form: QTextBlockFormat, block: Block) -> None:
        if inset := self._inset(block):
            form.setProperty(BARS, inset)
            form.setLeftMargin(self.theme.px(18) * inset)

    def _prose(self, block: Block) -> None:
        tight = block.list_depth > 0
        form = self._spaced(24, 0 if tight else 8, 0 if tight else 8)
        self._set_bars(form, block)
        if block.kind is BlockKind.META:
            form.setProperty(ROLE, TAGS)
        if block.list_depth and not block.list_marker:
            form.setIndent(block.list_depth)
        self.paragraph(form)
        if block.list_marker:
            self._mark_item(block)
        meta = block.kind is BlockKind.META
        quoted = block.quote_depth > 0
        ink = self._ink(12, 500, "warn") if meta else self._ink(color="text2" if quoted else "text")
        self._text(block, ink)

    def _mark_item(self, block: Block) -> None:
        form = QTextListFormat()
        form.setIndent(max(block.list_depth, 1))
        number = block.list_marker.rstrip(".)")
        if number.isdecimal() and number.isascii() and len(number) < 9:
            form.setStyle(QTextListFormat.Style.ListDecimal)
            form.setStart(int(number))
        else:
            form.setStyle(BULLETS[(max(block.list_depth, 1) - 1) % 3])
        self.cursor.createList(form)
        if block.list_marker.startswith("["):
            ticked = block.list_marker[1:2] in "xX"
            marked = self.cursor.blockFormat()
            kind = QTextBlockFormat.MarkerType
            marked.setMarker(kind.Checked if ticked else kind.Unchecked)
            self.cursor.setBlockFormat(marked)

    def _code(self, block: Block) -> None:
        theme, inset = self.theme, 18 * self._inset(block) + 24 * block.list_depth
        if block.caption:
            form = self._spaced(20, 8, 0)
            form.setLeftMargin(theme.px(inset))
            form.setProperty(BARS, self._inset(block))
            self.paragraph(form)
            self.cursor.insertText(
                as_inserted(block.caption), self._ink(11, 500, "text2", mono=True)
            )
        form = self._spaced(20, 18, 20)
        form.setLeftMargin(theme.px(inset + 16))
        form.setRightMargin(theme.px(16))
        form.setProperty(ROLE, CODE)
        if bars := self._inset(block):
            form.setProperty(BARS, bars)
        self.paragraph(form)
        self._keep(block)
        for text, color in colored(block.text, block.language):
            self.cursor.insertText(as_inserted(text), self._ink(12, 400, color, mono=True))

    def _rule(self) -> None:
        form = self._spaced(8, 12, 12)
        form.setProperty(ROLE, RULE)
        self.paragraph(form)
        self.page.pieces.append([Piece(0, 0, self.cursor.position())])

    # --- text --------------------------------------------------------------------------------

    def _keep(self, block: Block) -> None:
        self.page.pieces.append([Piece(0, len(block.text), self.cursor.position())])

    def _text(self, block: Block, ink: QTextCharFormat) -> None:
        self._keep(block)
        self._stretch(block, 0, len(block.text), ink)

    def _stretch(self, block: Block, start: int, end: int, ink: QTextCharFormat) -> None:
        """Insert part of a block's text, each run of marks with its own look."""
        marks = [mark for mark in block.marks if mark.start < end and mark.end > start]
        cuts = {start, end}
        for mark in marks:
            cuts.update((max(mark.start, start), min(mark.end, end)))
        borders = sorted(cuts)
        for first, last in pairwise(borders):
            inside = [mark for mark in marks if mark.start <= first and mark.end >= last]
            self.cursor.insertText(as_inserted(block.text[first:last]), self._marked(ink, inside))

    def _marked(self, ink: QTextCharFormat, marks: list[Mark]) -> QTextCharFormat:
        if not marks:
            return ink
        form, theme = QTextCharFormat(ink), self.theme
        kinds = {mark.kind for mark in marks}
        weight = 600 if MarkKind.STRONG in kinds or ink.fontWeight() >= 600 else 400
        if MarkKind.CODE in kinds:
            size = max(ink.font().pixelSize() - theme.px(1.5), theme.px(11))
            font = theme.font(12, weight, mono=True)
            font.setPixelSize(size)
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

    # --- tables ------------------------------------------------------------------------------

    def table(self, rows: tuple[Block, ...]) -> None:
        self._announce(rows[0])
        columns = max(max(len(block.cells) for block in rows), 1)
        if self.fresh:
            self.fresh = False
        table = self.cursor.insertTable(len(rows), columns, self._table_format(rows, columns))
        for number, block in enumerate(rows):
            self.page.pieces.append(self._row(table, number, block))
        self.cursor.movePosition(QTextCursor.MoveOperation.End)
        # Qt keeps a text block after a table; it is the next block's, or stays a small gap.
        self.cursor.setBlockFormat(self._spaced(8, 0, 0))
        self.fresh = True

    def _table_format(self, rows: tuple[Block, ...], columns: int) -> QTextTableFormat:
        theme, form = self.theme, QTextTableFormat()
        form.setBorder(0)
        form.setBorderCollapse(True)
        form.setCellPadding(theme.px(4))
        form.setCellSpacing(0)
        form.setTopMargin(theme.px(8))
        form.setBottomMargin(theme.px(8))
        form.setLeftMargin(theme.px(18) * self._inset(rows[0]))
        form.setHeaderRowCount(1 if rows[0].header else 0)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        return form

    def _row(self, table: QTextTable, number: int, block: Block) -> list[Piece]:
        pieces: list[Piece] = []
        ink = self._ink(12, 600, "text2") if block.header else self._ink(13)
        for column, (start, end) in enumerate(block.cells or ((0, len(block.text)),)):
            cell = table.cellAt(number, column)
            cell.setFormat(self._cell_format())
            self.cursor = cell.firstCursorPosition()
            form = self._spaced(22, 0, 0)
            align = block.align[column] if column < len(block.align) else ""
            form.setAlignment(ALIGN.get(align, Qt.AlignmentFlag.AlignLeft))
            self.cursor.setBlockFormat(form)
            pieces.append(Piece(start, end, self.cursor.position()))
            self._stretch(block, start, end, ink)
        return pieces

    def _cell_format(self) -> QTextTableCellFormat:
        form = QTextTableCellFormat()
        form.setBottomBorder(1)
        form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBottomBorderBrush(QBrush(self.theme.color("border")))
        form.setLeftPadding(0)
        form.setRightPadding(self.theme.px(12))
        return form


def dotted(theme: Theme) -> QTextCharFormat:
    """How another citation on the page is marked."""
    form = QTextCharFormat()
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    form.setUnderlineColor(theme.color("accent"))
    return form


def highlighted(theme: Theme) -> QTextCharFormat:
    """How the open citation is marked."""
    form = QTextCharFormat()
    form.setBackground(QBrush(theme.color("cite")))
    form.setForeground(QBrush(theme.color("text")))
    return form
