"""How sections come to be ranked: why not this one, what moved, and golden sets with their runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from verbatim_desktop.domain.evaluation import EvalReport, Target
from verbatim_desktop.domain.retrieval import ScoredSection, SectionRef


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where one section stands for a question, beside the best one.

    rank: from 1 among matching, 0 where it does not match. floor: in SCORE_UNITs. kept_out: the
    filters, in words, that leave it out. missing: what it lacks of the question, with the places
    each word would count in. reasons: sentences to read, the weightiest first.
    """

    section: SectionRef
    rank: int
    matching: int
    scored: ScoredSection | None
    best: ScoredSection | None
    floor: int
    kept_out: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WordFall:
    """How one word of a question falls in one section.

    added: what else was looked for in its place. in_section: how often it or what was added stands
    there. in_library: how many sections hold it. adds: what the section's score would lose without
    it, in SCORE_UNITs.
    """

    typed: str
    added: tuple[str, ...]
    in_section: int
    in_library: int
    adds: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of one block of a page; end exclusive."""

    block: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LookedInto:
    """What one section holds of a question.

    excerpt: the sentence that holds most of it; marks: where its words stand in the excerpt.
    places: where they stand in the section.
    """

    section: SectionRef
    excerpt: str
    marks: tuple[tuple[int, int], ...]
    places: tuple[Stretch, ...]
    words: tuple[WordFall, ...]


class Move(StrEnum):
    """What became of a section or a question from one ranking to the next."""

    ROSE = "rose"
    FELL = "fell"
    NEW = "new"
    GONE = "gone"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Placed:
    """One section of a kept ranking, named so that it is known again after an edit.

    score in SCORE_UNITs; document_id is the row of the revision that was ranked.
    """

    source: str
    path: str
    anchor: str
    part: int
    heading_path: tuple[str, ...]
    score: int
    document_id: int = 0

    @property
    def key(self) -> tuple[str, str, str, int]:
        return (self.source, self.path, self.anchor, self.part)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A ranking as it was: the question, when, and of which library."""

    query: str
    generation: int
    taken: str  # ISO 8601, UTC
    places: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """One section in two rankings. Ranks count from 1; None where it is not in the ranking."""

    place: Placed
    before: int | None
    now: int | None
    score_before: int | None
    score_now: int | None

    @property
    def move(self) -> Move:
        return move_of(self.before, self.now)


def move_of(before: int | None, now: int | None) -> Move:
    """What a change of rank is called."""
    if before is None:
        return Move.SAME if now is None else Move.NEW
    if now is None:
        return Move.GONE
    if now == before:
        return Move.SAME
    return Move.ROSE if now < before else Move.FELL


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rankings beside each other, in the order of the later one, then what is gone."""

    before: Snapshot
    now: Snapshot
    moved: tuple[Moved, ...]


@dataclass(frozen=True, slots=True)
class GoldenEntry:
    """One question of a golden set as it is edited. scope: "near" or "far" where unanswerable."""

    id: str
    question: str
    relevant: tuple[Target, ...] = ()
    scope: str = ""


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """A kept golden set. path: the file it was read from, "" where it was made here."""

    name: str
    questions: tuple[GoldenEntry, ...]
    path: str = ""

    def with_entry(self, entry: GoldenEntry) -> GoldenSet:
        """The set with a question added, or in the place of the one with its id."""
        ids = [one.id for one in self.questions]
        if entry.id not in ids:
            return replace(self, questions=(*self.questions, entry))
        at = ids.index(entry.id)
        return replace(self, questions=(*self.questions[:at], entry, *self.questions[at + 1 :]))

    def without_entry(self, entry_id: str) -> GoldenSet:
        return replace(self, questions=tuple(q for q in self.questions if q.id != entry_id))


@dataclass(frozen=True, slots=True)
class GoldenRun:
    """What measuring a golden set gave, and on which library."""

    name: str
    set: str
    at: str  # ISO 8601, UTC
    generation: int
    report: EvalReport


@dataclass(frozen=True, slots=True)
class QuestionMove:
    """One golden question in two runs. answered: whether it was answered before and now."""

    id: str
    question: str
    before: int | None
    now: int | None
    answered: tuple[bool, bool]
    move: Move


@dataclass(frozen=True, slots=True)
class Change:
    """A figure in two runs over the questions that both have, with its paired 95% interval."""

    before: float
    now: float
    low: float
    high: float
    questions: int

    @property
    def difference(self) -> float:
        return self.now - self.before


@dataclass(frozen=True, slots=True)
class RunComparison:
    """What moved between two runs of a golden set; figures by name, of the questions in both."""

    before: str
    now: str
    moves: tuple[QuestionMove, ...]
    figures: Mapping[str, Change]
