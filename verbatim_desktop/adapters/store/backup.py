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


def move_generations_on(fresh: Path, present: Path) -> None:
    """Give a database that takes another's place numbers that the other never used.

    Whoever has a reader of a generation open must not take another library's for it. What was
    not published stays unpublished; the index is built anew.
    """
    last_generation, last_document = _last_numbers(present)
    with closing(sqlite3.connect(fresh)) as connection, connection:
        published = connection.execute("SELECT id, generation FROM workspaces").fetchall()
        for workspace, generation in published:
            ahead = max(last_generation, generation) + 1
            for table in ("documents", "sources"):
                for column in ("removed", "added"):
                    connection.execute(
                        f"UPDATE {table} SET {column} = ? WHERE workspace_id = ? AND {column} = ?",
                        (ahead + 1, workspace, generation + 1),
                    )
            connection.execute(
                "UPDATE workspaces SET generation = ?, manifest = NULL WHERE id = ?",
                (ahead, workspace),
            )
        connection.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'documents'",
            (last_document,),
        )


def _last_numbers(database: Path) -> tuple[int, int]:
    """The highest generation and document of a database; 0 where it cannot say."""
    if not database.exists():
        return 0, 0
    try:
        with closing(sqlite3.connect(database)) as connection:
            [generation] = connection.execute(
                "SELECT coalesce(max(generation), 0) FROM workspaces"
            ).fetchone()
            [document] = connection.execute(
                "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'documents'"
            ).fetchone()
    except sqlite3.Error:
        return 0, 0
    return int(generation), int(document)
