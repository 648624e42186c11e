"""Golden questions, and what measuring a library with them gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from verbatim_desktop.domain.answers import Level, Outcome

#: Figures by name, "recall@5", "auroc_far" and so on; None where the set has no such questions.
Figures = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Target:
    """A page that answers a question, and where known the heading; anchor "" where not."""

    doc: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class GoldenQuestion:
    """One labelled question. scope is "near" or "far" for an unanswerable one."""

    id: str
    question: str
    relevant: tuple[Target, ...] = ()
    scope: str = ""

    @property
    def answerable(self) -> bool:
        return bool(self.relevant)


@dataclass(frozen=True, slots=True)
class RankedPlace:
    """One ranked section of a measured question; score in points.

    path: the file its text stands in, as a label names it: of a page that only shows another page,
    that page's. page: the path of its own page.
    """

    source: str
    path: str
    anchor: str
    anchors: tuple[str, ...]
    score: float
    page: str = ""


@dataclass(frozen=True, slots=True)
class MeasuredConfidence:
    """What the judge said of a measured question."""

    level: Level
    score: float


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """What one golden question gave.

    best_rank: where the first labelled section, or page where no heading is labelled, stands among
    the ranked sections, from 1; None where it does not. page_figures: of an answerable question.
    section_figures: of one whose labels name headings.
    """

    id: str
    took_ms: float
    ranked: tuple[RankedPlace, ...]
    confidence: MeasuredConfidence
    outcome: Outcome
    best_rank: int | None = None
    page_figures: Mapping[str, float] = field(default_factory=dict[str, float])
    section_figures: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class MissingLabel:
    """What a golden question is said to be answered by, and is not in the library."""

    id: str
    doc: str
    anchor: str
    reason: str


@dataclass(frozen=True, slots=True)
class EvalReport:
    """A golden set measured on a library.

    intervals: 95% bootstrap intervals by "document.ndcg@10", "refusal.auroc_far" and so on.
    took_ms: "p50" and "p95" of retrieval.
    """

    set: str
    questions: int
    one_question_is_worth: float
    backend: str
    document: Figures
    section: Figures
    refusal: Figures
    intervals: Mapping[str, tuple[float, float]]
    took_ms: Mapping[str, float]
    results: tuple[QuestionResult, ...] = field(default=())
    missing: tuple[MissingLabel, ...] = field(default=())
