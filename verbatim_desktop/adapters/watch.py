"""Notice that files under some folders, or single files such as archives, were saved.

Looks at names, sizes and times instead of listening to the system: it works the same on network
drives and in containers, and 3,000 files take some milliseconds a look.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence

from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.locations import SourcePlace, place_of
from verbatim_desktop.ports import Cancellation

Wait = Callable[[float], object]
State = dict[str, tuple[int, int]]

SECONDS_BETWEEN_LOOKS = 0.5


def changes(
    places: Sequence[str], wait: Wait | None = None, stop: Cancellation | None = None
) -> Iterator[None]:
    """Yield at once, and again after each change, as soon as a whole look saw nothing new.

    wait: what passes the time between two looks. stop: ends it, also in the middle of a wait.
    Raises UsageError for a repository, which does not tell when it changes.
    """
    _refuse_repositories(places)
    pause = _Pause(wait, stop)
    taken: State | None = None
    seen = look(places)
    while not pause.over:
        if seen != taken:
            taken = seen
            yield
        pause(SECONDS_BETWEEN_LOOKS)
        seen = settle(places, pause)


class _Pause:
    """Passes time until it is over with watching."""

    def __init__(self, wait: Wait | None, stop: Cancellation | None) -> None:
        over = threading.Event()
        self._wait = wait or over.wait
        self._stop = stop
        if stop is not None:
            stop.listen(over.set)

    @property
    def over(self) -> bool:
        return bool(self._stop)

    def __call__(self, seconds: float) -> None:
        self._wait(seconds)


def _refuse_repositories(places: Sequence[str]) -> None:
    for place in places:
        if place_of(place) is SourcePlace.GIT:
            raise UsageError(
                f"{place} cannot be watched: a repository does not tell when it changes. "
                "Read it again when it has."
            )


def settle(places: Sequence[str], pause: Wait) -> State:
    """What the places hold once two looks in a row agree: a save is often several writes."""
    before = look(places)
    while True:
        pause(SECONDS_BETWEEN_LOOKS / 5)
        now = look(places)
        if now == before:
            return now
        before = now


def look(places: Sequence[str]) -> State:
    """Time and size of every file; what is hidden is passed by."""
    state: State = {}
    waiting = list(places)
    while waiting:
        place = waiting.pop()
        try:
            entries = list(os.scandir(place))
        except NotADirectoryError:
            if found := stamp(place):
                state[place] = found
            continue
        except OSError:
            continue  # gone since it was listed: that is a change, and seen as one
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            elif found := stamp(entry):
                state[entry.path] = found
    return state


def stamp(file: os.DirEntry[str] | str) -> tuple[int, int] | None:
    try:
        status = os.stat(file) if isinstance(file, str) else file.stat(follow_symlinks=False)
    except OSError:
        return None  # gone since it was listed
    return status.st_mtime_ns, status.st_size
