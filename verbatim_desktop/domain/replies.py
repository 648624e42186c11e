"""A customer's message, what it asks, and the reply that is drafted for it.

Positions count characters (code points) of the text they belong to; ends are exclusive. A reply's
text is Markdown with [n] markers and {{placeholders}}.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from verbatim_desktop.domain.answers import (
    Citation,
    Claim,
    Confidence,
    Level,
    TicketDraft,
    Tokens,
    Verdict,
)
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.domain.support import Assessment, Support

# --- The message ---------------------------------------------------------------------------------


class RemovedKind(StrEnum):
    """What was taken off a message before its questions were looked for."""

    QUOTED = "quoted"
    SIGNATURE = "signature"
    NOTICE = "notice"  # a disclaimer, or what a mail scanner put there
    PRINTED = "printed"  # a log, a stack trace, settings, code: what a program wrote


@dataclass(frozen=True, slots=True)
class RemovedPart:
    """A stretch that was taken off. at: where in the cleaned text it stood."""

    kind: RemovedKind
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Message:
    """What a customer wrote, without quoted history and signature; those stand in removed.

    attachments are names only, nothing of them is read. notes: what could not be read as it was
    meant, in short sentences.
    """

    text: str
    subject: str = ""
    sender_name: str = ""
    sender_address: str = ""
    attachments: tuple[str, ...] = ()
    removed: tuple[RemovedPart, ...] = ()
    language: str = "en"
    notes: tuple[str, ...] = ()

    @property
    def printed(self) -> str:
        """The logs and the code that were taken off, one below the other."""
        return "\n".join(part.text for part in self.removed if part.kind is RemovedKind.PRINTED)


class QuestionKind(StrEnum):
    ASKED = "asked"  # it has the form of a question
    REQUEST = "request"  # "please tell me how …", "we need to know whether …"
    PROBLEM = "problem"  # "I can't get X to work"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a message asks. text is message.text[start:end].

    search is what the library is asked: the question, with the sentence it leans on in front.
    """

    text: str
    start: int
    end: int
    search: str
    kind: QuestionKind = QuestionKind.ASKED


# --- The reply -----------------------------------------------------------------------------------


class Tone(StrEnum):
    PROFESSIONAL = "professional"
    FRIENDLY = "friendly"
    CONCISE = "concise"
    FORMAL = "formal"
    APOLOGETIC = "apologetic"


class Length(StrEnum):
    """How much is quoted for each question."""

    SHORT = "short"
    STANDARD = "standard"
    FULL = "full"


class ParagraphState(StrEnum):
    """Where a paragraph of a reply comes from."""

    GROUNDED = "grounded"  # quoted, confidence high
    UNCERTAIN = "uncertain"  # quoted, to be checked before it is sent
    UNANSWERED = "unanswered"  # says that this is being looked into
    TEMPLATE = "template"  # greeting, transition, sign-off, or from a template
    EDITED = "edited"  # typed or changed by a person


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A stretch of the reply's text. question: index of the one it answers, -1 for none."""

    start: int
    end: int
    state: ParagraphState
    question: int = -1


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with what the library says on it.

    text: the paragraphs that answer it as they were drafted. citations carry the markers of the
    whole reply. level LOW: nothing is quoted and ticket is what to hand on. notes: limits worth
    saying, such as deprecated passages or another language than the message's.
    """

    question: Question
    confidence: Confidence
    text: str
    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    ticket: TicketDraft | None = None
    notes: tuple[str, ...] = ()

    @property
    def level(self) -> Level:
        """How far the answer can be trusted; low wherever nothing is quoted."""
        return Level.LOW if self.ticket else self.confidence.level


@dataclass(frozen=True, slots=True)
class Agent:
    """Who answers, for sign-offs and templates."""

    name: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class ReplyOptions:
    """How a reply is to be drafted. language "" is the message's own; template "" is none."""

    tone: Tone = Tone.PROFESSIONAL
    length: Length = Length.STANDARD
    language: str = ""
    template: str = ""
    ticket: str = ""
    filters: Filters = field(default_factory=Filters)


@dataclass(frozen=True, slots=True)
class ReplyDraft:
    """A reply as it stands: what was drafted, and what a person made of it.

    internal: sources for internal use that it cites. generation: the library's when it was
    drafted. notes: what to know before sending, in short sentences. unmarked, marked: values of the
    message that a model may see, or may not, because a person said so. provider, model: who wrote
    the answers, "" where they are quoted; prompt_hash: of the prompt it was given.
    """

    id: str
    message: Message
    subject: str
    questions: tuple[AnsweredQuestion, ...]
    text: str
    paragraphs: tuple[Paragraph, ...]
    citations: tuple[Citation, ...]
    ticket: str = ""
    tone: Tone = Tone.PROFESSIONAL
    length: Length = Length.STANDARD
    language: str = "en"
    template: str = ""
    internal: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    generation: int = 0
    made: str = ""  # ISO 8601, UTC
    touched: str = ""
    filters: Filters = field(default_factory=Filters)
    unmarked: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    provider: str = ""
    model: str = ""
    prompt_hash: str = ""

    @property
    def key(self) -> str:
        """What it is kept under: one draft a ticket."""
        return self.ticket or self.id


@dataclass(frozen=True, slots=True)
class DraftSummary:
    """One row of the list of drafts."""

    key: str
    subject: str
    sender: str
    opening: str  # the message's first words
    questions: int
    uncertain: int  # questions to check or still open
    made: str
    touched: str
    ticket: str = ""


