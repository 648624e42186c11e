"""How far a claim follows its source word for word, and where it departs from it.

Words are matched in order first; what is left is matched in runs, since clauses may change places.
A word that is left over in both has been traded; one left over in the claim was added, one left
over in the source was dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import chain

from verbatim_desktop.cite.support.words import Kind, Reading, Word

#: Words in a row that may have moved together.
MOVED = 3


@dataclass(frozen=True)
class Diff:
    """A claim and the sentences it rests on, matched word by word.

    claimed and sourced: for each word of either, whether it has a partner in the other.
    """

    claim: tuple[Word, ...]
    source: tuple[Word, ...]
    claimed: tuple[bool, ...]
    sourced: tuple[bool, ...]
    gaps: tuple[tuple[range, range], ...]  # what stands between the same neighbours on both sides

    @property
    def followed(self) -> float:
        """The share of the claim's words that follow the source, 0 to 1."""
        return sum(self.claimed) / len(self.claimed) if self.claimed else 0.0

    @cached_property
    def added(self) -> tuple[int, ...]:
        """Positions in the claim of what the source does not have there."""
        return tuple(at for at, has in enumerate(self.claimed) if not has)

    @cached_property
    def dropped(self) -> tuple[int, ...]:
        """Positions in the source of what the claim does not have there."""
        return tuple(at for at, has in enumerate(self.sourced) if not has)

    def traded(self, at: int) -> tuple[Word, ...]:
        """What the source has in the place of an added word."""
        for claimed, sourced in self.gaps:
            if at in claimed:
                return tuple(self.source[place] for place in sourced)
        return ()

    def kept_beside(self, at: int, reach: int = 2) -> bool:
        """Whether the claim has what stands right around a word of the source."""
        left = self.sourced[max(0, at - reach) : at]
        right = self.sourced[at + 1 : at + 1 + reach]
        return any(left) and any(right) if left and right else any((*left, *right))


def diff(claim: Reading, window: Sequence[Reading]) -> Diff:
    """Match a claim with the sentences it rests on, the best first.

    From the others only whole runs count: single words are found anywhere.
    """
    source = tuple(chain.from_iterable(reading.words for reading in window))
    ours, theirs = _tokens(claim.words), _tokens(source)
    claimed, sourced = [False] * len(ours), [False] * len(theirs)
    best = len(window[0].words) if window else 0
    matcher = SequenceMatcher(None, ours, theirs[:best], autojunk=False)
    gaps: list[tuple[range, range]] = []
    at_claim = at_source = 0
    for block in matcher.get_matching_blocks():
        gaps.append((range(at_claim, block.a), range(at_source, block.b)))
        for step in range(block.size):
            claimed[block.a + step] = sourced[block.b + step] = True
        at_claim, at_source = block.a + block.size, block.b + block.size
    _match_moved(ours, theirs, claimed, sourced)
    return Diff(
        claim.words,
        source,
        tuple(claimed),
        tuple(sourced),
        tuple((ours, theirs) for ours, theirs in gaps if ours),
    )


def _tokens(words: Sequence[Word]) -> list[str]:
    return [word.lower if word.kind is Kind.FUNCTION else word.key for word in words]


def _match_moved(
    ours: Sequence[str], theirs: Sequence[str], claimed: list[bool], sourced: list[bool]
) -> None:
    """Match runs that stand elsewhere in the source, the first of them that fits."""
    starts: dict[str, list[int]] = {}
    for place, token in enumerate(theirs):
        starts.setdefault(token, []).append(place)
    at = 0
    while at < len(ours):
        best, where = 0, 0
        for place in starts.get(ours[at], ()):
            size = 0
            while (
                at + size < len(ours)
                and place + size < len(theirs)
                and not claimed[at + size]
                and not sourced[place + size]
                and ours[at + size] == theirs[place + size]
            ):
                size += 1
            if size > best:
                best, where = size, place
        if best >= MOVED:
            claimed[at : at + best] = [True] * best
            sourced[where : where + best] = [True] * best
        at += max(1, best)
