"""A ticket over the window: what to hand on where the library does not answer."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import column, row, scrolled
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.desktop.widgets.ticket_card import TicketCard
from verbatim_desktop.domain.answers import TicketDraft

WIDTH = 760


class TicketSheet(Overlay):
    """copy_wanted: a format."""

    copy_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, "Ticket")
        self.card.setObjectName("palette")
        self.ticket = TicketCard(theme)
        self.copied = Text(theme, size=12, color="text2")
        body = column(self.card, (16, 12, 16, 12), 8)
        head = row()
        head.addWidget(Text(theme, "Ticket from this question", size=17, weight=600))
        head.addStretch(1)
        head.addWidget(self.copied)
        close = Button(theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close (Esc)")
        close.clicked.connect(self.close_over)
        head.addWidget(close)
        body.addLayout(head)
        inner = QWidget()
        column(inner).addWidget(self.ticket)
        self._area = scrolled(inner)
        body.addWidget(self._area)
        self.ticket.copy_wanted.connect(self.copy_wanted)

    def show_ticket(self, ticket: TicketDraft, why: str) -> None:
        self.copied.setText("")
        self.ticket.show_ticket(ticket, why)
        self.open_over()
        self.ticket.title.setFocus()

    def _fit(self) -> None:
        theme = self._theme
        self.fit_width(WIDTH)
        self._area.setFixedHeight(max(min(theme.px(560), self.height() - theme.px(140)), 80))
