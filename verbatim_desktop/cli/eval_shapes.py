"""The JSON of what was measured on golden questions. See shapes.py."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from verbatim_desktop.cli.shapes import Level, Outcome

#: Figures of one measured set; null where the set has no such questions.
RankingFigures = TypedDict(
    "RankingFigures",
    {
        "recall@5": float | None,
        "recall@10": float | None,
        "mrr@10": float | None,
        "ndcg@10": float | None,
    },
)


class RefusalFigures(TypedDict):
    auroc_near: float | None
    auroc_far: float | None
    answered_near: float | None
    answered_far: float | None
    refused_answerable: float | None


class TookShape(TypedDict):
    p50: float
    p95: float


class RankedShape(TypedDict):
    source: str
    path: Annotated[str, "The file its text stands in, also where a page only shows it."]
    anchor: str
    anchors: list[str]
    score: Annotated[int, "In thousandths of a point."]


class MeasuredConfidenceShape(TypedDict):
    level: Level
    score: Annotated[float, "From 0 to 1."]


class QuestionShape(TypedDict):
    id: str
    took_ms: float
    ranked: Annotated[list[RankedShape], "The first 20."]
    confidence: MeasuredConfidenceShape
    outcome: Outcome


class ChangeShape(TypedDict):
    """A figure over the questions of both runs, and the 95% interval of its difference."""

    before: float
    now: float
    low: float
    high: float
    questions: int


class QuestionMoveShape(TypedDict):
    id: str
    question: str
    move: Literal["rose", "fell", "new", "gone", "same"]
    before: Annotated[int | None, "Rank of the labelled section; null where it was not found."]
    now: int | None
    answered_before: bool
    answered_now: bool


class ComparedShape(TypedDict):
    """What moved since a kept run."""

    before: str
    now: str
    figures: dict[str, ChangeShape]
    questions: list[QuestionMoveShape]


class MissingLabelShape(TypedDict):
    id: Annotated[str, "The question's."]
    doc: str
    anchor: Annotated[str, "Empty where the label names the page alone."]
    reason: str


class EvalShape(TypedDict):
    """Retrieval and refusal, measured on golden questions."""

    set: str
    questions: int
    one_question_is_worth: Annotated[float, "What one answerable question moves a recall by."]
    backend: str
    document: RankingFigures
    section: RankingFigures
    refusal: RefusalFigures
    intervals: Annotated[dict[str, list[float]], "95% bootstrap: low and high of a figure."]
    took_ms: TookShape
    missing: Annotated[list[MissingLabelShape], "Labels that no page or heading answers to."]
    results: NotRequired[Annotated[list[QuestionShape], "With --details."]]
    compared: NotRequired[Annotated[ComparedShape, "With --compare."]]
