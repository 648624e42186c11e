"""Evidence, confidence, claims, citations, answers and ticket drafts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verbatim_desktop.domain.documents import Document, Flag, Mark, Span, target_of
from verbatim_desktop.domain.retrieval import Filters, ScoredSection, Term, TermOrigin
from verbatim_desktop.domain.support import ClaimSupport, Lack, Support

#: In the place of a provider's name where no model wrote.
NO_PROVIDER = "none"


class Verdict(StrEnum):
    """What reading a citation back from its source says."""

    VERIFIED = "verified"
    MOVED = "moved"
    AMBIGUOUS = "ambiguous"
    STALE = "stale"
    ABSENT = "absent"
    CROSSES_BLOCKS = "crosses_blocks"


def holds(now: Verdict, then: Verdict = Verdict.AMBIGUOUS) -> bool:
    """Whether a citation reads back as well as it did when it was made; else it has drifted.

    A sentence that its page repeats holds, unless it stood there once when it was cited.
    """
    return now is Verdict.VERIFIED or now is then is Verdict.AMBIGUOUS


class Level(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Outcome(StrEnum):
    ANSWER = "answer"
    TICKET = "ticket"


class CitationOrigin(StrEnum):
    MODEL = "model"
    EXTRACTIVE = "extractive"
    RETRIEVED = "retrieved"


@dataclass(frozen=True, slots=True)
class EvidenceSentence:
    """One citable unit of a ranked section. index counts the document's sentences.

    marks: the code and bold of the quote, counted from its beginning.
    """

    index: int
    block: int
    quote: str
    spans: tuple[Span, ...]
    anchor: str
    score: float
    kind: str = "paragraph"  # the kind of its block
    context: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """A section that survived the relevance floor, with its sentences in document order."""

    ranked: ScoredSection
    identity: str
    fingerprint: str
    sentences: tuple[EvidenceSentence, ...]
    version: str = ""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class Confidence:
    """How far the evidence carries, computed from retrieval alone.

    score: 0 to 1. reasons: short sentences a person can check. signals: the named inputs.
    """

    level: Level
    score: float
    reasons: tuple[str, ...]
    signals: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Citation:
    """One link from a claim to one exact sentence.

    fingerprint is the document's at the time of citing; status is what reading it back says now.
    within: where its page repeats the quote, the longer passage around this one that stands once.
    """

    marker: int
    source: str
    path: str
    route: str
    identity: str
    fingerprint: str
    anchor: str
    heading_path: tuple[str, ...]
    quote: str
    spans: tuple[Span, ...]
    url: str = ""
    status: Verdict = Verdict.VERIFIED
    origin: CitationOrigin = CitationOrigin.EXTRACTIVE
    flags: tuple[Flag, ...] = ()
    rebound: str = ""  # what it quoted before it was bound anew by hand; "" where it never was
    within: str = ""

    @property
    def target(self) -> str:
        """SOURCE/ROUTE-OR-PATH#ANCHOR."""
        return target_of(self.identity, self.anchor)


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer and the markers of what it rests on.

    lacking: what the cited text does not bear out, where the sentence is not supported.
    """

    text: str
    markers: tuple[int, ...]
    support: Support = Support.VERBATIM
    lacking: tuple[Lack, ...] = ()


@dataclass(frozen=True, slots=True)
class BorneOut:
    """What the library says of a sentence, each of support's sentences as a citation without a
    marker.
    """

    support: ClaimSupport
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contrast: where it is from, in words, and the marker of its sentence."""

    label: str
    marker: int


