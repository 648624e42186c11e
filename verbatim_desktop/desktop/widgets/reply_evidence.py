"""What each answer rests on: its sentences, their verdicts, and further ones to insert."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from verbatim_desktop.compose.reply_answers import headline
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.confidence_badge import ConfidenceBadge
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.evidence import VERDICTS, one_line
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import (
    IconLabel,
    column,
    empty,
    height_by_width,
    line,
    row,
    scrolled,
)
from verbatim_desktop.desktop.widgets.painting import chip_width, draw_chip, focus_ring
from verbatim_desktop.desktop.widgets.tag import Tag
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.answers import Citation, Level
from verbatim_desktop.domain.replies import AnsweredQuestion, ReplyDraft

NONE = "Nothing is cited yet."


class Chip(QWidget):
    """A citation's number; a plus where it has none in this reply."""

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        self._theme, self._number = theme, number
        self.active = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(round(chip_width(self._theme, self._label())) + 1, self._theme.px(18))

    def _label(self) -> str:
        return str(self._number) if self._number else "+"

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        corner = QRectF(self.rect()).topLeft()
        draw_chip(painter, self._theme, corner, self._label(), active=self.active)


class ReplyCitationRow(QAbstractButton):
    """One sentence. A click or Enter opens it; I or Insert puts it into the reply."""

    insert_wanted = Signal()

    def __init__(self, theme: Theme, citation: Citation, *, internal: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self.citation = citation
        self._active = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(
            height_by_width(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        )
        self.insert = Button(theme, icon="plus", kind=Kind.QUIET, compact=True, tip="Insert (I)")
        self.chip = Chip(theme, citation.marker)
        self._lay_out(internal)
        verdict = VERDICTS.get(citation.status, ("Verified", "ok"))[0]
        quote = one_line(citation.quote)
        name = f"Citation {citation.marker}" if citation.marker else "Sentence"
        said = ", ".join([verdict, *self._limits(internal)])
        self.setAccessibleName(f"{name}: {quote} {said}")
        self.insert.setAccessibleName(f"Insert: {quote}")
        self.insert.clicked.connect(self.insert_wanted)

    def _limits(self, internal: bool) -> list[str]:
        flags = [flag.detail or flag.kind.value.capitalize() for flag in self.citation.flags]
        return list(dict.fromkeys(["Internal source", *flags] if internal else flags))

    def _lay_out(self, internal: bool) -> None:
        theme, citation = self._theme, self.citation
        layout = self._body = row(self, (16, 8, 12, 8), 8)
        top = Qt.AlignmentFlag.AlignTop
        layout.addWidget(self.chip, 0, top)
        words = column(spacing=2)
        words.addWidget(Text(theme, one_line(citation.quote), wrap=True))
        path = " › ".join(one_line(part) for part in citation.heading_path[-3:])
        words.addWidget(Text(theme, path, size=11, color="text2", wrap=True))
        tags = FlowLayout(spacing=4)
        for limit in self._limits(internal):
            tags.addWidget(Tag(theme, limit, "warn"))
        if verdict := VERDICTS.get(citation.status):
            tags.addWidget(Tag(theme, *verdict))
        if tags.count():
            words.addLayout(tags)
        layout.addLayout(words, 1)
        if verdict is None and citation.marker:
            layout.addWidget(IconLabel(theme, "ok", 16, "ok"), 0, top)
        layout.addWidget(self.insert, 0, top)
        for label in self.findChildren(Text):  # a button's own ink would be theirs
            label.setForegroundRole(QPalette.ColorRole.WindowText)

    def set_active(self, active: bool) -> None:
        self._active = active
        self.chip.active = active
        self.chip.update()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._body.totalHeightForWidth(width)

    def sizeHint(self) -> QSize:
        return self._body.totalSizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_I, Qt.Key.Key_Insert):
            self.insert_wanted.emit()
        elif event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        if self._active:
            painter.fillRect(self.rect(), theme.color("soft"))
        elif self.underMouse():
            painter.fillRect(self.rect(), theme.color("alt" if theme.is_dark else "sunken"))
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(4), theme)


