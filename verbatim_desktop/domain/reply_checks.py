"""What is looked at before a reply is sent: placeholders, markers, sentences, sources.

Positions count characters (code points) of the reply's text; ends are exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass

from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.support import Assessment, Support
from verbatim_desktop.domain.templates import Unresolved


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
    """What stands between a draft and its customer. An open placeholder blocks, the rest warns."""

    unresolved: tuple[Unresolved, ...] = ()
    loose: tuple[LooseMarker, ...] = ()
    sentences: tuple[CheckedSentence, ...] = ()
    changed: tuple[ChangedCitation, ...] = ()
    internal: tuple[InternalCitation, ...] = ()

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
