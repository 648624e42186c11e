"""The ledger of one workspace: what its questions and calls cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from sqlalchemy import Engine, Select, func, select, update
from sqlalchemy.dialects.sqlite import insert

from verbatim_desktop.adapters.store.engine import for_writing
from verbatim_desktop.adapters.store.mapping import AnyRow
from verbatim_desktop.adapters.store.tables import usage
from verbatim_desktop.domain.usage import UsageFilter, UsageKind, UsageRecord

EVERYTHING = UsageFilter()
_COLUMNS = {
    field.name: "name" if field.name == "id" else field.name for field in fields(UsageRecord)
}


class SqlLedger:
    """Implements ports.Ledger. workspace answers with the row of the workspace."""

    def __init__(self, engine: Engine, workspace: Callable[[], int]) -> None:
        self._engine = engine
        self._workspace = workspace

    def record(self, record: UsageRecord, /) -> None:
        values = {column: getattr(record, field) for field, column in _COLUMNS.items()}
        row = {**values, "kind": record.kind.value, "workspace_id": self._workspace()}
        with for_writing(self._engine).begin() as connection:
            connection.execute(
                insert(usage)
                .values(row)
                .on_conflict_do_update(index_elements=["workspace_id", "name"], set_=row)
            )

    def records(
        self, narrow: UsageFilter = EVERYTHING, /, *, limit: int | None = None
    ) -> tuple[UsageRecord, ...]:
        query = self._narrowed(select(usage), narrow)
        query = query.order_by(usage.c.at.desc(), usage.c.id.desc()).limit(limit)
        with self._engine.begin() as connection:
            return tuple(_read(row) for row in connection.execute(query))

    def cost_since(self, since: str) -> float:
        query = self._narrowed(
            select(func.coalesce(func.sum(usage.c.cost_usd), 0.0)), UsageFilter(since=since)
        )
        with self._engine.begin() as connection:
            return float(connection.execute(query).scalar_one())

    def forget_questions(self) -> int:
        held = (usage.c.workspace_id == self._workspace()) & (usage.c.question != "")
        with for_writing(self._engine).begin() as connection:
            return connection.execute(update(usage).where(held).values(question="")).rowcount

    def _narrowed(self, query: Select[Any], narrow: UsageFilter) -> Select[Any]:
        query = query.where(usage.c.workspace_id == self._workspace())
        if narrow.since:
            query = query.where(usage.c.at >= narrow.since)
        if narrow.until:
            query = query.where(usage.c.at < narrow.until)
        for name in ("provider", "model", "kind"):
            if wanted := getattr(narrow, name):
                query = query.where(usage.c[name] == wanted)
        return query


def _read(row: AnyRow) -> UsageRecord:
    values: dict[str, Any] = {field: getattr(row, column) for field, column in _COLUMNS.items()}
    values["kind"] = UsageKind(row.kind)
    return UsageRecord(**values)
