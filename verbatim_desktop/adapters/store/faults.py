"""What SQLite reports, as one clear line that says what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from verbatim_desktop.domain.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    StorageFull,
)

NO_ROOM_FOR_SHARED_MEMORY = sqlite3.SQLITE_IOERR | (19 << 8)  # SQLITE_IOERR_SHMSIZE


def library_error(error: sqlite3.Error, database: Path) -> LibraryError | None:
    """The world's fault behind an error of SQLite; None where it is a bug of ours."""
    extended = getattr(error, "sqlite_errorcode", None) or 0
    code = extended & 0xFF
    if code == sqlite3.SQLITE_FULL or extended == NO_ROOM_FOR_SHARED_MEMORY:
        return StorageFull(
            f"The disk is full: {database.parent} cannot take more. "
            "Nothing already stored is lost; free some space and try again."
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return LibraryBusy(
            f"Another process is using the library {database}. Wait for it, or stop it, "
            "and try again."
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return LibraryDamaged(
            f"The library {database} is damaged. Restore a backup, or move the file away "
            "and ingest your sources again."
        )
    if code in (
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_PERM,
    ):
        return LibraryError(
            f"The library {database} cannot be used ({error}). Check the disk and who may "
            "write to the folder, and try again."
        )
    return None
