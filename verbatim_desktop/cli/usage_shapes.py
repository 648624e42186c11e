"""The JSON of `usage`."""

from __future__ import annotations

from typing import Annotated, TypedDict


class UsageTotalShape(TypedDict):
    name: Annotated[str, "A day, a model or a provider."]
    records: int
    calls: Annotated[int, "Records in which a model was asked and said what it used."]
    faults: Annotated[int, "Records in which a model was asked and did not answer."]
    input_tokens: Annotated[int, "Those that were cached included."]
    cached_tokens: int
    output_tokens: int
    cost_usd: Annotated[float, "Of the calls whose cost is known."]
    unknown_costs: Annotated[int, "Calls whose cost is not known."]
    retrieval_ms: float
    model_ms: float


class UsageRecordShape(TypedDict):
    id: str
    at: str
    kind: str
    provider: str
    model: str
    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    retrieval_ms: float
    model_ms: float
    total_ms: float
    citations: int
    level: str
    confidence: float | None
    route: str
    outcome: str
    question_hash: str
    question: Annotated[str, "Empty unless previews or full texts are kept."]
    answer: str
    fault: str


class BudgetShape(TypedDict):
    since: str
    spent_usd: float
    limit_usd: Annotated[float, "0 where there is no limit."]
    unknown: Annotated[int, "Calls of this month whose cost is not known and not counted."]
    is_spent: bool
    notice: str


class UsageReportShape(TypedDict):
    """What was asked and what it cost."""

    workspace: str
    by: str
    totals: list[UsageTotalShape]
    records: list[UsageRecordShape]
    budget: BudgetShape
    forgotten: Annotated[int | None, "Questions that were taken out; null where none were to be."]
