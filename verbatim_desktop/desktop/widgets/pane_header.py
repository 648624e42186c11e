"""The head of a pane: its title, a count beside it, and its commands at the right."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.layouts import column, line, row
from verbatim_desktop.desktop.widgets.text import Text


class PaneHeader(QWidget):
    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self._theme = theme
        self.title = Text(theme, title, size=15, weight=600)
        self.count = Text(theme, "", color="text2")
        outer = column(self, spacing=0)
        holder = QWidget()
        body = row(holder, (24, 0, 16, 0), 8)
        body.addWidget(self.title)
        body.addWidget(self.count)
        self._after_title = body.count()
        body.addStretch(1)
        self._body = body
        outer.addWidget(holder, 1)
        outer.addWidget(line())
        theme.changed.connect(self._restyle)
        self._restyle()

    def add(self, widget: QWidget) -> None:
        self._body.addWidget(widget)

    def insert(self, widget: QWidget) -> None:
        """Beside the title."""
        self._body.insertWidget(self._after_title, widget)

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(48))
