"""The message at the left: what it says and asks, what was taken off, what no model sees."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.kept_field import KeptField
from verbatim_desktop.desktop.widgets.layouts import (
    IconLabel,
    card,
    column,
    empty,
    row,
    scrolled,
)
from verbatim_desktop.desktop.widgets.message_view import MessageView
from verbatim_desktop.desktop.widgets.redaction_list import RedactionList
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.messages import Message, RemovedKind, RemovedPart
from verbatim_desktop.domain.redaction import Redacted
from verbatim_desktop.domain.replies import ReplyDraft

REMOVED = {
    RemovedKind.QUOTED: "Quoted history",
    RemovedKind.SIGNATURE: "Signature",
    RemovedKind.NOTICE: "Notice",
    RemovedKind.PRINTED: "Log or code",
}


class RemovedFold(QWidget):
    """A part that was taken off the message, to look at."""

    def __init__(self, theme: Theme, part: RemovedPart) -> None:
        super().__init__()
        lines = part.text.strip().count("\n") + 1
        counted = "1 line" if lines == 1 else f"{lines:,} lines"
        self._words = f"{REMOVED[part.kind]}, {counted}"
        self.toggle = Button(theme, self._words, icon="right", kind=Kind.LINK, weight=400)
        self.toggle.setCheckable(True)
        self.view = MessageView(theme)
        self.view.setAccessibleName(REMOVED[part.kind])
        self.view.show_message(part.text.strip("\n"))
        self.view.hide()
        body = column(self, spacing=4)
        body.addWidget(self.toggle)
        body.addWidget(self.view)
        self.toggle.toggled.connect(self._show)

    def _show(self, open: bool) -> None:
        self.view.setVisible(open)
        self.toggle.set_words(self._words, "down" if open else "right")


class MessagePanel(QWidget):
    """ticket_named: the ticket's id was typed. ticket_wanted: the draft of a question's ticket.
    replace_wanted: another message.
    """

    ticket_named = Signal(str)
    ticket_wanted = Signal(int)
    replace_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.name = ElidedText(theme, weight=500)
        self.saved = Text(theme, size=12, color="text3")
        self.ticket = KeptField()
        self.ticket.setPlaceholderText("Ticket number")
        self.ticket.setAccessibleName("Ticket number")
        self.ticket.setMaxLength(80)
        self.subject = Text(theme, weight=600, wrap=True)
        self.who = Text(theme, size=12, color="text2", wrap=True)
        self.view = MessageView(theme)
        self.hidden = RedactionList(theme)
        self.replace = Button(theme, "Replace message", tip="Replace message (Ctrl+Shift+N)")
        self._folds = column(spacing=4)
        self._facts = column(spacing=4)
        self._tickets = FlowLayout(spacing=12)
        self._lay_out()
        self.ticket.editingFinished.connect(self._name_ticket)
        self.replace.clicked.connect(self.replace_wanted)

    def _name_ticket(self) -> None:
        """Enter, or leaving the field."""
        self.ticket.setModified(False)
        self.ticket_named.emit(self.ticket.text())

    def _lay_out(self) -> None:
        inner = QWidget()
        body = column(inner, (24, 16, 24, 16), 12)
        head = row(spacing=8)
        head.addWidget(IconLabel(self._theme, "mail"))
        head.addWidget(self.name, 1)
        head.addWidget(self.saved)
        body.addLayout(head)
        body.addWidget(self.ticket)
        message = card()
        inside = column(message, (16, 12, 16, 12), 8)
        inside.addWidget(self.subject)
        inside.addWidget(self.who)
        inside.addWidget(self.view)
        inside.addLayout(self._folds)
        body.addWidget(message)
        body.addLayout(self._facts)
        body.addLayout(self._tickets)
        body.addWidget(self.hidden)
        body.addStretch(1)
        outer = column(self, spacing=0)
        outer.addWidget(scrolled(inner), 1)
        foot = QWidget()
        line = FlowLayout(spacing=8)
        row(foot, (24, 12, 24, 12)).addLayout(line)
        line.addWidget(self.replace)
        line.addWidget(Text(self._theme, "or drop a file here", size=12, color="text2"))
        outer.addWidget(foot)

    def show_message(self, message: Message, name: str) -> None:
        """The message alone, before its questions are answered."""
        self.name.setText(name or message.sender_name or message.sender_address or "Message")
        self.subject.setText(message.subject)
        self.subject.setVisible(bool(message.subject))
        named = " ".join(part for part in (message.sender_name, message.sender_address) if part)
        self.who.setText(f"From {named}" if named else "")
        self.who.setVisible(bool(named))
        self.view.show_message(message.text)
        self._show_folds(message)
        self._show_facts(message, message.notes)

    def _show_folds(self, message: Message) -> None:
        empty(self._folds)
        for part in message.removed:
            if part.text.strip():
                self._folds.addWidget(RemovedFold(self._theme, part))

    def _show_facts(self, message: Message, notes: Sequence[str]) -> None:
        empty(self._facts)
        if message.attachments:
            names = ", ".join(message.attachments)
            words = f"Attached, not read: {names}"
            self._facts.addWidget(Text(self._theme, words, size=12, color="text2", wrap=True))
        for note in notes:
            self._facts.addWidget(Text(self._theme, note, size=12, color="text2", wrap=True))

    def show_draft(self, draft: ReplyDraft, redacted: Redacted) -> None:
        """The message with its questions and what is hidden of it."""
        questions = [said.question for said in draft.questions]
        self.view.show_message(draft.message.text, questions, redacted.redactions)
        self.hidden.show_redacted(redacted, draft.unmarked)
        self.hidden.setVisible(bool(draft.message.text))
        self._show_facts(draft.message, draft.notes)
        self._show_tickets(draft)
        if not self.ticket.isModified() or not self.ticket.hasFocus():
            self.ticket.setText(draft.ticket)

    def _show_tickets(self, draft: ReplyDraft) -> None:
        """A way to each ticket that was drafted; its question stands in the message above."""
        empty(self._tickets)
        for number, said in enumerate(draft.questions):
            if said.ticket is not None:
                words, title = f"Ticket for Q{number + 1}", said.ticket.title
                link = Button(self._theme, words, kind=Kind.LINK, weight=400, tip=title)
                link.setAccessibleName(f"{words}: {title}")
                link.clicked.connect(lambda _on=False, n=number: self.ticket_wanted.emit(n))
                self._tickets.addWidget(link)

    def folds(self) -> list[RemovedFold]:
        return self.findChildren(RemovedFold)
