"""What was read once and still holds, kept beside its connection until the database changes.

A search asks for the generation and for settings at each key that is typed. SQLite tells a
connection at once whether another one has committed since it was last asked, and how many rows it
changed itself; where neither has moved, what was read is what would be read again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

_KEPT, _SEEN = "remembered", "remembered at"
MOST = 256  # values kept beside one connection


def remembered(engine: Engine, name: Hashable, read: Callable[[Connection], T]) -> T:
    """What read gives, from memory where the database is as it was. name: tells it from others."""
    with engine.connect() as connection:
        kept = _kept(connection)
        if name not in kept:
            if len(kept) >= MOST:
                kept.clear()
            kept[name] = read(connection)
        return kept[name]


def _kept(connection: Connection) -> dict[Hashable, Any]:
    """Values that still hold. Found out before anything is read, so that none is older than that.

    Where that cannot be told nothing is taken to hold, and reading it says what is wrong.
    """
    try:
        seen = _seen(connection)
    except sqlite3.Error:
        return {}
    info = connection.info
    if info.get(_SEEN) != seen:
        info[_SEEN], info[_KEPT] = seen, {}
    return info[_KEPT]


def _seen(connection: Connection) -> tuple[int, int]:
    """Differs once another connection has committed, or this one has changed a row."""
    own = connection.connection.dbapi_connection
    assert isinstance(own, sqlite3.Connection)
    [version] = own.execute("PRAGMA data_version").fetchone()
    return version, own.total_changes
