"""Look up terms of several words: a synonym such as "sign in" stands only where its words follow
each other, never where one of them stands alone.

A term of several words is written with a space between them. Positions are kept of bodies alone,
so such a term stands in no title, heading or alias.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
import numpy.typing as npt

from verbatim_desktop.ports import Counts, Ids, Postings

Ints = npt.NDArray[np.int64]

#: More than any section has tokens: one number tells section and position.
STRIDE = 1 << 32
BETWEEN = " "


def is_phrase(term: str) -> bool:
    return BETWEEN in term


def frequencies(field: str, term: str, postings: Postings) -> tuple[Ids, Counts] | None:
    """Ascending section numbers that hold a term and how often."""
    if not is_phrase(term):
        return postings.frequencies(field, term)
    if field != "body":
        return None
    found = [postings.frequencies(field, word) for word in term.split(BETWEEN)]
    lists = [item[0] for item in found if item is not None]
    if len(lists) < len(found):
        return None
    sections = reduce(lambda one, other: one[np.isin(one, other)], sorted(lists, key=len))
    counts = np.bincount(places(term, sections, postings) // STRIDE, minlength=len(sections))
    held = counts > 0
    return (sections[held], counts[held].astype(np.uint32)) if held.any() else None


def holding(field: str, term: str, postings: Postings) -> int:
    """How many sections hold a term."""
    if not is_phrase(term):
        return postings.holding(field, term)
    found = frequencies(field, term, postings)
    return 0 if found is None else len(found[0])


def places(term: str, sections: Ids, postings: Postings) -> Ints:
    """Where a term begins in some sections, as index * STRIDE + position, ascending."""
    starts = np.empty(0, np.int64)
    for offset, word in enumerate(term.split(BETWEEN)):
        index, position = postings.positions("body", word, sections)
        stands = (index * STRIDE + position - offset)[position >= offset]
        starts = stands if offset == 0 else starts[np.isin(starts, stands)]
        if not len(starts):
            break
    return starts
