"""An answer as it is read: confidence and reasons, the text, what it rests on, where to go on.

It is shown whole, or begun with its confidence, added to as it is written and finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from verbatim_desktop.desktop.remedies import as_actions, for_fault
from verbatim_desktop.desktop.routes import told_apart
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.answer_notices import (
    FELL_BACK,
    doubt_notice,
    doubts_of,
    notices_of,
)
from verbatim_desktop.desktop.widgets.asked_on import AskedOn
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.citation_text import CitationText
from verbatim_desktop.desktop.widgets.confidence_badge import ConfidenceBadge
from verbatim_desktop.desktop.widgets.contrast_card import ContrastCards
from verbatim_desktop.desktop.widgets.evidence import EvidenceCard
from verbatim_desktop.desktop.widgets.feedback_bar import FeedbackBar
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.found_evidence import FoundEvidence
from verbatim_desktop.desktop.widgets.key_cap import KeyCap
from verbatim_desktop.desktop.widgets.layouts import column, empty, row
from verbatim_desktop.desktop.widgets.pill import Pill
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.desktop.widgets.ticket_card import TicketCard
from verbatim_desktop.desktop.widgets.two_sides import TwoSides
from verbatim_desktop.domain.answers import (
    NO_PROVIDER,
    Answer,
    Citation,
    Confidence,
    Level,
    Outcome,
    TicketDraft,
    Verdict,
    holds,
)
from verbatim_desktop.text.counting import counted

ROUTES = {"direct": "Direct", "full": "Full path", "full_path": "Full path"}
MOST_SUGGESTIONS = 3
LONGEST_LINK, LEAST_PAGE = 36, 8  # characters of a suggestion, and of the page before its heading
LAST_KEY = 9
#: Words, the format, the key.
COPIES = (
    ("Rich text with sources", "rich", "Ctrl+Enter"),
    ("Text with sources", "text", ""),
    ("Markdown with sources", "markdown", "Ctrl+Shift+C"),
    ("Rich text without sources", "rich-bare", ""),
    ("Text without sources", "bare", ""),
)
EXPORTS = (("Markdown", "markdown", ""), ("Web page", "html", ""), ("PDF", "pdf", "Ctrl+E"))


class AnswerView(QWidget):
    """opened: a citation's number. suggestion_opened: a Suggestion. copy_wanted, export_wanted: a
    format. alone_wanted: ask without the subject before. remedy_wanted: a Remedy for a model that
    did not write. evidence_wanted: the sentences (a tuple) that are not supported.
    """

    opened = Signal(int)
    suggestion_opened = Signal(object)
    copy_wanted = Signal(str)
    export_wanted = Signal(str)
    alone_wanted = Signal()
    remedy_wanted = Signal(str)
    evidence_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.answer: Answer | None = None
        self._ticket: TicketDraft | None = None
        self.badge = ConfidenceBadge(theme)
        self.route = Pill(theme, "route", name="Route")
        self.time = Pill(theme, "clock", name="Time")
        self.reasons = Text(theme, size=12, color="text2", wrap=True)
        self.text = CitationText(theme)
        self.found = FoundEvidence(theme)
        self.contrasts = ContrastCards(theme)
        self.evidence = EvidenceCard(theme)
        self.ticket = TicketCard(theme)
        self.copy_button = Button(theme, "Copy", icon="copy", compact=True, tip="Copy (Ctrl+Enter)")
        self.export_button = Button(
            theme, "Export", icon="export", compact=True, tip="Export (Ctrl+E)"
        )
        self.feedback = FeedbackBar(theme)
        self.asked_on = AskedOn(theme)
        self._evidence_count = ElidedText(theme, size=12, color="text2")
        self._kept = ElidedText(theme, size=12, color="text3")
        self._notices = column(spacing=8)
        self._doubts = column(spacing=8)
        self._also = FlowLayout(spacing=12, line_spacing=0)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        outer = column(self, spacing=0)
        outer.addWidget(
            TwoSides(
                (self.badge, self.route, self.time),
                (self.feedback, self.copy_button, self.export_button),
            )
        )
        outer.addSpacing(10)
        outer.addWidget(self.reasons)
        outer.addWidget(self.asked_on)
        outer.addSpacing(16)
        outer.addWidget(self.feedback.note)
        outer.addLayout(self._notices)
        outer.addWidget(self.text)
        below = column(spacing=8)
        below.addLayout(self._doubts)
        below.addWidget(self.found)
        outer.addLayout(below)
        outer.addWidget(self.contrasts)
        outer.addWidget(self.ticket)
        outer.addSpacing(16)
        self._evidence_head = self._make_evidence_head()
        outer.addWidget(self._evidence_head)
        outer.addSpacing(6)
        outer.addWidget(self.evidence)
        outer.addSpacing(16)
        foot = row(spacing=16)
        foot.addLayout(self._also, 1)
        foot.addWidget(self._kept)
        outer.addLayout(foot)

    def _make_evidence_head(self) -> QWidget:
        head = QWidget()
        layout = row(head, spacing=8)
        layout.addWidget(Text(self._theme, "Evidence", size=12, weight=600, color="text2"))
        layout.addWidget(self._evidence_count)
        layout.addStretch(1)
        self.keys = QWidget()
        keys = row(self.keys, spacing=8)
        self._first, self._last = KeyCap(self._theme, "1"), KeyCap(self._theme, "9")
        self._to = Text(self._theme, "to", size=12, color="text2")
        opens = Text(self._theme, "Open with", size=12, color="text2")
        for part in (opens, self._first, self._to, self._last):
            keys.addWidget(part)
        layout.addWidget(self.keys)
        return head

    def _connect(self) -> None:
        for part in (self.text, self.contrasts, self.evidence, self.ticket.passages):
            part.opened.connect(self.opened)
        self.ticket.copy_wanted.connect(self.copy_wanted)
        self.asked_on.alone_wanted.connect(self.alone_wanted)
        self.copy_button.give_menu(self._menu(COPIES, self.copy_wanted))
        self.export_button.give_menu(self._menu(EXPORTS, self.export_wanted))

    def _menu(self, entries: Sequence[tuple[str, str, str]], wanted: SignalInstance) -> QMenu:
        menu = QMenu(self)
        for words, name, key in entries:
            action = QAction(f"{words}\t{key}" if key else words, menu)
            action.triggered.connect(partial(wanted.emit, name))
            menu.addAction(action)
        return menu

    # --- what is shown -----------------------------------------------------------------------

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Those of the ticket where one is shown, else those of the answer."""
        if self._ticket is not None:
            return self._ticket.citations
        return self.answer.citations if self.answer is not None else ()

    @property
    def shows_ticket(self) -> bool:
        return self._ticket is not None

    def show_answer(self, answer: Answer) -> None:
        self.answer = answer
        self._ticket = answer.ticket if answer.outcome is Outcome.TICKET else None
        self.badge.set_level(answer.confidence.level)
        self.route.set_text(ROUTES.get(answer.route, answer.route.replace("_", " ").capitalize()))
        self.time.set_text(time_text(answer.timing.total or answer.timing.retrieval))
        self.reasons.setText(" ".join(answer.confidence.reasons))
        self.feedback.reset()
        self.feedback.setVisible(bool(answer.id))
        self.export_button.setVisible(bool(answer.id))
        self.asked_on.show_searched(answer)
        self._show_notices(answer)
        self._show_body(answer)
        self._show_also(answer)
        self._kept.setText(f"Kept as answer {answer.id[:8]}" if answer.id else "")

    def in_words(self) -> str:
        """What came of the question, in a sentence or two, as a screen reader says it."""
        badge = f"{self.badge.text()}."
        if self._ticket is not None:
            return f"A ticket draft. {badge}"
        if not self.citations:
            return f"The answer is here. {badge}"
        return f"The answer is here. {badge} {self._evidence_count.text()}."

    # --- as it is written --------------------------------------------------------------------

    def begin(self, confidence: Confidence, citations: Sequence[Citation] = ()) -> None:
        """The evidence is weighed and a model begins to write."""
        self.answer, self._ticket = None, None
        self.badge.set_level(confidence.level)
        self.reasons.setText(" ".join(confidence.reasons))
        self._show_notices(None)
        empty(self._also)
        self._kept.setText("")
        self.asked_on.hide()
        for part in (self.route, self.time, self.feedback, self.export_button, self.feedback.note):
            part.hide()
        self._set_parts(cited=False)
        self.copy_button.hide()
        self.text.begin(citations)

    def append(self, text: str) -> None:
        """More of the text, as the model sends it."""
        self.text.append(text)

    def resolve(self, citations: Sequence[Citation]) -> None:
        """Citations that are known now."""
        self.text.resolve(citations)

    def finish(self, answer: Answer) -> None:
        """It is written and checked: show it as it is kept."""
        self.show_answer(answer)

    def show_asked_ticket(self, ticket: TicketDraft) -> None:
        """A ticket that was asked for, in place of the answer's text."""
        self._ticket = ticket
        self._show_doubts(None)
        self.badge.set_level(ticket.confidence.level)
        self.reasons.setText(" ".join(ticket.confidence.reasons))
        for pill in (self.route, self.time):
            pill.setVisible(self.answer is not None)
        self._set_parts(cited=False)
        self.ticket.show_ticket(ticket, "Made because you asked for one.")

    def _show_body(self, answer: Answer) -> None:
        for pill in (self.route, self.time):
            pill.show()
        self._set_parts(cited=bool(answer.citations))
        known = {one.marker: one for one in answer.citations}
        self.contrasts.show_contrasts(() if self._ticket else answer.contrasts, known)
        if self._ticket is not None:
            self.ticket.show_ticket(self._ticket, why_ticket(answer))
            return
        self.text.show_answer(answer.text, answer.claims, answer.citations)
        by_model = answer.provider not in ("", NO_PROVIDER)
        self.evidence.show_evidence(answer.citations, answer.ranked, by_model=by_model)
        self._evidence_count.setText(evidence_text(answer.citations))
        self._name_keys([one.marker for one in answer.citations])

    def _set_parts(self, *, cited: bool) -> None:
        """Either the answer's text with its evidence, or the ticket."""
        is_ticket = self._ticket is not None
        self.copy_button.setVisible(not is_ticket)
        self.text.setVisible(not is_ticket)
        self.ticket.setVisible(is_ticket)
        self.contrasts.hide()
        self._evidence_head.setVisible(not is_ticket and cited)
        self.evidence.setVisible(not is_ticket and cited)

    def _name_keys(self, markers: Sequence[int]) -> None:
        """The keys that open a citation: a model may have left some of them out."""
        keys = [marker for marker in markers if marker <= LAST_KEY]
        self.keys.setVisible(bool(keys))
        self._to.setVisible(len(keys) > 1)
        self._last.setVisible(len(keys) > 1)
        if keys:
            self._first.set_key(str(keys[0]))
            self._last.set_key(str(max(keys)))
            self._to.setText("to" if max(keys) - keys[0] == len(keys) - 1 else "…")

    def _show_notices(self, answer: Answer | None) -> None:
        empty(self._notices)
        self._show_doubts(answer)
        for notice in notices_of(answer) if answer else ():
            remedies = for_fault(answer.fault) if answer and notice.fact == FELL_BACK else ()
            acts = {one: partial(self.remedy_wanted.emit, one.value) for one in remedies}
            self._notices.addWidget(Banner(self._theme, notice, as_actions(remedies, acts)))
        self._notices.addSpacing(16 if self._notices.count() else 0)

    def _show_doubts(self, answer: Answer | None) -> None:
        """What is not supported, below the text; what was found for it goes with the text."""
        empty(self._doubts)
        self.found.forget()
        notice = doubt_notice(answer) if answer else None
        if answer is None or notice is None:
            return
        find = partial(self.evidence_wanted.emit, doubts_of(answer))
        self._doubts.addSpacing(12)
        self._doubts.addWidget(Banner(self._theme, notice, (("Find evidence", find),)))

    def _show_also(self, answer: Answer) -> None:
        empty(self._also)
        cited = {(one.source, one.path, one.anchor) for one in answer.citations}
        others = (s for s in answer.suggested if (s.source, s.path, s.anchor) not in cited)
        suggestions = list(others)[:MOST_SUGGESTIONS]
        if suggestions:
            words = Text(self._theme, "Also worth opening", size=12, weight=600, color="text2")
            self._also.addWidget(words)
        headings = told_apart(
            [link_words(one.title) for one in suggestions],
            [f"{one.source}/{one.route or one.path}" for one in suggestions],
        )
        for suggestion, heading in zip(suggestions, headings, strict=True):
            link = Button(self._theme, heading, kind=Kind.LINK, weight=400)
            set_plain_tip(link, suggestion.title)
            link.clicked.connect(lambda _on=False, one=suggestion: self.suggestion_opened.emit(one))
            self._also.addWidget(link)

    def set_active(self, number: int) -> None:
        self.text.set_active(number)
        self.contrasts.set_active(number)
        self.evidence.set_active(number)
        self.ticket.passages.set_active(number)

    def take_focus(self) -> None:
        """So that 1 to 9 open citations straight away."""
        if self.text.isVisible():
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.ticket.copy_button.setFocus(Qt.FocusReason.OtherFocusReason)


