"""Choices beside each other: tabs with a line under the one in use, and a segmented control."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.painting import box, focus_ring


class Choice(QAbstractButton):
    """One choice; as a tab it may carry a count."""

    def __init__(self, theme: Theme, words: str, *, tab: bool) -> None:
        super().__init__()
        self._theme = theme
        self._tab = tab
        self._count = ""
        self.setText(words)
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # so a screen reader says: one of several
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_count(self, count: int) -> None:
        self._count = f"{count:,}"
        self.setAccessibleName(f"{self.text()} {count:,}")
        self.updateGeometry()
        self.update()

    def _padding(self) -> int:
        return 0 if self._tab else self._theme.px(12)

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._theme.font(13, 500))
        width = metrics.horizontalAdvance(self.text()) + 2 * self._padding()
        if self._count:
            width += metrics.horizontalAdvance(self._count) + self._theme.px(6)
        return QSize(round(width) + 2, self._theme.px(40 if self._tab else 32))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter, rect = self._theme, QPainter(self), QRectF(self.rect())
        on = self.isChecked()
        if not self._tab and on:
            box(painter, rect.adjusted(1, 1, -1, -1), theme.px(5), theme.color("soft"))
        painter.setFont(theme.font(13, 500))
        color = "text" if on and self._tab else "accent" if on else "text2"
        color = color if self.isEnabled() else "text3"
        painter.setPen(theme.color(color))
        words = rect.adjusted(self._padding(), 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._count:
            width = QFontMetricsF(painter.font()).horizontalAdvance(self.text())
            painter.setPen(theme.color("text3"))
            after = words.adjusted(width + theme.px(6), 0, 0, 0)
            painter.drawText(after, Qt.AlignmentFlag.AlignVCenter, self._count)
        if self._tab and on:
            bottom = QRectF(0, rect.bottom() - theme.px(2), rect.width(), theme.px(2))
            painter.fillRect(bottom, theme.color("accent"))
        if self.hasFocus():
            focus_ring(painter, rect.adjusted(0, 2, 0, -2), theme.px(4), theme)


class Choices(QWidget):
    """chosen carries the number of the choice."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, words: Sequence[str], name: str, *, tab: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._tab = tab
        self._group = QButtonGroup(self)
        self.setAccessibleName(name)
        layout = FlowLayout(24, 0) if tab else row(spacing=0)
        self.setLayout(layout)
        self._choices = [Choice(theme, one, tab=tab) for one in words]
        for number, choice in enumerate(self._choices):
            self._group.addButton(choice, number)
            layout.addWidget(choice)
        if not tab:  # tabs go on in a second row where one is too short
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group.idClicked.connect(self.chosen)
        self.choose(0)

    def choose(self, number: int) -> None:
        self._group.button(number).setChecked(True)

    def current(self) -> int:
        return self._group.checkedId()

    def button(self, number: int) -> Choice:
        return self._choices[number]

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._tab:
            theme = self._theme
            rect = QRectF(self.rect())
            box(QPainter(self), rect, theme.px(6), theme.color("base"), theme.color("control"))
