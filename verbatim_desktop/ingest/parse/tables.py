"""Where the cells of a table row stand in its line."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from verbatim_desktop.ingest.parse.lines import LineMap

_TRIM = " \t\n\r\f\v"


class _Cell:
    """The text of one cell; an escaped pipe stands in it without its backslash."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, int]] = []

    def add(self, text: str, at: int) -> None:
        if text:
            self.parts.append((text, at))

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.parts)

    def map(self) -> LineMap:
        """The map of the trimmed text of the cell."""
        text = self.text
        cut = len(text) - len(text.lstrip(_TRIM))
        lines = LineMap([], [])
        position = 0
        for part, at in self.parts:
            start = position - cut
            if start + len(part) > 0 or not lines.starts:
                lines.starts.append(max(0, start))
                lines.offsets.append(at - start)
            position += len(part)
        return lines if lines.starts else LineMap([0], [0])


def split_cells(line: str, at: int) -> list[_Cell]:
    """The cells of a row's trimmed line, as markdown-it cuts them; at: where the line starts."""
    cells, cell, last, escaped = list[_Cell](), _Cell(), 0, False
    for position, char in enumerate(line):
        if char == "|":
            if escaped:
                cell.add(line[last : position - 1], at + last)
                last = position
            else:
                cell.add(line[last:position], at + last)
                cells.append(cell)
                cell, last = _Cell(), position + 1
        escaped = char == "\\"
    cell.add(line[last:], at + last)
    cells.append(cell)
    if cells and not cells[0].text:
        cells.pop(0)
    if cells and not cells[-1].text:
        cells.pop()
    return cells


def place_cells(state: StateBlock, tokens: list[Token]) -> None:
    """Give every cell's inline token the map of its content."""
    cells: Iterator[_Cell] = iter(())
    for token in tokens:
        if token.type == "tr_open" and token.map:
            start = state.bMarks[token.map[0]] + state.tShift[token.map[0]]
            line = state.src[start : state.eMarks[token.map[0]]]
            lead = len(line) - len(line.lstrip(_TRIM))
            cells = iter(split_cells(line.strip(_TRIM), start + lead))
        elif token.type == "inline":
            cell = next(cells, None)
            token.meta["lines"] = cell.map() if cell else LineMap([0], [0])
