"""Records of usage as the pane shows them: totals, cost by day and model, times. Pure.

Days and months are those of UTC, as the budget counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from math import ceil, floor, log2
from statistics import median

from verbatim_desktop.desktop.bars import Bar
from verbatim_desktop.domain.answers import NO_PROVIDER, Level, Outcome
from verbatim_desktop.domain.usage import UsageKind, UsageRecord

#: As many models have a colour of their own; the last one is for all others.
MOST_SERIES = 5
OTHERS = "others"
#: Times are counted in steps of half an octave, from this many milliseconds on.
FIRST_EDGE = 10.0
MOST_BUCKETS = 16


class Period(IntEnum):
    WEEK = 0
    MONTH = 1
    YEAR = 2


@dataclass(frozen=True, slots=True)
class Series:
    """One model of the chart and what it cost in all."""

    name: str
    total: float


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts between edges, one edge more than counts; p50 and p95 in milliseconds."""

    edges: tuple[float, ...] = ()
    counts: tuple[int, ...] = ()
    p50: float = 0.0
    p95: float = 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What stands over the table. answered: share of the questions asked, None where none was."""

    records: int = 0
    without_model: int = 0
    answered: float | None = None
    low: int = 0
    median_ms: float | None = None
    cached: float | None = None
    cost: float = 0.0
    unknown_costs: int = 0
    series: tuple[Series, ...] = ()
    stacks: tuple[Bar, ...] = ()  # a day or a month each: what every series cost then
    retrieval: Histogram = Histogram()
    model: Histogram = Histogram()


def begin_of(period: Period, now: datetime) -> date:
    """The first day of a period: a week back, the first of the month, or of twelve months."""
    today = now.astimezone(UTC).date()
    if period is Period.WEEK:
        return today - timedelta(days=6)
    first = today.replace(day=1)
    if period is Period.MONTH:
        return first
    if first.month == 12:
        return first.replace(month=1)
    return first.replace(year=first.year - 1, month=first.month + 1)


def since(period: Period, now: datetime) -> str:
    """The same as the ledger compares times."""
    return f"{begin_of(period, now).isoformat()}T00:00:00"


def figures_of(records: Sequence[UsageRecord], period: Period, now: datetime) -> Figures:
    asked = [record for record in records if record.kind is UsageKind.ASK and record.outcome]
    called = [record for record in records if is_call(record)]
    times = [record.total_ms for record in records if record.total_ms > 0]
    series = _series(called)
    return Figures(
        records=len(records),
        without_model=sum(not is_asked(record) for record in records),
        answered=_share(sum(record.outcome == Outcome.ANSWER for record in asked), len(asked)),
        low=sum(record.level == Level.LOW for record in asked),
        median_ms=median(times) if times else None,
        cached=_share(
            sum(record.cached_tokens or 0 for record in called),
            sum(record.input_tokens or 0 for record in called),
        ),
        cost=sum(record.cost_usd or 0.0 for record in called),
        unknown_costs=sum(record.cost_usd is None for record in called),
        series=series,
        stacks=_stacks(called, series, period, now),
        retrieval=histogram([record.retrieval_ms for record in records]),
        model=histogram([record.model_ms for record in called]),
    )


def is_asked(record: UsageRecord) -> bool:
    """Whether a model was to write."""
    return record.provider not in ("", NO_PROVIDER)


def is_call(record: UsageRecord) -> bool:
    """Whether a model was really called: it has read something then."""
    return record.input_tokens is not None


def model_of(record: UsageRecord) -> str:
    return (record.model or record.provider) if is_asked(record) else NO_PROVIDER


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


# --- cost ----------------------------------------------------------------------------------------


def _series(called: Sequence[UsageRecord]) -> tuple[Series, ...]:
    """Models by what they cost, the dearest first; the least of too many together."""
    costs: dict[str, float] = {}
    for record in called:
        if record.cost_usd:
            name = model_of(record)
            costs[name] = costs.get(name, 0.0) + record.cost_usd
    names = sorted(costs, key=lambda name: (-costs[name], name))
    if len(names) <= MOST_SERIES:
        return tuple(Series(name, costs[name]) for name in names)
    own, rest = names[: MOST_SERIES - 1], names[MOST_SERIES - 1 :]
    others = Series(OTHERS, sum(costs[name] for name in rest))
    return (*(Series(name, costs[name]) for name in own), others)


def _stacks(
    called: Sequence[UsageRecord], series: Sequence[Series], period: Period, now: datetime
) -> tuple[Bar, ...]:
    bars = _bars(period, now)
    places = {name: number for number, (name, _mark) in enumerate(bars)}
    rows = {one.name: number for number, one in enumerate(series)}
    parts = [[0.0] * len(series) for _bar in bars]
    length = 7 if period is Period.YEAR else 10
    for record in called:
        place = places.get(record.at[:length])
        if place is not None and record.cost_usd:
            parts[place][rows.get(model_of(record), len(series) - 1)] += record.cost_usd
    return tuple(Bar(name, mark, tuple(own)) for (name, mark), own in zip(bars, parts, strict=True))


def _bars(period: Period, now: datetime) -> list[tuple[str, str]]:
    """Every bar of a period by its name, and its mark under the axis."""
    first = begin_of(period, now)
    if period is Period.YEAR:
        months = [(first.year + (first.month - 1 + n) // 12, (first.month - 1 + n) % 12 + 1)
                  for n in range(12)]  # fmt: skip
        return [(f"{year}-{month:02}", f"{date(year, month, 1):%b}") for year, month in months]
    if period is Period.WEEK:
        days = [first + timedelta(days=n) for n in range(7)]
        return [(day.isoformat(), f"{day:%a} {day.day}") for day in days]
    after = (first + timedelta(days=32)).replace(day=1)
    days = [first + timedelta(days=n) for n in range((after - first).days)]
    marked = (1, 5, 10, 15, 20, 25, len(days))
    return [(day.isoformat(), str(day.day) if day.day in marked else "") for day in days]


# --- times ---------------------------------------------------------------------------------------


def histogram(times: Sequence[float]) -> Histogram:
    """Times over zero in half octaves; what is quicker or slower stands in the outermost ones."""
    found = sorted(time for time in times if time > 0)
    if not found:
        return Histogram()
    steps = [_step(time) for time in found]
    first, last = steps[0], min(steps[-1], steps[0] + MOST_BUCKETS - 1)
    counts = Counter(min(step, last) for step in steps)
    return Histogram(
        tuple(edge(step) for step in range(first, last + 2)),
        tuple(counts[step] for step in range(first, last + 1)),
        at_rank(found, 0.5),
        at_rank(found, 0.95),
    )


def _step(time: float) -> int:
    return max(floor(2 * log2(max(time, 1.0) / FIRST_EDGE)), -4)


def edge(step: int) -> float:
    return FIRST_EDGE * 2 ** (step / 2)


def at_rank(ascending: Sequence[float], share: float) -> float:
    """The nearest rank: a time that was really measured."""
    return ascending[max(ceil(share * len(ascending)) - 1, 0)]


# --- words ---------------------------------------------------------------------------------------


def dollars(amount: float, digits: int = 2) -> str:
    return f"${amount:,.{digits}f}"


def milliseconds(time: float) -> str:
    if time >= 1000:
        return f"{time / 1000:,.1f} s"
    return f"{time:.0f} ms" if time >= 1 else "under 1 ms"


# --- the table, narrowed -------------------------------------------------------------------------


def narrowed(
    records: Sequence[UsageRecord], provider: str = "", model: str = "", kind: str = ""
) -> list[UsageRecord]:
    """Those of a provider, a model and a kind; "" for all of them."""
    return [
        one
        for one in records
        if provider in ("", one.provider)
        and model in ("", model_of(one))
        and kind in ("", one.kind.value)
    ]


def matching(records: Sequence[UsageRecord], text: str) -> list[UsageRecord]:
    """Those that hold every word typed, in what is shown of them."""
    words = text.casefold().split()
    return [one for one in records if not words or _holds(one, words)]


def _holds(record: UsageRecord, words: Sequence[str]) -> bool:
    shown = "\n".join(
        (
            record.question, record.question_hash, record.route, record.provider, record.model,
            record.kind.value, record.level, record.outcome, record.fault,
        )
    ).casefold()  # fmt: skip
    return all(word in shown for word in words)


def megabytes(size: int) -> str:
    return f"{size / 1e9:,.2f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"
