"""The left of Compose: the message that is answered, or the field where one comes in."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import column
from verbatim_desktop.desktop.widgets.message_field import MessageField
from verbatim_desktop.desktop.widgets.message_panel import MessagePanel
from verbatim_desktop.desktop.widgets.pane_header import PaneHeader


class MessageSide(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = MessageField(theme)
        self.message = MessagePanel(theme)
        self.drafts = Button(theme, icon="folder", kind=Kind.QUIET, tip="Drafts (Ctrl+Alt+D)")
        self.more = Button(theme, icon="more", kind=Kind.QUIET, tip="More")
        header = PaneHeader(theme, "Compose")
        header.add(self.drafts)
        header.add(self.more)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.field)
        self._stack.addWidget(self.message)
        body = column(self, spacing=0)
        body.addWidget(header)
        body.addWidget(self._stack, 1)

    def show_message(self, shown: bool) -> None:
        """The message, or the field for one."""
        self._stack.setCurrentWidget(self.message if shown else self.field)
