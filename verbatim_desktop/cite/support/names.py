"""Names and identifiers of a claim that its sources lack, or that have changed places."""

from __future__ import annotations

from collections.abc import Iterator

from verbatim_desktop.cite.support.align import Alignment, holds
from verbatim_desktop.cite.support.words import Kind, Reading, Word
from verbatim_desktop.domain.support import Lack, SupportRule

#: Words that may stand between two names which have changed places.
_BETWEEN = 5


def missing_names(aligned: Alignment, copies: bool) -> Iterator[Lack]:
    """Identifiers that stand nowhere in what is cited; names too where the claim copies it.

    In a claim in its own words a capital may be that of a title.
    """
    kinds = (Kind.NAME, Kind.IDENTIFIER) if copies else (Kind.IDENTIFIER,)
    for at in aligned.missing:
        word = aligned.claim.words[at]
        if word.kind in kinds and not any(holds(source, word) for source in aligned.sources):
            yield Lack(SupportRule.IDENTIFIER, word.text, f"The source does not name {word.text}.")


def swapped(aligned: Alignment) -> Iterator[Lack]:
    """Two things that have changed places: "A replaces B" for "B replaces A"."""
    for one, between, other in _pairs(aligned.claim):
        straight = crossed = False
        for source in aligned.window:
            straight |= _follows(source, one, between, other)
            crossed |= _follows(source, other, between, one)
        if crossed and not straight:
            text = f"{one.text} … {other.text}"
            yield Lack(
                SupportRule.ORDER, text, f"In the source {other.text} and {one.text} change places."
            )


def _pairs(reading: Reading) -> Iterator[tuple[Word, tuple[str, ...], Word]]:
    """Things with something said between them."""
    things = [at for at in reading.telling if reading.words[at].kind >= Kind.CONTENT]
    for number, first in enumerate(things):
        for second in things[number + 1 :]:
            if second - first > _BETWEEN:
                break
            between = tuple(word.key for word in reading.words[first + 1 : second])
            if between and any(word.isalpha() for word in between):
                yield reading.words[first], between, reading.words[second]


def _follows(source: Reading, one: Word, between: tuple[str, ...], other: Word) -> bool:
    width = len(between)
    last = len(source.words) - width - 1
    return any(
        source.words[at].key == one.key
        and source.words[at + width + 1].key == other.key
        and tuple(word.key for word in source.words[at + 1 : at + width + 1]) == between
        for at in range(max(0, last))
    )
