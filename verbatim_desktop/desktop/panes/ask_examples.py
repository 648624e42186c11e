"""The questions of the start page: tried one by one on the background lane, shown once they hold.

Each is a call of its own, so that a question that is asked meanwhile waits for one of them at most.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from verbatim_desktop.answer.examples import Example
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.state import OpenLibrary

MOST = 4
CALM_MS = 300  # first what a new library changes is painted: trying holds the interpreter
CHANNEL = "examples"


class AskExamples(QObject):
    """found: the questions that hold so far. failed: an error."""

    found = Signal(object)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, library: OpenLibrary, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._library = jobs, library
        self._tried = -1  # the generation they were tried in
        self._left: list[Example] = []
        self._held: list[Example] = []

    def look(self, generation: int) -> None:
        """Find those of a generation; once is enough."""
        if generation == self._tried:
            return
        self._tried, self._left, self._held = generation, [], []
        job = self._jobs.start(lambda: self._library().examples.known(), channel=CHANNEL)
        job.succeeded.connect(self._take_known)
        job.failed.connect(self.failed)

    def _take_known(self, questions: tuple[str, ...] | None) -> None:
        if questions is not None:
            self.found.emit(questions)
            return
        QTimer.singleShot(CALM_MS, self, partial(self._find, self._tried))

    def _find(self, generation: int) -> None:
        if generation != self._tried:
            return
        job = self._jobs.start(lambda: self._library().examples.candidates(), channel=CHANNEL)
        job.succeeded.connect(self._begin)
        job.failed.connect(self.failed)

    def _begin(self, candidates: tuple[Example, ...]) -> None:
        self._left = list(candidates)
        self._try_next()

    def _try_next(self) -> None:
        """The next of a page that has none yet; what holds is remembered after the last one."""
        pages = {one.page for one in self._held}
        self._left = [one for one in self._left if one.page not in pages]
        if not self._left or len(self._held) == MOST:
            questions = self._questions()
            self._jobs.start(lambda: self._library().examples.keep(questions), channel=CHANNEL)
            return
        example = self._left.pop(0)
        job = self._jobs.start(lambda: self._library().examples.holds(example), channel=CHANNEL)
        job.succeeded.connect(partial(self._tried_one, example))
        job.failed.connect(self.failed)

    def _tried_one(self, example: Example, held: bool) -> None:
        if held:
            self._held.append(example)
            self.found.emit(self._questions())
        self._try_next()

    def _questions(self) -> tuple[str, ...]:
        return tuple(one.question for one in self._held)
