"""`usage`: what was asked, how long it took and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from verbatim_desktop.cli import usage_json
from verbatim_desktop.cli.output import emit_json, emit_text, note
from verbatim_desktop.cli.session import Session, shared_options
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.usage import UsageFilter
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verbatim_desktop.domain.usage import UsageTotal

BY = ("day", "model", "provider")
HEADS = ("", "asked", "calls", "failed", "input", "cached", "output", "cost", "model time")


@click.command("usage")
@click.option("--since", default="", metavar="DATE", help="From this day on, such as 2026-11-01.")
@click.option(
    "--by", type=click.Choice(BY), default="day", help="What to add up by; day if unsaid."
)
@click.option("--csv", "as_csv", is_flag=True, help="Every record as a line of a table.")
@click.option("--forget", is_flag=True, help="First take kept questions out of every record.")
@shared_options
@click.pass_obj
def usage_command(session: Session, since: str, by: str, as_csv: bool, forget: bool) -> None:
    """Say what was asked, how long models took and what they cost.

    Of questions only a hash is kept, unless previews or full texts are set. A cost that is not
    known is counted as unknown, never as nothing.

    \b
    verbatim usage
    verbatim usage --since 2026-11-01 --by model
    verbatim usage --csv > usage.csv
    """
    if since and not _is_date(since):
        raise UsageError(f"“{since}” is no date. Write it as 2026-11-01.")
    usage = session.verbatim.usage
    forgotten = usage.forget_questions() if forget else None
    records = usage.records(UsageFilter(since=since))
    totals = usage.totals(records, by)
    budget = usage.budget()
    if session.json:
        name = session.verbatim.workspace
        emit_json(usage_json.usage(name, by, totals, records, budget, forgotten))
        return
    if forgotten is not None:
        note(f"{counted(forgotten, 'question')} taken out.")
    if as_csv:
        emit_text(usage.as_csv(records).replace("\r\n", "\n"))
        return
    emit_text(_table(totals) if totals else "Nothing was asked yet.")
    if budget.notice:
        emit_text(budget.notice)


def _is_date(text: str) -> bool:
    from datetime import date

    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


def _table(totals: Sequence[UsageTotal]) -> str:
    """Columns as wide as what stands in them; numbers to the right."""
    rows = [HEADS, *(_cells(total) for total in totals)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _cells(total: UsageTotal) -> tuple[str, ...]:
    numbers = (total.records, total.calls, total.faults)
    tokens = (total.input_tokens, total.cached_tokens, total.output_tokens)
    cells = [f"{number:,}" for number in (*numbers, *tokens)]
    return (total.name, *cells, _cost(total), f"{total.model_ms / 1000:.1f} s")


def _cost(total: UsageTotal) -> str:
    known = f"${total.cost_usd:.4f}"
    if not total.unknown_costs:
        return known
    unknown = f"{total.unknown_costs} unknown"
    return unknown if total.unknown_costs == total.calls else f"{known} + {unknown}"
