"""A layout that wraps: widgets from left to right, then in the next line."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem


class FlowLayout(QLayout):
    def __init__(self, spacing: int = 8, line_spacing: int | None = None) -> None:
        super().__init__()
        self._line_spacing = spacing if line_spacing is None else line_spacing
        self._items: list[QLayoutItem] = []
        self._heights: dict[int, int] = {}  # by width; Qt asks many times between two changes
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addWidget(self, widget: QWidget) -> None:
        # An item that Qt makes may take the place in memory of one that Python knew; Python then
        # takes it for that one, and for gone as soon as the layout of the other is.
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Where everything goes, each line centred on its middle; returns the height it takes."""
        y = rect.y()
        lines = self._lines(rect.width())
        for line in lines:
            deepest = max(item.sizeHint().height() for item in line)
            x = rect.x()
            for item in line:
                hint = item.sizeHint()
                width = min(hint.width(), rect.width())
                if move:
                    top = y + (deepest - hint.height()) // 2
                    item.setGeometry(QRect(QPoint(x, top), QSize(width, hint.height())))
                x += width + self.spacing()
            y += deepest + self._line_spacing
        return y - rect.y() - (self._line_spacing if lines else 0)

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """The items broken into lines of a width."""
        lines: list[list[QLayoutItem]] = []
        room = 0
        for item in self._items:
            if item.isEmpty():  # hidden
                continue
            needed = min(item.sizeHint().width(), width)
            if not lines or needed > room:
                lines.append([])
                room = width
            lines[-1].append(item)
            room -= needed + self.spacing()
        return lines