# --- Placeholders and templates ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A placeholder that has neither a value nor a fallback."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Filled:
    """Text with its placeholders filled in; those without a value stand as typed."""

    text: str
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """A text to start from or to insert. builtin ones come with the program."""

    name: str
    text: str
    description: str = ""
    builtin: bool = False


# --- Checks before sending -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LooseMarker:
    """A marker that points at no citation."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CheckedSentence:
    """A sentence of the reply and whether what it cites bears it out."""

    start: int
    end: int
    text: str
    markers: tuple[int, ...]
    assessment: Assessment


@dataclass(frozen=True, slots=True)
class ChangedCitation:
    """A cited sentence that does not stand where and as it was when the draft was written."""

    marker: int
    verdict: Verdict
    detail: str


@dataclass(frozen=True, slots=True)
class InternalCitation:
    """A citation of something that is not meant for customers."""

    marker: int
    source: str
    detail: str


@dataclass(frozen=True, slots=True)
class DraftCheck:
    """What stands between a draft and its customer."""

    unresolved: tuple[Unresolved, ...] = ()
    loose: tuple[LooseMarker, ...] = ()
    sentences: tuple[CheckedSentence, ...] = ()
    changed: tuple[ChangedCitation, ...] = ()
    internal: tuple[InternalCitation, ...] = ()

    @property
    def can_copy(self) -> bool:
        """Copying is blocked while a placeholder is unresolved; all else only warns."""
        return not self.unresolved

    @property
    def unsupported(self) -> tuple[CheckedSentence, ...]:
        return tuple(
            sentence
            for sentence in self.sentences
            if sentence.assessment.support is Support.NOT_SUPPORTED
        )

    @property
    def warnings(self) -> bool:
        """Whether there is something to look at before sending."""
        return bool(self.loose or self.unsupported or self.changed or self.internal)


# --- Personal data -------------------------------------------------------------------------------


class DataKind(StrEnum):
    """Personal data and secrets that are found by their form. Names have none."""

    EMAIL = "email"
    PHONE = "phone"
    CARD = "card"
    IBAN = "iban"
    SECRET = "secret"
    IP = "ip"
    URL = "url"  # an address that holds a password or a token
    MARKED = "marked"  # by the agent


@dataclass(frozen=True, slots=True)
class Redaction:
    """One value that was taken out, and what stands for it. start, end: in the original text."""

    kind: DataKind
    value: str
    placeholder: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """Text that can be shown to a model. notice says what is not found by itself."""

    text: str
    redactions: tuple[Redaction, ...] = ()
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """Text with the values back.

    mangled: what looks like a placeholder and is none; missing: placeholders that are gone.
    """

    text: str
    mangled: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


# --- Rewrites ------------------------------------------------------------------------------------


class DiffKind(StrEnum):
    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A stretch of words. SAME and REMOVED joined are the old text, SAME and ADDED the new."""

    kind: DiffKind
    text: str


class KeptKind(StrEnum):
    """What a rewrite must leave as it is."""

    LINK = "link"
    CODE = "code"
    NUMBER = "number"
    PLACEHOLDER = "placeholder"
    MARKER = "marker"
    REDACTION = "redaction"


@dataclass(frozen=True, slots=True)
class Altered:
    """Something a rewrite lost (added is False) or brought in (added is True)."""

    kind: KeptKind
    text: str
    added: bool = False


class RewriteStyle(StrEnum):
    """What a rewrite by a model is to make of a text."""

    PROFESSIONAL = "professional"
    FRIENDLY = "friendly"
    CONCISE = "concise"
    SHORTER = "shorter"
    CLEARER = "clearer"
    LANGUAGE = "language"  # the same in another language


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A draft, or a part of one, as a model rewrote it. Nothing is kept before a person says so.

    text: the whole draft with the rewritten part, which is text[start:end]; before is what stood
    there. diff: of that part. lost: links, code, numbers, placeholders, markers and personal data
    that are gone; added: what came in. sentences: those of the part, held against what they cite.
    left_out: links and tags of the model's own that were taken out. fallback: why nothing was
    rewritten, the text is then as it was; "" otherwise. draft: what the draft becomes where a model
    wrote its answers, None where only the text changes. notes: answers that stay quoted, and why.
    """

    text: str
    start: int
    end: int
    before: str
    diff: tuple[DiffPart, ...] = ()
    lost: tuple[Altered, ...] = ()
    added: tuple[Altered, ...] = ()
    sentences: tuple[CheckedSentence, ...] = ()
    left_out: tuple[str, ...] = ()
    provider: str = "none"
    model: str = ""
    usage: Tokens = field(default_factory=Tokens)
    model_ms: float = 0.0
    fallback: str = ""
    unrecorded: str = ""  # why the usage holds nothing of it; "" where it does
    draft: ReplyDraft | None = None
    notes: tuple[str, ...] = ()

    @property
    def unsupported(self) -> tuple[CheckedSentence, ...]:
        """Sentences that say what their sources do not."""
        return tuple(s for s in self.sentences if s.assessment.support is Support.NOT_SUPPORTED)

    @property
    def uncited(self) -> tuple[CheckedSentence, ...]:
        """Sentences that name no source."""
        return tuple(s for s in self.sentences if s.assessment.support is Support.UNCITED)
