"""What runs below this process, while it comes and goes."""

from __future__ import annotations

from contextlib import suppress

import psutil

#: What other tests leave running on purpose: multiprocessing's own, until this process ends.
TRACKER = "multiprocessing.resource_tracker"


def children() -> dict[int, str]:
    """Command lines of all processes below this one, by their numbers; without those that ended."""
    found: dict[int, str] = {}
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it may end while it is looked at
            line = " ".join(child.cmdline())
            if child.status() != psutil.STATUS_ZOMBIE and TRACKER not in line:
                found[child.pid] = line
    return found
