"""One writer at a time, across processes; the operating system frees the lock of a killed one.

SQLite's own file locks do this alike on every platform: whoever holds an exclusive transaction on
a small file of its own is the writer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from verbatim_desktop.adapters.store.faults import library_error
from verbatim_desktop.domain.errors import LibraryBusy


@contextmanager
def only_one(file: Path, busy: str, patience: float) -> Generator[None]:
    """Hold the lock of a file; LibraryBusy with a message after that many seconds of waiting."""
    with closing(_connect(file, patience)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise LibraryBusy(busy) from error
            raise library_error(error, file) or error from error
        yield


def _connect(file: Path, patience: float) -> sqlite3.Connection:
    try:
        return sqlite3.connect(
            file, timeout=patience, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise library_error(error, file) or error from error
