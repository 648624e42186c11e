"""A reply's Markdown, read as far as a draft needs: what is code, blocks, markers and sentences.

Nothing in code is ever a marker or a placeholder. Positions count characters of the given text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verbatim_desktop.text.sentences import split_sentences

Stretch = tuple[int, int]

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^`\n]*$", re.MULTILINE)
_TICKS = re.compile(r"`+")
_INDENTED = re.compile(r"(?:\A|\n[ \t]*\n)((?:(?: {4}|\t)[^\n]*(?:\n|\Z))+)")
_LIST_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])\s", re.MULTILINE)
_MARKER = re.compile(r"(?<![\w\\])\[(\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)\](?![(:])")
_BLANK = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_LEAD = re.compile(r"^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)]|#{1,6})[ \t]+)+", re.MULTILINE)
_LINK = re.compile(r"\[([^\]\n]*)\]\([^()\s]*\)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()>#+\-.!|~])")
_PRIVATE = 0xE000
_HELD = re.compile("[\ue021-\ue07e]")
_STYLE = re.compile(r"(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1|(?<!\w)([*_])(?=\S)(.+?)(?<=\S)\3(?!\w)")
#: An underscore stays bare between letters only: "\__init_\_" would be shown as "_init_".
_SPECIAL = re.compile(r"([\\`*\[\]{}]|(?<![^\W_])_|_(?![^\W_])|~~)")
_LINE_START = re.compile(r"^(\s*)(#{1,6}(?=\s)|>|[-+](?=\s)|-{2,}\s*$)")
_NUMBERED = re.compile(r"^(\s*\d+)([.)])(?=\s)")


def code_in(text: str) -> list[Stretch]:
    """Stretches of code, fences and backticks included, in order."""
    blocks = code_blocks_in(text)
    return sorted(blocks + list(_inline(text, Outside(blocks))))


def code_blocks_in(text: str) -> list[Stretch]:
    """Fences and lines set in by four spaces, in order."""
    fenced = _fenced(text)
    outside = Outside(fenced)
    indented = [stretch for stretch in _indented(text) if outside(stretch[0])]
    return sorted(fenced + indented)


def _fenced(text: str) -> list[Stretch]:
    found: list[Stretch] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            opened = match
        elif match[1].startswith(opened[1]) and match.group().strip() == match[1]:
            found.append((opened.start(), match.end()))
            opened = None
    if opened is not None:
        found.append((opened.start(), len(text)))
    return found


def _indented(text: str) -> Iterator[Stretch]:
    """Lines set in by four spaces, unless they go on with a list."""
    for match in _INDENTED.finditer(text):
        before = text[: match.start()].rsplit("\n\n", 1)[-1]
        if not _LIST_ITEM.search(before):
            yield match.span(1)


def _inline(text: str, outside: Outside) -> Iterator[Stretch]:
    """Runs of backticks, each with the next one as long in its paragraph."""
    runs = [match.span() for match in _TICKS.finditer(text) if outside(match.start())]
    following: dict[int, list[Stretch]] = {}
    for run in reversed(runs):
        following.setdefault(run[1] - run[0], []).append(run)
    ends = [match.start() for match in _BLANK.finditer(text)]
    at = 0
    for start, end in runs:
        same = following[end - start]
        while same and same[-1][0] <= start:
            same.pop()
        escaped_run = start > 0 and text[start - 1] == "\\"
        if start < at or not same or escaped_run:
            continue
        blank = bisect_right(ends, start)
        if blank == len(ends) or same[-1][0] < ends[blank]:
            at = same[-1][1]
            yield (start, at)


class Outside:
    """Tells whether a position is outside of all code."""

    def __init__(self, code: Sequence[Stretch]) -> None:
        self._starts = [start for start, _end in code]
        self._ends = [end for _start, end in code]

    def __call__(self, position: int) -> bool:
        before = bisect_right(self._starts, position)
        return before == 0 or self._ends[before - 1] <= position


@dataclass(frozen=True, slots=True)
class Marker:
    """ "[2]" or "[1, 3]" or "[2-4]" with the numbers it names."""

    start: int
    end: int
    numbers: tuple[int, ...]


def markers_in(text: str, code: Sequence[Stretch] | None = None) -> list[Marker]:
    """Markers outside of code, in order."""
    outside = Outside(code_in(text) if code is None else code)
    return [
        Marker(*match.span(), tuple(_numbers(match[1])))
        for match in _MARKER.finditer(text)
        if outside(match.start())
    ]


def markers_behind(text: str, end: int) -> int:
    """Where the markers that follow a sentence end; the sentence's own end where none does."""
    for marker in markers_in(text):
        if marker.start >= end and not text[end : marker.start].strip(" "):
            end = marker.end
    return end


