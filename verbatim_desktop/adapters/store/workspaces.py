"""The workspaces of a data folder: make, rename, delete with a way back, copy out and in.

A deleted workspace is renamed to what none can be called; its rows stay until the trash is
emptied. A copy holds the published generation alone, without the ledger, drafts and the index.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, update

from verbatim_desktop.adapters.store.engine import connect, for_writing, make_engine
from verbatim_desktop.adapters.store.faults import library_error
from verbatim_desktop.adapters.store.library import writer_lock
from verbatim_desktop.adapters.store.lock import only_one
from verbatim_desktop.adapters.store.migrate import bring_up_to_date
from verbatim_desktop.adapters.store.queries import live
from verbatim_desktop.adapters.store.tables import (
    answers,
    contents,
    documents,
    kept,
    sections,
    settings,
    sources,
    vectors,
    workspaces,
)
from verbatim_desktop.domain.errors import LibraryDamaged, NotFound, UsageError
from verbatim_desktop.domain.workspaces import DeletedWorkspace, WorkspaceInfo
from verbatim_desktop.text.nearest import by_beginning

TRASH = "~"  # no name of a workspace starts with it
#: What stays on this workstation beside the ledger: drafts, which quote customers, and what was
#: seen in files that authors keep here, which names their folders.
LEFT_OUT_KINDS = ("draft%", "macros")
WAIT_FOR_WRITER_SECONDS = 3.0

_PUBLISHED = "added <= {generation} AND (removed IS NULL OR removed > {generation})"
_OF_PAGES = "document_id IN (SELECT id FROM main.documents)"


class SqlWorkspaces:
    """Every workspace of one database."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._engine = engine
        self._writing = for_writing(engine)
        self._folder = folder

    # --- Looking ---------------------------------------------------------------------------------

    def list(self) -> tuple[WorkspaceInfo, ...]:
        with self._engine.begin() as connection:
            names = connection.execute(
                select(workspaces.c.name)
                .where(~workspaces.c.name.startswith(TRASH))
                .order_by(workspaces.c.name)
            ).scalars()
            return tuple(_info(connection, name) for name in names.all())

    def deleted(self) -> tuple[DeletedWorkspace, ...]:
        with self._engine.begin() as connection:
            names = connection.execute(
                select(workspaces.c.name)
                .where(workspaces.c.name.startswith(TRASH))
                .order_by(workspaces.c.id)
            ).scalars()
            return tuple(_deleted(connection, name) for name in names.all())

    # --- Changing --------------------------------------------------------------------------------

    def create(self, name: str) -> None:
        """Raises UsageError where there is one of this name."""
        with self._writing.begin() as connection:
            _require_free(connection, name)
            connection.execute(insert(workspaces).values(name=name))

    def rename(self, name: str, new_name: str) -> None:
        """Raises NotFound, UsageError where the new name is taken, LibraryBusy."""
        with self._alone(name), self._writing.begin() as connection:
            _require_free(connection, new_name, but=name)
            _call(connection, name, new_name)

    def delete(self, name: str, token: str) -> DeletedWorkspace:
        """Into the trash, under a token. Raises NotFound and LibraryBusy."""
        with self._alone(name), self._writing.begin() as connection:
            trashed = f"{TRASH}{token}{TRASH}{name}"
            _call(connection, name, trashed)
            return _deleted(connection, trashed)

    def restore(self, token: str, name: str = "") -> str:
        """Out of the trash, under a name or its own. Raises NotFound, UsageError where the name
        is taken.
        """
        with self._writing.begin() as connection:
            in_trash = workspaces.c.name.startswith(TRASH)
            rows = connection.execute(select(workspaces.c.name).where(in_trash)).scalars().all()
            trashed = {row.split(TRASH, 2)[1]: row for row in rows}
            row = trashed.get(by_beginning(token, trashed, "deleted workspaces"))
            if row is None:
                raise NotFound("That workspace is no longer in the trash.")
            called = name or _name_of(row)
            _require_free(connection, called)
            _call(connection, row, called)
            return called

    def purge(self) -> tuple[str, ...]:
        """Empty the trash for good; the names of what was in it."""
        gone = tuple(one.name for one in self.deleted())
        with self._writing.begin() as connection:
            connection.execute(delete(workspaces).where(workspaces.c.name.startswith(TRASH)))
        return gone

    @contextmanager
    def _alone(self, name: str) -> Generator[None]:
        """While nobody writes to the workspace."""
        with self._engine.begin() as connection:
            row = _row_of(connection, name)
        busy = f"The workspace “{name}” is being written. Wait until that is done, and try again."
        with only_one(writer_lock(self._folder, row), busy, WAIT_FOR_WRITER_SECONDS):
            yield

    # --- Copying ---------------------------------------------------------------------------------

    def copy_out(self, name: str, database: Path, target: Path) -> WorkspaceInfo:
        """Write one workspace to a database of its own. Raises NotFound and LibraryError."""
        with self._engine.begin() as connection:
            row = _row_of(connection, name)
        engine = make_engine(target)
        try:
            bring_up_to_date(engine, target)
        finally:
            engine.dispose()
        with _attached(target, database, "BEGIN") as copy:
            _copy_rows(copy, row)
        with closing(connect(target)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("VACUUM")
        with self._engine.begin() as connection:
            return _info(connection, name)

    def copy_in(self, source: Path, database: Path, name: str) -> None:
        """Take in the one workspace of a checked database under a free name."""
        with self._writing.begin() as connection:
            _require_free(connection, name)
        with _attached(database, source, "BEGIN IMMEDIATE") as home:
            _take_in(home, name)


def _copy_rows(copy: sqlite3.Connection, row: int) -> None:
    """From the attached library into this empty one."""
    copy.execute(
        "INSERT INTO main.workspaces (id, name, generation) "
        "SELECT 1, name, generation FROM other.workspaces WHERE id = ?",
        (row,),
    )
    [generation] = copy.execute("SELECT generation FROM main.workspaces").fetchone()
    published = _PUBLISHED.format(generation=int(generation))
    for table in (sources, documents):
        chosen = ", ".join(
            {"workspace_id": "1", "removed": "NULL"}.get(name, name) for name in _columns(table)
        )
        copy.execute(
            f"INSERT INTO main.{table.name} ({', '.join(_columns(table))}) "
            f"SELECT {chosen} FROM other.{table.name} WHERE workspace_id = ? AND {published}",
            (row,),
        )
    for table in (contents, sections):
        names = ", ".join(_columns(table))
        copy.execute(
            f"INSERT INTO main.{table.name} ({names}) "
            f"SELECT {names} FROM other.{table.name} WHERE {_OF_PAGES}"
        )
    for table in (answers, settings, vectors):
        _copy_plain(copy, table, row, 1)
    goes_along = "".join(f" AND kind NOT LIKE '{kind}'" for kind in LEFT_OUT_KINDS)
    _copy_plain(copy, kept, row, 1, goes_along)


def _take_in(home: sqlite3.Connection, name: str) -> None:
    """From the attached copy into this library, with row numbers of its own."""
    home.execute(
        "INSERT INTO main.workspaces (name, generation) "
        "SELECT ?, generation FROM other.workspaces WHERE id = 1",
        (name,),
    )
    [row] = home.execute("SELECT id FROM main.workspaces WHERE name = ?", (name,)).fetchone()
    query = "SELECT coalesce(max(seq), 0) FROM main.sqlite_sequence WHERE name = 'documents'"
    [after] = home.execute(query).fetchone()
    chosen = {"workspace_id": str(row), "id": f"id + {after}"}
    home.execute(
        f"INSERT INTO main.documents ({', '.join(_columns(documents))}) "
        f"SELECT {', '.join(chosen.get(one, one) for one in _columns(documents))} "
        "FROM other.documents"
    )
    for table in (contents, sections):
        columns = _columns(table)
        moved = ", ".join(f"{one} + {after}" if one == "document_id" else one for one in columns)
        home.execute(
            f"INSERT INTO main.{table.name} ({', '.join(columns)}) "
            f"SELECT {moved} FROM other.{table.name}"
        )
    for table in (sources, answers, kept, settings, vectors):
        _copy_plain(home, table, 1, row)


def _copy_plain(
    connection: sqlite3.Connection, table: Table, old: int, new: int, more: str = ""
) -> None:
    """Rows of one workspace as rows of another, numbered anew."""
    columns = [name for name in _columns(table) if name != "id"]
    chosen = ", ".join(str(new) if name == "workspace_id" else name for name in columns)
    order = " ORDER BY id" if "id" in table.c else ""
    connection.execute(
        f"INSERT INTO main.{table.name} ({', '.join(columns)}) "
        f"SELECT {chosen} FROM other.{table.name} WHERE workspace_id = ? {more}{order}",
        (old,),
    )


def _columns(table: Table) -> list[str]:
    return [column.name for column in table.columns]


@contextmanager
def _attached(database: Path, other: Path, begin: str) -> Generator[sqlite3.Connection]:
    """One transaction in a database that reads another one as `other`."""
    with closing(connect(database)) as connection:
        try:
            connection.execute("ATTACH DATABASE ? AS other", (str(other),))
            connection.execute(begin)
            yield connection
            connection.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            raise LibraryDamaged(f"The rows of {other.name} do not fit together.") from error
        except sqlite3.Error as error:
            raise library_error(error, database) or error from error


# --- Rows ----------------------------------------------------------------------------------------


def _row_of(connection: Connection, name: str) -> int:
    query = select(workspaces.c.id).where(workspaces.c.name == name)
    row = connection.execute(query).scalar_one_or_none()
    if row is None or name.startswith(TRASH):
        raise NotFound(f"There is no workspace “{name}”.")
    return row


def _require_free(connection: Connection, name: str, but: str = "") -> None:
    query = select(workspaces.c.id).where(
        func.lower(workspaces.c.name) == name.lower(), workspaces.c.name != but
    )
    if connection.execute(query).first() is not None:
        raise UsageError(f"There is a workspace “{name}” already.")


def _call(connection: Connection, name: str, new_name: str) -> None:
    connection.execute(update(workspaces).where(workspaces.c.name == name).values(name=new_name))


def _name_of(trashed: str) -> str:
    return trashed.split(TRASH, 2)[2]


def _deleted(connection: Connection, trashed: str) -> DeletedWorkspace:
    token = trashed.split(TRASH, 2)[1]
    return DeletedWorkspace(token, _name_of(trashed), _info(connection, trashed).documents)


def _info(connection: Connection, name: str) -> WorkspaceInfo:
    row, generation = connection.execute(
        select(workspaces.c.id, workspaces.c.generation).where(workspaces.c.name == name)
    ).one()

    def count(table: Table) -> int:
        query = select(func.count()).select_from(table).where(live(table, row, generation))
        return connection.execute(query).scalar_one()

    newest = select(func.max(sources.c.updated)).where(live(sources, row, generation))
    updated = connection.execute(newest).scalar_one_or_none() or ""
    return WorkspaceInfo(name, count(sources), count(documents), updated)
