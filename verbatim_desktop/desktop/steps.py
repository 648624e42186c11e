"""Widgets made a step at a time, so that the window's loop turns between two of them."""

from __future__ import annotations

from collections.abc import Iterator


class Steps:
    """What is left of making a widget: all of it at once where somebody waits for it."""

    def __init__(self) -> None:
        self._left: Iterator[None] = iter(())

    def begin(self, steps: Iterator[None], *, ahead: bool) -> None:
        """Make it in these steps. ahead: nobody waits for it yet."""
        self._left = steps
        if not ahead:
            self.finish()

    def take(self) -> bool:
        """Take the next one; False where all are taken."""
        return any(True for _step in self._left)

    def finish(self) -> None:
        for _step in self._left:
            pass
