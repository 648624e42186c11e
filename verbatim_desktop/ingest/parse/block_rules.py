"""Block rules: markdown-it's own with the places of their content, and those of MDX.

MDX has no indented code and no HTML blocks; a line of tags and expressions alone is a block of
its own, `import` and `export` at the margin are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it.rules_block import (
    StateBlock,
    code,
    fence,
    heading,
    html_block,
    lheading,
    list_block,
    paragraph,
    table,
)

from verbatim_desktop.ingest.parse.jsx import Budget, Tag, Unfinished, scan_braces, scan_tag
from verbatim_desktop.ingest.parse.lines import LineMap, map_lines, trimmed
from verbatim_desktop.ingest.parse.tables import place_cells

Rule = Callable[[StateBlock, int, int, bool], bool]

_TRIM = " \t\n\r\f\v"
_ESM = re.compile(
    r"import(?:[ \t]*[{*\"'(]|[ \t]+[\w$]+[ \t]*(?:,|from\b|$)|[ \t]+type\b)"
    r"|export[ \t]+(?:default|const|let|var|function|async|class|type|interface|enum)\b"
    r"|export[ \t]*[{*]"
)
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|//.*")


def placed_paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    before = len(state.tokens)
    ok = paragraph(state, start, end, silent)
    _place_text(state, before, start)
    return ok


def placed_lheading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    before = len(state.tokens)
    ok = lheading(state, start, end, silent)
    if ok and not silent:
        _place_text(state, before, start)
    return ok


def _place_text(state: StateBlock, before: int, start: int) -> None:
    inline = state.tokens[before + 1]
    end = inline.map[1] if inline.map else start + 1
    lines = map_lines(state, start, end, state.blkIndent)
    raw = state.getLines(start, end, state.blkIndent, False)
    inline.meta["lines"] = trimmed(lines, len(raw) - len(raw.lstrip(_TRIM)))


def placed_heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    before = len(state.tokens)
    ok = heading(state, start, end, silent)
    if ok and not silent:
        at = state.bMarks[start] + state.tShift[start] + len(state.tokens[before].markup)
        while at < state.eMarks[start] and state.src[at] in _TRIM:
            at += 1
        state.tokens[before + 1].meta["lines"] = LineMap([0], [at])
    return ok


def placed_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    before = len(state.tokens)
    ok = table(state, start, end, silent)
    if ok and not silent:
        place_cells(state, state.tokens[before:])
    return ok


def placed_fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    indent = state.sCount[start]
    ok = fence(state, start, end, silent)
    if ok and not silent:
        state.tokens[-1].meta["lines"] = map_lines(state, start + 1, state.line, indent)
        at = state.bMarks[start] + state.tShift[start]
        state.tokens[-1].meta["info"] = (at, state.eMarks[start])
        content = state.tokens[-1].content
        within = content.count("\n") + (not content.endswith("\n") and content != "")
        state.tokens[-1].meta["closed"] = state.line - start - 1 > within
    return ok


def placed_code(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    ok = code(state, start, end, silent)
    if ok and not silent:
        lines = map_lines(state, start, state.line, 4 + state.blkIndent)
        state.tokens[-1].meta["lines"] = lines
    return ok


def placed_html(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    ok = html_block(state, start, end, silent)
    if ok and not silent:
        lines = map_lines(state, start, state.line, state.blkIndent)
        state.tokens[-1].meta["lines"] = lines
    return ok


def mdx_paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A paragraph; deeply indented lines may end it, since there is no indented code."""
    rules = state.md.block.ruler.getRules("paragraph")
    parent, state.parentType = state.parentType, "paragraph"
    line = start + 1
    while line < state.lineMax and not state.isEmpty(line):
        if state.sCount[line] >= 0 and any(
            rule(state, line, state.lineMax, True) for rule in rules
        ):
            break
        line += 1
    state.parentType = parent
    before = len(state.tokens)
    state.push("paragraph_open", "p", 1).map = [start, line]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(start, line, state.blkIndent, False).strip(_TRIM)
    inline.map, inline.children = [start, line], []
    state.push("paragraph_close", "p", -1)
    state.line = line
    _place_text(state, before, start)
    return True


