"""Whether a sentence reads back word for word from what it cites.

White space and quotation marks fold, prose compares caseless, identifiers exactly: as citations are
verified. A clause cut from its sentence may have left its condition behind, and is told apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from verbatim_desktop.domain.documents import Block, BlockKind
from verbatim_desktop.text.passages import places

_STARTS_SENTENCE = re.compile(r"(?:^|[.!?:。！？]['\"”’)\]]*\s|\n)[\s\"“‘'(*•-]*$")
_ENDS_SENTENCE = re.compile(r"[\s.!?。！？\"”’')\]]*(?:$|\n|[.!?。！？]['\"”’)\]]*\s)")
_FULL_STOP = re.compile(r"[.!?。！？]['\"”’)\]]*\s*$")


class Reads(Enum):
    """How a sentence reads back."""

    NOT = "not"
    PART = "part"  # within a sentence of the source
    WHOLE = "whole"  # from the start to the end of one or more


def reads_back(sentence: str, cited: Sequence[str]) -> Reads:
    """Whether any of the texts has the sentence as it is. Backticks are markup and fold away."""
    wanted = sentence.replace("`", "").strip()
    found = Reads.NOT
    for text in cited:
        plain = text.replace("`", "")
        for place in places((Block(BlockKind.PARAGRAPH, plain),), wanted):
            if _is_whole(plain, place.start, place.end):
                return Reads.WHOLE
            found = Reads.PART
    return found


def _is_whole(text: str, start: int, end: int) -> bool:
    starts = _STARTS_SENTENCE.search(text[:start]) is not None
    ended = _FULL_STOP.search(text[start:end]) is not None
    return starts and (ended or _ENDS_SENTENCE.match(text[end:]) is not None)
