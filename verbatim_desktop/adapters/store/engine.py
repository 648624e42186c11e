"""How the database is opened: WAL, foreign keys, patience, and errors in words.

synchronous=NORMAL: a killed process loses no commit; a power cut may lose the last ones, and
never damages the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.pool import QueuePool

from verbatim_desktop.adapters.store.faults import library_error

PATIENCE_SECONDS = 10.0  # for the short transactions of another process
IMMEDIATE = "immediate"

Hook = Callable[[sqlite3.Connection], object]


def connect(database: Path) -> sqlite3.Connection:
    """A connection set up as every one is. Raises LibraryError."""
    try:
        connection = sqlite3.connect(
            database, timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            connection.close()
            raise
        return connection
    except sqlite3.Error as error:
        raise library_error(error, database) or error from error


def make_engine(database: Path, on_connect: Hook | None = None) -> Engine:
    """An engine whose errors are ours. Reads are one snapshot each; see `for_writing`."""

    def creator() -> sqlite3.Connection:
        connection = connect(database)
        if on_connect:
            on_connect(connection)
        return connection

    engine = create_engine(
        "sqlite://", creator=creator, poolclass=QueuePool, pool_size=4, max_overflow=-1
    )
    event.listen(engine, "begin", _begin)
    event.listen(engine, "handle_error", _translator(database))
    return engine


def for_writing(engine: Engine) -> Engine:
    """The same engine; its transactions take the write lock at once, so that they never clash."""
    return engine.execution_options(**{IMMEDIATE: True})


def _begin(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(IMMEDIATE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _translator(database: Path) -> Callable[[ExceptionContext], None]:
    def translate(context: ExceptionContext) -> None:
        original = context.original_exception
        if isinstance(original, sqlite3.Error) and (ours := library_error(original, database)):
            raise ours from original

    return translate
