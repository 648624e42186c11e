"""Where the content of a block stands in the text it was cut from.

markdown-it cuts indentation and container prefixes off before it reads inline content; a LineMap
remembers, per line of the content, where that line starts in the page's text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from markdown_it.rules_block import StateBlock


@dataclass(slots=True)
class LineMap:
    """starts: positions in the content, ascending; offsets: what to add to reach the page.

    virtual: (start, end) of spaces in the content that stand for a part of a tab.
    """

    starts: list[int]
    offsets: list[int]
    virtual: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def at(self, position: int) -> int:
        """The page position of a content position."""
        return position + self.offsets[max(0, bisect_right(self.starts, position) - 1)]

    def stretches(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """(content start, content end, page start) of each unbroken part of a stretch."""
        found: list[tuple[int, int, int]] = []
        index = max(0, bisect_right(self.starts, start) - 1)
        while start < end:
            last = index + 1 >= len(self.starts) or self.starts[index + 1] >= end
            stop = end if last else self.starts[index + 1]
            found.append((start, stop, start + self.offsets[index]))
            start, index = stop, index + 1
        return found


def line_start(state: StateBlock, line: int, indent: int) -> tuple[int, int]:
    """Where getLines starts reading a line, and how many spaces of a cut tab it puts before."""
    first, seen = state.bMarks[line], 0
    begin, last = first, state.eMarks[line]
    while first < last and seen < indent:
        char = state.src[first]
        if char == "\t":
            seen += 4 - (seen + state.bsCount[line]) % 4
        elif char == " " or first - begin < state.tShift[line]:
            seen += 1
        else:
            break
        first += 1
    return first, max(0, seen - indent)


def map_lines(state: StateBlock, begin: int, end: int, indent: int) -> LineMap:
    """The map of `state.getLines(begin, end, indent, …)`."""
    lines = LineMap([], [])
    position = 0
    for line in range(begin, end):
        first, virtual = line_start(state, line, indent)
        if virtual:
            lines.virtual.append((position, position + virtual))
        offset = first - position - virtual
        if not lines.offsets or lines.offsets[-1] != offset:
            lines.starts.append(position)
            lines.offsets.append(offset)
        position += virtual + max(0, state.eMarks[line] - first) + 1
    return lines if lines.starts else LineMap([0], [0])


def trimmed(lines: LineMap, cut: int) -> LineMap:
    """The map of the same content with its first characters cut off."""
    if not cut:
        return lines
    starts = [max(0, start - cut) for start in lines.starts]
    return LineMap(starts, [offset + cut for offset in lines.offsets])
