"""Numbers of a claim that its sources do not bear out: another value, unit, bound or place."""

from __future__ import annotations

from collections.abc import Iterator

from verbatim_desktop.cite.support.align import Alignment
from verbatim_desktop.cite.support.numbers import VALUES, Quantity
from verbatim_desktop.cite.support.tables import key_of
from verbatim_desktop.domain.support import Lack, SupportRule

_VAGUE = ("", "about")
_SIDES = {"low": 1, "above": 1, "high": -1, "below": -1}


def wrong_numbers(aligned: Alignment, copies: bool) -> Iterator[Lack]:
    """Every number of the claim must stand in the source.

    copies: the claim follows the source, so that a number must count the same thing there.
    """
    known = [quantity for reading in aligned.window for quantity in reading.quantities]
    everywhere = [quantity for reading in aligned.sources for quantity in reading.quantities]
    for quantity in aligned.claim.quantities:
        alike = [other for other in known if other.value == quantity.value] or [
            other for other in everywhere if other.value == quantity.value
        ]
        if not alike and _in_a_word(quantity, aligned):
            continue
        reason = _fault(quantity, alike, known, copies)
        if reason:
            yield Lack(SupportRule.NUMBER, quantity.text, reason)


def _in_a_word(quantity: Quantity, aligned: Alignment) -> bool:
    """Whether a source has it where it counts as no number: "one", the five of "five-sixths"."""
    words = [word for word, value in VALUES.items() if str(value) == quantity.value]
    return any(word in source.all_lowers for source in aligned.sources for word in words)


def _fault(quantity: Quantity, alike: list[Quantity], known: list[Quantity], copies: bool) -> str:
    if not alike:
        return f"The source has no {quantity.text}."
    if not any(_same_unit(quantity, other) for other in alike):
        return f"The source counts {alike[0].text} {alike[0].after}, in another unit.".replace(
            " ,", ","
        )
    if not any(_same_bound(quantity, other, copies) for other in alike):
        return f"The source sets another bound to {alike[0].text}."
    if copies and _counts_another_thing(quantity, alike, known):
        return f"In the source {quantity.text} counts something else."
    return ""


def _same_unit(quantity: Quantity, other: Quantity) -> bool:
    return quantity.unit == other.unit or not quantity.unit or not other.unit


def _same_bound(quantity: Quantity, other: Quantity, copies: bool) -> bool:
    """In other words than the source's a bound may be said in ways that are not known here."""
    if quantity.bound in _VAGUE or quantity.bound == other.bound:
        return True
    if not copies:
        return other.bound in _VAGUE or _SIDES[quantity.bound] == _SIDES[other.bound]
    return quantity.bound == "high" and other.bound in _VAGUE


def _counts_another_thing(quantity: Quantity, alike: list[Quantity], known: list[Quantity]) -> bool:
    """Whether another number of the source stands where this one stands in the claim."""
    own = _context(quantity)
    if not own or any(own & _context(other) for other in alike):
        return False
    return any(own <= _context(other) for other in known if other.value != quantity.value)


def _context(quantity: Quantity) -> frozenset[str]:
    words = (quantity.before, quantity.after)
    return frozenset(key_of(word) for word in words if word)
