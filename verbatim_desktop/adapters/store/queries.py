"""Which rows belong to a generation, and other conditions said once."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, Table, and_, func, or_, select
from sqlalchemy.sql.elements import ColumnElement

from verbatim_desktop.adapters.store.mapping import to_json
from verbatim_desktop.adapters.store.tables import workspaces


def live(table: Table, workspace: int, generation: int) -> ColumnElement[bool]:
    """The rows of sources or documents that a generation holds."""
    return and_(
        table.c.workspace_id == workspace,
        table.c.added <= generation,
        or_(table.c.removed.is_(None), table.c.removed > generation),
    )


def among(column: ColumnElement[int], ids: Collection[int]) -> ColumnElement[bool]:
    """However many ids there are: they travel as one JSON value, not as one parameter each."""
    each = func.json_each(to_json(sorted(ids))).table_valued("value")
    return column.in_(select(each.c.value))


def published(connection: Connection, workspace: int) -> int:
    """The published generation; 0 for a workspace that was never written."""
    query = select(workspaces.c.generation).where(workspaces.c.id == workspace)
    return connection.execute(query).scalar_one_or_none() or 0
