"""Back to what was asked last in a workspace: the answer that was read, or what was typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QSettings, Signal

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.panes.ask_asking import CHANNEL
from verbatim_desktop.desktop.panes.ask_memory import Asked, recall, remember
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.question_page import QuestionPage
from verbatim_desktop.domain.answers import Answer
from verbatim_desktop.domain.errors import NotFound


class AskReturn(QObject):
    """returned: an Answer. put_back: what stood in the field is there again. failed: an error."""

    returned = Signal(object)
    put_back = Signal()
    failed = Signal(object)

    def __init__(
        self, page: QuestionPage, settings: QSettings, jobs: Jobs, library: OpenLibrary
    ) -> None:
        super().__init__(page)
        self._page, self._field = page, page.card.field
        self._settings, self._jobs, self._library = settings, jobs, library

    def remember(self, workspace: str, answer_id: str) -> None:
        remember(self._settings, workspace, Asked(answer_id, self._field.question()))

    def come_back(self, workspace: str, is_asking: Callable[[], bool]) -> None:
        """Unless a person began something else meanwhile."""
        asked = recall(self._settings, workspace)
        if self._field.question() or is_asking():
            return
        if not asked.answer:
            self._put_back(asked.typed)
            return
        self._page.show_nothing()
        job = self._jobs.start(lambda: self._library().answer(asked.answer), channel=CHANNEL)
        job.succeeded.connect(partial(self._come_back_to, asked.typed))
        job.failed.connect(partial(self._gone, asked.typed))

    def _come_back_to(self, typed: str, answer: Answer) -> None:
        """Question and answer at once. Who began to type meanwhile asks something else."""
        if self._field.question():
            self._page.show_examples()
            return
        self.returned.emit(answer)
        self._put_back(typed)

    def _put_back(self, typed: str) -> None:
        """What stood in the field, selected: typing replaces it."""
        self._field.set_question(typed)
        self.put_back.emit()

    def _gone(self, typed: str, error: Exception) -> None:
        """The last answer is no longer kept: nothing to tell."""
        self._page.show_examples()
        if not self._field.question():
            self._put_back(typed)
        if not isinstance(error, NotFound):
            self.failed.emit(error)
