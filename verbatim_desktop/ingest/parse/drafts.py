"""Blocks while they are being built: text with its runs, marks, holes and index words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from verbatim_desktop.domain.documents import Block, BlockKind, Flag, Mark, MarkKind, Run
from verbatim_desktop.ingest.parse.lines import LineMap
from verbatim_desktop.ingest.parse.woven import HOLE, NO_FILE, Woven

T = TypeVar("T")

_BLANK_LINES = re.compile(r"(?:[ \t]*\n)*")
_SPACE = " \t\n\r\f\v"


@dataclass(slots=True)
class Rendered:
    """A stretch of rendered text.

    holes: where an insertion is missing. breaks: where a line of the file ends, shown as a space.
    """

    text: str = ""
    runs: list[Run] = field(default_factory=list[Run])
    marks: list[Mark] = field(default_factory=list[Mark])
    holes: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    breaks: list[int] = field(default_factory=list[int])

    def stripped(self) -> Rendered:
        """The same without white space at its edges."""
        left = len(self.text) - len(self.text.lstrip(_SPACE))
        right = len(self.text.rstrip(_SPACE))
        if left == 0 and right == len(self.text):
            return self
        return self.part(left, max(left, right))

    def part(self, start: int, end: int) -> Rendered:
        """A stretch of it, with positions counted from its start."""
        runs = [run for run in (_cut_run(r, start, end) for r in self.runs) if run]
        marks = [mark for mark in (_cut_mark(m, start, end) for m in self.marks) if mark]
        holes = [
            (max(a, start) - start, min(b, end) - start)
            for a, b in self.holes
            if a < end and b > start
        ]
        breaks = [at - start for at in self.breaks if start <= at < end]
        return Rendered(self.text[start:end], runs, marks, holes, breaks)

    def shifted(self, by: int) -> Rendered:
        """The same text with positions counted from `by`."""
        if not by:
            return self
        runs = [
            Run(r.start + by, r.end + by, r.file, r.source_start, r.source_end) for r in self.runs
        ]
        marks = [_moved(m, m.start + by, m.end + by) for m in self.marks]
        holes = [(a + by, b + by) for a, b in self.holes]
        return Rendered(self.text, runs, marks, holes, [at + by for at in self.breaks])


def _moved(mark: Mark, start: int, end: int) -> Mark:
    return Mark(mark.kind, start, end, mark.target, mark.file, mark.source_start, mark.source_end)


def _cut_run(run: Run, start: int, end: int) -> Run | None:
    left, right = max(run.start, start), min(run.end, end)
    if left >= right:
        return None
    if run.end - run.start != run.source_end - run.source_start:
        return Run(left - start, right - start, run.file, run.source_start, run.source_end)
    shift = run.source_start - run.start
    return Run(left - start, right - start, run.file, left + shift, right + shift)


def _cut_mark(mark: Mark, start: int, end: int) -> Mark | None:
    left, right = max(mark.start, start), min(mark.end, end)
    return _moved(mark, left - start, right - start) if left < right else None


def joined(parts: Sequence[Rendered], separator: str) -> tuple[Rendered, list[tuple[int, int]]]:
    """Parts in one text with a separator between them, and where each stands."""
    whole, places, at = Rendered(), list[tuple[int, int]](), 0
    texts: list[str] = []
    for index, part in enumerate(parts):
        at += len(separator) if index else 0
        moved = part.shifted(at)
        whole.runs += moved.runs
        whole.marks += moved.marks
        whole.holes += moved.holes
        whole.breaks += moved.breaks
        places.append((at, at + len(part.text)))
        texts.append(part.text)
        at += len(part.text)
    whole.text = separator.join(texts)
    return whole, places


class TextBuilder:
    """Collects rendered text together with the page positions it came from."""

    def __init__(self, woven: Woven) -> None:
        self._woven = woven
        self._parts: list[str] = []
        self._runs: list[Run] = []
        self._marks: list[Mark] = []
        self._open: list[tuple[MarkKind, int, int, str]] = []
        self._holes: list[tuple[int, int]] = []
        self._breaks: list[int] = []
        self._whole = False
        self.length = 0

    @property
    def last(self) -> str:
        """The last character, "" at the start."""
        return self._parts[-1][-1] if self._parts else ""

    def add(self, text: str, lines: LineMap, start: int, end: int) -> None:
        """Text that stands for content[start:end], character by character."""
        position = 0
        for begin, stop, page in lines.stretches(start, end):
            size = stop - begin
            self.add_page(text[position : position + size], page, page + size)
            position += size

    def add_page(self, text: str, start: int, end: int) -> None:
        """Text that stands for a stretch of the page; one to one where both are as long."""
        if not text:
            return
        if len(text) == end - start:
            for piece in self._woven.locate(start, end):
                part = text[piece.start - start : piece.end - start]
                self._put(part, piece.file, piece.source_start, piece.source_end)
        else:
            self.add_whole(text, start, end)

    def add_whole(self, text: str, start: int, end: int) -> None:
        """Text that as a whole stands for a stretch, such as an entity or a line break."""
        pieces = list(self._woven.locate(start, end))
        file = pieces[0].file if pieces else -1
        same = [piece for piece in pieces if piece.file == file]
        if file < 0 or not same:
            self._put(text, file, 0, 0)
            return
        self._put(text, file, same[0].source_start, same[-1].source_end, whole=True)

    def add_break(self, start: int, end: int) -> None:
        """The end of a line of the file, shown as a space."""
        self._breaks.append(self.length)
        self.add_whole(" ", start, end)

    def _put(self, text: str, file: int, start: int, end: int, *, whole: bool = False) -> None:
        after = self.length + len(text)
        if file >= 0:
            self._add_run(Run(self.length, after, file, start, end), whole)
        elif file == HOLE:
            self._holes.append((self.length, after))
        self._parts.append(text)
        self.length = after

    def _add_run(self, run: Run, whole: bool) -> None:
        """Join a run to the last one where both map one to one and touch in the file."""
        if self._runs and not whole and not self._whole and _touches(self._runs[-1], run):
            last = self._runs[-1]
            self._runs[-1] = Run(last.start, run.end, run.file, last.source_start, run.source_end)
        else:
            self._runs.append(run)
        self._whole = whole

    def open_mark(self, kind: MarkKind, at: int, target: str = "") -> None:
        """Formatting begins; at: the page position of its opening markup."""
        self._open.append((kind, self.length, at, target))

    def close_mark(self, kind: MarkKind, end: int) -> None:
        """The innermost open formatting of a kind ends; end: behind its closing markup."""
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] is kind:
                _, start, at, target = self._open.pop(index)
                if start < self.length:
                    self._marks.append(self._mark(kind, start, at, end, target))
                return

    def _mark(self, kind: MarkKind, start: int, at: int, end: int, target: str) -> Mark:
        pieces = list(self._woven.locate(at, end))
        if not pieces or any(piece.file != pieces[0].file or piece.file < 0 for piece in pieces):
            return Mark(kind, start, self.length, target)
        first, last = pieces[0], pieces[-1]
        return Mark(
            kind, start, self.length, target, first.file, first.source_start, last.source_end
        )

    def add_free(self, text: str) -> None:
        """Text that stands in no file."""
        self._put(text, NO_FILE, 0, 0)

    def done(self) -> Rendered:
        """What was collected, trimmed."""
        self._marks.sort(key=lambda mark: (mark.start, -mark.end))
        return self._all().stripped()

    def done_code(self) -> Rendered:
        """What was collected, without blank lines at its edges."""
        whole = self._all()
        start = _BLANK_LINES.match(whole.text)
        left = start.end() if start else 0
        return whole.part(left, max(left, len(whole.text.rstrip(_SPACE))))

    def _all(self) -> Rendered:
        return Rendered("".join(self._parts), self._runs, self._marks, self._holes, self._breaks)


def _touches(last: Run, run: Run) -> bool:
    return (
        last.file == run.file
        and last.end == run.start
        and last.source_end == run.source_start
        and last.end - last.start == last.source_end - last.source_start
        and run.end - run.start == run.source_end - run.source_start
    )


@dataclass(slots=True)
class Draft:
    """A block in the making. ids: anchors that stand in or just before it."""

    kind: BlockKind
    rendered: Rendered
    level: int = 0
    anchor: str = ""
    list_depth: int = 0
    list_marker: str = ""
    quote_depth: int = 0
    language: str = ""
    caption: str = ""
    table: int = 0
    header: bool = False
    cells: tuple[tuple[int, int], ...] = ()
    align: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    collapsed: bool = False
    unselected: bool = False
    aliases: list[str] = field(default_factory=list[str])
    flags: list[Flag] = field(default_factory=list[Flag])
    ids: list[str] = field(default_factory=list[str])

    def block(self, citable: bool) -> Block:
        return Block(
            kind=self.kind,
            text=self.rendered.text,
            runs=tuple(self.rendered.runs),
            marks=tuple(self.rendered.marks),
            level=self.level,
            anchor=self.anchor,
            list_depth=self.list_depth,
            list_marker=self.list_marker,
            quote_depth=self.quote_depth,
            language=self.language,
            caption=self.caption,
            table=self.table,
            header=self.header,
            cells=self.cells,
            align=self.align,
            context=self.context,
            collapsed=self.collapsed,
            unselected=self.unselected,
            aliases=unique(self.aliases),
            flags=unique(self.flags),
            citable=citable,
        )


def unique(items: Iterable[T]) -> tuple[T, ...]:
    """The items once each, in order."""
    return tuple(dict.fromkeys(items))
