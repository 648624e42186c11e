"""Blocks as a web page, with one stretch of text marked as wanted."""

from __future__ import annotations

import html
from collections.abc import Sequence
from itertools import pairwise

from verbatim_desktop.domain.documents import Block, BlockKind, Document, MarkKind
from verbatim_desktop.text.spans import gaps_within

TAGS = {
    MarkKind.CODE: "code",
    MarkKind.STRONG: "strong",
    MarkKind.EMPHASIS: "em",
    MarkKind.STRIKE: "del",
    MarkKind.LINK: "a",
}
ICON = '<svg width="8" height="8"></svg>'

Wanted = tuple[int, int, int]  # block, start, end


def page_html(document: Document, wanted: Wanted, *, icons: bool) -> str:
    """The page. icons: draw one wherever the file holds something that shows no text."""
    title = f"<h1>{html.escape(document.title)}</h1><p>{html.escape(document.description)}</p>"
    shown = [
        _block(block, wanted[1:] if wanted[0] == index else (0, 0), icons)
        for index, block in enumerate(document.blocks)
    ]
    return title + "\n".join(shown)


def _block(block: Block, wanted: tuple[int, ...], icons: bool) -> str:
    inner = _inside(block, wanted, icons)
    if block.unselected:
        return f'<div style="display:none">{inner}</div>'
    return f"<details><summary>More</summary>{inner}</details>" if block.collapsed else inner


def _inside(block: Block, wanted: tuple[int, ...], icons: bool) -> str:
    if block.kind is BlockKind.RULE:
        return "<hr>"
    if block.kind is BlockKind.TABLE_ROW:
        cells = (_text(block, start, end, wanted, icons) for start, end in block.cells)
        return f"<table><tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr></table>"
    text = _text(block, 0, len(block.text), wanted, icons)
    if block.kind is BlockKind.HEADING:
        name = f"h{block.level}"
        return f'<{name} id="{html.escape(block.anchor)}">{text}</{name}>'
    if block.kind is BlockKind.CODE:
        return f"<pre><code>{text}</code></pre>"
    if block.kind is BlockKind.LIST_ITEM:
        return f"<ul><li>{text}</li></ul>"
    return f"<p>{text}</p>"


def _text(block: Block, start: int, end: int, wanted: tuple[int, ...], icons: bool) -> str:
    gaps = set(gaps_within(block, start, end)) if icons else set[int]()
    edges = {start, end, *gaps, *(min(max(at, start), end) for at in wanted)}
    edges |= {at for mark in block.marks for at in (mark.start, mark.end) if start < at < end}
    places = sorted(edges)
    pieces = (
        (ICON if one in gaps else "") + _piece(block, one, other, wanted)
        for one, other in pairwise(places)
    )
    return "".join(pieces)


def _piece(block: Block, start: int, end: int, wanted: tuple[int, ...]) -> str:
    text = html.escape(block.text[start:end])
    if block.kind is not BlockKind.CODE:
        text = text.replace("\n", "<br>")
    for tag in _tags(block, start, end):
        text = f"<{tag}>{text}</{tag}>"
    inside = wanted[0] <= start and end <= wanted[1]
    return f'<span class="wanted">{text}</span>' if inside else text


def _tags(block: Block, start: int, end: int) -> Sequence[str]:
    return [TAGS[m.kind] for m in block.marks if m.start <= start and end <= m.end]
