"""A draft, or a part of one, as a model rewrote it: what changed, and what must not have."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from verbatim_desktop.domain.answers import NO_PROVIDER, Tokens
from verbatim_desktop.domain.replies import ReplyDraft
from verbatim_desktop.domain.reply_checks import CheckedSentence
from verbatim_desktop.domain.support import Support


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
    provider: str = NO_PROVIDER
    model: str = ""
    usage: Tokens = field(default_factory=Tokens)
    model_ms: float = 0.0
    fallback: str = ""
    fault: str = ""  # a ProviderFault where one is why, "cancelled" at a wish
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
