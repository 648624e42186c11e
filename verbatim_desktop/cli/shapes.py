"""The JSON that scripts rely on: every name and nesting, in one place.

`verbatim schema COMMAND` prints these as JSON Schema, and the builders in as_json.py are checked
against them by type. A name here is never changed or dropped within a major version.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

Level = Literal["high", "medium", "low"]
Outcome = Literal["answer", "ticket"]
Verdict = Literal["verified", "moved", "ambiguous", "stale", "absent", "crosses_blocks"]
SourceKind = Literal["docs", "kb"]


class FileNoteShape(TypedDict):
    path: Annotated[str, "Relative to the source's root, with /."]
    reason: str


class IngestShape(TypedDict):
    """What an ingest did, summed over the folders given."""

    documents: Annotated[int, "Documents the sources hold now."]
    added: int
    changed: int
    unchanged: int
    removed: int
    sections: int
    sentences: int
    seconds: float
    skipped: list[FileNoteShape]
    failed: list[FileNoteShape]
    warnings: list[FileNoteShape]


class SourceShape(TypedDict):
    name: str
    kind: SourceKind
    mode: Literal["mdx", "md"]
    location: Annotated[str, "An absolute path, or URL#BRANCH:FOLDER of a repository."]
    documents: int
    failed: Annotated[int, "Files that could not be read at the last ingest."]
    updated: Annotated[str, "ISO 8601, UTC; empty before the first ingest."]


class SourcesShape(TypedDict):
    """The sources of the workspace."""

    sources: list[SourceShape]


class SynonymsShape(TypedDict):
    """The synonym file of the workspace."""

    own: Annotated[bool, "Whether the workspace has its own; else the text is the program's."]
    text: str


class RemovedSourceShape(TypedDict):
    """The source that was removed."""

    removed: str
    documents: Annotated[int, "Documents that went with it."]


class BackedUpWorkspace(TypedDict):
    name: str
    sources: int
    documents: int
    updated: Annotated[str, "ISO 8601, UTC; empty before the first ingest."]


class BackupShape(TypedDict):
    """The backup that was written."""

    file: str
    bytes: int
    made: Annotated[str, "ISO 8601, UTC."]
    sha256: Annotated[str, "Of the database within it."]
    workspaces: list[BackedUpWorkspace]


class RestoreShape(TypedDict):
    """The backup that stands in the library's place now."""

    file: str
    made: Annotated[str, "When the backup was made: ISO 8601, UTC."]
    program: Annotated[str, "The release that made it."]
    workspaces: list[BackedUpWorkspace]
    kept: Annotated[str, "A backup of the library before; empty where there was none."]
    damaged: Annotated[str, "Where a library was moved that could not be read; else empty."]


class DocumentSummaryShape(TypedDict):
    id: Annotated[str, "SOURCE/ROUTE-OR-PATH, the name `docs show` takes."]
    source: str
    kind: SourceKind
    route: Annotated[str, "Empty for kb."]
    path: str
    title: str
    sections: int
    hash: Annotated[str, "SHA-256 over all the page is made of, and the parser's version."]


class DocsShape(TypedDict):
    """The documents of the workspace, or of one source."""

    docs: list[DocumentSummaryShape]


class SpanShape(TypedDict):
    """A stretch of a file's decoded text: byte-order mark removed, newlines as they stand."""

    path: Annotated[str, "Relative to the source's root, with /."]
    start: Annotated[int, "In characters."]
    end: Annotated[int, "In characters, exclusive."]


class SentenceShape(TypedDict):
    text: str
    anchor: Annotated[str, "The nearest heading above."]
    spans: list[SpanShape]


class SectionShape(TypedDict):
    anchor: Annotated[str, "Empty before the first H2."]
    anchors: Annotated[list[str], "Every heading anchor the section holds."]
    heading_path: list[str]
    part: Annotated[int, "Counted from 0 where a long section was cut."]
    text: str
    sentences: list[SentenceShape]


