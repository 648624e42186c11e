"""Bring a database to the tables of this release, or leave it alone.

A new database is made at once; an older one is copied aside and then migrated; a newer one is
refused. Alembic is imported only where there is something to migrate.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Engine, text

from verbatim_desktop.adapters.store.backup import copy_database
from verbatim_desktop.adapters.store.engine import for_writing
from verbatim_desktop.adapters.store.lock import only_one
from verbatim_desktop.adapters.store.tables import metadata
from verbatim_desktop.domain.errors import LibraryError, LibraryTooNew

#: Every revision in migrations/versions, oldest first; a test holds the two together.
REVISIONS = ("0001", "0002", "0003")
SCRIPTS = Path(__file__).parent / "migrations"

_BUSY = "Another process is preparing the library. Wait until it is done, and try again."
_PATIENCE_SECONDS = 30.0


def bring_up_to_date(
    engine: Engine,
    database: Path,
    revisions: tuple[str, ...] = REVISIONS,
    scripts: Path = SCRIPTS,
) -> None:
    """Make or migrate the tables. Raises LibraryTooNew, LibraryBusy and other LibraryErrors."""
    if _revision(engine, database, revisions) == revisions[-1]:
        return
    with only_one(database.parent / "migrate.lock", _BUSY, _PATIENCE_SECONDS):
        found = _revision(engine, database, revisions)
        if not found:
            _create(engine, revisions[-1])
        elif found != revisions[-1]:
            copy_database(database, backup_path(database, found))
            upgrade(engine, scripts)


def backup_path(database: Path, revision: str) -> Path:
    """Where an older database is kept before it is migrated."""
    return database.with_name(f"{database.stem}-before-{revision}-was-migrated{database.suffix}")


def _revision(engine: Engine, database: Path, revisions: tuple[str, ...]) -> str:
    """The revision of the tables, "" where there are none yet."""
    with engine.begin() as connection:
        tables = set(connection.execute(text("SELECT name FROM sqlite_schema")).scalars())
        if not tables:
            return ""
        if "alembic_version" not in tables:
            raise LibraryError(
                f"{database} is a database of another program. Name another folder with --home."
            )
        found = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if found not in revisions:
        raise LibraryTooNew(
            f"The library {database} was written by a newer release (its tables are {found}, "
            f"this release knows up to {revisions[-1]}). Nothing was changed: update the program, "
            "or name another folder with --home."
        )
    return found


def _create(engine: Engine, revision: str) -> None:
    with for_writing(engine).begin() as connection:
        metadata.create_all(connection)
        connection.execute(
            text(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
                "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
            )
        )
        connection.execute(
            text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision}
        )


def upgrade(engine: Engine, scripts: Path) -> None:
    """Run every migration that is still to run."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    with for_writing(engine).connect() as connection:
        # Batch mode makes tables anew; with foreign keys on, dropping the old one would take
        # every row that points at it along. The pragma works outside of a transaction only.
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.execute("PRAGMA foreign_keys=OFF")
        try:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        finally:
            connection.rollback()
            raw.execute("PRAGMA foreign_keys=ON")
