"""Give the room of deleted rows back to the disk, once it is worth it and nobody is reading."""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from sqlalchemy import Engine

WORTH_BYTES = 4_000_000
WORTH_SHARE = 0.25


def give_back(engine: Engine) -> bool:
    """Shrink the file where much of it is free; whether it was done.

    A reader in the middle of a snapshot is not waited for: the next time will do. What fails, for
    want of room above all, leaves the file as it was.
    """
    connection = engine.raw_connection()
    try:
        raw = connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        if not _worth_it(raw) or not _checkpoint(raw):
            return False
        with suppress(sqlite3.OperationalError):  # a reader, or no room for the copy
            raw.execute("VACUUM")
            return _checkpoint(raw)
        return False
    finally:
        connection.close()


def _worth_it(raw: sqlite3.Connection) -> bool:
    free, pages, size = (
        raw.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("freelist_count", "page_count", "page_size")
    )
    return free * size >= WORTH_BYTES and free >= WORTH_SHARE * pages


def _checkpoint(raw: sqlite3.Connection) -> bool:
    """Bring the journal into the file, unless somebody still reads what was there before."""
    [patience] = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute("PRAGMA busy_timeout=0")
    try:
        busy, _pages, _moved = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    finally:
        raw.execute(f"PRAGMA busy_timeout={patience}")
    return not busy
