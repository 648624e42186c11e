"""What the documentation lacks, a card for each topic: questions, nearest sections, synonyms."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QMenu, QStackedWidget, QVBoxLayout, QWidget

from verbatim_desktop.compose.gap_list import WHY_WORDS, left_out, times_words
from verbatim_desktop.desktop.models.sources import when
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.elided_link import ElidedLink
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, empty, row, scrolled
from verbatim_desktop.desktop.widgets.progress import Bar
from verbatim_desktop.desktop.widgets.quiet_state import QuietState
from verbatim_desktop.desktop.widgets.tag import Tag
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.gaps import Gap, GapReport, OpenQuestion, SynonymProposal, Why
from verbatim_desktop.text.counting import counted

MOST_SHOWN = 40  # topics
MOST_QUESTIONS = 8  # of one topic
TONES = {Why.LOW: "neutral", Why.WRONG: "bad", Why.MISSING: "warn"}
LOADING, FULL, EMPTY = range(3)
TEXTS = "Their words are those of kept answers."


class GapCard(QFrame):
    """One topic. page_wanted: SOURCE/ROUTE-OR-PATH and an anchor. dismissed: it is no gap."""

    answer_wanted = Signal(str)
    page_wanted = Signal(str, str)
    synonym_wanted = Signal(object)
    dismissed = Signal(object)

    def __init__(self, theme: Theme, gap: Gap) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(f"Gap: {gap.topic}")
        self._theme = theme
        self.synonyms: list[Button] = []
        self.links: list[Button] = []
        body = column(self, (16, 12, 16, 12), 8)
        head = row(spacing=8)
        head.addWidget(ElidedText(theme, gap.topic, size=15, weight=600, least=80), 1)
        head.addWidget(Text(theme, asked_words(gap), size=12, color="text2"))
        self.dismiss = Button(theme, "Not a gap", icon="x", kind=Kind.QUIET, compact=True)
        self.dismiss.setAccessibleName(f"Not a gap: {gap.topic}")
        self.dismiss.clicked.connect(partial(self.dismissed.emit, gap))
        head.addWidget(self.dismiss)
        body.addLayout(head)
        for question in gap.questions[:MOST_QUESTIONS]:
            self._add_question(body, question)
        if (left := len(gap.questions) - MOST_QUESTIONS) > 0:
            more = f"and {counted(left, 'more question')} in the export"
            body.addWidget(Text(theme, more, size=12, color="text3"))
        if gap.near:
            self._add_near(body, gap)
        for proposal in gap.proposals:
            self._add_proposal(body, proposal)

    def _add_question(self, body: QVBoxLayout, question: OpenQuestion) -> None:
        theme = self._theme
        said = row(spacing=8)
        link = ElidedLink(theme, question.text)
        link.setEnabled(bool(question.answer))
        link.clicked.connect(partial(self.answer_wanted.emit, question.answer))
        self.links.append(link)
        holder = QWidget()
        flow = FlowLayout(spacing=6)
        holder.setLayout(flow)
        flow.addWidget(link)
        for why in question.why:
            flow.addWidget(Tag(theme, WHY_WORDS[why].capitalize(), TONES[why]))
        if len(question.asked) > 1:
            flow.addWidget(Tag(theme, f"Asked {times_words(len(question.asked))}"))
        for word in question.missing:
            flow.addWidget(Tag(theme, f"Nowhere: {word}", "warn"))
        said.addWidget(holder, 1)
        body.addLayout(said)
        for note in question.notes:
            text = Text(theme, f"“{note}”", size=12, color="text2", wrap=True)
            text.setContentsMargins(theme.px(8), 0, 0, 0)
            body.addWidget(text)

    def _add_near(self, body: QVBoxLayout, gap: Gap) -> None:
        body.addWidget(Text(self._theme, "Nearest sections", size=12, weight=600, color="text2"))
        for near in gap.near:
            words = " › ".join(near.heading_path)
            link = ElidedLink(self._theme, words, icon="doc", tip=near.name)
            page, _, anchor = near.name.partition("#")
            link.clicked.connect(partial(self.page_wanted.emit, page, anchor))
            self.links.append(link)
            line = row()
            line.addWidget(link)
            line.addStretch(1)
            body.addLayout(line)

    def _add_proposal(self, body: QVBoxLayout, proposal: SynonymProposal) -> None:
        theme = self._theme
        line = row(spacing=8)
        line.addWidget(IconLabel(theme, "info", 14, "text2"))
        words = (
            f"“{proposal.missing}” stands nowhere; {proposal.together} of {proposal.of} such "
            f"questions say “{proposal.known}” too."
        )
        line.addWidget(Text(theme, words, color="text2", wrap=True), 1)
        button = Button(theme, "Add as a synonym", icon="plus", compact=True)
        button.setAccessibleName(f"Add the synonym {proposal.line}")
        button.clicked.connect(partial(self.synonym_wanted.emit, proposal))
        self.synonyms.append(button)
        line.addWidget(button)
        body.addLayout(line)


def asked_words(gap: Gap) -> str:
    last = when(gap.last)
    return f"Asked {times_words(gap.times)}, last {last}" if last else times_words(gap.times)


class GapsPanel(QWidget):
    """export_wanted carries "markdown" or "csv"."""

    answer_wanted = Signal(str)
    page_wanted = Signal(str, str)
    synonym_wanted = Signal(object)
    dismissed = Signal(object)
    export_wanted = Signal(str)
    again_wanted = Signal()
    cancelled = Signal()
    ask_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.report: GapReport | None = None
        self.cards: list[GapCard] = []
        self.summary = Text(theme, "", color="text2", wrap=True)
        self.again = Button(theme, "Look again", icon="refresh", kind=Kind.QUIET)
        self.export = Button(theme, "Export for a writer", icon="export", key="Ctrl E")
        menu = QMenu(self)
        for form, words in (("markdown", "As Markdown…"), ("csv", "As CSV…")):
            menu.addAction(words).triggered.connect(partial(self._export, form))
        self.export.give_menu(menu)
        self.nothing = QuietState(theme)
        self._bar = Bar(theme)
        self._said = ElidedText(theme, "Asking again", color="text2", size=12)
        self.cancel = Button(theme, "Cancel", icon="stop", key="Esc", compact=True)
        self._lay_out()
        self.again.clicked.connect(self.again_wanted)
        self.cancel.clicked.connect(self.cancelled)
        self.nothing.acted.connect(self._act)

    def _lay_out(self) -> None:
        loading, full = QWidget(), QWidget()
        body = column(loading, (24, 24, 24, 24), 8)
        body.addWidget(Text(self._theme, "Asking every open question again", weight=600))
        body.addWidget(self._bar)
        line = row(spacing=8)
        line.addWidget(self._said, 1)
        line.addWidget(self.cancel)
        body.addLayout(line)
        body.addStretch(1)
        body = column(full, (24, 16, 24, 24), 12)
        head = row(spacing=8)
        head.addWidget(self.summary, 1)
        head.addWidget(self.again)
        head.addWidget(self.export)
        body.addLayout(head)
        inner = QWidget()
        self._cards = column(inner, spacing=12)
        area = scrolled(inner)
        body.addWidget(area, 1)
        self._stack = QStackedWidget()
        for one in (loading, full, self.nothing):
            self._stack.addWidget(one)
        column(self, spacing=0).addWidget(self._stack)

    def take_focus(self) -> None:
        focus = {LOADING: self.cancel, FULL: self.again, EMPTY: self.nothing.action}
        focus[self._stack.currentIndex()].setFocus()

    def _export(self, form: str) -> None:
        self.export_wanted.emit(form)

    def _act(self) -> None:
        """Ask, where nothing was; else look again."""
        if self.report is not None and not self.report.looked_at:
            self.ask_wanted.emit()
        else:
            self.again_wanted.emit()

    # --- what is shown -----------------------------------------------------------------------

    def show_loading(self) -> None:
        self._bar.set_part(0)
        self._said.setText("")
        self._stack.setCurrentIndex(LOADING)

    def show_step(self, step: IngestProgress) -> None:
        self._bar.set_part(step.done / step.total if step.total else 0)
        self._said.setText(f"{step.done:,} of {step.total:,}    {step.path}")

    def show_stopped(self) -> None:
        """Nothing was found out yet, or what was found before stands."""
        if self.report is not None:
            self.show_report(self.report)
            return
        self.nothing.show_words("Stopped", "Nothing was changed.", "Look for gaps")
        self._stack.setCurrentIndex(EMPTY)

    def show_report(self, report: GapReport) -> None:
        self.report = report
        empty(self._cards)
        self.cards = []
        if not report.gaps:
            self._show_none(report)
            return
        self.summary.setText(summary_of(report))
        for gap in report.gaps[:MOST_SHOWN]:
            one = GapCard(self._theme, gap)
            one.answer_wanted.connect(self.answer_wanted)
            one.page_wanted.connect(self.page_wanted)
            one.synonym_wanted.connect(self.synonym_wanted)
            one.dismissed.connect(self.dismissed)
            self.cards.append(one)
            self._cards.addWidget(one)
        self._cards.addStretch(1)
        self._stack.setCurrentIndex(FULL)

    def _show_none(self, report: GapReport) -> None:
        if report.looked_at:
            are = "is" if report.settled == 1 else "are"
            settled = f" {counted(report.settled, 'question')} once open {are} answered by now."
            sentence = (
                f"{counted(report.looked_at, 'different question')} looked at, none of them open."
                + (settled if report.settled else "")
            )
            sentence = " ".join([sentence, *left_out(report)])
            self.nothing.show_words("No gaps", sentence, "Look again")
        else:
            sentence = (
                "Questions that are answered with low confidence, and answers that are marked "
                "wrong or missing, come here by topic."
            )
            self.nothing.show_words("Nothing was asked yet", sentence, "Ask something")
        self._stack.setCurrentIndex(EMPTY)


def summary_of(report: GapReport) -> str:
    topics = counted(len(report.gaps), "topic")
    words = (
        f"{counted(report.open, 'open question')} on {topics}, of "
        f"{report.looked_at:,} different ones."
    )
    if report.settled:
        are = "is" if report.settled == 1 else "are"
        words += f" {report.settled:,} more {are} answered by now."
    if len(report.gaps) > MOST_SHOWN:
        words += f" The first {MOST_SHOWN} topics are shown; the export has all."
    return " ".join([words, *left_out(report), TEXTS])
