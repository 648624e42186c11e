"""What the support gate says of a sentence: borne out by what it cites, or what is lacking."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Support(StrEnum):
    """How a claim stands to what it cites."""

    VERBATIM = "verbatim"
    SUPPORTED = "supported"
    NOT_SUPPORTED = "not_supported"
    UNCITED = "uncited"


class SupportRule(StrEnum):
    """Why a sentence is not supported: the kind of thing that the cited text does not bear out."""

    NUMBER = "number"
    IDENTIFIER = "identifier"
    NEGATION = "negation"
    CONDITION = "condition"  # "if", "only", "at least", "must": what limits a statement
    OPPOSITE = "opposite"  # "disable" where the source says "enable"
    ORDER = "order"  # two things have changed places
    SPEAKER = "speaker"  # it speaks of the writer, whom no source knows
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing a sentence says that its sources do not.

    text: what it is, as the sentence has it. detail: a short sentence to show.
    """

    rule: SupportRule
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the support gate says of one sentence. score: 0 to 1, how much of it is borne out.

    claims: False for a sentence that claims nothing ("Here is how:"); it is then supported, and
    supports nothing.
    """

    support: Support
    score: float
    lacking: tuple[Lack, ...] = ()
    claims: bool = True


@dataclass(frozen=True, slots=True)
class Answered:
    """What the support gate says of an answer as a whole. score: 0 to 1, as of a sentence.

    sentences: each with its own assessment; a supported answer may have one that is not.
    """

    sentences: tuple[tuple[str, Assessment], ...]
    score: float
    supported: bool


@dataclass(frozen=True, slots=True)
class SupportingSentence:
    """A sentence of the library that bears a claim out. score: 0 to 1, how much of it."""

    quote: str
    source: str
    path: str
    route: str
    anchor: str
    heading_path: tuple[str, ...]
    score: float
    document_id: int = 0
    block: int = 0


@dataclass(frozen=True, slots=True)
class ClaimSupport:
    """What the library says of a claim.

    sentences: those that bear it out, best first; where it is not supported, the closest one.
    missing: what of the claim none of them says. reason: one sentence to show.
    """

    claim: str
    supported: bool
    sentences: tuple[SupportingSentence, ...]
    missing: tuple[str, ...]
    reason: str
    generation: int = 0
