"""The pages of Settings at the left, or as one box where there is no room for a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import column
from verbatim_desktop.desktop.widgets.painting import box, focus_ring


class NavItem(QAbstractButton):
    """One page. Arrows go from one to the next."""

    def __init__(self, theme: Theme, words: str) -> None:
        super().__init__()
        self._theme = theme
        self.setText(words)
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # so a screen reader says: one of several
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(32))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter, rect = self._theme, QPainter(self), QRectF(self.rect())
        on = self.isChecked()
        if on or self.underMouse():
            box(painter, rect, theme.px(6), theme.color("soft" if on else "sunken"))
        painter.setFont(theme.font(13, 500))
        painter.setPen(theme.color("accent" if on else "text2"))
        words = rect.adjusted(theme.px(16), 0, -theme.px(4), 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), self.text())
        if self.hasFocus():
            focus_ring(painter, rect, theme.px(6), theme)


class SettingsNav(QWidget):
    """chosen carries the number of a page."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, titles: Sequence[str]) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Pages of the settings")
        self._group = QButtonGroup(self)
        body = column(self, (8, 16, 8, 16), 2)
        self.items = [NavItem(theme, title) for title in titles]
        for number, item in enumerate(self.items):
            self._group.addButton(item, number)
            body.addWidget(item)
        body.addStretch(1)
        self._group.idClicked.connect(self.chosen)
        theme.changed.connect(self._restyle)
        self._restyle()

    def choose(self, number: int) -> None:
        """The page in use; the focus goes along where it is on another one."""
        self.items[number].setChecked(True)
        if any(item.hasFocus() for item in self.items):
            self.items[number].setFocus()

    def narrow(self, numbers: Sequence[int]) -> None:
        """Only these pages hold what is looked for."""
        for number, item in enumerate(self.items):
            item.setVisible(number in numbers)

    def take_focus(self) -> None:
        self.items[max(self._group.checkedId(), 0)].setFocus()

    def _restyle(self) -> None:
        self.setFixedWidth(self._theme.px(200))
