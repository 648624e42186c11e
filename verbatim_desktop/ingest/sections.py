"""Cut a page into sections at its H2 headings, and long sections into parts at block borders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from verbatim_desktop.domain.documents import Block, BlockKind, Section

#: Words after which a section is cut; a single block is never cut.
WORD_CAP = 400
MOST_LEVELS = 7  # deeper than any heading


@dataclass(slots=True)
class _Stretch:
    first: int
    last: int
    path: tuple[str, ...]
    anchor: str
    part: int = 0
    anchors: list[str] = field(default_factory=list[str])


def split_sections(
    blocks: Sequence[Block], title: str, ids: Sequence[Sequence[str]] = (), cap: int = WORD_CAP
) -> tuple[Section, ...]:
    """The sections of a page in order; together they hold every block once.

    ids: for each block, further anchors that stand in it. A part lists the anchors of the
    headings it stands under too: it is a part of their text.
    """
    stretches = [part for whole in _at_h2(blocks, title) for part in _parts(blocks, whole, cap)]
    for stretch in stretches:
        if stretch.part:
            _name_part(blocks, stretch)
        stretch.anchors = _anchors(blocks, stretch, ids)
    return tuple(
        Section(index, s.anchor, tuple(s.anchors), s.path, s.first, s.last, s.part)
        for index, s in enumerate(stretches)
    )


def _at_h2(blocks: Sequence[Block], title: str) -> list[_Stretch]:
    """From each H2 to the next; an H1 that is not the page's own parts them too."""
    stretches: list[_Stretch] = []
    start, path, anchor, above, leading = 0, (title,), "", (title,), True
    for index, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING and block.level <= 2:
            first, leading = leading, False
            if block.level == 1 and first:
                continue
            if index > start:
                stretches.append(_Stretch(start, index, path, anchor))
            above = (title, block.text) if block.level == 1 else above
            path = above if block.level == 1 else (*above, block.text)
            start, anchor = index, block.anchor
    if len(blocks) > start:
        stretches.append(_Stretch(start, len(blocks), path, anchor))
    return stretches


def _parts(blocks: Sequence[Block], whole: _Stretch, cap: int) -> list[_Stretch]:
    """A section in parts of at most cap words, cut before a heading where one is near."""
    words = [len(block.text.split()) for block in blocks[whole.first : whole.last]]
    if sum(words) <= cap:
        return [whole]
    parts: list[_Stretch] = []
    start, count = whole.first, 0
    for index in range(whole.first, whole.last):
        size = words[index - whole.first]
        if count and count + size > cap:
            cut = _cut_before(blocks, start, index)
            parts.append(_Stretch(start, cut, whole.path, whole.anchor, len(parts)))
            start = cut
            count = sum(words[cut - whole.first : index - whole.first])
        count += size
    parts.append(_Stretch(start, whole.last, whole.path, whole.anchor, len(parts)))
    return parts


def _name_part(blocks: Sequence[Block], stretch: _Stretch) -> None:
    """A later part goes by the heading it starts with or under."""
    trail: list[Block] = []
    for index in range(stretch.first, -1, -1):
        block = blocks[index]
        if block.kind is BlockKind.HEADING and (not trail or block.level < trail[-1].level):
            if block.level <= 2:
                break
            trail.append(block)
    if trail:
        stretch.anchor = trail[0].anchor
        stretch.path = (*stretch.path, *(block.text for block in reversed(trail)))


def _cut_before(blocks: Sequence[Block], start: int, index: int) -> int:
    """Where to cut: before headings that lead what follows, else before the last third's one."""
    cut = index
    while cut - 1 > start and blocks[cut - 1].kind is BlockKind.HEADING:
        cut -= 1
    if cut < index:
        return cut
    nearest = start + (index - start) * 2 // 3
    for at in range(index - 1, max(nearest, start), -1):
        if blocks[at].kind is BlockKind.HEADING:
            return at
    return index


def _anchors(blocks: Sequence[Block], stretch: _Stretch, ids: Sequence[Sequence[str]]) -> list[str]:
    found: list[str] = []
    if stretch.part:
        found += _headings_around(blocks, stretch.first)
    for index in range(stretch.first, stretch.last):
        block = blocks[index]
        if block.kind is BlockKind.HEADING and block.level >= 2:
            found.append(block.anchor)
        if index < len(ids):
            found.extend(ids[index])
    return [anchor for anchor in dict.fromkeys(found) if anchor]


def _headings_around(blocks: Sequence[Block], index: int) -> list[str]:
    """The anchors of the headings that a part stands under, the section's own first."""
    start = blocks[index]
    level = start.level if start.kind is BlockKind.HEADING else MOST_LEVELS
    around: list[str] = []
    for block in reversed(blocks[:index]):
        if block.kind is BlockKind.HEADING and block.level < level:
            level = block.level
            if level >= 2:
                around.append(block.anchor)
            if level <= 2:
                break
    return around[::-1]
