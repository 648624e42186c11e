"""Decide what was meant where a name is nowhere, and which id the beginning of one stands for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from verbatim_desktop.domain.errors import UsageError

MOST = 3
ALIKE = 0.7  # difflib's ratio, from which on a name is worth offering


def nearest(name: str, names: Iterable[str], alike: float = ALIKE) -> list[str]:
    """The names most like one, best first; upper and lower case count as the same."""
    by_fold: dict[str, str] = {}
    for known in names:
        by_fold.setdefault(known.casefold(), known)
    found = get_close_matches(name.casefold(), list(by_fold), n=MOST, cutoff=alike)
    return [by_fold[fold] for fold in found]


def did_you_mean(found: Iterable[str]) -> str:
    """A question that offers names; "" where there is none."""
    quoted = [f"“{name}”" for name in found]
    if not quoted:
        return ""
    return f"Did you mean {', '.join([*quoted[:-2], ' or '.join(quoted[-2:])])}?"


def by_beginning(given: str, ids: Iterable[str], what: str) -> str:
    """The one id that begins as given; what was given where it is whole, or none does.

    what: what the ids are of, in the plural. Raises UsageError where several begin so.
    """
    found = sorted({one for one in ids if given and one.startswith(given)})
    if given in found or not found:
        return given
    if len(found) == 1:
        return found[0]
    shown = ", ".join(found[:MOST]) + (" and others" if len(found) > MOST else "")
    raise UsageError(f"{len(found)} {what} begin with “{given}”: {shown}. Write more of the id.")
