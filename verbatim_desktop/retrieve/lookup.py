"""Find where the groups of a question stand, and how telling each is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.retrieval import GroupStatistics, Term, TermGroup, TermOrigin
from verbatim_desktop.ports import Ids, Postings
from verbatim_desktop.retrieve import formulas, phrases
from verbatim_desktop.retrieve.arrays import distinct

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

WRITTEN = frozenset({TermOrigin.TYPED, TermOrigin.PART})
FORMS = WRITTEN | {TermOrigin.STEM}
FIELDS = ("title", "heading", "alias")


@dataclass(frozen=True, slots=True)
class Held:
    """Where a group stands. Section numbers ascend; frequencies are in hundredths."""

    group: TermGroup
    body: Ids
    frequency: Floats
    title: Ids
    heading: Ids
    alias: Ids
    sections: int  # how many hold it anywhere
    rarity: float

    @property
    def worth(self) -> float:
        return self.group.weight * self.rarity

    @property
    def statistics(self) -> GroupStatistics:
        return GroupStatistics(self.group, self.sections, self.rarity)

    def frequency_in(self, sections: Ids) -> Floats:
        """Its body frequency in each of some sections."""
        frequency = np.zeros(len(sections))
        here, at = among(sections, self.body)
        frequency[here] = self.frequency[at]
        return frequency


def look_up(group: TermGroup, postings: Postings) -> Held:
    """A synonym never makes a word less rare than it is; it lends its own where it stands alone."""
    body, frequency = _frequencies(group, postings)
    title, heading, alias = (_forms(group, field, postings) for field in FIELDS)
    sections = _count([body, title, heading, alias], postings.size)
    holding = sections
    if any(term.origin not in FORMS for term in group.terms):
        own = [_forms(group, "body", postings), title, heading, alias]
        holding = _count(own, postings.size) or sections
    rare = formulas.rarity(postings.section_count, holding)
    return Held(group, body, frequency, title, heading, alias, sections, rare)


def estimate(group: TermGroup, postings: Postings) -> GroupStatistics:
    """About how common a group is, from the bodies alone and without reading any."""
    holding = max((postings.holding("body", term.text) for term in _own(group)), default=0)
    anywhere = holding or max(phrases.holding("body", t.text, postings) for t in group.terms)
    return GroupStatistics(
        group, anywhere, formulas.rarity(postings.section_count, holding or anywhere)
    )


def among(sections: Ids, ids: Ids) -> tuple[Flags, Ids]:
    """(which of some sections are in an ascending list, where in it those stand)."""
    if not len(ids):
        return np.zeros(len(sections), np.bool_), np.empty(0, np.int64)
    at = ids.searchsorted(sections)
    at[at == len(ids)] = 0
    here = ids[at] == sections
    return here, at[here]


def _frequencies(group: TermGroup, postings: Postings) -> tuple[Ids, Floats]:
    """How often each section's body has a group, every term by its weight.

    A stem's postings hold those of all its forms, so the word as it was typed only adds what it
    weighs above its stem.
    """
    found = [
        (found, float(round(weight * formulas.ONCE)))
        for term, weight in _weights(group)
        if weight > 0 and (found := phrases.frequencies("body", term.text, postings)) is not None
    ]
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.float64)
    if len(found) == 1:
        (ids, counts), weight = found[0]
        return ids, counts.astype(np.float64) * weight
    total = np.zeros(postings.size)
    for (ids, counts), weight in found:
        total[ids] += counts * weight
    ids = np.flatnonzero(total)
    return ids, total[ids]


def _weights(group: TermGroup) -> Iterable[tuple[Term, float]]:
    stem = max((t.weight for t in group.terms if t.origin is TermOrigin.STEM), default=0.0)
    for term in group.terms:
        yield term, term.weight - stem if term.origin in WRITTEN else term.weight


def _forms(group: TermGroup, field: str, postings: Postings) -> Ids:
    """The sections with any form of a group in a field; synonyms do not count as one."""
    found = [postings.frequencies(field, term.text) for term in _own(group)]
    lists = [item[0] for item in found if item is not None]
    if not lists:
        return np.empty(0, np.int64)
    return lists[0] if len(lists) == 1 else distinct(np.concatenate(lists))


def _own(group: TermGroup) -> list[Term]:
    """The terms that stand for every form of the word: its stem, else the word as typed.

    A mistyped word stands nowhere, so what was probably meant stands for it.
    """
    meant = [term for term in group.terms if term.origin is TermOrigin.TYPO]
    stems = [term for term in group.terms if term.origin is TermOrigin.STEM]
    return meant or stems or [term for term in group.terms if term.origin in WRITTEN]


def _count(lists: list[Ids], size: int) -> int:
    """How many sections are in any of some lists."""
    filled = [ids for ids in lists if len(ids)]
    if len(filled) < 2:
        return len(filled[0]) if filled else 0
    flags = np.zeros(size, np.bool_)
    for ids in filled:
        flags[ids] = True
    return int(np.count_nonzero(flags))
