"""A ticket draft: what to hand on where the library does not answer. Everything can be edited."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QTextEdit,
    QWidget,
)

from verbatim_desktop.desktop.icons import draw_icon
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind, SplitButton
from verbatim_desktop.desktop.widgets.evidence import EvidenceCard
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import (
    IconLabel,
    column,
    empty,
    height_by_width,
    line,
    row,
)
from verbatim_desktop.desktop.widgets.painting import box, focus_ring
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.answers import TicketDraft
from verbatim_desktop.domain.retrieval import TermOrigin

#: Where a term came from, in a word.
ORIGINS = {
    TermOrigin.TYPED: "word",
    TermOrigin.PHRASE: "phrase",
    TermOrigin.PART: "part",
    TermOrigin.STEM: "form",
    TermOrigin.SYNONYM: "synonym",
    TermOrigin.TYPO: "spelling",
}
FORMATS = (
    ("Markdown", "markdown"),
    ("JSON", "json"),
    ("Freshdesk payload", "freshdesk"),
    ("Zendesk payload", "zendesk"),
    ("Intercom payload", "intercom"),
)


class CheckRow(QAbstractButton):
    """One thing to ask next, with a box to leave it out."""

    def __init__(self, theme: Theme, words: str) -> None:
        super().__init__()
        self._theme = theme
        self.setText(words)
        self.setAccessibleName(words)
        self.setCheckable(True)
        self.setChecked(True)
        self.setSizePolicy(height_by_width(QSizePolicy.Policy.Expanding))
        theme.changed.connect(self.updateGeometry)

    def _words_rect(self, width: int) -> QRectF:
        room = QRectF(0, 0, max(width - self._theme.px(26), 40), 10_000)
        flags = int(Qt.TextFlag.TextWordWrap)
        font = self._theme.font(13)
        return QFontMetricsF(font).boundingRect(room, flags, self.text())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(round(self._words_rect(width).height()) + self._theme.px(4), self._theme.px(22))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self._theme.px(22))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter, side = self._theme, QPainter(self), self._theme.px(16)
        rect = QRectF(0, theme.px(3), side, side)
        if self.isChecked():
            box(painter, rect, theme.px(3), theme.color("accent"))
            draw_icon(painter, "check", rect.adjusted(1, 1, -1, -1), theme.color("onaccent"))
        else:
            box(painter, rect, theme.px(3), theme.color("base"), theme.color("text3"))
        painter.setFont(theme.font(13))
        painter.setPen(QPen(theme.color("text" if self.isChecked() else "text2")))
        words = QRectF(self.rect()).adjusted(theme.px(26), theme.px(2), 0, 0)
        painter.drawText(words, int(Qt.TextFlag.TextWordWrap), self.text())
        if self.hasFocus():
            focus_ring(painter, rect.adjusted(-2, -2, 2, 2), theme.px(4), theme)


class TermChip(QWidget):
    """One thing that was searched for: where it came from, and how many sections hold it.

    A dashed edge tells what the program added; a term that stands nowhere is a warning.
    """

    def __init__(
        self, theme: Theme, term: str, origin: TermOrigin, sections: int | None = None
    ) -> None:
        super().__init__()
        self._theme = theme
        self._added = origin not in (TermOrigin.TYPED, TermOrigin.PHRASE)
        layout = row(self, (8, 0, 8, 0), 4)
        color = "warn" if sections == 0 else "text"
        layout.addWidget(Text(theme, term, size=12, weight=500, color=color))
        words = [ORIGINS[origin], *([] if sections is None else [f"{sections:,}"])]
        for word in words:
            layout.addWidget(Text(theme, word, size=12, color="text3"))
        self.setAccessibleName(" ".join([term, *words]))
        self._restyle()
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        style = Qt.PenStyle.DashLine if self._added else Qt.PenStyle.SolidLine
        edge = theme.color("control")
        box(QPainter(self), QRectF(self.rect()), theme.px(4), edge=edge, style=style)


class TicketCard(QFrame):
    """copy_wanted carries the format; draft() is the ticket as edited."""

    copy_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._ticket: TicketDraft | None = None
        self._checks: list[CheckRow] = []
        self.title = QLineEdit()
        self.title.setAccessibleName("Ticket title")
        self.summary = QTextEdit()
        self.summary.setObjectName("field")
        self.summary.setAccessibleName("Ticket summary")
        self.summary.setAcceptRichText(False)
        self.summary.setTabChangesFocus(True)
        self.summary.setFrameShape(QFrame.Shape.NoFrame)
        self.context = Text(theme, size=12, color="text2", wrap=True)
        self.passages = EvidenceCard(theme)
        self.passages.setObjectName("bare")
        self.passages.setAccessibleName("Closest passages")
        self.copy_button = Button(
            theme, "Copy as Markdown", icon="copy", kind=Kind.PRIMARY, key="Ctrl ⏎"
        )
        self._searched = FlowLayout(spacing=8)
        self._next = column(spacing=2)
        self._lay_out()
        self.copy_button.clicked.connect(lambda: self.copy_wanted.emit("markdown"))
        layout = self.summary.document().documentLayout()
        layout.documentSizeChanged.connect(self._fit_summary)
        theme.changed.connect(self._restyle)
        self._restyle()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        outer = column(self, (1, 1, 1, 1), 0)
        outer.addLayout(self._head())
        outer.addWidget(line())
        body = column(margins=(16, 12, 16, 12), spacing=6)
        body.addWidget(self._label("Title"))
        body.addWidget(self.title)
        body.addSpacing(8)
        body.addWidget(self._label("Summary"))
        body.addWidget(self.summary)
        body.addWidget(self.context)
        body.addSpacing(8)
        self._searched_label = self._label("What was searched")
        body.addWidget(self._searched_label)
        body.addLayout(self._searched)
        body.addSpacing(8)
        self._next_label = self._label("Ask the customer next")
        body.addWidget(self._next_label)
        body.addLayout(self._next)
        outer.addLayout(body)
        self._passages_label = self._label("Closest passages")
        self._passages_label.setContentsMargins(16, 0, 16, 2)
        outer.addWidget(self._passages_label)
        outer.addWidget(self.passages)
        outer.addSpacing(8)
        outer.addWidget(line())
        outer.addLayout(self._foot())

    def _head(self) -> QHBoxLayout:
        head = row(margins=(16, 11, 16, 11), spacing=8)
        head.addWidget(IconLabel(self._theme, "ticket", 18, "accent"))
        head.addWidget(Text(self._theme, "Ticket draft", size=15, weight=600))
        self._why = Text(self._theme, color="text2", wrap=True)
        head.addWidget(self._why, 1)
        return head

    def _foot(self) -> QHBoxLayout:
        foot = FlowLayout(spacing=12)  # where there is no room beside the button, below it
        formats = Button(self._theme, "", icon="down", tip="Other formats")
        formats.setAccessibleName("Copy in another format")
        menu = QMenu(self)
        for words, name in FORMATS:
            menu.addAction(f"Copy as {words}").triggered.connect(
                lambda _on=False, name=name: self.copy_wanted.emit(name)
            )
        formats.give_menu(menu, arrow=False)
        foot.addWidget(SplitButton(self.copy_button, formats))
        nothing = QWidget()
        words = row(nothing, spacing=8)
        words.addWidget(IconLabel(self._theme, "lock", 14, "text3"))
        words.addWidget(Text(self._theme, "Nothing is sent", size=12, color="text3"))
        foot.addWidget(nothing)
        around = row(margins=(16, 11, 16, 12))
        around.addLayout(foot)
        return around

    def _label(self, words: str) -> Text:
        return Text(self._theme, words, size=12, weight=600, color="text2")

    def _restyle(self) -> None:
        self.title.setFont(self._theme.font(13, 500))
        self.summary.setFont(self._theme.font(13))
        self._fit_summary()

    def _fit_summary(self, *_size: object) -> None:
        height = self.summary.document().size().height() + self._theme.px(14)
        least, most = self._theme.px(44), self._theme.px(200)
        self.summary.setFixedHeight(min(max(round(height), least), most))

    # --- the ticket ----------------------------------------------------------------------------

    def show_ticket(self, ticket: TicketDraft, why: str) -> None:
        self._ticket = ticket
        self._why.setText(why)
        self.title.setText(ticket.title)
        self.title.setCursorPosition(0)
        self.summary.setPlainText(ticket.summary)
        self.context.setText(attached(ticket.context))
        self.context.setVisible(bool(ticket.context))
        empty(self._searched)
        for term in ticket.terms:
            chip = TermChip(self._theme, term.typed, term.origin, term.sections)
            self._searched.addWidget(chip)
            for added in term.added:
                self._searched.addWidget(TermChip(self._theme, added.text, added.origin))
        empty(self._next)
        self._checks = [CheckRow(self._theme, words) for words in ticket.next_information]
        for check in self._checks:
            self._next.addWidget(check)
        self.passages.show_passages(ticket.citations, ticket.scores)
        self._searched_label.setVisible(bool(ticket.terms))
        self._next_label.setVisible(bool(ticket.next_information))
        self._passages_label.setVisible(bool(ticket.citations))
        self._fit_summary()

    def draft(self) -> TicketDraft | None:
        """The ticket as the person edited it."""
        if self._ticket is None:
            return None
        chosen = tuple(check.text() for check in self._checks if check.isChecked())
        return replace(
            self._ticket,
            title=self.title.text().strip(),
            summary=self.summary.toPlainText().strip(),
            next_information=chosen,
        )


def attached(context: str) -> str:
    """What goes along with a ticket, in a line."""
    lines = context.count("\n") + 1
    counted = "1 line" if lines == 1 else f"{lines:,} lines"
    return f"With it goes what was pasted with the question, shortened to {counted}."
