"""What was asked and what it cost, in the shape that scripts rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from verbatim_desktop.cli import usage_shapes as shapes
from verbatim_desktop.domain.plain import to_plain
from verbatim_desktop.domain.usage import Budget, UsageRecord, UsageTotal


def usage(
    workspace: str,
    by: str,
    totals: Sequence[UsageTotal],
    records: Sequence[UsageRecord],
    budget: Budget,
    forgotten: int | None,
) -> shapes.UsageReportShape:
    return {
        "workspace": workspace,
        "by": by,
        "totals": [cast("shapes.UsageTotalShape", to_plain(total)) for total in totals],
        "records": [cast("shapes.UsageRecordShape", to_plain(record)) for record in records],
        "budget": cast("shapes.BudgetShape", to_plain(budget)),
        "forgotten": forgotten,
    }
