"""A ledger and gaps known by heart, for the Usage pane to stand on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from verbatim_desktop.domain.gaps import (
    Gap,
    GapReport,
    NearSection,
    OpenQuestion,
    SynonymProposal,
    Why,
)
from verbatim_desktop.domain.usage import (
    Budget,
    UsageFilter,
    UsageKind,
    UsageRecord,
    UsageSettings,
)
from verbatim_desktop.ports import Progress, no_progress

NOW = datetime(2026, 11, 30, 9, 12, tzinfo=UTC)
EVERYTHING = UsageFilter()


def asked(number: int, **changes: Any) -> UsageRecord:
    """A question without a model, the higher its number the earlier."""
    at = (NOW - timedelta(seconds=number)).strftime("%Y-%m-%dT%H:%M:%SZ")
    record = UsageRecord(
        f"r{number}", at, UsageKind.ASK, "none", retrieval_ms=20.0 + number, total_ms=25.0 + number,
        citations=3, level="high", confidence=0.9, route="direct", outcome="answer",
        question_hash=f"{number:064x}", answer="1204",
    )  # fmt: skip
    return replace(record, **changes)


def called(number: int, model: str, cost: float | None, **changes: Any) -> UsageRecord:
    """A question that a model answered."""
    values: dict[str, Any] = (
        {
            "provider": "openai", "model": model, "input_tokens": 3000, "cached_tokens": 1500,
            "output_tokens": 280, "cost_usd": cost, "model_ms": 1900.0, "total_ms": 1950.0,
        } | changes
    )  # fmt: skip
    return asked(number, **values)


RECORDS = (
    asked(0),
    called(1, "gpt-mini", 0.0168),
    called(2, "gpt-mini", 0.02),
    called(3, "haiku", 0.01, provider="anthropic", kind=UsageKind.REWRITE, outcome="", level=""),
    called(4, "local", None, provider="compatible"),
    asked(5, level="low", outcome="ticket", question="Can we pin an IP in Osaka?"),
    asked(6, provider="openai", fault="The key was refused."),
)
PROPOSAL = SynonymProposal("osaka", "region", 2, 2)
GAP = Gap(
    ("osaka",),
    (
        OpenQuestion(
            "Can we pin a project to an IP in Osaka?",
            ("2026-11-29T09:12:00Z", "2026-11-30T09:12:00Z"),
            (Why.MISSING, Why.LOW),
            "1205",
            ("Two customers asked.",),
            ("osaka",),
        ),
        OpenQuestion("Is Osaka a region?", ("2026-11-28T09:12:00Z",), (Why.LOW,), "1206"),
    ),
    (NearSection("harbor/docs/deploy/rollbacks#not-undone", ("Rollbacks", "Not undone"), 2),),
    (PROPOSAL,),
)
REPORT = GapReport((GAP,), 12, 1)


class FakeUsage:
    """Records until the test says else; what was forgotten and saved is remembered.

    Every record counts, whatever the day: since holds the first one that was asked for.
    """

    def __init__(self) -> None:
        self.since = ""
        self.all: tuple[UsageRecord, ...] = ()
        self.set = UsageSettings()
        self.spent = 0.0
        self.notice = ""
        self.error: Exception | None = None

    def records(
        self,
        narrow: UsageFilter = EVERYTHING,
        limit: int | None = None,
    ) -> tuple[UsageRecord, ...]:
        if self.error is not None:
            raise self.error
        self.since = narrow.since or self.since
        return self.all[:limit]

    def settings(self) -> UsageSettings:
        return self.set

    def save_settings(self, settings: UsageSettings) -> None:
        if self.error is not None:
            raise self.error
        self.set = settings

    def budget(self) -> Budget:
        limit = self.set.monthly_budget_usd
        unknown = sum(one.cost_usd is None and one.input_tokens is not None for one in self.all)
        spent = 0 < limit <= self.spent
        return Budget("2026-11-01T00:00:00Z", self.spent, limit, unknown, spent, self.notice)

    def forget_questions(self) -> int:
        held = sum(bool(one.question) for one in self.all)
        self.all = tuple(replace(one, question="") for one in self.all)
        return held

    def as_csv(self, records: Sequence[UsageRecord]) -> str:
        return "".join(f"{one.id}\r\n" for one in records)


class FakeGaps:
    def __init__(self) -> None:
        self.report = GapReport(())
        self.accepted: list[SynonymProposal] = []
        self.dismissed: list[str] = []
        self.error: Exception | None = None

    def find(self, progress: Progress = no_progress) -> GapReport:
        if self.error is not None:
            raise self.error
        return self.report

    def dismiss(self, questions: Sequence[str]) -> None:
        self.dismissed += questions

    def bring_back(self, questions: Sequence[str]) -> None:
        for one in questions:
            self.dismissed.remove(one)

    def accept(self, proposal: SynonymProposal) -> str | None:
        self.accepted.append(proposal)
        return None

    def undo(self, before: str | None) -> None:
        self.accepted.pop()

    def written(self, report: GapReport, form: str) -> str:
        return f"{form}: {report.open}"
