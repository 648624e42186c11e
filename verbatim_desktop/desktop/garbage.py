"""Looks for garbage on the window's thread alone.

Python looks for it wherever objects are made, on the library's lane too. A widget that is part of a
cycle is then destroyed beside the window's thread while that paints, and the program is gone.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 200
#: New objects that are worth a look; looks at the youngest before older ones are looked at as well.
MANY, OFTEN = 10_000, 10


class GarbageCollector(QObject):
    """In the place of Python's own for as long as it lives."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._python_looks = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(EVERY_MS)

    def look(self) -> None:
        young, middle, old = gc.get_count()
        if young > MANY:
            gc.collect(0 if middle <= OFTEN else 1 if old <= OFTEN else 2)

    def close(self) -> None:
        """Python looks for itself again, where it did before."""
        self._timer.stop()
        if self._python_looks:
            gc.enable()
