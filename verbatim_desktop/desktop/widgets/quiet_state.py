"""A part of a pane with nothing in it: what it will hold, in a sentence, and what to do next."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import column
from verbatim_desktop.desktop.widgets.text import Text


class QuietState(QWidget):
    """The action takes Enter; without words there is none."""

    acted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._title = Text(theme, "", size=15, weight=600, wrap=True)
        self._sentence = Text(theme, "", color="text2", wrap=True)
        self.action = Button(theme, kind=Kind.PRIMARY)
        self.action.clicked.connect(self.acted)
        body = column(self, (24, 24, 24, 24), 8)
        body.addWidget(self._title)
        body.addWidget(self._sentence)
        body.addSpacing(8)
        body.addWidget(self.action, 0, Qt.AlignmentFlag.AlignLeft)
        body.addStretch(1)

    def show_words(self, title: str, sentence: str, action: str = "") -> None:
        self._title.setText(title)
        self._sentence.setText(sentence)
        self.action.set_words(action)
        self.action.setVisible(bool(action))
        self.setAccessibleName(title)

    def text(self) -> str:
        return f"{self._title.text()} {self._sentence.text()}"
