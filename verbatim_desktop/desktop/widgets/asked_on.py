"""What else a question was searched with: the subject before, or the queries a router wrote."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import row
from verbatim_desktop.desktop.widgets.text import ElidedText
from verbatim_desktop.domain.answers import Answer


class AskedOn(QWidget):
    """alone_wanted: ask once more without the subject before."""

    alone_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.words = ElidedText(theme, size=12, color="text2", least=120)
        self.alone = Button(theme, "Ask it alone", kind=Kind.LINK, size=12, weight=400)
        layout = row(self, (0, 4, 0, 0), 8)
        layout.addWidget(self.words)
        layout.addWidget(self.alone)
        layout.addStretch(1)
        self.alone.clicked.connect(self.alone_wanted)
        self.hide()

    def show_searched(self, answer: Answer) -> None:
        words = searched_words(answer)
        self.words.setText(words)
        self.alone.setVisible(bool(answer.follows))
        self.setVisible(bool(words))


def searched_words(answer: Answer) -> str:
    """In one line; "" where it was searched as it was typed."""
    if not answer.rewritten:
        return ""
    if answer.follows:
        subject = answer.rewritten[0].removeprefix(answer.question.strip()).strip()
        return f"Asked on: {subject}"
    return f"Also searched for: {'; '.join(answer.rewritten)}"
