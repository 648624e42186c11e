"""What each group of a question gives every section, kept for the next question.

A question is ranked at each key that is typed, and all its words but the last are those of the key
before. What a group gives rests on nothing but the group and the index, so it is worked out once
for a reader and kept up to a few megabytes.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.retrieval import TermGroup
from verbatim_desktop.ports import Ids, Postings
from verbatim_desktop.retrieve import formulas
from verbatim_desktop.retrieve.collection import Collection, collection_of
from verbatim_desktop.retrieve.formulas import units
from verbatim_desktop.retrieve.lookup import Held, look_up

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

#: Bytes that are kept for one reader; what was not asked for longest goes first.
MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Weighed:
    """A group with its points, all but those that rest on positions.

    body: for each section of held.body. headings: (sections, points) of title, headings, aliases.
    page: what a group of worth 1 gives every section of each page; page_points: what this one
    gives. No page counts as copied here: that depends on what is searched.
    """

    held: Held
    body: Small
    headings: tuple[tuple[Ids, Ints], ...]
    page: Floats
    page_points: Small

    @property
    def bytes(self) -> int:
        held = self.held
        looked_up = (held.body, held.frequency, held.title, held.heading, held.alias)
        points = (self.body, self.page, self.page_points, *(each for _ids, each in self.headings))
        return sum(array.nbytes for array in (*looked_up, *points))


def weigh(group: TermGroup, postings: Postings) -> Weighed:
    """A group weighed over an index, or as it was weighed before."""
    kept = _kept.get(postings)
    if kept is None:
        kept = _kept[postings] = _Kept()
    return kept.get(group) or kept.keep(group, _weighed(look_up(group, postings), postings))


def _weighed(held: Held, postings: Postings) -> Weighed:
    known, worth = collection_of(postings), held.worth
    body = units(worth * formulas.body(held.frequency, known.damped[held.body]))
    count = np.bincount(known.pages[held.body], held.frequency, known.page_count)
    page = formulas.PAGE * formulas.page(count.astype(np.float64), known.page_damped)
    points = body.astype(np.int32), units(worth * page).astype(np.int32)  # half the room
    return Weighed(held, points[0], tuple(_headings(held, known)), page, points[1])


def _headings(held: Held, known: Collection) -> list[tuple[Ids, Ints]]:
    """What the sections with a group in title, headings or aliases gain by it."""
    found: list[tuple[Ids, Ints]] = []
    if len(held.title):
        title = held.worth * formulas.TITLE * known.title[held.title]
        found.append((held.title, units(title)))
    if len(held.heading):
        heading = held.worth * formulas.HEADING * known.heading[held.heading]
        found.append((held.heading, units(heading)))
    if len(held.alias):
        alias = np.full(len(held.alias), held.worth * formulas.ALIAS)
        found.append((held.alias, units(alias)))
    return found


class _Kept:
    """Weighed groups of one reader, which belongs to one thread."""

    def __init__(self) -> None:
        self._groups: OrderedDict[TermGroup, Weighed] = OrderedDict()
        self._bytes = 0

    def get(self, group: TermGroup) -> Weighed | None:
        found = self._groups.get(group)
        if found is not None:
            self._groups.move_to_end(group)
        return found

    def keep(self, group: TermGroup, weighed: Weighed) -> Weighed:
        self._groups[group] = weighed
        self._bytes += weighed.bytes
        while self._bytes > MOST_BYTES:
            _, gone = self._groups.popitem(last=False)
            self._bytes -= gone.bytes
        return weighed


_kept: WeakKeyDictionary[Postings, _Kept] = WeakKeyDictionary()
