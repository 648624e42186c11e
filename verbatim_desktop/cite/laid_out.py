"""A page's blocks as the texts that a browser searches one by one, and where a passage is in them.

A browser never looks across a block or a cell of a table. How a site lays out what has no text
(an image, a tag of its own) is not known, so a page can be laid out in several ways.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from verbatim_desktop.cite.browser import APART, BREAK, OBJECT
from verbatim_desktop.domain.documents import Block, BlockKind
from verbatim_desktop.text.spans import gaps_within

#: (text, offset) of where a passage starts and ends among the texts of a page.
Place: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

_COLUMNS = re.compile(r"\s*\n\s*|[^\S\n]{2,}|\t")
#: Spaces that no browser makes one of; a term would have to know how many there are.
_WIDE = re.compile(r"[ \t]*(?:[^\S \t\n][ \t]+|[ \t]+[^\S \t\n]|[^\S \t\n]{2})\s*")


@dataclass(frozen=True, slots=True)
class _Part:
    """A block, or a cell of a row. cuts: offsets in the block where text has an OBJECT."""

    text: str
    block: int
    start: int
    end: int
    cuts: tuple[int, ...] = ()

    def offset(self, at: int, *, opens: bool) -> int:
        """Where a place of the block's text stands in this text."""
        passed = bisect_right(self.cuts, at) if opens else bisect_left(self.cuts, at)
        return at - self.start + passed


class LaidOut:
    """One way to lay a page out.

    lead: texts that the site shows above the first block. apart: whether what stands between two
    words without being shown keeps them apart, as an image does. tabs: whether tabs that are not
    open at first are searched.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        *,
        lead: Sequence[str] = (),
        apart: bool = True,
        tabs: bool = False,
    ) -> None:
        self._parts = [_Part(text, -1, 0, len(text)) for text in lead if text]
        self._parts += [
            _part(block, index, start, end, apart)
            for index, block in enumerate(blocks)
            if block.kind is not BlockKind.RULE and (tabs or not block.unselected)
            for start, end in block.cells or ((0, len(block.text)),)
        ]

    @property
    def texts(self) -> list[str]:
        return [part.text for part in self._parts]

    def place(self, block: int, start: int, end: int) -> Place | None:
        """Where a stretch of a block stands; None where it shows no character."""
        found: list[tuple[int, int, int]] = []
        for number, part in enumerate(self._parts):
            if part.block == block and part.start < end and start < part.end:
                first = part.offset(max(start, part.start), opens=True)
                last = part.offset(min(end, part.end), opens=False)
                if part.text[first:last].strip(f" {APART}"):
                    found.append((number, first, last))
        if not found:
            return None
        return (found[0][0], found[0][1]), (found[-1][0], found[-1][2])


def _part(block: Block, index: int, start: int, end: int, apart: bool) -> _Part:
    cuts = tuple(gaps_within(block, start, end)) if apart else ()
    pieces = (block.text[one:other] for one, other in pairwise((start, *cuts, end)))
    text = OBJECT.join(pieces)
    # How a site shows indents and columns of code is not known: no term goes across one.
    parting = _COLUMNS if block.kind is BlockKind.CODE else _WIDE
    text = parting.sub(lambda gap: BREAK * len(gap[0]), text)
    return _Part(text, index, start, end, cuts)
