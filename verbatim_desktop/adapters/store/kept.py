"""Values kept in a workspace under a kind and a name: drafts, templates, feedback, lists."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Engine, Select, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from verbatim_desktop.adapters.store.engine import for_writing
from verbatim_desktop.adapters.store.mapping import AnyRow, to_json
from verbatim_desktop.adapters.store.tables import kept
from verbatim_desktop.domain.plain import Plain
from verbatim_desktop.ports import Kept


def keep(engine: Engine, workspace: int, kind: str, name: str, value: Plain, now: str) -> None:
    """Keep a value in the place of an older one, as the last touched of its kind."""
    text = to_json(value)
    with for_writing(engine).begin() as connection:
        last = select(func.coalesce(func.max(kept.c.turn), 0)).where(
            kept.c.workspace_id == workspace
        )
        turn = connection.execute(last).scalar_one() + 1
        row = {"value": text, "touched": now, "turn": turn}
        connection.execute(
            insert(kept)
            .values(workspace_id=workspace, kind=kind, name=name, made=now, **row)
            .on_conflict_do_update(index_elements=["workspace_id", "kind", "name"], set_=row)
        )


def all_kept(engine: Engine, workspace: int, kind: str) -> tuple[Kept, ...]:
    query = _of(workspace, kind).order_by(kept.c.turn.desc())
    with engine.begin() as connection:
        return tuple(_read(row) for row in connection.execute(query))


def kept_as(engine: Engine, workspace: int, kind: str, name: str) -> Kept | None:
    with engine.begin() as connection:
        row = connection.execute(_of(workspace, kind).where(kept.c.name == name)).one_or_none()
    return None if row is None else _read(row)


def drop(engine: Engine, workspace: int, kind: str, name: str) -> None:
    with for_writing(engine).begin() as connection:
        connection.execute(
            delete(kept).where(
                kept.c.workspace_id == workspace, kept.c.kind == kind, kept.c.name == name
            )
        )


def _of(workspace: int, kind: str) -> Select[Any, Any, Any, Any]:
    return select(kept.c.name, kept.c.value, kept.c.made, kept.c.touched).where(
        kept.c.workspace_id == workspace, kept.c.kind == kind
    )


def _read(row: AnyRow) -> Kept:
    return Kept(row.name, json.loads(row.value), row.made, row.touched)