class QuestionHead(QWidget):
    """A question with how far its answer can be trusted, and what can be done about it."""

    def __init__(self, theme: Theme, number: int, said: AnsweredQuestion) -> None:
        super().__init__()
        self.question = Button(
            theme, f"Q{number + 1}", kind=Kind.LINK, weight=600, tip="To its answer in the reply"
        )
        asked = headline(said.question)
        self.question.setAccessibleName(f"Question {number + 1}: {asked}")
        self.more = Button(theme, "More sentences", kind=Kind.LINK, compact=True, weight=400)
        self.again = Button(theme, "Answer again", kind=Kind.LINK, compact=True, weight=400)
        self.drop = Button(theme, "Leave out", kind=Kind.LINK, compact=True, weight=400)
        self.ticket = Button(theme, "Ticket", kind=Kind.LINK, compact=True, weight=400)
        badge = ConfidenceBadge(theme, said.level, brief=True)
        top = Qt.AlignmentFlag.AlignTop
        head = row(spacing=8)
        head.addWidget(self.question, 0, top)
        head.addWidget(Text(theme, one_line(asked), weight=600, wrap=True), 1)
        head.addWidget(badge, 0, top)
        body = column(self, (16, 10, 12, 4), 4)
        body.addLayout(head)
        for words in (*_reasons(said), *said.notes):
            body.addWidget(Text(theme, words, size=12, color="text2", wrap=True))
        links = FlowLayout(spacing=12, line_spacing=0)
        for one in (self.more, self.again, self.ticket, self.drop):
            one.setAccessibleName(f"{one.text()}: question {number + 1}")
            links.addWidget(one)
        body.addLayout(links)


def _reasons(said: AnsweredQuestion) -> tuple[str, ...]:
    """What is covered; where that is not enough, in the same paragraph why."""
    reasons = said.confidence.reasons
    telling = (*reasons[:1], *reasons[1:][-1:]) if said.level is Level.LOW else reasons[:1]
    return (" ".join(telling),) if telling else ()


