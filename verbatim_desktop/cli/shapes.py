"""The JSON that scripts rely on: sources, documents, rankings, and words all families share.

`verbatim schema COMMAND` prints these as JSON Schema, and the builders in the *_json.py are checked
against them by type. A name here is never changed or dropped within a major version.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

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
    stopped: Annotated[bool, "Whether its last ingest was stopped before the end."]


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


class CheckShape(TypedDict):
    name: str
    state: Literal["ok", "warn", "bad"]
    detail: str
    advice: Annotated[str, "What to do; empty where nothing needs doing."]


class DoctorShape(TypedDict):
    """What a look at the installation and the library found."""

    ok: Annotated[bool, "False where a check is bad; the exit status is 1 then."]
    checks: list[CheckShape]
