"""The JSON of what can be audited: drift, exported answers, replays. See shapes.py."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from verbatim_desktop.cli.answer_shapes import (
    CitedBy,
    ConfidenceShape,
    ContrastShape,
    QuotedShape,
    Support,
    TimingShape,
    UsageShape,
)
from verbatim_desktop.cli.shapes import Outcome, SignalsShape, TermShape, Verdict

Origin = Literal["answer", "reply", "macro", "golden"]


class SupportingShape(TypedDict):
    quote: str
    source: str
    path: str
    route: str
    anchor: str
    score: Annotated[float, "From 0 to 1: how much of the claim it says."]


class EvidenceShape(TypedDict):
    """Whether the library bears a claim out; the exit status is 1 where it does not."""

    supported: bool
    sentences: Annotated[list[SupportingShape], "Best first; the closest one if not supported."]
    missing: Annotated[list[str], "What of the claim the closest sentence does not say."]
    reason: str


class DriftedShape(TypedDict):
    """A kept citation that reads back otherwise than it was cited."""

    id: Annotated[str, "What `verbatim drift --rebind` takes."]
    origin: Origin
    owner: Annotated[str, "The answer's id, the draft's key, the file or the golden set."]
    title: str
    verdict: Verdict
    detail: str
    target: Annotated[str, "SOURCE/ROUTE-OR-PATH#anchor as cited."]
    old_text: str
    new_text: Annotated[str, "What re-binding would quote; empty where nothing is like it."]
    new_target: str
    can_rebind: bool


class ReboundShape(TypedDict):
    """A citation that was bound anew or put back."""

    id: str
    origin: Origin
    owner: str
    old_target: str
    old_text: str
    new_target: str
    new_text: str
    at: Annotated[str, "When it was bound anew: ISO 8601, UTC."]


class DriftShape(TypedDict):
    """Kept citations that drifted, after what was asked for was done."""

    drifted: list[DriftedShape]
    rebound: Annotated[list[ReboundShape], "With --rebind: what was bound anew."]
    undone: Annotated[list[ReboundShape], "With --undo: what was put back."]


class LackShape(TypedDict):
    rule: Annotated[str, "The kind: number, identifier, negation, condition, word and so on."]
    text: str
    detail: str


class AuditedClaimShape(TypedDict):
    text: str
    markers: list[int]
    support: Support
    lacking: Annotated[list[LackShape], "What the cited text does not bear out."]


class FlagShape(TypedDict):
    kind: Literal["deprecated", "removed", "version", "tier", "internal"]
    detail: str


class AuditedCitationShape(QuotedShape):
    hash: Annotated[str, "The page's when it was cited: SHA-256 of all it is made of."]
    origin: CitedBy
    flags: list[FlagShape]
    status_then: Verdict
    status: Annotated[Verdict, "What reading it back said when this was written."]
    detail: str
    found: Annotated[list[str], "Where it stands, as SOURCE/ROUTE-OR-PATH#anchor."]
    rebound: Annotated[str, "What it quoted before it was bound anew; empty where it never was."]


class RankedSectionShape(TypedDict):
    rank: Annotated[int, "From 1."]
    source: str
    path: str
    route: str
    anchor: str
    heading_path: list[str]
    url: str
    score: Annotated[int, "In thousandths of a point."]
    signals: SignalsShape
    matched: list[str]
    missing: list[str]


class FiltersShape(TypedDict):
    sources: list[str]
    globs: list[str]
    kind: str
    version: str
    tier: str
    since: str


class KeptAnswerShape(TypedDict):
    id: str
    asked_at: Annotated[str, "ISO 8601, UTC."]
    question: str
    outcome: Outcome
    confidence: ConfidenceShape
    citations: int


class AnswersShape(TypedDict):
    """Kept answers, newest first."""

    answers: list[KeptAnswerShape]


class ExportShape(TypedDict):
    """An answer with all it rests on."""

    id: str
    question: str
    asked_at: Annotated[str, "ISO 8601, UTC."]
    exported_at: Annotated[str, "ISO 8601, UTC."]
    workspace: str
    outcome: Outcome
    route: str
    confidence: ConfidenceShape
    text: str
    claims: list[AuditedClaimShape]
    citations: list[AuditedCitationShape]
    contrasts: Annotated[list[ContrastShape], "What is said differently elsewhere."]
    rebound: list[ReboundShape]
    ranked: list[RankedSectionShape]
    terms: list[TermShape]
    follows: Annotated[str, "The id of the answer it asks on from; empty where it stands alone."]
    rewritten: Annotated[list[str], "Further queries that were searched with."]
    filters: FiltersShape
    backend: str
    generation: Annotated[int, "The library's when it was asked."]
    generation_now: int
    methods: Annotated[dict[str, str], "Versions of what shaped the evidence."]
    methods_now: dict[str, str]
    provider: str
    model: str
    prompt_hash: Annotated[str, "SHA-256 of the instructions; empty without a model."]
    dropped: Annotated[list[str], "Markers the model wrote that point at nothing."]
    fallback: str
    notes: list[str]
    usage: UsageShape
    timing_ms: TimingShape


class ChangedSectionShape(TypedDict):
    change: Literal["rose", "fell", "rescored", "edited", "appeared", "left"]
    source: str
    path: str
    route: str
    anchor: str
    heading_path: list[str]
    rank_then: int | None
    rank_now: int | None
    score_then: Annotated[int | None, "In thousandths of a point."]
    score_now: int | None
    edited: bool


class ReplayedCitationShape(TypedDict):
    marker: int
    target: str
    quote: str
    status_then: Verdict
    status_now: Verdict
    detail: str


class ReplayShape(TypedDict):
    """A kept question, asked again."""

    id: str
    question: str
    same: Annotated[bool, "Whether the evidence is what it was; the exit status is 1 if not."]
    generation_then: int
    generation_now: int
    because: Annotated[list[str], "What is else than it was, and may be why."]
    differences: list[str]
    confidence_then: ConfidenceShape
    confidence_now: ConfidenceShape | None
    outcome_then: Outcome
    outcome_now: Outcome | None
    sections: Annotated[list[ChangedSectionShape], "Ranked sections that differ."]
    citations: list[ReplayedCitationShape]


class CheckedLinkShape(TypedDict):
    file: str
    line: Annotated[int, "Where the link starts, counted from 1."]
    target: Annotated[str, "SOURCE/ROUTE-OR-PATH#anchor, as the link has it."]
    quote: str
    verdict: Verdict
    detail: Annotated[str, "What was found, and where."]
    settling: Annotated[str, "Of an ambiguous passage: a longer one that stands once; else empty."]


class PublicLinkShape(TypedDict):
    file: str
    line: int
    url: Annotated[str, "Empty where there is none."]
    exact: Annotated[bool, "Whether a browser highlights exactly the passage."]
    reason: Annotated[str, "Why there is no link, or only the heading's."]


class VerifyShape(TypedDict):
    """Every passage that the files quote; the exit status is 1 unless all are verified."""

    citations: list[CheckedLinkShape]
    trusted: Annotated[int, "Verdicts taken from a frozen list, because nothing had changed."]
    notes: list[str]
    links: NotRequired[Annotated[list[PublicLinkShape], "With --links."]]
