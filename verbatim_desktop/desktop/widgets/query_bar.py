"""The question that is inspected: its field, how long it took, and which sources are searched."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QLineEdit

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.layouts import IconLabel, row
from verbatim_desktop.desktop.widgets.scope_button import ScopeButton
from verbatim_desktop.desktop.widgets.text import SteadyText


class _Field(QLineEdit):
    """Down and Enter go into the list."""

    entered = Signal()
    focused = Signal(bool)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        down = event.key() in (Qt.Key.Key_Down, *ENTER)
        if down and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)


class QueryBar(QFrame):
    """typed: the text is another one. narrowed: other sources. entered: into the list."""

    typed = Signal()
    narrowed = Signal()
    entered = Signal()

    def __init__(self, theme: Theme, name: str, placeholder: str, *, scoped: bool = True) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setProperty("emphasis", "true")
        self._theme = theme
        self.field = _Field()
        self.field.setObjectName("bare")
        self.field.setAccessibleName(name)
        self.field.setPlaceholderText(placeholder)
        self.took = SteadyText(theme, size=12, color="text3")
        self.filters_button = Button(
            theme, icon="filter", kind=Kind.QUIET, compact=True, tip="Filters (Ctrl+Shift+F)"
        )
        self.filters_button.setCheckable(True)
        self.scope = ScopeButton(theme, "Sources to search", weight=400)
        self._lay_out()
        if not scoped:
            self.filters_button.hide()
            self.scope.hide()
        self.field.textChanged.connect(self.typed)
        self.field.entered.connect(self.entered)
        self.scope.narrowed.connect(self.narrowed)
        self.field.focused.connect(self._show_focus)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        layout = row(self, (14, 0, 8, 0), 8)
        layout.addWidget(IconLabel(self._theme, "search", 16))
        layout.addWidget(self.field, 1)
        for part in (self.took, self.filters_button, self.scope):
            layout.addWidget(part)

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(40))
        self.field.setFont(self._theme.font(15))
        palette = self.field.palette()
        palette.setColor(QPalette.ColorRole.Text, self._theme.color("text"))
        palette.setColor(QPalette.ColorRole.PlaceholderText, self._theme.color("text3"))
        self.field.setPalette(palette)

    def _show_focus(self, on: bool) -> None:
        self.setProperty("focused", "true" if on else "false")
        self.style().unpolish(self)
        self.style().polish(self)

    def text(self) -> str:
        return self.field.text().strip()

    def set_text(self, text: str) -> None:
        self.field.setText(text)

    def show_took(self, milliseconds: float | None) -> None:
        """None: nothing was ranked."""
        words = "" if milliseconds is None else f"{milliseconds:,.0f} ms"
        self.took.say(words, max(words, "000 ms", key=len))

    def show_filters(self, count: int) -> None:
        """How many filters are set beside the sources."""
        self.filters_button.set_words(str(count) if count else "")
        name = f"Filters, {count} set" if count else "Filters"
        self.filters_button.setAccessibleName(name)
        self.filters_button.set_tone("accent" if count else "")
