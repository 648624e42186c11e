"""A session that ends sends SIGTERM: the window closes as by hand, and keeps what it has to."""

from __future__ import annotations

import os
import signal

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication


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
        self._before = signal.signal(signal.SIGTERM, self._close_windows)

    def _close_windows(self, *_signal: object) -> None:
        """From the loop: there is no window before it runs."""
        QTimer.singleShot(0, QApplication.closeAllWindows)

    def close(self) -> None:
        signal.signal(signal.SIGTERM, self._before)
        signal.set_wakeup_fd(self._wakes_before)
        self._woken.setEnabled(False)
        for end in (self._read, self._write):
            os.close(end)


def close_when_told(application: QApplication) -> Ending | None:
    """None on Windows, which sends no such signal."""
    return None if os.name == "nt" else Ending(application)
