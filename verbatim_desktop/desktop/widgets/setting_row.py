"""One setting: what it is and means at the left, its control at the right, an error below it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.layouts import column, empty, line
from verbatim_desktop.desktop.widgets.painting import box
from verbatim_desktop.desktop.widgets.text import Text

#: Below this width a control stands under its words.
NARROW = 460


class SettingRow(QWidget):
    """words: what the row is found by. control: what takes the focus."""

    def __init__(self, theme: Theme, label: str, hint: str, control: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        self.control = control
        self._is_found = False
        self.label = Text(theme, label, weight=500, wrap=True)
        self.hint = Text(theme, hint, size=12, color="text2", wrap=True)
        if not hint:
            self.hint.hide()
        self.error = Text(theme, "", size=12, color="bad", wrap=True)
        self.error.hide()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 16, 10)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._under: bool | None = None
        self._place()

    @property
    def words(self) -> str:
        return f"{self.label.text()} {self.hint.text()}".casefold()

    @property
    def heading(self) -> str:
        return self.label.text().casefold()

    def say_hint(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def say_error(self, text: str) -> None:
        """ "" takes it away."""
        self.error.setText(text)
        self.error.setVisible(bool(text))
        if self.control is not None:
            self.control.setProperty("error", "true" if text else "")
            about = self.control.accessibleName() if isinstance(self.control, Combo) else ""
            self.control.setAccessibleDescription(text or about)
        announce(self, text, urgent=True)

    def set_found(self, found: bool) -> None:
        self._is_found = found
        self.update()

    def place(self) -> QWidget:
        return self

    def take_focus(self) -> None:
        if self.control is not None:
            self.control.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        under = self.width() < self._theme.px(NARROW)
        if under is self._under:
            return
        self._under = under
        for widget in (self.label, self.hint, self.control, self.error):
            if widget is not None:
                self._grid.removeWidget(widget)
        self._grid.addWidget(self.label, 0, 0)
        self._grid.addWidget(self.hint, 1, 0)
        if self.control is not None:
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            if under:
                self._grid.addWidget(self.control, 2, 0, left)
            else:
                self._grid.addWidget(self.control, 0, 1, 2, 1, right)
        self._grid.addWidget(self.error, 3, 0, 1, 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._is_found:
            box(QPainter(self), QRectF(self.rect()), 0, self._theme.color("soft"))


class Group(QFrame):
    """Settings that belong together, a line between them."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._rows = column(self, (1, 1, 1, 1), 0)

    def add(self, widget: QWidget) -> None:
        if self._rows.count():
            self._rows.addWidget(line())
        self._rows.addWidget(widget)

    def clear(self) -> None:
        empty(self._rows)
