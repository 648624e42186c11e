"""The files a page is made of, those it looked for in vain, and what is wrong with them."""

from __future__ import annotations

from typing import Protocol

from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import UnreadableFile


class Tree(Protocol):
    def read(self, path: str) -> str: ...

    def digest(self, path: str) -> str: ...


class PageFiles:
    """Files by number, in the order they were first needed; the page's own is number 0."""

    def __init__(self, tree: Tree, path: str, every: frozenset[str]) -> None:
        self._tree, self._every = tree, every
        self._numbers: dict[str, int] = {path: 0}
        self._hashes: list[str] = [tree.digest(path)]
        self._notes: list[FileNote] = []
        self._texts: dict[str, str] = {}

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(self._numbers)

    @property
    def hashes(self) -> tuple[str, ...]:
        """SHA-256 of each file; "" for one that is missing: once it appears, the page changes."""
        return tuple(self._hashes)

    @property
    def notes(self) -> tuple[FileNote, ...]:
        return tuple(dict.fromkeys(self._notes))

    def number(self, path: str) -> int:
        return self._numbers[path]

    def exists(self, path: str) -> bool:
        return path in self._every

    def first(self, candidates: list[str]) -> str:
        """The first of several places that holds a file, "" where none does.

        All of them are then files the page waits for.
        """
        found = next((path for path in candidates if path in self._every), "")
        for path in [] if found else candidates:
            self._add(path, "")
        return found

    def _add(self, path: str, digest: str) -> None:
        if path not in self._numbers:
            self._numbers[path] = len(self._numbers)
            self._hashes.append(digest)

    def read(self, path: str) -> str | None:
        """The text of a file the page depends on; None where it is missing or unreadable."""
        if path in self._texts:
            return self._texts[path]
        text = None
        if path in self._every:
            try:
                text = self._tree.read(path)
            except UnreadableFile:
                text = None
        if path not in self._numbers:
            self._add(path, self._tree.digest(path) if text is not None else "")
        if text is not None:
            self._texts[path] = text
        return text

    def warn(self, path: str, reason: str) -> None:
        self._notes.append(FileNote(path, reason))
