"""What the chips of a question say: each thing that was searched for, where it is from, its weight.

Pure; made on the background lane.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verbatim_desktop.domain.retrieval import GroupStatistics, Query, Term, TermGroup, TermOrigin

#: What was typed, and not added by the program.
WRITTEN = frozenset({TermOrigin.TYPED, TermOrigin.PART})
MOST = 40


@dataclass(frozen=True, slots=True)
class TermFace:
    """One chip. term: the index term that a click turns off, "" where that is not possible.

    sections: how many hold its group, None where that is not known. added: by the program.
    """

    words: str
    origin: str
    weight: float
    term: str = ""
    added: bool = False
    absent: bool = False
    off: bool = False

    @property
    def said(self) -> str:
        """As a screen reader says it."""
        state = ", turned off" if self.off else ", not in the library" if self.absent else ""
        added = ", added" if self.added else ""
        return f"{self.words}, {self.origin}, weight {self.weight:.2f}{added}{state}"


def faces_of(
    query: Query, statistics: Sequence[GroupStatistics], disabled: frozenset[str]
) -> tuple[TermFace, ...]:
    """Quoted phrases first, then what was typed, then what was added; at most MOST."""
    held = {item.group.typed: item.sections for item in statistics}
    typed = [face for group in query.groups for face in _typed(group, held, disabled)]
    added = [face for group in query.groups for face in _added(group, disabled)]
    phrases = [TermFace(f"“{' '.join(words)}”", "phrase", 1.0) for words in query.phrases]
    return tuple([*phrases, *typed, *added][:MOST])


def _typed(
    group: TermGroup, held: Mapping[str, int], disabled: frozenset[str]
) -> Iterator[TermFace]:
    for term in group.terms:
        if term.origin in WRITTEN:
            off = term.text in disabled
            kind = "part" if term.origin is TermOrigin.PART else "common" if group.stop else "word"
            absent = not off and not group.stop and held.get(group.typed) == 0
            weight = 0.0 if absent else group.weight * term.weight
            yield TermFace(_shown(group, term), kind, weight, term.text, absent=absent, off=off)


def _shown(group: TermGroup, term: Term) -> str:
    """The word as it was typed, where the term is what all its forms share."""
    written = [one for one in group.terms if one.origin in WRITTEN]
    return group.typed.casefold() if len(written) == 1 else term.text


def _added(group: TermGroup, disabled: frozenset[str]) -> Iterator[TermFace]:
    typed = group.typed.casefold()
    said = {
        TermOrigin.STEM: f"forms of {typed}",
        TermOrigin.SYNONYM: f"synonym of {typed}",
        TermOrigin.TYPO: f"meant by {typed}",
    }
    for term in group.terms:
        if term.origin in said and not group.stop:
            words = f"{term.text}…" if term.origin is TermOrigin.STEM else term.text
            can = "" if term.origin is TermOrigin.TYPO else term.text
            weight, off = group.weight * term.weight, term.text in disabled
            yield TermFace(words, said[term.origin], weight, can, added=True, off=off)
