"""Text woven from several files that still knows where each character came from.

Includes, Liquid insertions and newline normalisation happen on woven text before Markdown is
parsed; the parser then speaks of woven positions only, and `locate` turns them into files.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

#: Pieces without a file: text the program wrote, and the mark of an insertion that is missing.
NO_FILE = -1
HOLE = -2

#: What stands where an insertion could not be resolved.
HOLE_TEXT = "[…]"

_REPLACED = re.compile(r"\r\n?|[\x00\ud800-\udfff]")


class Piece(NamedTuple):
    """A stretch of woven text and the stretch of a file it stands for.

    Where both are equally long, characters correspond one to one.
    """

    start: int
    end: int
    file: int
    source_start: int
    source_end: int


class Woven:
    """Immutable text with its pieces in order, without gaps."""

    __slots__ = ("_starts", "pieces", "text")

    def __init__(self, text: str, pieces: list[Piece]) -> None:
        self.text = text
        self.pieces = pieces
        self._starts = [piece.start for piece in pieces]

    @classmethod
    def of_file(cls, raw: str, file: int, start: int = 0) -> Woven:
        """The text of one file from a position on, newlines made "\\n", bad characters U+FFFD."""
        if _REPLACED.search(raw, start) is None:
            text = raw[start:]
            return cls(text, [Piece(0, len(text), file, start, len(raw))] if text else [])
        weaver = Weaver()
        at = start
        for match in _REPLACED.finditer(raw, start):
            weaver.add(raw[at : match.start()], file, at, match.start())
            newline = raw[match.start()] == "\r"
            weaver.add("\n" if newline else "\ufffd", file, match.start(), match.end())
            at = match.end()
        weaver.add(raw[at:], file, at, len(raw))
        return weaver.woven()

    @classmethod
    def written(cls, text: str) -> Woven:
        """Text of the program's own, in no file."""
        return cls(text, [Piece(0, len(text), NO_FILE, 0, 0)] if text else [])

    @classmethod
    def missing(cls) -> Woven:
        """The mark of an insertion that is missing."""
        return cls(HOLE_TEXT, [Piece(0, len(HOLE_TEXT), HOLE, 0, 0)])

    def locate(self, start: int, end: int) -> Iterator[Piece]:
        """The pieces of a stretch, cut to it."""
        index = max(0, bisect_right(self._starts, start) - 1)
        while index < len(self.pieces) and self.pieces[index].start < end:
            piece = self.pieces[index]
            index += 1
            if piece.end > start:
                yield _cut(piece, start, end)

    def slice(self, start: int, end: int) -> Woven:
        weaver = Weaver()
        weaver.extend(self, start, end)
        return weaver.woven()


def _cut(piece: Piece, start: int, end: int) -> Piece:
    left, right = max(piece.start, start), min(piece.end, end)
    if piece.file < 0 or piece.end - piece.start != piece.source_end - piece.source_start:
        return Piece(left, right, piece.file, piece.source_start, piece.source_end)
    shift = piece.source_start - piece.start
    return Piece(left, right, piece.file, left + shift, right + shift)


class Weaver:
    """Builds woven text from stretches of files, of other woven text, and of its own."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0

    def add(self, text: str, file: int = NO_FILE, start: int = 0, end: int = 0) -> None:
        """Append text that stands for file[start:end]."""
        if not text:
            return
        after = self._length + len(text)
        piece = Piece(self._length, after, file, start, end)
        if not self._merges(piece):
            self._pieces.append(piece)
        self._parts.append(text)
        self._length = after

    def _merges(self, piece: Piece) -> bool:
        """Join a piece to the last one where both map one to one and touch in the file."""
        if not self._pieces or piece.file < 0:
            return False
        last = self._pieces[-1]
        touching = last.file == piece.file and last.source_end == piece.source_start
        if not (touching and _one_to_one(last) and _one_to_one(piece)):
            return False
        self._pieces[-1] = Piece(
            last.start, piece.end, piece.file, last.source_start, piece.source_end
        )
        return True

    def extend(self, woven: Woven, start: int, end: int) -> None:
        """Append a stretch of other woven text."""
        for piece in woven.locate(start, end):
            text = woven.text[piece.start : piece.end]
            self.add(text, piece.file, piece.source_start, piece.source_end)

    def woven(self) -> Woven:
        return Woven("".join(self._parts), self._pieces)


def _one_to_one(piece: Piece) -> bool:
    return piece.end - piece.start == piece.source_end - piece.source_start