@dataclass(frozen=True, slots=True)
class Contrast:
    """Sentences on one subject that say different things. kind: "number", "negation" or "name"."""

    kind: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A neighbouring section worth opening."""

    title: str
    source: str
    path: str
    route: str
    anchor: str


@dataclass(frozen=True, slots=True)
class SearchedTerm:
    """One thing that was searched for: what was typed, and where else it was looked for.

    sections: how many hold it or what was added for it. added: synonyms and corrected spellings.
    """

    typed: str
    origin: TermOrigin
    sections: int
    added: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketDraft:
    """What to hand on where the evidence is weak.

    searched: what was searched for, as lines to read; terms: the same, as values. scores: of the
    section of each citation, in points.
    """

    title: str
    summary: str
    searched: tuple[str, ...]
    next_information: tuple[str, ...]
    citations: tuple[Citation, ...]
    confidence: Confidence
    scores: tuple[float, ...] = ()
    terms: tuple[SearchedTerm, ...] = ()
    context: str = ""  # what was pasted with the question, shortened: a log, settings, code


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of wall time."""

    retrieval: float = 0.0
    model: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a model read and wrote; None where nothing was called or it did not say."""

    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """One of the things that a question asks. markers: of its citations, as the answer has them.

    ticket: what to hand on where it is not answered.
    """

    question: str
    outcome: Outcome
    confidence: Confidence
    markers: tuple[int, ...] = ()
    ticket: TicketDraft | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, or a ticket draft, with everything needed to reproduce it."""

    id: str
    question: str
    outcome: Outcome
    route: str  # "direct", or the path the router chose
    confidence: Confidence
    text: str
    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...]
    ranked: tuple[ScoredSection, ...]
    terms: tuple[Term, ...]
    suggested: tuple[Suggestion, ...] = ()
    ticket: TicketDraft | None = None
    provider: str = NO_PROVIDER
    model: str = ""
    fallback: str = ""  # why the extractive answer stands, in words; "" where it was asked for
    usage: Tokens = Tokens()
    timing: Timing = Timing()
    workspace: str = ""
    generation: int = 0
    asked_at: str = ""  # ISO 8601, UTC
    notes: tuple[str, ...] = ()  # flags worth saying: deprecated, version or tier limits
    contrasts: tuple[Contrast, ...] = ()  # what is said differently elsewhere
    unkept: str = ""  # why it could not be kept; "" where it was, under its id
    backend: str = "lexical"  # what ranked the sections
    rewritten: tuple[
        str, ...
    ] = ()  # further queries that were searched with, as the router wrote them
    intent: str = ""  # what the question wants, as the router took it
    clarify: str = ""  # the question to put back where no rewriting helps
    follows: str = ""  # the id of the answer this one asks on from
    prompt_hash: str = ""  # SHA-256 of the prompt files a model was instructed with
    dropped: tuple[str, ...] = ()  # markers a model wrote that point at nothing
    filters: Filters = field(default_factory=Filters)  # what narrowed the search
    methods: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # versions of what shapes evidence: program, analyser, calibration, synonyms
    parts: tuple[AnswerPart, ...] = ()  # what it asks, where that is several things
    fault: str = ""  # a ProviderFault where one is why `fallback` stands; "cancelled" at a wish


@dataclass(frozen=True, slots=True)
class Verification:
    """A verdict with what was found and where, so that a writer can mend it.

    settling: of an ambiguous passage, a longer one that stands once; "" where there is none.
    """

    verdict: Verdict
    detail: str
    found: tuple[str, ...] = ()  # identities with anchors where the passage stands
    block: int | None = None
    start: int | None = None
    end: int | None = None
    settling: str = ""


@dataclass(frozen=True, slots=True)
class DeepLink:
    """The public address of a sentence.

    url: "" where its page has none. exact: whether it highlights the sentence and nothing else;
    otherwise it leads to the heading above, and reason says why.
    """

    url: str
    exact: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OpenedCitation:
    """A citation read back: the document as it is now, and where the sentence stands in it.

    document is None where the page is gone; block, start and end are None where the sentence is.
    """

    citation: Citation
    verification: Verification
    document: Document | None
    document_id: int | None = None
    block: int | None = None
    start: int | None = None
    end: int | None = None
