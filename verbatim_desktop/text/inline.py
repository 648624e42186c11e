"""Inline code and bold: the light markup of an answer's text, written and read.

`code` stands between backticks, **bold** between two asterisks each; all else is text as it is.
What cannot be told apart from its markup is left unmarked, so that a quote is never shown as other
words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from verbatim_desktop.domain.documents import Block, Mark, MarkKind

_TICKS = {MarkKind.CODE: "`", MarkKind.STRONG: "**"}
_CODE = re.compile(r"`(?P<code>[^`\n]+)`")
#: Asterisks within a word or a path, as in "src/**/page", mark nothing.
_STRONG = re.compile(r"(?<![\w*/`])\*\*(?=[^\s*])(?P<strong>[^*\n]*[^\s*])\*\*(?![\w*/`])")
_EMPTY = re.compile(rf"{_CODE.pattern}|(?<=\S)[ \t]+\([ \t]*\)(?=$|[\s.,;:!?)])|^\([ \t]*\)[ \t]+")
_MARKUP = re.compile(f"{_CODE.pattern}|{_STRONG.pattern}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of marked text. start and end hold its markup, first and last what is shown."""

    start: int
    end: int
    first: int
    last: int
    code: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of plain text and how it is set."""

    text: str
    code: bool = False
    strong: bool = False


def without_empty(text: str) -> str:
    """Marked text without parentheses around nothing, which an icon that has no words leaves.

    Code stands as it is, and so does a name that is called: "foo()".
    """
    return _EMPTY.sub(lambda found: found[0] if found["code"] else "", text)


def marks_within(block: Block, start: int, end: int) -> tuple[Mark, ...]:
    """The code and bold of a stretch of a block, counted from where the stretch begins."""
    own = [mark for mark in block.marks if mark.kind in _TICKS]
    return shifted(sorted(own, key=lambda mark: (mark.start, mark.end)), start, end)


def shifted(marks: Sequence[Mark], start: int, end: int) -> tuple[Mark, ...]:
    """The marks of a stretch of marked text, counted from where the stretch begins."""
    return tuple(
        Mark(mark.kind, max(mark.start, start) - start, min(mark.end, end) - start)
        for mark in marks
        if mark.start < end and start < mark.end
    )


def stretches(text: str, marks: Sequence[Mark]) -> Iterator[Stretch]:
    """The text cut where marks begin and end. Code within bold is both."""
    inside = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    cuts = sorted({0, len(text), *(at for mark in inside for at in (mark.start, mark.end))})
    for start, end in pairwise(cuts):
        kinds = {mark.kind for mark in inside if mark.start <= start and end <= mark.end}
        yield Stretch(text[start:end], MarkKind.CODE in kinds, MarkKind.STRONG in kinds)


def marked(text: str, marks: Sequence[Mark] = ()) -> str:
    """One line of marked text that shows exactly the words of a text."""
    line = " ".join(text.split())
    own = [mark for mark in marks if _TICKS[mark.kind] not in text]
    shown = " ".join("".join(map(_marked, stretches(text, own))).split())
    return shown if plain(shown) == line else line


def _marked(stretch: Stretch) -> str:
    words = " ".join(stretch.text.split())
    if not words or not (stretch.code or stretch.strong):
        return stretch.text
    # Code within bold is set as code alone.
    tick = _TICKS[MarkKind.CODE if stretch.code else MarkKind.STRONG]
    return spaced_as(stretch.text, f"{tick}{words}{tick}")


def spaced_as(text: str, shown: str) -> str:
    """What is shown of a text, between a blank at each end where the text has white space there."""
    if text.isspace():
        return " "
    lead = " " if text[:1].isspace() else ""
    trail = " " if text[-1:].isspace() else ""
    return f"{lead}{shown}{trail}"


def pieces(text: str) -> Iterator[Piece]:
    """Marked text in order, without a gap: plain pieces, code and bold."""
    at = 0
    for found in _MARKUP.finditer(text):
        if found.start() > at:
            yield Piece(at, found.start(), at, found.start())
        at = found.end()
        if found["code"] is not None:
            yield Piece(found.start(), at, *found.span("code"), code=True)
        else:
            yield from _bold(text, found)
    if at < len(text):
        yield Piece(at, len(text), at, len(text))


def _bold(text: str, found: re.Match[str]) -> Iterator[Piece]:
    """Bold text, which may hold code; the asterisks belong to its first and its last piece."""
    first, last = found.span("strong")
    inner = list(_split_code(text, first, last))
    for number, (start, end, shown, shown_end, code) in enumerate(inner):
        yield Piece(
            found.start() if number == 0 else start,
            found.end() if number == len(inner) - 1 else end,
            shown,
            shown_end,
            code=code,
            strong=True,
        )


def _split_code(text: str, first: int, last: int) -> Iterator[tuple[int, int, int, int, bool]]:
    """(start, end, first shown, last shown, whether it is code) of each piece of a stretch."""
    at = first
    for code in _CODE.finditer(text, first, last):
        if code.start() > at:
            yield at, code.start(), at, code.start(), False
        at = code.end()
        yield code.start(), at, *code.span("code"), True
    if at < last:
        yield at, last, at, last, False


def plain(text: str, *, ticks: bool = False) -> str:
    """Marked text as it reads without markup. ticks: backticks stay around code."""
    return "".join(
        f"`{text[piece.first : piece.last]}`"
        if ticks and piece.code
        else text[piece.first : piece.last]
        for piece in pieces(text)
    )
