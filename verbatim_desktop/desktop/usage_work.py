"""What the Usage pane asks of the library. All of it runs on a background lane."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.provider_words import OFFLINE, provider_words
from verbatim_desktop.desktop.usage_figures import (
    Figures,
    Period,
    figures_of,
    model_of,
    narrowed,
    since,
)
from verbatim_desktop.domain.usage import UsageFilter

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.gaps import GapReport
    from verbatim_desktop.domain.usage import Budget, QuestionLog, UsageRecord, UsageSettings
    from verbatim_desktop.ports import Progress


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the ledger is to be seen; "" for every provider, model or kind."""

    period: Period = Period.MONTH
    provider: str = ""
    model: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is shown. providers, models and kinds: those of the period, to narrow it by.

    ever: whether the ledger holds anything at all. offline: whether no provider is set.
    """

    wanted: Wanted
    records: tuple[UsageRecord, ...]
    figures: Figures
    budget: Budget
    settings: UsageSettings
    providers: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    ever: bool = True
    offline: bool = True


def read(verbatim: Verbatim, wanted: Wanted, now: datetime | None = None) -> Seen:
    """Raises SettingsError and LibraryError."""
    moment = now or datetime.now(UTC)
    usage = verbatim.usage
    records = usage.records(UsageFilter(since=since(wanted.period, moment)))
    chosen = narrowed(records, wanted.provider, wanted.model, wanted.kind)
    return Seen(
        wanted,
        tuple(chosen),
        figures_of(chosen, wanted.period, moment),
        usage.budget(),
        usage.settings(),
        tuple(sorted({one.provider for one in records})),
        tuple(sorted({model_of(one) for one in records})),
        tuple(sorted({one.kind.value for one in records})),
        ever=bool(records) or bool(usage.records(limit=1)),
        offline=provider_words(verbatim.models.chosen()) == OFFLINE,
    )


def forget(verbatim: Verbatim) -> int:
    return verbatim.usage.forget_questions()


def asked(verbatim: Verbatim) -> str:
    """What gaps are found among, told from what it was before: the last answer, and all that was
    said of answers.
    """
    newest = [answer.id for answer in verbatim.answers(1)]
    said = sorted((one.answer, one.at) for one in verbatim.feedbacks())
    return repr((newest, said))


def find_gaps(verbatim: Verbatim, progress: Progress) -> tuple[str, GapReport]:
    """The gaps, and what they were found among."""
    return asked(verbatim), verbatim.gaps.find(progress)


def log_words(log: QuestionLog) -> str:
    """How much of a question is kept here, and where all of it is."""
    here = {"hash": "as a hash", "preview": "as a preview"}.get(log, "in full")
    return f"{here} here; in full with each kept answer"
