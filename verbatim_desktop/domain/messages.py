"""A customer's message, what was taken off it, and what it asks.

Positions count characters (code points) of the text they belong to; ends are exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    mark: the question mark of its sentence, where another question stands between it and that.
    """

    text: str
    start: int
    end: int
    search: str
    kind: QuestionKind = QuestionKind.ASKED
    mark: str = ""
