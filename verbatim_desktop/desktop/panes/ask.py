"""Ask a question, read the answer with its citations, or hand on a ticket draft.

A question is asked on from the answer that is shown, so that "it" is what was spoken of; a new
question, or one asked alone, starts afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from verbatim_desktop.desktop.errands import AskThis, ShowAnswer, ShowSetting
from verbatim_desktop.desktop.keys import Key
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.panes.ask_asking import AskAsking
from verbatim_desktop.desktop.panes.ask_citing import AskCiting
from verbatim_desktop.desktop.panes.ask_evidence import AskEvidence
from verbatim_desktop.desktop.panes.ask_examples import AskExamples
from verbatim_desktop.desktop.panes.ask_records import AskRecords
from verbatim_desktop.desktop.panes.ask_return import AskReturn
from verbatim_desktop.desktop.panes.ask_suggestions import AskSuggestions
from verbatim_desktop.desktop.remedies import Remedy, as_actions, for_error
from verbatim_desktop.desktop.samples import samples_in_words
from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.state import LibraryState
from verbatim_desktop.desktop.widgets.banner import Actions
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.empty_state import FirstRun
from verbatim_desktop.desktop.widgets.layouts import column, empty, scrolled
from verbatim_desktop.desktop.widgets.pane_header import PaneHeader
from verbatim_desktop.desktop.widgets.question_page import QuestionPage
from verbatim_desktop.domain.answers import Answer, Citation, Outcome, Suggestion, TicketDraft
from verbatim_desktop.domain.feedback import Judgement
from verbatim_desktop.text.counting import counted


class Showing(IntEnum):
    LOADING = 0
    FIRST_RUN = 1
    QUESTION = 2


KEYS = (
    Key("to_question", "To the question", ("Ctrl+L",), everywhere=True),
    Key("new_question", "New question", ("Ctrl+N",), everywhere=True),
    Key("", "Ask", shown="Enter"),
    Key("", "New line", shown="Shift+Enter"),
    Key("ask_for_ticket", "Ticket from this question", ("Ctrl+T",)),
    Key("copy", "Copy the answer or the ticket", ("Ctrl+Return", "Ctrl+Enter"), "Ctrl+Enter"),
    Key("copy_markdown", "Copy as Markdown", ("Ctrl+Shift+C",)),
    Key("export", "Export the answer", ("Ctrl+E",)),
    Key("mark_right", "Mark the answer right", ("Ctrl+M",)),
    Key("mark_wrong", "Mark the answer wrong or incomplete", ("Ctrl+Shift+M",)),
)


def make(context: Context) -> AskPane:
    return AskPane(context)


class AskPane(Pane):
    source_width = 592

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Ask")
        theme = context.theme
        self._theme, self._samples = theme, context.samples
        jobs, library = context.jobs, context.library
        self._workspace = ""
        self._page = QuestionPage(theme, self.banners)
        self.card, self.view = self._page.card, self._page.view
        self.examples = self._page.examples
        self.scroller = scrolled(self._page)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.first_run = FirstRun(theme)
        self.history_button = Button(theme, "History", icon="history", kind=Kind.QUIET)
        self.new_button = Button(theme, "New question", icon="plus", kind=Kind.QUIET, key="Ctrl N")
        self._stack = QStackedWidget()
        self._citing = AskCiting(self, self.view)
        self.records = AskRecords(self, self.view, jobs, library)
        self.evidence = AskEvidence(self, self.view, Lane(jobs, library, self.fail))
        self.asking = AskAsking(self.card, self.view, jobs, library)
        self._return = AskReturn(self._page, context.settings, jobs, library)
        self._lay_out()
        self.trials = AskExamples(jobs, library, self)
        self.suggestions = AskSuggestions(theme, self.card, self, jobs, library)
        self._connect()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        header = PaneHeader(self._theme, "Ask")
        header.add(self.history_button)
        header.add(self.new_button)
        self._stack.addWidget(QWidget())
        self._stack.addWidget(scrolled(self.first_run))
        self._stack.addWidget(self.scroller)
        outer = column(self, spacing=0)
        outer.addWidget(header)
        outer.addWidget(self._stack, 1)
        self._set_showing(Showing.LOADING)

    def _connect(self) -> None:
        self.card.asked.connect(self.ask)
        self.card.cancelled.connect(self.cancel)
        self.examples.chosen.connect(self.ask_this)
        self.trials.found.connect(self.examples.set_questions)
        self.trials.failed.connect(self.fail)
        self.view.opened.connect(self.open_number)
        self.view.suggestion_opened.connect(self._open_suggestion)
        self.view.alone_wanted.connect(self.ask_alone)
        self.view.remedy_wanted.connect(partial(self._remedy, self._answer_again))
        self._connect_asking()
        self.suggestions.taken.connect(self.ask_this)
        self.first_run.samples_wanted.connect(
            lambda: self.command_wanted.emit("sources.load_samples")
        )
        self.first_run.folder_wanted.connect(
            lambda: self.command_wanted.emit("sources.choose_folder")
        )
        self.history_button.clicked.connect(self.show_history)
        self.new_button.clicked.connect(self.new_question)

    def _connect_asking(self) -> None:
        asking, back = self.asking, self._return
        asking.answered.connect(partial(self._show_answer, open_first=True))
        asking.opened.connect(self._show_opened)
        for came_back in (asking.opened, back.returned):
            came_back.connect(self.records.recall)
        asking.ticketed.connect(self._show_ticket)
        asking.begun.connect(self._show_from_top)
        asking.given_up.connect(self.focus_question)
        asking.said.connect(self.said)
        asking.failed.connect(self._fail)
        back.returned.connect(self._show_answer)
        back.put_back.connect(self._put_back)
        back.failed.connect(self._fail)

    def _set_showing(self, showing: Showing) -> None:
        self._stack.setCurrentIndex(showing)
        asking = showing is Showing.QUESTION
        self.history_button.setVisible(asking)
        self.new_button.setVisible(asking)

    # --- the library -------------------------------------------------------------------------

    def set_library(self, state: LibraryState) -> None:
        """Take in what there is to ask; the first source ends the first run."""
        samples = self._samples()
        self.first_run.set_samples(samples_in_words(samples), present=bool(samples))
        was_first_run = self._stack.currentIndex() != Showing.QUESTION
        if state.is_empty:
            self._set_showing(Showing.FIRST_RUN)
            if self.isVisible():
                self.first_run.take_focus()
            return
        self._set_showing(Showing.QUESTION)
        if not self._workspace:
            self._workspace = state.summary.workspace
            self._return.come_back(self._workspace, lambda: self.is_asking)
        self.card.set_sources([source.info.name for source in state.sources])
        self.card.set_writers(state.writers, state.chosen)
        pages = counted(state.summary.documents, "page")
        words = f"{pages} in {counted(state.summary.sources, 'source')} are ready."
        self.examples.set_words(words)
        self.trials.look(state.summary.generation)
        if was_first_run and self.isVisible():
            self.focus_question()

    def expect_library(self, expected: bool) -> None:
        """Before the library is read: whether there was one last time."""
        self._set_showing(Showing.QUESTION if expected else Showing.LOADING)

    # --- asking ------------------------------------------------------------------------------

    @property
    def is_asking(self) -> bool:
        return self.asking.is_asking

    def ask_this(self, question: str) -> None:
        self.card.field.set_question(question)
        self.ask()

    def ask(self) -> None:
        """Ask what stands in the field, on from the answer that is shown."""
        self._ask(self._follows())

    def ask_alone(self) -> None:
        """Ask what was answered once more, without the subject before it."""
        if self.view.answer is not None:
            self.card.field.set_question(self.view.answer.question)
        self._ask("")

    def _follows(self) -> str:
        """The answer a question asks on from. Asked again, it follows what it followed."""
        answer = self.view.answer
        if answer is None or not self.view.isVisibleTo(self):
            return ""
        again = self.card.field.question() == answer.question.strip()
        return answer.follows if again else answer.id

    def _ask(self, follows: str) -> None:
        question = self.card.field.question()
        if not question:
            self.focus_question()
            return
        empty(self.banners)
        self.suggestions.put_away()
        self.asking.ask(question, follows)

    def ask_for_ticket(self) -> None:
        """A ticket draft from what is asked, however strong the evidence is."""
        answer, question = self.view.answer, self.card.field.question()
        if question and (answer is None or answer.outcome is not Outcome.TICKET):
            self.asking.ask_for_ticket(question)

    def cancel(self) -> bool:
        return self.asking.cancel()

    def reopen(self, answer_id: str) -> None:
        self.asking.open(answer_id)

    def _show_answer(self, answer: Answer, *, open_first: bool = False) -> None:
        untouched = self.card.field.question() in (answer.question.strip(), "")
        self._citing.forget()
        self.card.set_answered(answer.question.strip())
        self.view.show_answer(answer)
        self._show_from_top()
        announce(self, self.view.in_words())
        if untouched and self.isVisible():
            self.view.take_focus()
        if not self.view.citations:
            self.source_unwanted.emit()
        elif open_first:
            self.open_number(self.view.citations[0].marker, chosen=False)

    def _show_from_top(self) -> None:
        self._page.show_answer()
        self.scroller.verticalScrollBar().setValue(0)

    def _show_opened(self, answer: Answer) -> None:
        self.card.field.set_question(answer.question)
        self._show_answer(answer)

    def _show_ticket(self, ticket: TicketDraft) -> None:
        self.view.show_asked_ticket(ticket)
        self._citing.forget()
        self._page.show_answer()
        announce(self, self.view.in_words())

    # --- where something failed ------------------------------------------------------------------

    def _fail(self, error: Exception) -> None:
        acts = {one: partial(self._remedy, self._try_again, one) for one in for_error(error)}
        self.fail_with(error, as_actions(acts, acts))

    def _remedy(self, again: Callable[[], object], remedy: str) -> None:
        """What is done about a call that failed, or a model that did not write."""
        if remedy == Remedy.SETTINGS:
            self.place_wanted.emit("settings", ShowSetting("providers"))
        elif remedy == Remedy.BUDGET:
            self.place_wanted.emit("settings", ShowSetting("budget"))
        elif remedy == Remedy.WITHOUT:
            self.card.write_without()
            self.said.emit("Passages are quoted until you choose a model again")
        else:
            again()

    def _try_again(self) -> None:
        empty(self.banners)
        self.asking.again()

    def _answer_again(self) -> None:
        """The question of the answer that is shown, which may be one of long ago."""
        if self.view.answer is not None:
            self.card.field.set_question(self.view.answer.question)
            self._ask(self.view.answer.follows)

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        super().say(notice, actions)
        self.banners.addSpacing(16)

    def new_question(self) -> None:
        self.asking.give_up()
        empty(self.banners)
        self.card.field.clear()
        self.card.set_answered("")
        self.view.answer = None
        self.suggestions.put_away()
        self._page.show_examples()
        self.focus_question()

    def focus_question(self) -> None:
        self.card.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.card.field.selectAll()

    to_question = focus_question

    def receive(self, what: object) -> None:
        if isinstance(what, ShowAnswer):
            self.reopen(what.answer_id)
        elif isinstance(what, AskThis):
            self.ask_this(what.question)

    def escape(self) -> bool:
        put_away = self.suggestions.put_away() or self.view.feedback.put_away()
        return put_away or self.cancel()

    def take_focus(self) -> None:
        if self._stack.currentIndex() == Showing.FIRST_RUN:
            self.first_run.take_focus()
        else:
            self.focus_question()

    # --- citations ---------------------------------------------------------------------------

    @property
    def citations(self) -> Sequence[Citation]:
        return self._citing.citations()

    def open_number(self, number: int, *, chosen: bool = True) -> None:
        """Open the citation with this marker in the source pane."""
        self._citing.open_number(number, chosen=chosen)

    def mark_citation(self, citation: Citation) -> None:
        self._citing.mark(citation)

    def step(self, steps: int) -> None:
        """The next (1) or previous (-1) citation, going round at the ends."""
        self._citing.step(steps)

    def _open_suggestion(self, suggestion: Suggestion) -> None:
        name = (suggestion.route or suggestion.path).lstrip("/")
        self.page_wanted.emit(f"{suggestion.source}/{name}", suggestion.anchor)

    # --- copying and kept answers --------------------------------------------------------------

    def copy(self, form: str = "rich") -> None:
        self.records.copy(form)

    def copy_markdown(self) -> None:
        self.records.copy("markdown")

    def export(self) -> None:
        self.records.choose_file()

    def mark_right(self) -> None:
        self.records.give(Judgement.RIGHT, "")

    def mark_wrong(self) -> None:
        if self.view.feedback.isVisible():
            self.view.feedback.wrong.click()

    def show_history(self) -> None:
        """Earlier questions; one that is chosen reopens with its citations read again."""
        self.command_wanted.emit("show_questions")

    def leave(self) -> None:
        """Remember what was asked, and the answer that was read; nobody waits for a model."""
        self.asking.end()
        if self._workspace:
            answer = self.view.answer
            shown = answer.id if answer is not None and self.view.isVisibleTo(self) else ""
            self._return.remember(self._workspace, shown)

    def _put_back(self) -> None:
        if self.isVisible():
            self.focus_question()
