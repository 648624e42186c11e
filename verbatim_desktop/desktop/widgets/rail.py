"""The navigation rail: one place a pane, the one in use marked by ground, colour and a bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.layouts import column
from verbatim_desktop.desktop.widgets.painting import box, focus_ring


class RailItem(QAbstractButton):
    def __init__(self, theme: Theme, icon: str, words: str, key: str = "") -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self.setText(words)
        self.setAccessibleName(words)
        self.setToolTip(f"{words} ({key})" if key else words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._bare = False
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    def set_bare(self, bare: bool) -> None:
        """Without its words: they stand in the tool tip alone."""
        if bare is not self._bare:
            self._bare = bare
            self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(72), self._theme.px(32 if self._bare else 48))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        item = QRectF(theme.px(8), 0, theme.px(56), self.height())
        if self.isChecked():
            box(painter, item, theme.px(6), theme.color("soft"))
            bar = QRectF(0, theme.px(8), theme.px(3), self.height() - theme.px(16))
            painter.fillRect(bar, theme.color("accent"))
        elif self.underMouse():
            box(painter, item, theme.px(6), theme.color("alt" if theme.is_dark else "border"))
        ink = theme.color("accent" if self.isChecked() else "text2")
        side = theme.px(20)
        corner = QRectF((self.width() - side) / 2, theme.px(6), side, side)
        draw_icon(painter, self._icon, corner, ink)
        if self.hasFocus():
            focus_ring(painter, item, theme.px(6), theme)
        if self._bare:
            return
        painter.setFont(theme.font(11, 500 if self.isChecked() else 400))
        painter.setPen(ink)
        words = QRectF(0, theme.px(28), self.width(), theme.px(16))
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self.text())


class WorkspaceTile(QAbstractButton):
    """The workspace in use, by its first letter; a click shows all of them."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._name = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_name(name)

    def set_name(self, name: str) -> None:
        self._name = name
        self.setAccessibleName(f"Workspace {name}")
        set_plain_tip(self, f"Workspace {name} (Ctrl+Shift+W)")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(72), self._theme.px(32))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        side = theme.px(32)
        rect = QRectF((self.width() - side) / 2, 0, side, side)
        box(painter, rect, theme.px(6), theme.color("base"), theme.color("control"))
        painter.setFont(theme.font(13, 600))
        painter.setPen(theme.color("text"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._name[:1].upper() or "V")
        if self.hasFocus():
            focus_ring(painter, rect, theme.px(6), theme)


class Item(Protocol):
    """What the rail shows of a place."""

    @property
    def name(self) -> str: ...

    @property
    def icon(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def key(self) -> str: ...


#: The place that stands at the foot of the rail.
FOOT = "settings"


class Rail(QWidget):
    """chosen carries the name of the place."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, workspace: str, places: Sequence[Item]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Navigation")
        self._theme = theme
        self.tile = WorkspaceTile(theme, workspace)
        self._items: dict[str, RailItem] = {}
        layout = column(self, (0, 8, 0, 8), 8)
        layout.addWidget(self.tile)
        for place in places:
            if place.name != FOOT:
                layout.addWidget(self._make_item(place))
        layout.addStretch(1)
        self.theme_item = RailItem(theme, "moon", "Theme")
        layout.addWidget(self.theme_item)
        for place in places:
            if place.name == FOOT:  # the theme is chosen there
                layout.addWidget(self._make_item(place))
                self.theme_item.hide()
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFixedWidth(self._theme.px(72))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where the window is too low for all places with their words, the words go."""
        items = [*self._items.values(), self.theme_item]
        shown = sum(not item.isHidden() for item in items)
        needed = self._theme.px(48 + 56 * shown + 16)
        for item in items:
            item.set_bare(needed > self.height())

    def _make_item(self, place: Item) -> RailItem:
        item = RailItem(self._theme, place.icon, place.title, place.key)
        item.setCheckable(True)
        item.clicked.connect(lambda _on=False: self.chosen.emit(place.name))
        self._items[place.name] = item
        return item

    def give_theme_menu(self, menu: QMenu) -> None:
        item = self.theme_item
        item.clicked.connect(lambda: menu.exec(item.mapToGlobal(item.rect().topRight())))

    def choose(self, name: str) -> None:
        for other, item in self._items.items():
            item.setChecked(other == name)

    def item(self, name: str) -> RailItem:
        return self._items[name]
