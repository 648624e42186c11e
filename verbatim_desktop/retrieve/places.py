"""Where words stand within sections: distances of groups, and phrases."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.retrieval import TermGroup
from verbatim_desktop.ports import Ids, Postings
from verbatim_desktop.retrieve import phrases
from verbatim_desktop.retrieve.arrays import distinct
from verbatim_desktop.retrieve.phrases import STRIDE

Ints = npt.NDArray[np.int64]

FAR = STRIDE


class Places:
    """Where groups stand in some sections, read once each."""

    def __init__(self, sections: Ids, postings: Postings) -> None:
        self._sections = sections
        self._postings = postings
        self._known: dict[int, Ints] = {}

    def of(self, group: TermGroup) -> Ints:
        """Every occurrence as section * STRIDE + position, ascending."""
        known = self._known.get(id(group))
        if known is None:
            found = [
                phrases.places(term.text, self._sections, self._postings) for term in group.terms
            ]
            known = found[0] if len(found) == 1 else distinct(np.concatenate(found))
            self._known[id(group)] = known
        return known

    def distance(self, left: TermGroup, right: TermGroup) -> Ints:
        """The least distance of two groups in each section, 1 or more; FAR where they never meet.

        Where both are said by the very same word, that word is not close to itself.
        """
        least = np.full(len(self._sections), FAR, np.int64)
        one, other = self.of(left), self.of(right)
        if not len(one) or not len(other):
            return least
        few, many = (one, other) if len(one) <= len(other) else (other, one)
        before = np.searchsorted(many, few, "left") - 1
        after = np.searchsorted(many, few, "right")
        for at in (before, after):
            inside = (at >= 0) & (at < len(many))
            here, there = few[inside], many[at[inside]]
            same = here // STRIDE == there // STRIDE
            np.minimum.at(least, here[same] // STRIDE, np.abs(there - here)[same])
        return least


def holding_phrase(phrase: tuple[str, ...], sections: Ids, postings: Postings) -> Ints:
    """Which of some sections hold the words of a phrase one after the other."""
    starts = phrases.places(phrases.BETWEEN.join(phrase), sections, postings)
    return distinct(starts // STRIDE)
