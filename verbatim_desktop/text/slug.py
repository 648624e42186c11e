"""Anchors of headings as GitHub makes them.

Lower case, letters, numbers, marks, "_" and "-" kept, spaces to "-", repeats numbered "-1", "-2".
"""

from __future__ import annotations

import regex

_DROPPED = regex.compile(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]")


def slug(text: str) -> str:
    """The anchor of one heading, repeats not looked at."""
    return _DROPPED.sub("", text.lower()).replace(" ", "-")


class Slugger:
    """Anchors of one page, each handed out once."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def unique(self, text: str) -> str:
        """The anchor of a heading; a repeat is numbered."""
        original = anchor = slug(text)
        while anchor in self._seen:
            self._seen[original] += 1
            anchor = f"{original}-{self._seen[original]}"
        self._seen[anchor] = 0
        return anchor

    def reserve(self, anchor: str) -> str:
        """Take an explicit id as it is."""
        self._seen.setdefault(anchor, 0)
        return anchor
