"""Tables in the house's look: rows of 32, a line under each, no grid, no zebra."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.painting import focus_ring
from verbatim_desktop.desktop.widgets.qt_values import has_state, rect_of


@dataclass(frozen=True, slots=True)
class CellLook:
    """How one cell is drawn."""

    size: int = 13
    weight: int = 400
    color: str = "text"
    mono: bool = False
    icon: str = ""
    icon_color: str = "text2"
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight


LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
Look = Callable[[QModelIndex | QPersistentModelIndex], CellLook]


class TableDelegate(QStyledItemDelegate):
    """Draws cells as a look says; the first and last columns keep 16 from the edge."""

    def __init__(self, theme: Theme, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = look

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        look = self._look(index)
        font = self._theme.font(look.size, look.weight, mono=look.mono)
        width = QFontMetricsF(font).horizontalAdvance(str(index.data() or ""))
        width += self._theme.px(24 if look.icon else 0) + self._theme.px(28)
        return QSize(round(width), self._theme.px(32))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = self._theme
        rect = rect_of(option)
        if has_state(option, QStyle.StateFlag.State_Selected):
            painter.fillRect(rect, theme.color("soft"))
        if index.row() < index.model().rowCount() - 1:
            edge = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
            painter.fillRect(edge, theme.color("border"))
        text = str(index.data() or "")
        look = self._look(index)
        inner = inside(theme, rect, index.column(), right=is_number(index))
        inner = self._draw_icon(painter, look, inner)
        font = theme.font(look.size, look.weight, mono=look.mono)
        painter.setFont(font)
        painter.setPen(theme.color(look.color))
        shown = QFontMetricsF(font).elidedText(text, look.elide, inner.width())
        painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole) or LEFT), shown)
        self._draw_focus(painter, rect, index)

    def _draw_focus(
        self, painter: QPainter, rect: QRectF, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """One ring around the whole row; each cell draws its part."""
        table = self.parent()
        if not isinstance(table, QTableView) or not table.hasFocus():
            return
        if table.currentIndex().row() != index.row():
            return
        whole = QRectF(1, rect.top() + 1, table.viewport().width() - 2, rect.height() - 3)
        painter.save()
        painter.setClipRect(rect)
        focus_ring(painter, whole, self._theme.px(4), self._theme)
        painter.restore()

    def _draw_icon(self, painter: QPainter, look: CellLook, rect: QRectF) -> QRectF:
        if not look.icon:
            return rect
        side = self._theme.px(14)
        corner = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
        painter.save()
        draw_icon(painter, look.icon, corner, self._theme.color(look.icon_color))
        painter.restore()
        return rect.adjusted(side + self._theme.px(8), 0, 0, 0)


def is_number(index: QModelIndex | QPersistentModelIndex) -> bool:
    align = index.data(Qt.ItemDataRole.TextAlignmentRole)
    return bool(align) and bool(int(align) & int(Qt.AlignmentFlag.AlignRight))


def inside(theme: Theme, rect: QRectF, column: int, *, right: bool) -> QRectF:
    """Where a cell's words stand: 16 from the table's edge, more air after numbers."""
    return rect.adjusted(theme.px(16 if column == 0 else 6), 0, -theme.px(14 if right else 6), -1)


class Head(QHeaderView):
    """The head row, its words standing over those of the cells."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._theme = theme
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def measure(self) -> None:
        """Give each column the width that its mode asks for, now."""
        self.resizeSections()

    def sectionSizeFromContents(self, section: int) -> QSize:
        words = self._words(section)
        width = QFontMetricsF(self._theme.font(11, 500)).horizontalAdvance(words)
        return QSize(round(width) + self._theme.px(30), self._theme.px(28))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, area = self._theme, QRectF(rect)
        align = self.model().headerData(
            section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole
        )
        flags = int(align) if align else LEFT
        painter.fillRect(area, theme.color("base"))
        line = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
        painter.fillRect(line, theme.color("border"))
        right = bool(flags & int(Qt.AlignmentFlag.AlignRight))
        painter.setFont(theme.font(11, 500))
        painter.setPen(theme.color("text2"))
        words = inside(theme, area, section, right=right)
        painter.drawText(words, flags, self._words(section))
        if self.isSortIndicatorShown() and section == self.sortIndicatorSection():
            self._draw_arrow(painter, words, right=right)

    def _draw_arrow(self, painter: QPainter, words: QRectF, *, right: bool) -> None:
        """Beside the words of the column that the table is ordered by."""
        theme, side = self._theme, self._theme.px(12)
        wide = QFontMetricsF(painter.font()).horizontalAdvance(
            self._words(self.sortIndicatorSection())
        )
        left = words.right() - wide - side - 2 if right else words.left() + wide + 2
        down = self.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder
        corner = QRectF(left, words.center().y() - side / 2, side, side)
        draw_icon(painter, "down" if down else "up", corner, theme.color("text2"))

    def _words(self, section: int) -> str:
        return str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")


class Table(QTableView):
    """A table that shows whole rows and no more than it needs."""

    def __init__(self, theme: Theme, look: Look, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setItemDelegate(TableDelegate(theme, look, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.head = Head(theme, self)
        self.setHorizontalHeader(self.head)
        theme.changed.connect(self.restyle)
        self.restyle()

    def make_sortable(self, column: int, order: Qt.SortOrder) -> None:
        """Order the model by a column, and by another one where its head is pressed."""
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().setSortIndicator(column, order)
        self.setSortingEnabled(True)

    def restyle(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.px(32))
        self.horizontalHeader().setFixedHeight(self._theme.px(28))

    def height_of_rows(self) -> int:
        """The height that shows the head and every row."""
        return self.horizontalHeader().height() + self.verticalHeader().length()


class OpeningTable(Table):
    """A table in which Enter or a double click opens the current row."""

    row_opened = Signal()

    def __init__(self, theme: Theme, look: Look, name: str) -> None:
        super().__init__(theme, look, name)
        self.doubleClicked.connect(self.row_opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and not event.modifiers():
            self.row_opened.emit()
        else:
            super().keyPressEvent(event)
