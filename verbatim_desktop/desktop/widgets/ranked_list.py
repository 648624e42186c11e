"""The ranked sections: a bar of signals each, the chosen one with its parts and its sentence.

Only rows in sight are drawn. The list stands still while it is filled again: it is scrolled to its
top only where another question was asked.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from verbatim_desktop.desktop.models.ranked import (
    PARTS,
    ROW,
    RankedModel,
    RankedRow,
    RowKind,
    floor_words,
    points,
)
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.marked_text import units
from verbatim_desktop.desktop.widgets.painting import focus_ring
from verbatim_desktop.desktop.widgets.qt_values import format_range, has_state, rect_of
from verbatim_desktop.desktop.widgets.score_bar import draw_bar, draw_swatch
from verbatim_desktop.domain.retrieval import ScoredSection

HEIGHTS = {RowKind.SECTION: 74, RowKind.DETAIL: 84, RowKind.FLOOR: 24}
INDENT = 48  # where the words of a row begin
EDGE = 16
BAR_SHARE = 0.6  # of the row is the best section's bar
MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
RIGHT = MIDDLE | int(Qt.AlignmentFlag.AlignRight)
MOST_WIDTHS = 4096  # of words that were measured


class RankedDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, view: RankedList) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._types: dict[tuple[int, int, bool], tuple[QFont, QFontMetricsF]] = {}
        self._widths: dict[tuple[str, int, int, bool], float] = {}
        theme.changed.connect(self._types.clear)
        theme.changed.connect(self._widths.clear)

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        row = index.data(ROW)
        kind = row.kind if isinstance(row, RankedRow) else RowKind.SECTION
        return QSize(self._theme.px(200), self._theme.px(HEIGHTS[kind]))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW)
        if not isinstance(row, RankedRow):
            return
        theme = self._theme
        rect = rect_of(option)
        painter.save()
        painter.setClipRect(rect)
        if row.rank and row.rank == self._view.ranked.chosen:
            painter.fillRect(rect, theme.color("soft"))
        elif row.rank and has_state(option, QStyle.StateFlag.State_MouseOver):
            painter.fillRect(rect, theme.color("alt" if theme.is_dark else "sunken"))
        edge = "softline" if self._opens(row) else "border"
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.color(edge))
        draw = {
            RowKind.SECTION: self._draw_section,
            RowKind.DETAIL: self._draw_detail,
            RowKind.FLOOR: self._draw_floor,
        }
        draw[row.kind](painter, rect, row)
        if row.kind is RowKind.SECTION and index == self._view.currentIndex():
            self._draw_focus(painter, rect)
        painter.restore()

    def _opens(self, row: RankedRow) -> bool:
        return row.kind is RowKind.SECTION and row.rank == self._view.ranked.chosen

    def _draw_focus(self, painter: QPainter, rect: QRectF) -> None:
        if self._view.hasFocus():
            focus_ring(painter, rect.adjusted(1, 1, -1, -2), self._theme.px(4), self._theme)

    # --- a section -----------------------------------------------------------------------------

    def _draw_section(self, painter: QPainter, rect: QRectF, row: RankedRow) -> None:
        px, scored = self._theme.px, row.scored
        if scored is None:
            return
        left, right = rect.left() + px(INDENT), rect.right() - px(EDGE)
        first = QRectF(left, rect.top() + px(8), right - left, px(20))
        number = QRectF(rect.left(), first.top(), px(INDENT) - px(12), first.height())
        on = row.rank == self._view.ranked.chosen
        self._write(painter, number, str(row.rank), 13, 600, "accent" if on else "text2", RIGHT)
        score = points(scored.score)
        taken = self._write(painter, first, score, 13, 600, "text", RIGHT)
        first.setRight(right - taken - px(12))
        taken = self._write(painter, first, row.heading, 13, 500, "text")
        first.setLeft(first.left() + taken + px(8))
        if first.width() > px(40):
            self._write(painter, first, row.where, 11, 400, "text3", mono=True)
        width = (right - left) * BAR_SHARE / max(self._view.ranked.best, 1)
        bar = QRectF(left, rect.top() + px(31), right - left, px(12))
        draw_bar(painter, self._theme, bar, scored.breakdown, width)
        self._draw_words(painter, QRectF(left, rect.top() + px(49), right - left, px(16)), row)

    def _draw_words(self, painter: QPainter, rect: QRectF, row: RankedRow) -> None:
        """Matched and missing words, and which searches found it."""
        px = self._theme.px
        for label, words, color in (
            ("Matched", row.matched, "text"),
            ("Missing", row.missing, "warn"),
            ("Found by", row.legs, "text2"),
        ):
            if not words or rect.width() < px(60):
                continue
            used = self._write(painter, rect, label, 12, 400, "text2")
            rect.setLeft(rect.left() + used + px(8))
            used = self._write(painter, rect, words, 12, 400, color)
            rect.setLeft(rect.left() + used + px(16))

    def _write(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        size: int,
        weight: int,
        color: str,
        flags: int = MIDDLE,
        *,
        mono: bool = False,
    ) -> float:
        """Words in one line, shortened where there is no room; returns their width."""
        font, metrics = self._type(size, weight, mono)
        width = self._width(text, size, weight, mono)
        if width > rect.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(rect.width(), 0))
            width = metrics.horizontalAdvance(text)
        painter.setFont(font)
        painter.setPen(self._theme.color(color))
        painter.drawText(rect, flags, text)
        return width

    def _width(self, text: str, size: int, weight: int, mono: bool) -> float:
        """The same rows are painted key after key, so that most words were measured before."""
        word = (text, size, weight, mono)
        if (width := self._widths.get(word)) is None:
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            width = self._type(size, weight, mono)[1].horizontalAdvance(text)
            self._widths[word] = width
        return width

    def _type(self, size: int, weight: int, mono: bool) -> tuple[QFont, QFontMetricsF]:
        """A step of the type scale; measuring one anew for each word is what painting costs."""
        step = (size, weight, mono)
        if step not in self._types:
            font = self._theme.font(size, weight, mono=mono)
            self._types[step] = (font, QFontMetricsF(font))
        return self._types[step]

    # --- its parts, and the floor --------------------------------------------------------------

    def _draw_detail(self, painter: QPainter, rect: QRectF, row: RankedRow) -> None:
        """Each part with its points, the total at the right, and the sentence below."""
        px, scored = self._theme.px, row.scored
        if scored is None:
            return
        left, right = rect.left() + px(INDENT), rect.right() - px(EDGE)
        self._draw_total(painter, QRectF(left, rect.top() + px(8), right - left, px(16)), scored)
        names = (*PARTS.items(), ("length", "Length"))
        metrics = self._type(12, 400, False)[1]
        widths = [metrics.horizontalAdvance(words) + px(16) for _part, words in names]
        between = max((right - left - px(64) - sum(widths)) / len(names), px(4))
        side, at = px(10), left
        for (part, words), width in zip(names, widths, strict=True):
            cell = QRectF(at, rect.top() + px(8), width + between - px(4), px(16))
            swatch = QRectF(at, cell.center().y() - side / 2, side, side)
            draw_swatch(painter, self._theme, swatch, part)
            value = points(getattr(scored.breakdown, part)).replace("-", "−")
            self._write(painter, cell.translated(0, px(18)), value, 13, 500, "text")
            cell.setLeft(at + px(16))
            self._write(painter, cell, words, 12, 400, "text2")
            at += width + between
        if row.looked is not None:
            area = QRectF(left, rect.top() + px(52), right - left, px(22))
            self._draw_excerpt(painter, area, row)

    def _draw_total(self, painter: QPainter, rect: QRectF, scored: ScoredSection) -> None:
        self._write(painter, rect, "Total", 12, 400, "text2", RIGHT)
        below = rect.translated(0, self._theme.px(18))
        self._write(painter, below, points(scored.score), 13, 600, "text", RIGHT)

    def _draw_excerpt(self, painter: QPainter, rect: QRectF, row: RankedRow) -> None:
        """The sentence that holds most of the question, its words on the ground of citations."""
        looked, theme = row.looked, self._theme
        if looked is None:
            return
        font, metrics = self._type(12, 400, False)
        elide = Qt.TextElideMode.ElideRight
        text = metrics.elidedText(looked.excerpt, elide, rect.width())
        layout = QTextLayout(text, font)
        shape = QTextCharFormat()
        shape.setBackground(theme.color("cite"))
        shape.setForeground(theme.color("text"))
        ranges: list[QTextLayout.FormatRange] = []
        for start, end in looked.marks:
            if end < len(text):
                first, length = units(text[:start]), units(text[start:end])
                ranges.append(format_range(first, length, shape))
        layout.setFormats(ranges)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(rect.width() + 4)
        layout.endLayout()
        painter.setPen(theme.color("text2"))
        layout.draw(painter, rect.topLeft())

    def _draw_floor(self, painter: QPainter, rect: QRectF, row: RankedRow) -> None:
        """A dashed line, and the floor's value in words at its end."""
        px = self._theme.px
        painter.fillRect(rect.adjusted(0, 0, 0, -1), self._theme.color("alt"))
        area = QRectF(rect.left() + px(INDENT), rect.top(), 0, rect.height())
        area.setRight(rect.right() - px(EDGE))
        taken = self._write(painter, area, floor_words(row.floor), 11, 400, "text2", RIGHT)
        pen = QPen(self._theme.color("text3"), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        middle, end = round(rect.center().y()) + 0.5, area.right() - taken - px(8)
        if end > area.left():
            painter.drawLine(
                QPoint(round(area.left()), int(middle)), QPoint(round(end), int(middle))
            )


class RankedList(QListView):
    """chosen: the rank that was gone to. opened: the rank whose page is wanted. menu_wanted: a rank
    and where on the screen. painted: the list was drawn.
    """

    chosen = Signal(int)
    opened = Signal(int)
    menu_wanted = Signal(int, QPoint)
    painted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.ranked = RankedModel(self)
        self.setModel(self.ranked)
        self.setItemDelegate(RankedDelegate(theme, self))
        self.setAccessibleName("Ranked sections")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.clicked.connect(self._clicked)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def go_to(self, rank: int) -> None:
        """Choose a section by its rank; nothing where there is none."""
        at = self.ranked.row_of(rank)
        if at < 0:
            return
        self.ranked.choose(rank)
        index = self.ranked.index(self.ranked.row_of(rank))
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self.chosen.emit(rank)

    def _clicked(self, index: QModelIndex) -> None:
        row = self.ranked.row_at(index.row())
        if row is not None and row.rank:
            self.go_to(row.rank)
            self.opened.emit(row.rank)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, rank = Qt.Key(event.key()), self.ranked.chosen
        last = self.ranked.sections
        steps = {
            Qt.Key.Key_Down: min(rank + 1, last),
            Qt.Key.Key_Up: max(rank - 1, 1),
            Qt.Key.Key_Home: 1,
            Qt.Key.Key_End: last,
            Qt.Key.Key_PageDown: min(rank + 5, last),
            Qt.Key.Key_PageUp: max(rank - 5, 1),
        }
        if key in steps and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.go_to(steps[key])
        elif key in ENTER and rank and not event.modifiers():
            self.opened.emit(rank)
        elif key == Qt.Key.Key_Menu and rank:
            corner = self.visualRect(self.ranked.index(self.ranked.row_of(rank))).bottomLeft()
            self.menu_wanted.emit(rank, self.viewport().mapToGlobal(corner))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        row = self.ranked.row_at(self.indexAt(event.pos()).row())
        if row is not None and row.rank:
            self.go_to(row.rank)
            self.menu_wanted.emit(row.rank, event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(74))
