"""A question on its way: asked, written by a model, made a ticket of, given up, or failed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.desktop.ask_stream import AskStream
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.answer_view import AnswerView
from verbatim_desktop.desktop.widgets.question_card import QuestionCard
from verbatim_desktop.domain.answers import Answer, TicketDraft
from verbatim_desktop.domain.retrieval import Filters

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.app.asking import Unkept

CHANNEL = "ask"


class AskAsking(QObject):
    """One at a time: a newer one supersedes the one before.

    answered: an Answer that was asked for now, and is being kept. opened: one that was kept.
    ticketed: a TicketDraft. begun: a model writes, and what there is is shown. given_up: nobody
    waits any more. failed: an error; `again` asks for the same once more.
    """

    answered = Signal(object)
    opened = Signal(object)
    ticketed = Signal(object)
    begun = Signal()
    given_up = Signal()
    said = Signal(str)
    failed = Signal(object)

    def __init__(
        self, card: QuestionCard, view: AnswerView, jobs: Jobs, library: OpenLibrary
    ) -> None:
        super().__init__(view)
        self._card, self._view, self._jobs, self._library = card, view, jobs, library
        self._stream: AskStream | None = None
        self._last: Callable[[], object] | None = None
        self.is_asking = False

    # --- what is asked for ---------------------------------------------------------------------

    def ask(self, question: str, follows: str) -> None:
        """follows: the answer it asks on from, "" for none."""
        self._begin(partial(self.ask, question, follows))
        filters, writer = Filters(sources=self._card.scope.chosen()), self._card.writer()
        self._stream = stream = AskStream(self._view, self)
        stream.began.connect(self._begin_text)
        job = self._jobs.start(
            lambda: self._library().find_answer(
                question,
                filters,
                writer,
                follows,
                deliver=stream.hear,
                cancellation=stream.cancellation,
            ),
            channel=CHANNEL,
        )
        job.succeeded.connect(self._found)
        job.failed.connect(self._failed)
        job.finished.connect(stream.deleteLater)

    def ask_for_ticket(self, question: str) -> None:
        """A ticket draft, however strong the evidence is."""
        self._begin(partial(self.ask_for_ticket, question))
        self._start(lambda verbatim: verbatim.ticket(question), self._ticketed)

    def open(self, answer_id: str) -> None:
        """A kept answer, its citations read again."""
        self._begin(partial(self.open, answer_id))
        self._start(lambda verbatim: verbatim.answer(answer_id), self._opened)

    def again(self) -> None:
        """What was asked for last."""
        if self._last is not None:
            self._last()

    def _begin(self, again: Callable[[], object]) -> None:
        self._last = again
        self._set_asking(asking=True)

    def _start(self, read: Callable[[Verbatim], object], then: Callable[..., object]) -> None:
        job = self._jobs.start(lambda: read(self._library()), channel=CHANNEL)
        job.succeeded.connect(then)
        job.failed.connect(self._failed)

    def _begin_text(self) -> None:
        """A model writes: the evidence is weighed, and its text appears as it comes."""
        self._card.say_busy("Writing")
        announce(self._card, "Writing")
        self.begun.emit()

    # --- what comes of it ------------------------------------------------------------------------

    def _found(self, found: Unkept) -> None:
        """It was not given up, and from here on it cannot be: only now it is kept."""
        was_stopped = self._stream is not None and bool(self._stream.cancellation)
        self._set_asking(asking=False)
        job = self._jobs.start(lambda: self._library().keep_answer(found), must=True)
        job.succeeded.connect(partial(self._kept, found.answer))
        job.failed.connect(self.failed)
        self.answered.emit(found.answer)
        if was_stopped and not found.answer.fallback:
            self.said.emit("The model had finished before it could be stopped")

    def _kept(self, shown: Answer, answer: Answer) -> None:
        """Where it could not be kept, or counted, what is shown says so."""
        if answer != shown and self._view.answer is shown and not self.is_asking:
            self._view.show_answer(answer)

    def _opened(self, answer: Answer) -> None:
        self._set_asking(asking=False)
        self.opened.emit(answer)

    def _ticketed(self, ticket: TicketDraft) -> None:
        self._set_asking(asking=False)
        self.ticketed.emit(ticket)

    def _failed(self, error: Exception) -> None:
        self._set_asking(asking=False)
        self.failed.emit(error)

    def cancel(self) -> bool:
        """Stop the model, so that passages are quoted, or stop waiting; False where nothing was
        asked.
        """
        if not self.is_asking:
            return False
        if self._stream is not None and self._stream.stop_writing():
            self.said.emit("Stopped: passages are quoted instead")
            return True
        self.give_up()
        self.said.emit("Cancelled")
        self.given_up.emit()
        return True

    def give_up(self) -> None:
        """Want nothing more of it, and say nothing."""
        self._jobs.cancel(CHANNEL)
        self._set_asking(asking=False)

    def end(self) -> None:
        """The window closes: nobody waits for a model."""
        if self._stream is not None:
            self._stream.end()
            self._stream = None

    def _set_asking(self, *, asking: bool) -> None:
        self.is_asking = asking
        self.end()  # answered, failed, given up, or superseded
        self._card.set_busy(busy=asking)