class ReplyEvidence(QWidget):
    """Signals carry a citation (opened, insert_wanted) or a question's number."""

    opened = Signal(object)
    insert_wanted = Signal(object)
    question_chosen = Signal(int)
    more_wanted = Signal(int)
    again_wanted = Signal(int)
    drop_wanted = Signal(int)
    ticket_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Evidence")
        self._theme = theme
        self._rows: list[ReplyCitationRow] = []
        self._heads: list[QuestionHead] = []
        self._more: list[QVBoxLayout] = []
        self.title = Text(theme, "Evidence", weight=500)
        self.count = Text(theme, "", color="text3")
        self._foot = Text(theme, "", size=12, color="text2", wrap=True)
        self._list = column(spacing=0)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QWidget()
        inside = row(head, (16, 0, 16, 0), 6)
        inside.addWidget(self.title)
        inside.addWidget(self.count)
        inside.addStretch(1)
        self._head = head
        inner = QWidget()
        body = column(inner, spacing=0)
        body.addLayout(self._list)
        body.addStretch(1)
        self.scroller: QScrollArea = scrolled(inner)
        self._notice = QWidget()
        notice = row(self._notice, (16, 10, 16, 10), 8)
        notice.addWidget(IconLabel(self._theme, "eye", 16, "warn"), 0, Qt.AlignmentFlag.AlignTop)
        notice.addWidget(self._foot, 1)
        outer = column(self, spacing=0)
        self._head_line = line()
        for part in (head, self._head_line, self.scroller, self._notice):
            outer.addWidget(part, 1 if part is self.scroller else 0)
        self._notice.hide()
        self._theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self._head.setFixedHeight(self._theme.px(48))

    def set_headed(self, headed: bool) -> None:
        """Whether it says what it is: not below a tab that does."""
        self._head.setVisible(headed)
        self._head_line.setVisible(headed)

    # --- filling -----------------------------------------------------------------------------

    def show_draft(self, draft: ReplyDraft | None) -> None:
        empty(self._list)
        self._rows, self._heads, self._more = [], [], []
        citations = draft.citations if draft else ()
        self.count.setText(f"{len(citations)}" if citations else "")
        self._notice.hide()
        if draft is None:
            self._list.addWidget(self._caption(NONE))
            return
        shown: set[int] = set()
        for number, said in enumerate(draft.questions):
            self._question(number, said)
            for one in said.citations:
                self._row(self._list, one, internal=is_internal(one, draft.internal))
                shown.add(one.marker)
            self._more.append(column(spacing=0))
            self._list.addLayout(self._more[-1])
            self._list.addWidget(line())
        self._others([one for one in citations if one.marker not in shown], draft)
        self._say_internal(draft)

    def _others(self, citations: Sequence[Citation], draft: ReplyDraft) -> None:
        """What was inserted by hand."""
        if citations:
            self._list.addWidget(self._caption("Also cited"))
        for one in citations:
            self._row(self._list, one, internal=is_internal(one, draft.internal))
        if not draft.citations and not draft.questions:
            self._list.addWidget(self._caption(NONE))

    def _caption(self, words: str) -> Text:
        caption = Text(self._theme, words, size=12, weight=600, color="text2", wrap=True)
        caption.setContentsMargins(16, 12, 16, 4)
        return caption

    def _question(self, number: int, said: AnsweredQuestion) -> None:
        head = QuestionHead(self._theme, number, said)
        for button, signal in (
            (head.question, self.question_chosen),
            (head.more, self.more_wanted),
            (head.again, self.again_wanted),
            (head.drop, self.drop_wanted),
            (head.ticket, self.ticket_wanted),
        ):
            button.clicked.connect(partial(self._pressed, signal.emit, number))
        self._heads.append(head)
        self._list.addWidget(head)

    def _pressed(self, emit: object, number: int, _on: bool = False) -> None:
        assert callable(emit)
        emit(number)

    def _row(self, layout: QVBoxLayout, citation: Citation, *, internal: bool) -> None:
        one = ReplyCitationRow(self._theme, citation, internal=internal)
        one.clicked.connect(lambda: self.opened.emit(citation))
        one.insert_wanted.connect(lambda: self.insert_wanted.emit(citation))
        self._rows.append(one)
        layout.addWidget(one)

    def _say_internal(self, draft: ReplyDraft) -> None:
        markers = [str(one.marker) for one in draft.citations if is_internal(one, draft.internal)]
        many = len(markers) > 1
        words = f"Citation{'s' if many else ''} {', '.join(markers)} {'are' if many else 'is'}"
        self._foot.setText(f"{words} internal: you are asked before the reply is copied.")
        self._notice.setVisible(bool(markers))

    def show_more(self, number: int, citations: Sequence[Citation], draft: ReplyDraft) -> None:
        """Further sentences below those that are cited."""
        if number >= len(self._more):
            return
        layout = self._more[number]
        gone = {one for one in self._rows if layout.indexOf(one) >= 0}
        self._rows = [one for one in self._rows if one not in gone]
        empty(layout)
        layout.addWidget(self._caption("More sentences" if citations else "No more sentences."))
        for one in citations:
            self._row(layout, one, internal=is_internal(one, draft.internal))

    def rows(self) -> list[ReplyCitationRow]:
        return self._rows

    def heads(self) -> list[QuestionHead]:
        return self._heads

    # --- the cursor --------------------------------------------------------------------------

    def set_active(self, marker: int) -> None:
        for one in self._rows:
            one.set_active(bool(marker) and one.citation.marker == marker)

    def focus_question(self, number: int) -> None:
        """The keyboard to a question's head, from where Tab goes to its sentences."""
        if self._heads:
            self._heads[min(number, len(self._heads) - 1)].question.setFocus()

    def show_question(self, number: int) -> None:
        """Scroll to a question."""
        if 0 <= number < len(self._heads):
            head = self._heads[number]
            bar = self.scroller.verticalScrollBar()
            if bar.maximum():
                bar.setValue(head.y())


def is_internal(citation: Citation, names: Sequence[str]) -> bool:
    """Whether a citation is of a source or page that a draft names as internal."""
    return citation.source in names or citation.identity in names
