"""What is heard while a question is answered, in this order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from verbatim_desktop.domain.answers import Answer, Citation, Claim


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The evidence is found and weighed. answer: as it stands without a model, with every citation
    that a marker may come to point at. writes: whether a model writes now.
    """

    answer: Answer
    writes: bool


@dataclass(frozen=True, slots=True)
class Resolved:
    """Of an answer in parts, whose markers count on: all that its text may point at from now on."""

    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """More of the text, its markers resolved; joined they are the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class SentenceChecked:
    """A finished sentence and what the support gate says. start, end: in the text so far."""

    claim: Claim
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The answer as it is kept."""

    answer: Answer


AskEvent: TypeAlias = Retrieved | Resolved | Text | SentenceChecked | Finished
