"""Three records, so that what is printed of them never moves."""

from __future__ import annotations

from typing import Any, cast

from verbatim_desktop.app.usage import EVERYTHING, Usage
from verbatim_desktop.domain.usage import Budget, UsageFilter, UsageKind, UsageRecord

ASKED = UsageRecord(
    id="one",
    at="2026-11-30T09:00:00Z",
    kind=UsageKind.ASK,
    provider="openai",
    model="gpt-5",
    input_tokens=1200,
    cached_tokens=200,
    output_tokens=90,
    cost_usd=0.0021,
    retrieval_ms=12.5,
    model_ms=1800.0,
    total_ms=1812.5,
    citations=2,
    level="high",
    confidence=0.91,
    route="direct",
    outcome="answer",
    question_hash="0" * 64,
    answer="0123456789abcdef",
)
REWRITTEN = UsageRecord(
    id="two",
    at="2026-11-30T09:05:00Z",
    kind=UsageKind.REWRITE,
    provider="compatible",
    model="local",
    input_tokens=300,
    output_tokens=80,
    model_ms=900.0,
    total_ms=900.0,
)
FAILED = UsageRecord(
    id="three",
    at="2026-11-29T17:00:00Z",
    kind=UsageKind.ASK,
    provider="openai",
    retrieval_ms=11.0,
    total_ms=11.0,
    outcome="answer",
    fault="no_key",
)


class SampleUsage(Usage):
    """The real sums over three records."""

    def __init__(self) -> None:
        super().__init__(cast("Any", None))

    def records(
        self, narrow: UsageFilter = EVERYTHING, limit: int | None = None
    ) -> tuple[UsageRecord, ...]:
        return tuple(r for r in (REWRITTEN, ASKED, FAILED) if r.at >= narrow.since)[:limit]

    def budget(self) -> Budget:
        return Budget(
            "2026-11-01T00:00:00Z",
            8.5,
            10.0,
            1,
            notice="$8.50 of this month's budget of $10.00 are spent.",
        )

    def forget_questions(self) -> int:
        return 2
