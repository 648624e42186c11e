"""What is asked of the reply is done one after the other, so that nothing asked for is lost.

Each thing begins with the text as the one before left it. What waits is said.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

#: Stops what was begun.
Stop = Callable[[], object]
#: Begins it, and says how it is stopped; None where there is nothing to do (any more).
Begin = Callable[[], Stop | None]


@dataclass(frozen=True, slots=True)
class Errand:
    """words: what is being done, as a person reads it. quiet: mostly too quick to be told."""

    words: str
    begin: Begin
    quiet: bool


class ComposeQueue(QObject):
    """working: what is being done and what waits for it, "" when nothing is to be told."""

    working = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[Errand] = deque()
        self._now: Errand | None = None
        self._stop: Stop | None = None

    @property
    def is_busy(self) -> bool:
        return self._now is not None

    def put(self, words: str, begin: Begin, *, quiet: bool = False) -> None:
        """Do this once everything asked for before is done. Who begins it calls done or again."""
        self._waiting.append(Errand(words, begin, quiet))
        if self._now is None:
            self._next()
        else:
            self._tell()

    def done(self) -> None:
        """What runs has ended, well or not."""
        self._now = self._stop = None
        self._next()

    def go_on(self, words: str, begin: Begin) -> None:
        """What runs has a second part."""
        self._now = Errand(words, begin, quiet=False)
        self._tell()
        self.again()

    def again(self) -> None:
        """What runs is to be begun once more: the text is another one than it was made of."""
        if self._now is not None:
            self._stop = self._now.begin()
            if self._stop is None:
                self.done()

    def drop(self) -> tuple[str, ...]:
        """Stop what runs, let go of what waits, and say what it was."""
        dropped = tuple(one.words for one in (self._now, *self._waiting) if one is not None)
        stop, self._now, self._stop = self._stop, None, None
        self._waiting.clear()
        if stop is not None:
            stop()
        self._tell()
        return dropped

    def _next(self) -> None:
        while self._now is None and self._waiting:
            self._now = self._waiting.popleft()
            self._tell()
            self._stop = self._now.begin()
            if self._stop is None:
                self._now = None
        self._tell()

    def _tell(self) -> None:
        now, waiting = self._now, [one.words for one in self._waiting]
        if now is None or (now.quiet and not waiting):
            self.working.emit("")
            return
        then = f", then {in_sentence(waiting)}" if waiting else ""
        self.working.emit(now.words + then)


def in_sentence(words: list[str]) -> str:
    """The first of several things inside a sentence, and how many more there are."""
    first = words[0][:1].lower() + words[0][1:]
    return first if len(words) == 1 else f"{first} and {len(words) - 1} more"
