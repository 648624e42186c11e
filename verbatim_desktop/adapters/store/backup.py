"""Copies of the database, made while others read and write it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from verbatim_desktop.adapters.store.faults import library_error
from verbatim_desktop.domain.errors import LibraryError


def copy_database(database: Path, target: Path) -> None:
    """Copy a database to a new file, whole or not at all. Raises LibraryError."""
    unfinished = target.with_name(target.name + ".part")
    try:
        with closing(sqlite3.connect(database)) as old, closing(sqlite3.connect(unfinished)) as new:
            old.backup(new)
        os.replace(unfinished, target)
    except sqlite3.Error as error:
        unfinished.unlink(missing_ok=True)
        raise library_error(error, target) or error from error
    except OSError as error:
        raise LibraryError(f"The backup {target} cannot be written ({error.strerror}).") from error