def mdx_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A list; an item four columns deeper is an item still."""
    indent, state.listIndent = state.listIndent, -1
    try:
        return list_block(state, start, end, silent)
    finally:
        state.listIndent = indent


def mdx_esm(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`import` and `export` at the margin, up to the blank line after balanced brackets."""
    if silent or state.level or state.blkIndent or state.tShift[start]:
        return False
    if _ESM.match(_line(state, start)) is None:
        return False
    line, open_brackets = start, 0
    while line < end:
        text = _line(state, line)
        if not text.strip() and open_brackets <= 0:
            break
        bare = _QUOTED.sub("", text)
        open_brackets += sum(map(bare.count, "({[")) - sum(map(bare.count, ")}]"))
        line += 1
    token = state.push("mdx_esm", "", 0)
    token.content = state.src[state.bMarks[start] : state.eMarks[line - 1]]
    token.map = [start, line]
    state.line = line
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] : state.eMarks[line]]


class _FlowText:
    """The lines from a block's first on, without prefixes, fetched as the scan asks for them."""

    def __init__(self, state: StateBlock, start: int, end: int) -> None:
        self._state, self._end, self._next = state, end, start
        self.text = ""
        self.map = LineMap([], [])
        self.more(1)

    def more(self, count: int = 0) -> bool:
        """Fetch as many lines again as there are; False at the end of the container."""
        parts: list[str] = []
        length = len(self.text)
        for _ in range(count or max(1, len(self.map.starts))):
            if not self._reachable():
                break
            first = self._state.bMarks[self._next] + self._state.tShift[self._next]
            line = self._state.src[first : self._state.eMarks[self._next]]
            separator = "\n" if self.map.starts else ""
            length += len(separator)
            self.map.starts.append(length)
            self.map.offsets.append(first - length)
            parts.append(separator + line)
            length += len(line)
            self._next += 1
        self.text += "".join(parts)
        return bool(parts)

    def _reachable(self) -> bool:
        state, line = self._state, self._next
        if line >= self._end:
            return False
        first = not self.map.starts
        return first or state.sCount[line] >= state.blkIndent or state.isEmpty(line)

    def line_of(self, position: int) -> int:
        """How many lines are needed to hold the text before a position."""
        return self.text.count("\n", 0, position) + 1


def mdx_flow(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Lines that hold nothing but tags and `{}` expressions."""
    at = state.bMarks[start] + state.tShift[start]
    if at >= state.eMarks[start] or state.src[at] not in "<{":
        return False
    items = _flow_items(_FlowText(state, start, end), _budget(state))
    if not items:
        return False
    if not silent:
        _push_flow(state, start, items)
    return True


class _FlowItem:
    """One tag or expression of a flow block, with the map of the text it stands in."""

    def __init__(self, flow: _FlowText, start: int, end: int, tag: Tag | None) -> None:
        self.flow, self.start, self.end, self.tag = flow, start, end, tag


def _budget(state: StateBlock) -> Budget:
    env: Any = state.env
    return env.setdefault("budget", Budget(len(state.src)))


def _flow_items(flow: _FlowText, budget: Budget) -> list[_FlowItem]:
    items: list[_FlowItem] = []
    at = 0
    while True:
        while at < len(flow.text) and flow.text[at] in " \t":
            at += 1
        if at >= len(flow.text) or (flow.text[at] == "\n" and items):
            return items
        item = _flow_item(flow, at, budget)
        if item is None:
            return []
        items.append(item)
        at = item.end


def _flow_item(flow: _FlowText, at: int, budget: Budget) -> _FlowItem | None:
    while True:
        if flow.text[at] == "<":
            tag = scan_tag(flow.text, at, budget)
            if isinstance(tag, Tag):
                return _FlowItem(flow, at, tag.end, tag)
            if tag is not Unfinished.MORE:
                return None
        elif flow.text[at] == "{":
            end = scan_braces(flow.text, at, budget)
            if end > 0:
                return _FlowItem(flow, at, end, None)
        else:
            return None
        if budget.left <= 0 or not flow.more():
            return None


def _push_flow(state: StateBlock, start: int, items: list[_FlowItem]) -> None:
    flow = items[0].flow
    last = start + flow.line_of(items[-1].end)
    for item in items:
        token = state.push("mdx_jsx" if item.tag else "mdx_expression", "", 0)
        token.content = flow.text[item.start : item.end]
        token.map = [start, last]
        token.meta.update(tag=item.tag, lines=trimmed(flow.map, item.start), flow=True)
    state.line = last
