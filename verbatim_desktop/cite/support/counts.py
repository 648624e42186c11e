"""Whether a sentence says the numbers of a claim, and says them of what the claim is about.

Times are compared in one unit. In a row of numbers, "approval: 7 days deployment: 3 days", each
belongs to the words beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.numbers import UNITS, Quantity, one_kind, same_time
from verbatim_desktop.cite.support.words import Reading
from verbatim_desktop.domain.support import Lack, SupportRule

#: From so many different numbers of one kind on, a sentence is a list of them.
_SEVERAL = 3
_WORD = re.compile(r"[a-z]+")
#: What stands between the two numbers of a change or a range.
_TO = re.compile(r" (?:\w+ )?(?:to|up to|through|until)$")


def units_said(claim: Reading, sentence: Reading) -> frozenset[str]:
    """The units of the claim's times that a sentence gives in another unit."""
    said = {
        own.unit
        for own in claim.quantities
        for other in sentence.quantities
        if own.unit != other.unit and same_time(own, other)
    }
    return frozenset(word for word in claim.all_lowers if UNITS.get(word) in said)


def lacking(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    for own in claim.quantities:
        alike = [other for other in sentence.quantities if _one_quantity(own, other)]
        if not alike or not any(_of_this(claim, sentence, other) for other in alike):
            yield Lack(SupportRule.NUMBER, own.text, f"No sentence found says {own.text} of this.")


def _one_quantity(own: Quantity, other: Quantity) -> bool:
    if other.bound != own.bound and "" not in (other.bound, own.bound):
        return False
    if other.value == own.value and (other.unit == own.unit or "" in (other.unit, own.unit)):
        return True
    return same_time(own, other)


def _of_this(claim: Reading, sentence: Reading, quantity: Quantity) -> bool:
    """Whether a number among several of its kind is that of what the claim names.

    Where they stand in a row, "approval: 7 days deployment: 3 days", the one meant is that whose
    own words are nearest to the claim. Of "from 5 to 15" only the second holds.
    """
    alike = [other for other in sentence.quantities if one_kind(other, quantity)]
    if len({other.value for other in alike}) < 2:
        return True
    at = alike.index(quantity)
    apart = _between(sentence.text, alike)
    if apart[at].endswith(" from") and "from" not in claim.all_lowers and at + 1 < len(alike):
        return not _TO.match(apart[at + 1])
    if len(alike) < _SEVERAL:
        return True
    before = [_shared(claim, words) for words in apart[:-1]]
    after = [_shared(claim, words) for words in apart[1:]]
    if not any((*before, *after)):
        return True
    return before[at] == max(before) > 0 or after[at] == max(after) > 0


def _between(text: str, quantities: Sequence[Quantity]) -> list[str]:
    """The words before each quantity, after the one before it, and those after the last."""
    parts: list[str] = []
    for quantity in quantities:
        before, _, text = text.partition(quantity.text)
        parts.append(f" {before.strip()}")
    return [*parts, text]


def _shared(claim: Reading, words: str) -> int:
    told = (word for word in _WORD.findall(words.lower()) if word not in UNITS)
    return len(claim.keys & {tables.key_of(word) for word in told if not tables.is_function(word)})
