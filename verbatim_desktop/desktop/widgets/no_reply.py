"""No message yet: what will stand here, and what to know of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, row
from verbatim_desktop.desktop.widgets.text import Text

FACTS = (
    ("ask", "Each question of the message is answered with sentences of your pages, cited."),
    ("warn", "What is uncertain is marked, and what is not known is said."),
    ("shield", "Personal data is hidden before a model sees anything, and put back after."),
    ("history", "Drafts keep themselves. Every change can be taken back."),
)


class NoReply(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = Text(theme, "The reply is written here", size=15, weight=600, wrap=True)
        body = column(self, (32, 32, 32, 32), 12)
        body.addWidget(self.title)
        for icon, words in FACTS:
            line = row(spacing=12)
            line.addWidget(IconLabel(theme, icon, 16, "text2"), 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(Text(theme, words, color="text2", wrap=True), 1)
            body.addLayout(line)
        body.addStretch(1)