def why_ticket(answer: Answer) -> str:
    """Why there is a ticket in the answer's place, in one sentence."""
    if answer.confidence.level is Level.LOW:
        return "The library does not answer this, so nothing was guessed."
    return "The pages touch on this, and no sentence answers it."


def short(title: str, most: int = 32) -> str:
    return title if len(title) <= most else f"{title[: most - 1].rstrip()}…"


def link_words(title: str) -> str:
    """A section by its page and its heading; of a long title the heading is what stays."""
    page, *headings = title.split(" › ")
    heading = headings[-1] if headings else page
    room = LONGEST_LINK - len(heading) - len(" › ")
    if page == heading or room < LEAST_PAGE:
        return short(heading, LONGEST_LINK)
    return f"{short(page, room)} › {heading}"


def time_text(milliseconds: float) -> str:
    if milliseconds < 1000:
        return f"{max(round(milliseconds), 1)} ms"
    return f"{milliseconds / 1000:.1f} s"


def evidence_text(citations: tuple[Citation, ...]) -> str:
    sections = {(citation.identity, citation.heading_path) for citation in citations}
    drifted = sum(not holds(citation.status) for citation in citations)
    repeated = sum(citation.status is Verdict.AMBIGUOUS for citation in citations)
    verdicts = [f"{drifted} no longer verified"] if drifted else []
    if repeated:
        verdicts.append(f"{repeated} repeated on {'its' if repeated == 1 else 'their'} page")
    said = ", ".join(verdicts) or "all verified"
    return f"{counted(len(citations), 'sentence')} from {counted(len(sections), 'section')}, {said}"
