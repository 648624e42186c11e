"""Tables in the house's look: rows of 32, a line under each, no grid, no zebra."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
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
from verbatim_desktop.desktop.widgets.painting import focus_ring


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
    indent: int = 0  # what stands left of the cell's text, beside the usual padding


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
        width += self._theme.px(24 if look.icon else 0) + self._theme.px(28 + look.indent)
        return QSize(round(width), self._theme.px(32))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = self._theme
        rect = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue]
        state = option.state  # pyright: ignore[reportAttributeAccessIssue]
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("soft"))
        edge = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(edge, theme.color("border"))
        text = str(index.data() or "")
        look = self._look(index)
        padding = look.indent + (16 if index.column() == 0 else 6)
        inner = rect.adjusted(theme.px(padding), 0, -theme.px(6), -1)
        inner = self._draw_icon(painter, look, inner)
        font = theme.font(look.size, look.weight, mono=look.mono)
        painter.setFont(font)
        painter.setPen(theme.color(look.color))
        shown = QFontMetricsF(font).elidedText(text, look.elide, inner.width())
        painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole) or 129), shown)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(painter, rect.adjusted(2, 2, -2, -2), theme.px(4), theme)

    def _draw_icon(self, painter: QPainter, look: CellLook, rect: QRectF) -> QRectF:
        if not look.icon:
            return rect
        side = self._theme.px(14)
        corner = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
        painter.save()
        draw_icon(painter, look.icon, corner, self._theme.color(look.icon_color))
        painter.restore()
        return rect.adjusted(side + self._theme.px(8), 0, 0, 0)


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
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self.restyle)
        self.restyle()

    def restyle(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.px(32))
        self.horizontalHeader().setFixedHeight(self._theme.px(28))

    def height_of_rows(self) -> int:
        """The height that shows the head and every row."""
        rows = sum(self.rowHeight(row) for row in range(self.model().rowCount()))
        return self.horizontalHeader().height() + rows
