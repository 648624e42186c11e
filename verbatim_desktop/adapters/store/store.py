"""Open the database of a data folder, and the library of each workspace in it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, event, select

from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.search.folders import folder_name
from verbatim_desktop.adapters.store.engine import Hook, make_engine
from verbatim_desktop.adapters.store.library import SqlLibrary
from verbatim_desktop.adapters.store.migrate import bring_up_to_date
from verbatim_desktop.adapters.store.tables import workspaces
from verbatim_desktop.adapters.store.vectors import SqlVectors
from verbatim_desktop.adapters.store.workspaces import TRASH, SqlWorkspaces
from verbatim_desktop.domain.errors import LibraryBusy, LibraryDamaged
from verbatim_desktop.ports import Clock

DEFAULT_WORKSPACE = "default"


class Store:
    """One database and its workspaces. Close it before its folder is taken away."""

    def __init__(self, engine: Engine, home: Home, clock: Clock) -> None:
        self._engine = engine
        self._home = home
        self._clock = clock

    def library(self, workspace: str = DEFAULT_WORKSPACE) -> SqlLibrary:
        """The library of a workspace, which is made when something is first written to it."""
        return SqlLibrary(self._engine, self._home.root, workspace, self._clock)

    @property
    def database(self) -> Path:
        return self._home.database

    def all_workspaces(self) -> SqlWorkspaces:
        """Every workspace, to be made, renamed, deleted and copied."""
        return SqlWorkspaces(self._engine, self._home.root)

    def vectors(self, workspace: str = DEFAULT_WORKSPACE) -> SqlVectors:
        """The vectors of a workspace's sections."""
        folder = self._home.root / "vectors" / folder_name(workspace)
        return self.library(workspace).vectors(folder)

    def workspaces(self) -> tuple[str, ...]:
        """The workspaces that were written to."""
        with self._engine.begin() as connection:
            named = ~workspaces.c.name.startswith(TRASH)
            query = select(workspaces.c.name).where(named).order_by(workspaces.c.name)
            return tuple(connection.execute(query).scalars())

    def let_go(self) -> None:
        """Close what nobody uses at the moment, which would be kept for the next one."""
        self._engine.pool.dispose()

    def retire(self) -> None:
        """The data is elsewhere: who still holds this one reads and writes nothing any more."""
        event.listen(self._engine, "engine_connect", _refuse_retired)
        self._engine.dispose()

    def close(self) -> None:
        self._engine.dispose()


def open_store(home: Home, clock: Clock | None = None, on_connect: Hook | None = None) -> Store:
    """Open a data folder's database, made or migrated where needed. Raises LibraryError.

    on_connect: called with each new connection of SQLite, to set it up further.
    """
    home.make()
    _refuse_emptied(home)
    engine = make_engine(home.database, on_connect)
    try:
        bring_up_to_date(engine, home.database)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine, home, clock or SystemClock())


def _refuse_retired(connection: Connection) -> None:
    connection.detach()  # from the pool, which would keep it open
    connection.close()
    raise LibraryBusy("The data was moved to another folder meanwhile. Do it once more.")


def _refuse_emptied(home: Home) -> None:
    """SQLite takes a file that was cut to nothing for a new library; its index tells better."""
    database, journal = home.database, Path(f"{home.database}-wal")
    if not database.exists() or database.stat().st_size or journal.exists():
        return
    if home.indexes.is_dir():
        raise LibraryDamaged(
            f"The library {database} was emptied: its index is still there. Restore a backup, or "
            "move the file away and ingest your sources again."
        )


@contextmanager
def opened_store(home: Home, clock: Clock | None = None) -> Generator[Store]:
    """A store for the length of a block."""
    store = open_store(home, clock)
    try:
        yield store
    finally:
        store.close()
