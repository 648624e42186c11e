"""What the documentation lacks, as its own questions show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Why(StrEnum):
    """Why a question counts as open."""

    LOW = "low"  # it was answered with low confidence, and still would be
    WRONG = "wrong"  # a reader said so of its answer
    MISSING = "missing"  # a reader said that the documentation lacks it


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that the documentation does not settle.

    asked: when, ISO 8601 in UTC, the first time first. answer: the id of its newest answer, ""
    where none is kept. notes: what readers wrote to it. missing: its telling words that stand
    nowhere in the library.
    """

    text: str
    asked: tuple[str, ...]
    why: tuple[Why, ...]
    answer: str = ""
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NearSection:
    """A section that comes nearest. name: SOURCE/ROUTE-OR-PATH#anchor. questions: of how many."""

    name: str
    heading_path: tuple[str, ...]
    questions: int


@dataclass(frozen=True, slots=True)
class SynonymProposal:
    """A word that readers use and the library does not, beside one that it has.

    together: how many of the `of` questions with the missing word hold the known one too.
    """

    missing: str
    known: str
    together: int
    of: int

    @property
    def line(self) -> str:
        """The line of the synonym file."""
        return f"{self.missing} => {self.known}"


@dataclass(frozen=True, slots=True)
class Gap:
    """Open questions on one topic. words: what they share, or the most telling of the only one."""

    words: tuple[str, ...]
    questions: tuple[OpenQuestion, ...]
    near: tuple[NearSection, ...] = ()
    proposals: tuple[SynonymProposal, ...] = ()

    @property
    def topic(self) -> str:
        return " ".join(self.words)

    @property
    def times(self) -> int:
        """How often its questions were asked."""
        return sum(len(question.asked) for question in self.questions)

    @property
    def first(self) -> str:
        return min((question.asked[0] for question in self.questions if question.asked), default="")

    @property
    def last(self) -> str:
        return max(
            (question.asked[-1] for question in self.questions if question.asked), default=""
        )


@dataclass(frozen=True, slots=True)
class GapReport:
    """Gaps, what is asked most first.

    looked_at: different questions that were looked at. settled: those once answered with low
    confidence that the library answers by now. dismissed: those a person called no gap. strange:
    those of which the library knows not one word, and that no reader marked.
    """

    gaps: tuple[Gap, ...]
    looked_at: int = 0
    settled: int = 0
    dismissed: int = 0
    strange: int = 0

    @property
    def open(self) -> int:
        return sum(len(gap.questions) for gap in self.gaps)
