"""Which stretches of an answer carry a mark, and what the mark says. Pure.

Quiet when right: what was quoted or is supported has no mark. What is not supported is struck and
tagged with what is lacking; what cites nothing is tagged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from verbatim_desktop.domain.answers import Claim
from verbatim_desktop.domain.support import Support

#: A word and a tone for each mark.
TAGS = {Support.NOT_SUPPORTED: ("Not supported", "warn"), Support.UNCITED: ("No source", "neutral")}


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the answer's text, start to end exclusive, with its tag."""

    start: int
    end: int
    words: str
    tone: str
    detail: str
    struck: bool


def marks_of(text: str, claims: Sequence[Claim]) -> tuple[Mark, ...]:
    """In order. Claims stand in the text one after another; a sentence written twice is two."""
    marks: list[Mark] = []
    after = 0
    for claim in claims:
        at = text.find(claim.text, after) if claim.text else -1
        if at < 0:
            continue
        after = at + len(claim.text)
        if claim.support in TAGS:
            words, tone = TAGS[claim.support]
            struck = claim.support is Support.NOT_SUPPORTED
            marks.append(Mark(at, after, words, tone, lacking_text(claim), struck))
    return tuple(marks)


def lacking_text(claim: Claim) -> str:
    """What the sources do not bear out, in short sentences."""
    if claim.support is Support.UNCITED:
        return "Nothing is cited for this sentence."
    said = " ".join(dict.fromkeys(lack.detail for lack in claim.lacking if lack.detail))
    return said or "Nothing cited says so."


def pieces_of(start: int, end: int, marks: Sequence[Mark]) -> list[tuple[int, int, Mark | None]]:
    """A stretch cut where marks begin and end; each piece with the mark it lies under."""
    cuts = {start, end}
    cuts |= {at for mark in marks for at in (mark.start, mark.end) if start < at < end}
    ordered = sorted(cuts)
    return [
        (first, last, next((one for one in marks if one.start <= first < one.end), None))
        for first, last in pairwise(ordered)
    ]
