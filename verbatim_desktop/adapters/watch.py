"""Notice that files under some folders were saved.

Looks at names, sizes and times instead of listening to the system: it works the same on network
drives and in containers, and 3,000 files take some milliseconds a look.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence

Wait = Callable[[float], object]
State = dict[str, tuple[int, int]]

SECONDS_BETWEEN_LOOKS = 0.5


def changes(folders: Sequence[str], wait: Wait | None = None) -> Iterator[None]:
    """Yield at once, and again after each change, as soon as a whole look saw nothing new.

    wait: what passes the time between two looks.
    """
    pause = wait or threading.Event().wait
    taken: State | None = None
    seen = look(folders)
    while True:
        if seen != taken:
            taken = seen
            yield
        pause(SECONDS_BETWEEN_LOOKS)
        seen = settle(folders, pause)


def settle(folders: Sequence[str], pause: Wait) -> State:
    """What the folders hold once two looks in a row agree: a save is often several writes."""
    before = look(folders)
    while True:
        pause(SECONDS_BETWEEN_LOOKS / 5)
        now = look(folders)
        if now == before:
            return now
        before = now


def look(folders: Sequence[str]) -> State:
    """Time and size of every file; what is hidden is passed by."""
    state: State = {}
    waiting = list(folders)
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
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


def stamp(entry: os.DirEntry[str]) -> tuple[int, int] | None:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None  # gone since it was listed
    return status.st_mtime_ns, status.st_size
