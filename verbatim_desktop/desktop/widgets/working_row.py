"""One line that says what is being done, with a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.layouts import IconLabel, row
from verbatim_desktop.desktop.widgets.text import ElidedText


class WorkingRow(QWidget):
    cancelled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.words = ElidedText(theme, color="text2")
        self.cancel = Button(theme, "Cancel", compact=True, key="Esc")
        inside = row(self, (24, 8, 16, 0), 8)
        inside.addWidget(IconLabel(theme, "refresh", 16, "accent"))
        inside.addWidget(self.words, 1)
        inside.addWidget(self.cancel)
        self.cancel.clicked.connect(self.cancelled)
        self.hide()

    def show_words(self, words: str) -> None:
        """What is being done; "" hides the line."""
        self.words.setText(f"{words}…" if words else "")
        self.setAccessibleName(words)
        self.setVisible(bool(words))
        announce(self, words)
