"""Sources that are looked at for saves, each on a thread of its own, until the window closes.

The looking itself is the core's; a save that has settled arrives here as a signal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal, Slot

from verbatim_desktop.ports import Cancellation

#: Looks at one place, then yields after each change of it, until the wish to stop.
Changes = Callable[[str, Cancellation], Iterator[None]]
PATIENCE_SECONDS = 5.0


class _Watch:
    def __init__(self, location: str, thread: threading.Thread, stop: Cancellation) -> None:
        self.location, self.thread, self.stop = location, thread, stop


class Watching(QObject):
    """began: the name of a source whose saves are seen from now on. changed: one that was saved.
    failed: its name and the error.
    """

    began = Signal(str)
    changed = Signal(str)
    failed = Signal(str, object)

    def __init__(self, changes: Changes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._changes = changes
        self._watches: dict[str, _Watch] = {}
        self._leaving: list[_Watch] = []  # told to stop, and perhaps still at their last look
        self._begun: set[str] = set()
        self.began.connect(self._note)
        self.failed.connect(self._ended)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._watches)

    @property
    def begun(self) -> frozenset[str]:
        """Those whose saves are seen."""
        return frozenset(self._begun)

    @Slot(str)
    def _note(self, name: str) -> None:
        if name in self._watches:
            self._begun.add(name)

    @Slot(str, object)
    def _ended(self, name: str, _error: Exception) -> None:
        self._begun.discard(name)

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
            changes = self._changes(location, stop)
            if not stop:
                self.began.emit(name)
            for _change in changes:
                if stop:
                    return
                self.changed.emit(name)
        except Exception as error:  # told on the window's thread
            if not stop:
                self.failed.emit(name, error)

    def _drop(self, name: str) -> None:
        self._begun.discard(name)
        watch = self._watches.pop(name)
        watch.stop.wish()
        self._leaving = [one for one in (*self._leaving, watch) if one.thread.is_alive()]

    def close(self) -> None:
        """Stop all of it, and see it end."""
        for name in tuple(self._watches):
            self._drop(name)
        for watch in self._leaving:
            watch.thread.join(PATIENCE_SECONDS)
