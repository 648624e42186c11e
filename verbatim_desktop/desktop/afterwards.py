"""What can wait until the window has painted what just changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

#: Qt paints some milliseconds after a change; what the library does from then on no longer holds
#: the interpreter's lock against it.
PAINTED_MS = 30


def once_painted(owner: QObject, act: Callable[[], object]) -> None:
    """Act when what was changed just now is on the screen; not at all where the owner is gone."""
    QTimer.singleShot(PAINTED_MS, owner, act)
