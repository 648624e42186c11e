"""How far a process that works in the background gives way to the window: decided here alone.

At its first line, before it makes a thread: on Linux the priority of a thread is not that of those
made before it. With 15 or 19 the window gained nothing that could be measured, and where others
keep the machine busy an ingest would hardly go on at all.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

NICENESS = 10  # on POSIX: a tenth of the processor where the window wants all of it
BELOW_NORMAL_PRIORITY_CLASS = 0x4000  # on Windows; never run there


def give_way() -> None:
    """Leave the processor to whoever waits for an answer; where that is refused, go on."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS)
    else:
        with suppress(OSError):
            os.nice(NICENESS)