class DocumentShape(TypedDict):
    """One document with its sections and its citable sentences."""

    id: str
    source: str
    kind: SourceKind
    route: str
    path: str
    title: str
    description: str
    url: Annotated[str, "Public address; empty where none is known."]
    updated: str
    version: str
    hash: str
    files: Annotated[list[str], "The page's own file first, then what is spliced in."]
    sections: list[SectionShape]


class TermShape(TypedDict):
    term: str
    origin: Literal["typed", "part", "stem", "synonym", "phrase", "typo"]
    weight: Annotated[float, "With the weight of the word it stands for, where that is known."]


class SignalsShape(TypedDict):
    """The parts of a score; they add up to it."""

    frequency: int
    rarity: int
    phrase: int
    proximity: int
    heading: int
    length: Annotated[int, "What a long section loses: zero or less."]


class LegShape(TypedDict):
    """One of several searches that were joined."""

    name: Annotated[str, "What was searched for."]
    rank: Annotated[int, "Its place there, from 1."]
    score: int


class ResultShape(TypedDict):
    rank: Annotated[int, "From 1."]
    source: str
    path: str
    route: str
    anchor: str
    anchors: list[str]
    url: str
    heading_path: list[str]
    score: Annotated[int, "In thousandths of a point."]
    signals: SignalsShape
    matched: Annotated[list[str], "Words of the query found here."]
    missing: list[str]
    snippet: str
    legs: Annotated[list[LegShape], "The searches that found it, where several were joined."]


class SearchShape(TypedDict):
    """Sections, best first."""

    query: str
    terms: list[TermShape]
    took_ms: float
    backend: str
    results: list[ResultShape]


class ConfidenceShape(TypedDict):
    level: Level
    score: Annotated[float, "From 0 to 1."]
    reasons: list[str]
    signals: dict[str, float]


class CitationShape(TypedDict):
    marker: int
    source: str
    path: str
    route: str
    anchor: str
    heading_path: list[str]
    quote: str
    spans: list[SpanShape]
    url: str
    status: Verdict
    origin: Literal["model", "extractive", "retrieved"]


class ClaimShape(TypedDict):
    text: str
    markers: list[int]
    support: Literal["verbatim", "supported", "not_supported", "uncited"]
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
    path: str
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
    results: NotRequired[Annotated[list[QuestionShape], "With --details."]]
    compared: NotRequired[Annotated[ComparedShape, "With --compare."]]


class CheckShape(TypedDict):
    name: str
    state: Literal["ok", "warn", "bad"]
    detail: str
    advice: Annotated[str, "What to do; empty where nothing needs doing."]


class DoctorShape(TypedDict):
    """What a look at the installation and the library found."""

    ok: Annotated[bool, "False where a check is bad; the exit status is 1 then."]
    checks: list[CheckShape]


class WorkspaceShape(TypedDict):
    name: str
    sources: int
    documents: int
    updated: Annotated[str, "Of the last ingest, ISO 8601 in UTC; empty where there was none."]


class DeletedWorkspaceShape(TypedDict):
    token: Annotated[str, "Brings it back until the trash is emptied."]
    name: str
    documents: int


class WorkspacesShape(TypedDict):
    """The workspaces of the data folder."""

    workspaces: list[WorkspaceShape]
    deleted: Annotated[list[DeletedWorkspaceShape], "What is in the trash, the oldest first."]


class WorkspaceNamedShape(TypedDict):
    """The workspace that was made, renamed, deleted, restored or taken in."""

    name: Annotated[str, "What it is called now, or was when it was deleted."]
    token: Annotated[str, "Brings a deleted one back; empty otherwise."]


class PurgedWorkspacesShape(TypedDict):
    """What the trash held."""

    purged: list[str]


class ExportedWorkspaceShape(TypedDict):
    """A workspace written to a file."""

    name: str
    file: str
    sources: int
    documents: int
    sha256: Annotated[str, "Of the library in the file."]
    bytes: Annotated[int, "Of the library in the file, unpacked."]
