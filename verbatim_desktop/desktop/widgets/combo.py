"""A combo box with our own arrow: the style sheet takes the one of the style away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme


class Combo(QComboBox):
    """It gives way where room is short, and the wheel scrolls the page instead of choosing.

    choices: words, or words each with its value.
    """

    def __init__(
        self, theme: Theme, name: str, choices: Sequence[str | tuple[str, str]] = ()
    ) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName(name)
        self.setAccessibleDescription(name)  # on Linux Qt gives what is chosen as its name
        self.view().setAccessibleName(name)
        for choice in choices:
            words, value = (choice, "") if isinstance(choice, str) else choice
            self.addItem(words, value)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.updateGeometry)

    def value(self) -> str:
        """The value of what is chosen; "" where it has none."""
        return str(self.currentData() or "")

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(80), super().minimumSizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.px(14)
        left = self.width() - side - self._theme.px(8)
        color = self._theme.color("text2" if self.isEnabled() else "text3")
        draw_icon(
            QPainter(self), "down", QRectF(left, (self.height() - side) / 2, side, side), color
        )
