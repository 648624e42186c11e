"""The reply that is drafted for a customer's message, and who signs it.

A reply's text is Markdown with [n] markers and {{placeholders}}. Positions count its characters
(code points); ends are exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from verbatim_desktop.domain.answers import Citation, Claim, Confidence, Level, TicketDraft
from verbatim_desktop.domain.messages import Message, Question
from verbatim_desktop.domain.retrieval import Filters


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
    asks: str = ""  # its first question, to the point
