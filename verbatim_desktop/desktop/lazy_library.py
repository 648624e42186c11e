"""The library, opened on the background lane when it is first asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim


class LazyLibrary:
    """Opens the library on the first call and answers with the same one ever after."""

    def __init__(self, open_it: Callable[[], Verbatim]) -> None:
        self._open_it = open_it
        self._opened: Verbatim | None = None
        self._lock = threading.Lock()

    def __call__(self) -> Verbatim:
        with self._lock:
            if self._opened is None:
                self._opened = self._open_it()
            return self._opened

    def close(self) -> None:
        """Let go of the library, if it was ever opened."""
        with self._lock:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()
