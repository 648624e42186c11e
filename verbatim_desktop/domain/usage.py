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


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """What a model costs, in US dollars for a million tokens. cached_usd None: as other input."""

    provider: str
    model: str
    input_usd: float
    output_usd: float
    cached_usd: float | None = None


@dataclass(frozen=True, slots=True)
class UsageSettings:
    """What is kept of questions, and where spending ends. 0 stands for no limit.

    warns_from: the share of the monthly budget from which a warning is shown. prices: of models
    that are not known, or cost something else here.
    """

    question: QuestionLog = QuestionLog.HASH
    monthly_budget_usd: float = 0.0
    warns_from: float = 0.8
    calls_per_minute: int = 30
    prices: tuple[ModelPrice, ...] = ()


@dataclass(frozen=True, slots=True)
class Budget:
    """How much of this month's budget is spent. since: the month's start. notice: "" or a warning.

    unknown: calls of this month whose cost is not known and not counted.
    """

    since: str
    spent_usd: float
    limit_usd: float
    unknown: int = 0
    is_spent: bool = False
    notice: str = ""


@dataclass(frozen=True, slots=True)
class UsageTotal:
    """Records added up under one name: a day, a model or a provider.

    calls: records in which a model was asked. unknown_costs: those of them whose cost is not known.
    """

    name: str
    records: int = 0
    calls: int = 0
    faults: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    unknown_costs: int = 0
    retrieval_ms: float = 0.0
    model_ms: float = 0.0
