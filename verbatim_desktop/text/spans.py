"""Which stretches of which files a passage of a block was rendered from, and back again."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise

from verbatim_desktop.domain.documents import Block, BlockKind, Document, Mark, Run, Sentence, Span

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_NEWLINE = re.compile(r"\r\n?")
_BREAK = re.compile(r"[\r\n]|<br", re.IGNORECASE)
_HARD_BREAK = re.compile(r"\\[\r\n]| {2,}[\r\n]|<br", re.IGNORECASE)
_UNREADABLE = re.compile(r"[\x00\ud800-\udfff]")


def runs_within(block: Block, start: int, end: int) -> list[Run]:
    """The runs of a stretch of a block's text, cut to it where they map one to one."""
    index = bisect_left(block.runs, start, key=lambda run: run.end)
    found: list[Run] = []
    for run in block.runs[index:]:
        if run.start >= end:
            break
        if run.end > start:
            found.append(_cut(run, start, end))
    return found


def _cut(run: Run, start: int, end: int) -> Run:
    left, right = max(run.start, start), min(run.end, end)
    if run.end - run.start != run.source_end - run.source_start:
        return Run(left, right, run.file, run.source_start, run.source_end)
    shift = run.source_start - run.start
    return Run(left, right, run.file, left + shift, right + shift)


def spans_of(document: Document, sentence: Sentence) -> tuple[Span, ...]:
    """Where a sentence stands: one span per contiguous stretch of one file, usually one.

    A span takes in the markup that opens or closes at its edges, so that the slice of the file
    renders to the sentence by itself. Where something in between is not shown (another router's
    text, a tag, the prefix of a quoted line) the sentence has a span on either side of it; the
    slices one after the other are its source.
    """
    return spans_between(document, sentence.block, sentence.start, sentence.end)


def spans_between(document: Document, block: int, start: int, end: int) -> tuple[Span, ...]:
    """The spans of any stretch of a block's text."""
    stretches = _stretches(document.blocks[block], start, end)
    return tuple(Span(document.files[file], a, b) for file, a, b in stretches)


def _stretches(block: Block, start: int, end: int) -> list[tuple[int, int, int]]:
    marks = [m for m in block.marks if m.file >= 0 and start < m.end and m.start < end]
    whole = [mark for mark in marks if start <= mark.start and mark.end <= end]
    found: list[tuple[int, int, int]] = []
    previous: Run | None = None
    for run in runs_within(block, start, end):
        file, left, right = _widened(run, whole)
        if previous and _continues(previous, run, marks):
            found[-1] = (file, min(found[-1][1], left), max(right, found[-1][2]))
        else:
            found.append((file, left, right))
        previous = run
        if block.quote_depth and _is_break(block, run):
            found[-1] = (file, found[-1][1], run.source_start + 1)
            previous = None
    return found


def _is_break(block: Block, run: Run) -> bool:
    """Whether a run is a line break with more to it than the newline: a container's prefix."""
    length = run.source_end - run.source_start
    return length > 1 and run.end - run.start == 1 and block.text[run.start] in " \n"


def _widened(run: Run, marks: Sequence[Mark]) -> tuple[int, int, int]:
    """A run's stretch with the markup that opens or closes at its edges."""
    left, right = run.source_start, run.source_end
    for mark in marks:
        if mark.file == run.file:
            if mark.start == run.start:
                left = min(left, mark.source_start)
            if mark.end == run.end:
                right = max(right, mark.source_end)
    return run.file, left, right


def _continues(previous: Run, run: Run, marks: Sequence[Mark]) -> bool:
    """Whether nothing but markup, an escape or a cell border stands between two runs."""
    if previous.file != run.file or run.source_start < previous.source_end:
        return False
    if previous.end < run.start or run.source_start - previous.source_end <= 1:
        return True
    closed, opened = previous.source_end, run.source_start
    for mark in marks:
        if mark.end == previous.end:
            closed = max(closed, mark.source_end)
        if mark.start == run.start:
            opened = min(opened, mark.source_start)
    return closed >= opened - 1


def gaps_within(block: Block, start: int, end: int) -> list[int]:
    """Where, inside a stretch of a block's text, the file holds something that is not shown.

    Markup, escapes and cell borders are no gaps; an image, a tag or another file's text are.
    """
    return [
        run.start
        for previous, run in pairwise(runs_within(block, start, end))
        if start < run.start < end and not _continues(previous, run, block.marks)
    ]


def read_back(
    text_of: Callable[[str], str], document: Document, block: int, start: int, end: int
) -> str:
    """A stretch of a block rendered anew from the files' text, by its runs.

    Equals the block's text as long as the files are as they were. Characters that stand in no
    file (separators of table cells) are taken from the block.
    """
    shown = document.blocks[block]
    parts: list[str] = []
    at = start
    for run in runs_within(shown, start, end):
        parts.append(shown.text[at : run.start])
        source = text_of(document.files[run.file])[run.source_start : run.source_end]
        parts.append(_rendered(source, run, shown))
        at = run.end
    parts.append(shown.text[at:end])
    return "".join(parts)


def _rendered(source: str, run: Run, block: Block) -> str:
    """What a run's source shows: itself, an entity's character, or a line break."""
    source = _UNREADABLE.sub("\ufffd", source)
    if block.kind is BlockKind.CODE:
        return _NEWLINE.sub("\n", source)
    if block.text[run.start : run.end] in (" ", "\n") and _BREAK.search(source):
        return "\n" if _HARD_BREAK.match(source) else " "
    if len(source) != run.end - run.start and _ENTITY.fullmatch(source):
        return html.unescape(source)
    return source
