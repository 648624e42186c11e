"""Words that one slip of the keyboard turns into each other."""

from __future__ import annotations


def is_one_slip(one: str, other: str) -> bool:
    """Whether a letter was left out, added, hit wrong, or swapped with the next one.

    Source: Damerau 1964, CACM 7(3): these four make most of people's typing errors.
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = _shared(one, other)
    if len(one) != len(other):
        longer, shorter = (one, other) if len(one) > len(other) else (other, one)
        return longer[start + 1 :] == shorter[start:]
    if one[start + 1 :] == other[start + 1 :]:
        return True
    swapped = one[start : start + 2] == other[start : start + 2][::-1]
    return swapped and one[start + 2 :] == other[start + 2 :]


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))
