"""The states of Usage: nothing asked, reading, figures, a spent budget, gaps found and lacking.

No model is called for a picture: records as of models are put beside those that the ledger holds.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

from verbatim_desktop.desktop import usage_work as work
from verbatim_desktop.desktop.panes.usage import GAPS, UsagePane
from verbatim_desktop.desktop.states.stage import Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, Need, State
from verbatim_desktop.desktop.usage_figures import Period, figures_of
from verbatim_desktop.domain.errors import LibraryDamaged
from verbatim_desktop.domain.usage import Budget, UsageKind, UsageRecord

#: Provider, model, what a call costs, calls a day.
MODELS = (
    ("openai", "gpt-4.1-mini", 0.0042, 5),
    ("anthropic", "claude-haiku", 0.0061, 3),
    ("compatible", "local-model", None, 2),
)
DAYS = 24


def pane(stage: Stage) -> UsagePane:
    return cast("UsagePane", stage.window.pane("usage"))


def go(stage: Stage) -> UsagePane:
    stage.window.commands.go("usage")
    stage.settle()
    return pane(stage)


def records(now: datetime) -> tuple[UsageRecord, ...]:
    """As many as a small team makes in a month, the newest first."""
    found: list[UsageRecord] = []
    for day in range(DAYS):
        for number, (provider, model, cost, calls) in enumerate(MODELS):
            for call in range((calls + day * (number + 2)) % (calls + 2)):
                at = now - timedelta(days=day, minutes=17 * call + 5 * number)
                found.append(_record(len(found), at, provider, model, cost))
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def _record(
    number: int, at: datetime, provider: str, model: str, cost: float | None
) -> UsageRecord:
    low = number % 9 == 4
    return UsageRecord(
        id=f"r{number}",
        at=at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        kind=UsageKind.REWRITE if number % 7 == 3 else UsageKind.ASK,
        provider=provider,
        model=model,
        input_tokens=2400 + 37 * (number % 11),
        cached_tokens=1200,
        output_tokens=180 + 9 * (number % 13),
        cost_usd=cost,
        retrieval_ms=14.0 * 1.05 ** (number * 7 % 43),
        model_ms=900.0 + 61 * (number % 17),
        total_ms=930.0 + 61 * (number % 17),
        citations=0 if low else 1 + number % 5,
        level="low" if low else "high",
        confidence=0.2 if low else 0.86,
        route="direct",
        outcome="ticket" if low else "answer",
        question_hash=f"{number * 7919:064x}",
    )


def shown(stage: Stage) -> None:
    """Figures as of a month with models."""
    go(stage)
    now = datetime.now(UTC)
    seen = work.read(stage.library(), work.Wanted(Period.MONTH), now)
    some = records(now)
    spent = sum(one.cost_usd or 0.0 for one in some)
    with_models = replace(
        seen,
        records=some,
        figures=figures_of(some, Period.MONTH, now),
        budget=Budget(f"{now:%Y-%m}-01T00:00:00Z", spent, 5.0),
        providers=tuple(sorted({one.provider for one in some})),
        models=tuple(sorted({one.model for one in some})),
        offline=False,
    )
    pane(stage).overview.show_seen(with_models)


def _wait(stage: Stage) -> None:
    stage.hold()
    stage.window.commands.go("usage")


def _fail(stage: Stage) -> None:
    go(stage)
    stage.library.error = LibraryDamaged("Its ledger cannot be read.")
    pane(stage).read_again()


def _gaps(stage: Stage) -> None:
    go(stage)
    with stage.waited(pane(stage).gaps_shown):
        pane(stage).show_gaps()


def _gaps_on_their_way(stage: Stage) -> None:
    go(stage)
    stage.hold()
    pane(stage).show_gaps()


def _forget(stage: Stage) -> None:
    shown(stage)
    pane(stage).ask_to_forget()


def _narrow(stage: Stage) -> None:
    shown(stage)
    pane(stage).table.field.setText("xylophone")


STATES = (
    State(
        "usage-empty", Kind.EMPTY, go, lambda stage: pane(stage).overview.nothing.isVisible(),
        Need.NOTHING,
    ),
    State(
        "usage-none", Kind.EMPTY, _narrow, lambda stage: not pane(stage).table.shown(),
    ),
    State(
        "usage-gaps-none", Kind.EMPTY, _gaps,
        lambda stage: pane(stage).gaps.nothing.isVisible(), Need.NOTHING,
    ),
    State(
        "usage-loading", Kind.LOADING, _wait,
        lambda stage: pane(stage).overview.loading.isVisible(),
    ),
    State(
        "usage-gaps-loading", Kind.LOADING, _gaps_on_their_way,
        lambda stage: pane(stage).gaps.cancel.isVisible(),
    ),
    State(
        "usage-offline", Kind.PARTIAL, go, lambda stage: bool(pane(stage).table.shown()),
    ),
    State(
        "usage-forget", Kind.PARTIAL, _forget,
        lambda stage: facts_in(pane(stage)) == ["Forget the texts of all questions?"],
    ),
    State(
        "usage-error", Kind.ERROR, _fail,
        lambda stage: facts_in(pane(stage)) == ["The library is damaged."],
    ),
    State(
        "usage", Kind.FULL, shown, lambda stage: len(pane(stage).table.shown()) > 20, wide=True
    ),
    State(
        "usage-gaps", Kind.FULL, _gaps,
        lambda stage: pane(stage).parts.currentIndex() == GAPS and bool(pane(stage).gaps.cards),
        wide=True,
    ),
)  # fmt: skip
