"""What each question and each call cost, in time, tokens and money."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class UsageKind(StrEnum):
    """What a record is of."""

    ASK = "ask"
    REPLY = "reply"
    REWRITE = "rewrite"


class QuestionLog(StrEnum):
    """How much of a question is kept with its record."""

    HASH = "hash"
    PREVIEW = "preview"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class UsageRecord:
    """One question or one call. None where nothing was called, or it was not told.

    at: ISO 8601, UTC. question: "" unless previews or full texts are kept. fault: why a model that
    was asked did not answer; "" otherwise.
    """

    id: str
    at: str
    kind: UsageKind
    provider: str
    model: str = ""
    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    retrieval_ms: float = 0.0
    model_ms: float = 0.0
    total_ms: float = 0.0
    citations: int = 0
    level: str = ""
    confidence: float | None = None
    route: str = ""
    outcome: str = ""
    question_hash: str = ""
    question: str = ""
    answer: str = ""  # the id of the kept answer; "" where none was kept
    fault: str = ""


@dataclass(frozen=True, slots=True)
class UsageFilter:
    """What narrows a list of records. since and until are ISO 8601 in UTC, until exclusive."""

    since: str = ""
    until: str = ""
    provider: str = ""
    model: str = ""
    kind: str = ""
