"""The ranked sections: a bar of signals each, the chosen one with its parts and its sentence.

Only rows in sight are drawn. The list stands still while it is filled again: it is scrolled to its
top only where another question was asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
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
    RankedModel,
    RankedRow,
    RowKind,
    floor_words,
    points,
)
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.lettering import Lettering, Room, Run, Step, draw
from verbatim_desktop.desktop.widgets.marked_text import units
from verbatim_desktop.desktop.widgets.painting import focus_ring
from verbatim_desktop.desktop.widgets.qt_values import format_range, has_state, rect_of
from verbatim_desktop.desktop.widgets.score_bar import draw_bar, draw_swatch
from verbatim_desktop.domain.inspection import LookedInto
from verbatim_desktop.domain.retrieval import ScoreBreakdown

HEIGHTS = {RowKind.SECTION: 74, RowKind.DETAIL: 84, RowKind.FLOOR: 24}
INDENT = 48  # where the words of a row begin
EDGE = 16
BAR_SHARE = 0.6  # of the row is the best section's bar
NAMES = {**PARTS, "length": "Length"}
LABELS = (("Matched", "text"), ("Missing", "warn"), ("Found by", "text2"))
#: Steps of the type scale.
FIGURE: Step = (13, 600, False)
HEADING: Step = (13, 500, False)
SMALL: Step = (12, 400, False)
TINY: Step = (11, 400, False)
PLACE: Step = (11, 400, True)


class RankedDelegate(QStyledItemDelegate):
    """Draws rows. letters: the words it has laid out."""

    def __init__(self, theme: Theme, view: RankedList) -> None:
        super().__init__(view)
        self._theme, self._view = theme, view
        self._sizes: dict[RowKind, QSize] = {}
        self.letters = Lettering(theme)
        theme.changed.connect(self._sizes.clear)

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        row = self._view.ranked.row_at(index.row())
        kind = row.kind if row is not None else RowKind.SECTION
        if (size := self._sizes.get(kind)) is None:
            size = QSize(self._theme.px(200), self._theme.px(HEIGHTS[kind]))
            self._sizes[kind] = size
        return size

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = self._view.ranked.row_at(index.row())
        if row is None:
            return
        rect = rect_of(option)
        painter.save()
        painter.setClipRect(rect)
        painter.translate(rect.topLeft())  # so that words laid out once fit every row
        rect.moveTo(0, 0)
        self._draw_ground(painter, option, rect, row)
        if row.kind is RowKind.SECTION:
            self._draw_section(painter, rect, row)
            if self._view.hasFocus() and index == self._view.currentIndex():
                edge = rect.adjusted(1, 1, -1, -2)
                focus_ring(painter, edge, self._theme.px(4), self._theme)
        elif row.kind is RowKind.DETAIL:
            self._draw_detail(painter, rect, row)
        else:
            self._draw_floor(painter, rect, row)
        painter.restore()

    def _draw_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF, row: RankedRow
    ) -> None:
        theme, is_chosen = self._theme, bool(row.rank) and row.rank == self._view.ranked.chosen
        if is_chosen:
            painter.fillRect(rect, theme.ink("soft"))
        elif row.rank and has_state(option, QStyle.StateFlag.State_MouseOver):
            painter.fillRect(rect, theme.ink("alt" if theme.is_dark else "sunken"))
        opens = is_chosen and row.kind is RowKind.SECTION
        line = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(line, theme.ink("softline" if opens else "border"))

    # --- a section -----------------------------------------------------------------------------

    def _draw_section(self, painter: QPainter, rect: QRectF, row: RankedRow) -> None:
        px, scored, ranked = self._theme.px, row.scored, self._view.ranked
        if scored is None:
            return
        left, right = px(INDENT), rect.width() - px(EDGE)
        color = "accent" if row.rank == ranked.chosen else "text2"
        score = points(scored.score)
        draw(painter, self._ends(row.rank, score, color, right))
        after = right - self.letters.line(score, FIGURE).width - px(12)
        heading, where = row.heading, row.where
        head = (heading, where, after)
        draw(painter, self.letters.runs(head, lambda: self._head(heading, where, after)))
        width = (right - left) * BAR_SHARE / max(ranked.best, 1)
        bar = QRectF(left, px(31), right - left, px(12))
        draw_bar(painter, self._theme, bar, scored.breakdown, width)
        words = (row.matched, row.missing, row.legs)
        draw(painter, self.letters.runs((words, right), lambda: self._words(words, right)))

    def _ends(self, rank: int, score: str, color: str, right: float) -> Iterator[Run]:
        """The rank before the words of a row, and the score at their end."""
        px, run = self._theme.px, self.letters.run
        before = Room(0, px(INDENT) - px(12), px(8), px(20))
        yield run(before, str(rank), FIGURE, color, at_end=True)
        yield run(Room(px(INDENT), right, px(8), px(20)), score, FIGURE, "text", at_end=True)

    def _head(self, heading: str, where: str, right: float) -> Iterator[Run]:
        """What a section is called, and where it stands if there is room."""
        px, run = self._theme.px, self.letters.run
        called = run(Room(px(INDENT), right, px(8), px(20)), heading, HEADING, "text")
        yield called
        left = px(INDENT) + called.width + px(8)
        if right - left > px(40):
            yield run(Room(left, right, px(8), px(20)), where, PLACE, "text3")

    def _words(self, words: Sequence[str], right: float) -> Iterator[Run]:
        """Matched and missing words, and which searches found it."""
        px, run = self._theme.px, self.letters.run
        left: float = px(INDENT)
        for said, (label, color) in zip(words, LABELS, strict=True):
            if not said or right - left < px(60):
                continue
            first = run(Room(left, right, px(49), px(16)), label, SMALL, "text2")
            left += first.width + px(8)
            second = run(Room(left, right, px(49), px(16)), said, SMALL, color)
            left += second.width + px(16)
            yield first
            yield second

    # --- its parts, and the floor --------------------------------------------------------------

    def _draw_detail(self, painter: QPainter, rect: QRectF, row: RankedRow) -> None:
        """Each part with its points, the total at the right, and the sentence below."""
        px, scored = self._theme.px, row.scored
        if scored is None:
            return
        left, right = px(INDENT), rect.width() - px(EDGE)
        lefts = self._lefts(right)
        draw(painter, self.letters.runs(right, lambda: self._names(lefts, right)))
        side = px(10)
        for part, at in zip(NAMES, lefts, strict=False):
            swatch = QRectF(at, px(8) + px(16) / 2 - side / 2, side, side)
            draw_swatch(painter, self._theme, swatch, part)
        draw(painter, self._values(lefts, right, scored.breakdown))
        if row.looked is not None:
            area = QRectF(left, px(52), right - left, px(22))
            self._draw_excerpt(painter, area, row.looked)

    def _lefts(self, right: float) -> list[float]:
        """Where the parts begin, and where the last ends."""
        px, left = self._theme.px, self._theme.px(INDENT)
        widths = [self.letters.line(words, SMALL).width + px(16) for words in NAMES.values()]
        between = max((right - left - px(64) - sum(widths)) / len(widths), px(4))
        return list(accumulate((width + between for width in widths), initial=float(left)))

    def _names(self, lefts: Sequence[float], right: float) -> Iterator[Run]:
        px, run = self._theme.px, self.letters.run
        yield run(Room(px(INDENT), right, px(8), px(16)), "Total", SMALL, "text2", at_end=True)
        for words, (at, following) in zip(NAMES.values(), pairwise(lefts), strict=True):
            room = Room(at + px(16), following - px(4), px(8), px(16))
            yield run(room, words, SMALL, "text2")

    def _values(
        self, lefts: Sequence[float], right: float, breakdown: ScoreBreakdown
    ) -> Iterator[Run]:
        px, run = self._theme.px, self.letters.run
        top = px(8) + px(18)
        whole = Room(px(INDENT), right, top, px(16))
        yield run(whole, points(breakdown.total), FIGURE, "text", at_end=True)
        for part, (at, following) in zip(NAMES, pairwise(lefts), strict=True):
            value = points(getattr(breakdown, part)).replace("-", "−")
            yield run(Room(at, following - px(4), top, px(16)), value, HEADING, "text")

    def _draw_excerpt(self, painter: QPainter, rect: QRectF, looked: LookedInto) -> None:
        """The sentence that holds most of the question, its words on the ground of citations."""
        theme = self._theme
        font, metrics = self.letters.type(SMALL)
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
        painter.fillRect(rect.adjusted(0, 0, 0, -1), self._theme.ink("alt"))
        left, right = px(INDENT), rect.right() - px(EDGE)
        room = Room(left, right, rect.top(), rect.height())
        said = self.letters.run(room, floor_words(row.floor), TINY, "text2", at_end=True)
        draw(painter, (said,))
        end = right - said.width - px(8)
        pen = QPen(self._theme.color("text3"), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        middle = int(round(rect.center().y()) + 0.5)
        if end > left:
            painter.drawLine(QPoint(round(left), middle), QPoint(round(end), middle))


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
