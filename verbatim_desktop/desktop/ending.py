"""A session that ends sends SIGTERM, a terminal SIGINT: the window closes as by hand, and keeps
what it has to.

Python's own answer to SIGINT is an error in whatever runs just then: in the middle of a paint it
took the program down.
"""

from __future__ import annotations

import os
import signal

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

ENDS = (signal.SIGTERM, signal.SIGINT)


class Ending(QObject):
    """Lets Python hear of the signal while Qt waits for events: a pipe wakes Qt up."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)
        self._woken = QSocketNotifier(self._read, QSocketNotifier.Type.Read, self)
        self._woken.activated.connect(lambda: os.read(self._read, 100))
        self._wakes_before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        heard = [one for one in ENDS if signal.getsignal(one) is not signal.SIG_IGN]
        self._before = {one: signal.signal(one, self._close_windows) for one in heard}

    def _close_windows(self, *_signal: object) -> None:
        """From the loop: there is no window before it runs."""
        QTimer.singleShot(0, QApplication.closeAllWindows)

    def close(self) -> None:
        for one, before in self._before.items():
            signal.signal(one, before)
        signal.set_wakeup_fd(self._wakes_before)
        self._woken.setEnabled(False)
        for end in (self._read, self._write):
            os.close(end)


def close_when_told(application: QApplication) -> Ending | None:
    """None on Windows, which sends no such signals."""
    return None if os.name == "nt" else Ending(application)
