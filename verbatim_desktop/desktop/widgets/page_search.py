"""What is looked for on a page: every place where it stands, and which of them one is at."""

from __future__ import annotations

import re
from bisect import bisect_left

MOST_PLACES = 2000  # more are neither counted nor marked


class PageSearch:
    """Places are (first, last) in the characters of the text document."""

    def __init__(self) -> None:
        self.text = ""
        self.places: list[tuple[int, int]] = []
        self._at = -1

    def look(self, page: str, text: str, position: int, *, backward: bool = False) -> None:
        """Find all places; the nearest one from a position on is where one is at."""
        self.text = text
        self.places = []
        wide = [at for at, letter in enumerate(page) if letter > "\uffff"]  # Qt counts them twice
        for match in re.finditer(re.escape(text), page, re.IGNORECASE) if text else ():
            first, last = match.span()
            self.places.append((first + bisect_left(wide, first), last + bisect_left(wide, last)))
            if len(self.places) == MOST_PLACES:
                break
        if backward:
            before = [n for n, (_first, last) in enumerate(self.places) if last <= position]
            self._at = before[-1] if before else len(self.places) - 1
        else:
            after = (n for n, (first, _last) in enumerate(self.places) if first >= position)
            self._at = next(after, 0) if self.places else -1

    def lose_places(self) -> None:
        """The page is built anew: what is looked for stays, where it stood does not hold."""
        self.places, self._at = [], -1

    def step(self, steps: int) -> None:
        """To the next place (1) or the one before (-1), going round at the ends."""
        if self.places:
            self._at = (self._at + steps) % len(self.places)

    @property
    def current(self) -> tuple[int, int] | None:
        return self.places[self._at] if 0 <= self._at < len(self.places) else None

    @property
    def number(self) -> int:
        """Which place one is at, counted from 1; 0 where there is none."""
        return self._at + 1 if self.places else 0

    def in_words(self) -> str:
        count = len(self.places)
        if not self.text:
            return ""
        more = "+" if count == MOST_PLACES else ""
        return f"{self.number} of {count:,}{more}" if count else "Not on this page"
