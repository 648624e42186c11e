"""An answer as it was kept, what reading it back says today, and what asking it again gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from verbatim_desktop.domain.answers import Answer, Citation, Confidence, Outcome, Verification
from verbatim_desktop.domain.drift import Rebinding
from verbatim_desktop.domain.retrieval import SectionRef


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """A citation as it was kept, its status that of then, and what reading it back says now."""

    citation: Citation
    now: Verification


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """All that an answer rests on, in one place.

    generation and methods are those of now; the answer has those of then. rebindings: citations
    of it that were bound anew by hand, with what they were bound to before.
    """

    answer: Answer
    checks: tuple[CitationCheck, ...]
    rebindings: tuple[Rebinding, ...]
    workspace: str
    generation: int
    methods: Mapping[str, str]
    at: str  # ISO 8601, UTC


class SectionChange(StrEnum):
    """How a ranked section stands to its place then."""

    ROSE = "rose"
    FELL = "fell"
    RESCORED = "rescored"  # the same rank with another score
    EDITED = "edited"  # the same rank and score with another text
    APPEARED = "appeared"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class ChangedSection:
    """One section of the ranking then or now. Ranks count from 1; scores are in SCORE_UNITs."""

    change: SectionChange
    section: SectionRef
    rank_then: int | None
    rank_now: int | None
    score_then: int | None
    score_now: int | None
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """A kept answer's question, searched again as it was then.

    because: what else is now than it was, and may be why. differences: what is another evidence;
    none where it is the same.
    """

    answer: Answer
    generation: int
    because: tuple[str, ...]
    differences: tuple[str, ...]
    sections: tuple[ChangedSection, ...]
    checks: tuple[CitationCheck, ...]
    confidence: Confidence | None
    outcome: Outcome | None

    @property
    def same(self) -> bool:
        return not self.differences
