"""What the sections of an index have whatever is asked: lengths, pages, copies."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from verbatim_desktop.ports import Ids, Postings
from verbatim_desktop.retrieve import formulas

Flags = npt.NDArray[np.bool_]

#: A page of which this share of sections stands elsewhere already is another page's copy.
COPIED = 0.34


class Collection:
    """Worked out once for a reader, since it takes longer than many a question."""

    def __init__(self, postings: Postings) -> None:
        lengths = postings.lengths
        average = float(lengths.sum(dtype=np.float64)) / max(postings.section_count, 1)
        self.damped = formulas.damping(lengths, average)
        self.least_damped = float(formulas.damping(np.zeros(1), average)[0])
        self.title = formulas.heading_damping(postings.field_lengths("title"))
        self.heading = formulas.heading_damping(postings.field_lengths("heading"))
        self.pages = postings.pages
        self.page_count = int(self.pages.max(initial=-1)) + 1
        on_pages = np.bincount(self.pages, lengths, self.page_count)
        live = max(int(np.count_nonzero(on_pages)), 1)
        self.page_damped = formulas.page_damping(on_pages, float(on_pages.sum()) / live)
        self.average_page_damped = formulas.PAGE_SATURATION * formulas.ONCE
        self._twins, self._groups = postings.twins
        self._sections = np.bincount(self.pages, minlength=self.page_count)
        self._all = self._among(None)
        sections, passages = postings.shown_again
        self.passages = dict(zip(sections.tolist(), passages.tolist(), strict=True))

    def once(self, ranked: Ids) -> Flags:
        """Which of some sections in order show a passage that none before them shows."""
        kept = np.ones(len(ranked), np.bool_)
        seen: set[int] = set()
        for at, number in enumerate(ranked.tolist() if self.passages else ()):
            passage = self.passages.get(number, -1)
            kept[at] = passage not in seen
            if passage >= 0:
                seen.add(passage)
        return kept

    def copies(self, mask: Flags | None) -> tuple[Ids, Flags]:
        """(sections that repeat an earlier one, pages that are mostly copied).

        mask: the sections that may be found; what stands outside is not repeated.
        """
        return self._all if mask is None else self._among(mask)

    def _among(self, mask: Flags | None) -> tuple[Ids, Flags]:
        twins, groups = self._twins, self._groups
        if mask is not None:
            allowed = mask[twins]
            twins, groups = twins[allowed], groups[allowed]
        copies = twins[1:][groups[1:] == groups[:-1]]
        copied = np.bincount(self.pages[copies], minlength=self.page_count)
        return copies, copied >= COPIED * np.maximum(self._sections, 1)


_known: WeakKeyDictionary[Postings, Collection] = WeakKeyDictionary()


def collection_of(postings: Postings) -> Collection:
    """The collection of a reader, kept as long as the reader is."""
    known = _known.get(postings)
    if known is None:
        known = _known[postings] = Collection(postings)
    return known