def _numbers(written: str) -> Iterator[int]:
    for part in written.split(","):
        first, dash, last = part.replace("–", "-").partition("-")
        numbers = range(int(first), int(last or first) + 1)
        yield from numbers if dash and len(numbers) else (int(first),)


def renumbered(text: str, numbers: Mapping[int, int], start: int = 0) -> str:
    """The text from start on with other numbers in its markers; what has none, such as a year,
    keeps its own.
    """
    for marker in reversed(markers_in(text)):
        if marker.start >= start:
            now = "".join(f"[{numbers.get(number, number)}]" for number in marker.numbers)
            text = text[: marker.start] + now + text[marker.end :]
    return text[start:]


def without_markers(text: str) -> str:
    """The text with its markers and the space before each taken out."""
    parts: list[str] = []
    at = 0
    for marker in markers_in(text):
        before = text[at : marker.start]
        parts.append(before.rstrip(" ") if before.strip(" ") else before)
        at = marker.end
    return "".join(parts) + text[at:]


def blocks_in(text: str) -> list[Stretch]:
    """Paragraphs: what blank lines part, a fence staying whole."""
    outside = Outside([s for s in code_in(text) if "\n" in text[s[0] : s[1]]])
    found: list[Stretch] = []
    start = len(text) - len(text.lstrip("\n"))
    for match in _BLANK.finditer(text):
        if match.start() > start and outside(match.start()):
            found.append((start, match.start()))
            start = match.end()
    end = len(text.rstrip())
    return [*found, (start, end)] if end > start else found


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence of a reply, the markers behind it left out of its span."""

    start: int
    end: int
    numbers: tuple[int, ...]


def sentences_in(text: str) -> list[MarkedSentence]:
    """Sentences outside of fences, each with the markers that follow it."""
    code = code_in(text)
    marks = markers_in(text, code)
    blanked = list(text)
    leads = (match.span() for match in _LEAD.finditer(text))
    for start, end in [*((mark.start, mark.end) for mark in marks), *leads]:
        blanked[start:end] = " " * (end - start)
    outside = Outside([s for s in code if "\n" in text[s[0] : s[1]]])
    spans = [
        (start, end)
        for start, end in split_sentences("".join(blanked), code)
        if end > start and outside(start)
    ]
    starts = [start for start, _end in spans]
    numbers: list[list[int]] = [[] for _span in spans]
    for mark in marks:
        owner = bisect_right(starts, mark.start) - 1
        if owner >= 0:
            numbers[owner] += mark.numbers
    return [
        MarkedSentence(start, end, tuple(dict.fromkeys(named)))
        for (start, end), named in zip(spans, numbers, strict=True)
    ]


def plain(markdown: str) -> str:
    """A sentence of Markdown as a reader sees it."""
    text = markdown
    for marker in reversed(markers_in(text)):
        text = text[: marker.start].rstrip() + text[marker.end :]
    text = _LINK.sub(r"\1", text)
    pieces: list[str] = []
    at = 0
    for start, end in code_in(text):
        pieces += [_unstyled(text[at:start]), text[start:end].strip("`").strip()]
        at = end
    return "".join([*pieces, _unstyled(text[at:])]).strip()


def _unstyled(text: str) -> str:
    """Without emphasis and escapes. Escaped characters wait in the private area meanwhile."""
    kept = _ESCAPE.sub(lambda match: chr(_PRIVATE + ord(match[1])), text)
    bare = _STYLE.sub(lambda match: match[2] or match[4] or "", kept)
    return _HELD.sub(lambda match: chr(ord(match[0]) - _PRIVATE), bare)


def escaped(text: str) -> str:
    """Markdown that shows exactly this text, in one line: no marker, placeholder or emphasis."""
    line = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    line = _LINE_START.sub(r"\1\\\2", line)
    return _NUMBERED.sub(r"\1\\\2", line)


def code(text: str) -> str:
    """Inline code that shows exactly this text."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
