"""The JSON of answers and ticket drafts. See shapes.py."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from verbatim_desktop.cli.shapes import Level, Outcome, SpanShape, Verdict

CitedBy = Literal["model", "extractive", "retrieved"]
Support = Literal["verbatim", "supported", "not_supported", "uncited"]


class ConfidenceShape(TypedDict):
    level: Level
    score: Annotated[float, "From 0 to 1."]
    reasons: list[str]
    signals: dict[str, float]


class QuotedShape(TypedDict):
    """A passage and where it stands; every citation begins with it."""

    marker: int
    source: str
    path: str
    route: str
    anchor: str
    heading_path: list[str]
    quote: str
    spans: list[SpanShape]
    url: str


class CitationShape(QuotedShape):
    status: Verdict
    origin: CitedBy
    within: Annotated[
        str, "Where the page repeats the quote: the longer passage around it that stands once."
    ]


class ClaimShape(TypedDict):
    text: str
    markers: list[int]
    support: Support
    lacking: Annotated[list[str], "What the cited text does not bear out, in words."]


class SuggestionShape(TypedDict):
    title: str
    source: str
    path: str
    route: str
    anchor: str


class TicketShape(TypedDict):
    """A ticket draft."""

    title: str
    summary: str
    searched: list[str]
    next_information: list[str]
    citations: list[CitationShape]
    confidence: ConfidenceShape
    context: Annotated[str, "What was pasted with the question, shortened; empty if nothing was."]


class UsageShape(TypedDict):
    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None


class TimingShape(TypedDict):
    retrieval: float
    model: float
    total: float


class SideShape(TypedDict):
    label: Annotated[str, "Where it is from, such as “Version 13.5”."]
    marker: int


class ContrastShape(TypedDict):
    """Sentences on one subject that say different things."""

    kind: Annotated[str, "number or negation"]
    sides: list[SideShape]


class PartShape(TypedDict):
    """One of the things that a question asks."""

    question: str
    outcome: Outcome
    confidence: ConfidenceShape
    markers: Annotated[list[int], "Of its citations; none where it is not answered."]
    ticket: TicketShape | None


class AskShape(TypedDict):
    """An answer, or a ticket draft where the evidence is weak."""

    id: str
    question: str
    outcome: Outcome
    route: str
    confidence: ConfidenceShape
    text: str
    claims: list[ClaimShape]
    citations: list[CitationShape]
    suggested: list[SuggestionShape]
    ticket: TicketShape | None
    provider: str
    model: str
    fallback: Annotated[str, "Why the quoted passages stand in for a model; empty if they don't."]
    usage: UsageShape
    timing_ms: TimingShape
    unkept: Annotated[str, "Why the answer has no id and cannot be reopened; empty if it can be."]
    backend: Annotated[str, "What ranked the sections."]
    notes: Annotated[list[str], "What limits the answer: deprecated, removed, a version, a tier."]
    contrasts: list[ContrastShape]
    rewritten: Annotated[list[str], "Further queries that were searched with."]
    intent: Annotated[str, "What the question wants, as the router took it."]
    clarify: Annotated[str, "A question to put back; empty where none is needed."]
    follows: Annotated[str, "The id of the answer that this one asks on from; empty if none."]
    prompt_hash: Annotated[str, "SHA-256 of the prompts a model was given; empty without one."]
    dropped: Annotated[list[str], "Markers a model wrote that point at nothing."]
    parts: NotRequired[Annotated[list[PartShape], "What it asks, where that is several things."]]
