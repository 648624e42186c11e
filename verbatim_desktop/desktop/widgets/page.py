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
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextListFormat,
    QTextTable,
)

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.code_colors import colored
from verbatim_desktop.desktop.widgets.page_formats import CODE, ROLE, RULE, Formats
from verbatim_desktop.desktop.widgets.safe_browser import as_inserted
from verbatim_desktop.domain.documents import Block, BlockKind, Document
from verbatim_desktop.text.anchors import block_at

BULLETS = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)
ALIGN = {
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}


#: The address of what opens and closes a part, before the number of its first block.
FOLD = "fold:"


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
    """A document being laid out. steps() builds it; done says whether it is whole.

    folds: parts that can be opened and closed, by their blocks; closed: those that are, by their
    first block. A block of a closed part stands nowhere.
    """

    source: Document
    theme: Theme
    text: QTextDocument = field(default_factory=QTextDocument)
    pieces: list[list[Piece]] = field(default_factory=list[list[Piece]])
    done: bool = False
    folds: tuple[range, ...] = ()
    closed: frozenset[int] = frozenset()

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

    def position_of(self, anchor: str) -> int | None:
        """Where an anchor leads, once that much is laid out."""
        block = block_at(self.source, anchor)
        if block is None or not self.has_block(block):
            return None
        return next((p.position for pieces in self.pieces[block:] for p in pieces), None)

    def steps(self) -> Iterator[None]:
        """Build block by block; each step leaves a document that can be shown."""
        writer = _Writer(self)
        writer.begin()
        blocks, at = self.source.blocks, 0
        while at < len(blocks):
            writer.cursor.beginEditBlock()
            after = self._end_of_group(at)
            if at in self.closed:
                after = next(fold.stop for fold in self.folds if fold.start == at)
                writer.closed(blocks[at], after - at)
            elif blocks[at].kind is BlockKind.TABLE_ROW:
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
        self.forms = Formats(page.theme)
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
            self.paragraph(self.forms.heading(1, first=self.fresh))
            self.cursor.insertText(as_inserted(page.source.title), self.forms.ink(22, 600))

    def _opens_with_title(self) -> bool:
        blocks = self.page.source.blocks
        first = next((block for block in blocks if block.kind is BlockKind.HEADING), None)
        return (first is not None and first.level == 1) or not self.page.source.title

    # --- blocks ------------------------------------------------------------------------------

    def paragraph(self, form: QTextBlockFormat) -> None:
        """Open a text block: the empty one at hand, or a new one."""
        ink = self.forms.ink()
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

    def closed(self, first: Block, count: int) -> None:
        """The name of a closed part alone; its blocks stand nowhere."""
        self.context = self.context[: len(first.context) - 1]
        self._announce(first)
        self.page.pieces.extend([] for _ in range(count))

    def _fold(self) -> None:
        """What folds a part is a link of our own, which the view keeps to itself."""
        page, at = self.page, len(self.page.pieces)
        words, ink = " folded on the page", self.forms.ink(12, 400, "text3")
        self.cursor.insertText(words, ink)
        if any(fold.start == at for fold in page.folds):
            link = self.forms.ink(12, 500, "accent")
            link.setAnchor(True)
            link.setAnchorHref(f"{FOLD}{at}")
            self.cursor.insertText("  ", ink)
            self.cursor.insertText("Show" if at in page.closed else "Hide", link)

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
            form = self.forms.spaced(20, 8, 2)
            self.forms.inset(form, depth + 1 + block.quote_depth)
            self.paragraph(form)
            name = as_inserted(block.context[depth])
            self.cursor.insertText(name, self.forms.ink(12, 600, "text2"))
            if block.collapsed and depth == len(block.context) - 1:
                self._fold()

    def _inset(self, block: Block) -> int:
        return block.quote_depth + len(block.context)

    def _heading(self, block: Block) -> None:
        form = self.forms.heading(block.level, first=self.fresh)
        self.forms.inset(form, self._inset(block))
        self.paragraph(form)
        self._text(block, self.forms.heading_ink(block.level))

    def _prose(self, block: Block) -> None:
        tight = block.list_depth > 0
        form = self.forms.spaced(24, 0 if tight else 8, 0 if tight else 8)
        self.forms.inset(form, self._inset(block))
        if block.list_depth and not block.list_marker:
            form.setIndent(block.list_depth)
        self.paragraph(form)
        if block.list_marker:
            self._mark_item(block)
        if block.kind is BlockKind.META:
            self._text(block, self.forms.ink(12, 500, "warn"))
        else:
            self._text(block, self.forms.ink(color="text2" if block.quote_depth else "text"))

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
        depth, indent = self._inset(block), self.theme.px(24) * block.list_depth
        if block.caption:
            form = self.forms.spaced(20, 8, 0)
            self.forms.inset(form, depth)
            form.setLeftMargin(form.leftMargin() + indent)
            self.paragraph(form)
            ink = self.forms.ink(11, 500, "text2", mono=True)
            self.cursor.insertText(as_inserted(block.caption), ink)
        form = self.forms.spaced(20, 18, 20)
        self.forms.inset(form, depth)
        form.setLeftMargin(form.leftMargin() + indent + self.theme.px(16))
        form.setRightMargin(self.theme.px(16))
        form.setProperty(ROLE, CODE)
        self.paragraph(form)
        self._keep(block)
        for text, color in colored(block.text, block.language):
            self.cursor.insertText(as_inserted(text), self.forms.ink(12, 400, color, mono=True))

    def _rule(self) -> None:
        form = self.forms.spaced(8, 12, 12)
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
            text = as_inserted(block.text[first:last])
            self.cursor.insertText(text, self.forms.marked(ink, inside))

    # --- tables ------------------------------------------------------------------------------

    def table(self, rows: tuple[Block, ...]) -> None:
        self._announce(rows[0])
        columns = max(max(len(block.cells) for block in rows), 1)
        self.fresh = False
        form = self.forms.table(self._inset(rows[0]), headed=rows[0].header)
        table = self.cursor.insertTable(len(rows), columns, form)
        for number, block in enumerate(rows):
            self.page.pieces.append(self._row(table, number, block))
        self.cursor.movePosition(QTextCursor.MoveOperation.End)
        # Qt keeps a text block after a table; it is the next block's, or stays a small gap.
        self.cursor.setBlockFormat(self.forms.spaced(8, 0, 0))
        self.fresh = True

    def _row(self, table: QTextTable, number: int, block: Block) -> list[Piece]:
        pieces: list[Piece] = []
        ink = self.forms.ink(12, 600, "text2") if block.header else self.forms.ink(13)
        for column, (start, end) in enumerate(block.cells or ((0, len(block.text)),)):
            cell = table.cellAt(number, column)
            cell.setFormat(self.forms.cell())
            self.cursor = cell.firstCursorPosition()
            form = self.forms.spaced(22, 0, 0)
            align = block.align[column] if column < len(block.align) else ""
            form.setAlignment(ALIGN.get(align, Qt.AlignmentFlag.AlignLeft))
            self.cursor.setBlockFormat(form)
            pieces.append(Piece(start, end, self.cursor.position()))
            self._stretch(block, start, end, ink)
        return pieces
