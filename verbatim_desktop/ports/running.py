"""How a piece of work is watched, stopped and timed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from verbatim_desktop.domain.documents import IngestProgress


class Progress(Protocol):
    """Told how far a job is; raises Cancelled when the person has stopped it."""

    def __call__(self, step: IngestProgress, /) -> None: ...


def no_progress(_step: IngestProgress, /) -> None:
    """Watch nothing, cancel nothing."""


class Cancellation:
    """A wish to stop, made on one thread and heard on another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wished = False
        self._calls: list[Callable[[], None]] = []

    def __bool__(self) -> bool:
        """Whether it has been wished."""
        return self._wished

    def wish(self) -> None:
        """Stop. Calls what listens, once, on this thread."""
        with self._lock:
            self._wished, calls, self._calls = True, self._calls, []
        for call in calls:
            call()

    def listen(self, call: Callable[[], None]) -> None:
        """Call this when the wish is made; at once where it has been."""
        with self._lock:
            if not self._wished:
                self._calls.append(call)
                return
        call()


class Clock(Protocol):
    """The time, kept out of the pure rooms."""

    def now(self) -> str:
        """The time as ISO 8601 in UTC, to the second."""
        ...

    def seconds(self) -> float:
        """A monotonic reading in seconds."""
        ...
