"""Sources that are looked at for saves, each on a thread of its own, until the window closes.

The looking itself is the core's; a save that has settled arrives here as a signal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.domain.errors import VerbatimError
from verbatim_desktop.ports import Cancellation

#: Yields after each change of one place, until the wish to stop.
Changes = Callable[[str, Cancellation], Iterator[None]]
PATIENCE_SECONDS = 5.0


class _Watch:
    def __init__(self, location: str, thread: threading.Thread, stop: Cancellation) -> None:
        self.location, self.thread, self.stop = location, thread, stop


class Watching(QObject):
    """changed: the name of a source that was saved. failed: its name and the error."""

    changed = Signal(str)
    failed = Signal(str, object)

    def __init__(self, changes: Changes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._changes = changes
        self._watches: dict[str, _Watch] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._watches)

    def watch_only(self, places: dict[str, str]) -> None:
        """Look at exactly these: names and locations."""
        for name in set(self._watches) - set(places):
            self._drop(name)
        for name, location in places.items():
            known = self._watches.get(name)
            if known is not None and known.location == location:
                continue
            if known is not None:
                self._drop(name)
            self._start(name, location)

    def _start(self, name: str, location: str) -> None:
        stop = Cancellation()
        thread = threading.Thread(
            target=self._look, args=(name, location, stop), name=f"watch {name}", daemon=True
        )
        self._watches[name] = _Watch(location, thread, stop)
        thread.start()

    def _look(self, name: str, location: str, stop: Cancellation) -> None:
        try:
            for _change in self._changes(location, stop):
                if stop:
                    return
                self.changed.emit(name)
        except VerbatimError as error:
            if not stop:
                self.failed.emit(name, error)

    def _drop(self, name: str) -> None:
        self._watches.pop(name).stop.wish()

    def close(self) -> None:
        """Stop all of it, and see it end."""
        watches = list(self._watches.values())
        self._watches.clear()
        for watch in watches:
            watch.stop.wish()
        for watch in watches:
            watch.thread.join(PATIENCE_SECONDS)
