"""Sources being read, one after another, somewhere that does not hold up the window.

What reads them is a subclass's business; this decides the order, what cancel means, and when the
whole run is over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.domain.documents import IngestProgress, IngestReport, IngestRequest


class IngestRun(QObject):
    """started: the IngestRequest at hand. failed: (IngestRequest, error). finished: all is done."""

    started = Signal(object)
    progressed = Signal(object)  # IngestProgress
    reported = Signal(object)  # IngestReport
    failed = Signal(object, object)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[IngestRequest] = deque()
        self._current: IngestRequest | None = None
        self.last_step: IngestProgress | None = None
        self.dropped: tuple[IngestRequest, ...] = ()  # what the last cancel left unread

    @property
    def current(self) -> IngestRequest | None:
        return self._current

    @property
    def waiting(self) -> tuple[IngestRequest, ...]:
        """What is read after the one at hand."""
        return tuple(self._waiting)

    def has(self, name: str) -> bool:
        """Whether a source of this name is being read, or waits for it."""
        asked = [*self._waiting, *([self._current] if self._current else [])]
        return any(request.name == name for request in asked)

    @property
    def is_running(self) -> bool:
        return self._current is not None

    def start(self, requests: Sequence[IngestRequest]) -> None:
        """Read these after what is being read already."""
        self._waiting.extend(requests)
        if not self.is_running:
            self.dropped = ()
            self._next()

    def cancel(self) -> bool:
        """Stop the one at hand, keeping what it did, and drop the rest; False where none runs."""
        if not self.is_running:
            return False
        self.dropped = (*self.dropped, *self._waiting)
        self._waiting.clear()
        self._stop()
        return True

    def close(self) -> None:
        """Stop for good, before the window goes."""
        self.cancel()

    # --- for what reads ------------------------------------------------------------------------

    def _begin(self, request: IngestRequest) -> None:
        raise NotImplementedError

    def _stop(self) -> None:
        raise NotImplementedError

    def _stepped(self, step: IngestProgress) -> None:
        self.last_step = step
        self.progressed.emit(step)

    def _done(self, report: IngestReport) -> None:
        self.reported.emit(report)
        self._next()

    def _failed(self, error: Exception) -> None:
        request = self._current
        self.failed.emit(request, error)
        self._next()

    def _next(self) -> None:
        self.last_step = None
        self._current = self._waiting.popleft() if self._waiting else None
        if self._current is None:
            self.finished.emit()
            return
        self.started.emit(self._current)
        self._begin(self._current)
