"""Decide which lines of the code below a sentence are quoted with it.

Short code comes whole, but for lines that say nothing. Of longer code come the few lines that set
what the question names: an option is no use without its value.
"""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.answer import quotable
from verbatim_desktop.domain.answers import EvidenceSentence
from verbatim_desktop.domain.documents import BlockKind, Document
from verbatim_desktop.text.matching import Matcher

MOST_LINES = 3  # of code too long to be quoted whole


class Code:
    """The code among the sentences of a section. Positions count the sentences."""

    def __init__(
        self, sentences: Sequence[EvidenceSentence], document: Document, matcher: Matcher | None
    ) -> None:
        self._sentences = sentences
        self._document = document
        self._matcher = matcher

    def below(self, at: int) -> list[int]:
        """Short code; of longer code the lines that hold what was asked for.

        Of several blocks in a row, as one for each language, the first that can be quoted.
        """
        blocks = self._blocks(at)
        told = [*map(self.whole, blocks), *map(self._asked_lines, blocks)]
        return next(filter(None, told), list[int]())

    def whole(self, at: int) -> list[int]:
        """The telling lines of a short block; none of a longer one."""
        block = self._sentences[at].block
        if not quotable.quotable_code(self._document.blocks[block]):
            return []
        return [
            i
            for i in range(at, len(self._sentences))
            if self._sentences[i].block == block and quotable.telling_line(self._sentences[i].quote)
        ]

    def fits(self, at: int) -> bool:
        """Whether a block is short enough to be quoted whole."""
        return quotable.quotable_code(self._document.blocks[self._sentences[at].block])

    def _blocks(self, at: int) -> list[int]:
        """Where each of the blocks of code that follow each other begins."""
        found: list[int] = []
        while at < len(self._sentences) and self._kind(at) is BlockKind.CODE:
            if not found or self._sentences[at].block != self._sentences[at - 1].block:
                if found and self._sentences[at].block != self._sentences[found[-1]].block + 1:
                    break
                found.append(at)
            at += 1
        return found

    def _asked_lines(self, at: int) -> list[int]:
        """The lines of code that set something the question names."""
        if self._matcher is None:
            return []
        block, matcher = self._sentences[at].block, self._matcher
        found: list[int] = []
        for i in range(at, len(self._sentences)):
            quote = self._sentences[i].quote
            if self._sentences[i].block != block or len(found) == MOST_LINES:
                break
            if quotable.telling_line(quote) and quotable.sets_something(quote):
                groups = matcher.match(quote).groups
                if any(matcher.rarity[group] > 0 for group in groups):
                    found.append(i)
        return found

    def _kind(self, at: int) -> BlockKind:
        return self._document.blocks[self._sentences[at].block].kind
