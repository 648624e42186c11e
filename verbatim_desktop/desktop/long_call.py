"""A call that takes its time, on a lane of its own: seen on its way, stopped at a wish.

The library's own lane stays free meanwhile, so that asking does not wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.ports import Cancellation

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.ports import Progress

#: What is called: the library, whom to tell how far it is, and the wish to stop.
Work = Callable[["Verbatim", "Progress", Cancellation], object]


class LongCall(QObject):
    """One call at a time; a newer one stops the one before. stopped: at a wish, with nothing.

    keeps: what it makes is there once it has ended, so that a wish that comes too late for it is
    answered with what was made.
    """

    progressed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    _stepped = Signal(object, object)

    def __init__(self, library: OpenLibrary, parent: QObject, *, keeps: bool = False) -> None:
        super().__init__(parent)
        self._library, self._keeps = library, keeps
        self._jobs = Jobs(self)
        self._wish: Cancellation | None = None
        self._stepped.connect(self._step)

    @property
    def is_running(self) -> bool:
        return self._wish is not None

    def start(self, work: Work) -> None:
        self.cancel()
        wish = self._wish = Cancellation()

        def watch(step: object) -> None:
            if wish:
                raise Cancelled
            self._stepped.emit(wish, step)

        job = self._jobs.start(lambda: work(self._library(), watch, wish))
        job.succeeded.connect(partial(self._hand_on, wish, self.succeeded))
        job.failed.connect(partial(self._hand_on, wish, self.failed))
        job.finished.connect(partial(self._ended, wish))

    @Slot(result=bool)
    def cancel(self) -> bool:
        """Wish the call to stop; False where none runs."""
        if self._wish is None or self._wish:
            return False
        self._wish.wish()
        return True

    def close(self) -> None:
        """Stop, and wait for the end."""
        self.cancel()
        self._jobs.close()

    @Slot(object, object)
    def _step(self, wish: Cancellation, step: object) -> None:
        if wish is self._wish and not wish:
            self.progressed.emit(step)

    def _hand_on(self, wish: Cancellation, signal: SignalInstance, what: object) -> None:
        if wish is not self._wish or (wish and not self._keeps):
            return
        self._wish = None  # what hears of it may start another one
        signal.emit(what)

    def _ended(self, wish: Cancellation) -> None:
        if wish is self._wish:
            self._wish = None
            self.stopped.emit()
