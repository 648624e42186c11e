"""The workspaces of a data folder, with their index folders and as files."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.search.folders import folder_name
from verbatim_desktop.adapters.store.store import Store
from verbatim_desktop.domain.errors import Cancelled, LibraryError
from verbatim_desktop.domain.workspaces import DeletedWorkspace, WorkspaceInfo, WorkspaceManifest
from verbatim_desktop.ports import Clock, Progress


class HomeWorkspaces:
    """Implements ports.Workspaces. Index folders go along; one that is lost is built again."""

    def __init__(self, home: Home, store: Store, clock: Clock) -> None:
        self._indexes = home.indexes
        self._store = store
        self._rows = store.all_workspaces()
        self._clock = clock

    def list(self) -> tuple[WorkspaceInfo, ...]:
        return self._rows.list()

    def deleted(self) -> tuple[DeletedWorkspace, ...]:
        return self._rows.deleted()

    def create(self, name: str) -> None:
        self._rows.create(name)

    def rename(self, name: str, new_name: str) -> None:
        self._rows.rename(name, new_name)
        with suppress(OSError):  # another process reads it: the index is built again
            self._index_of(name).rename(self._index_of(new_name))

    def delete(self, name: str, token: str) -> DeletedWorkspace:
        return self._rows.delete(name, token)

    def names(self) -> tuple[str, ...]:
        return self._store.workspaces()

    def restore(self, token: str, name: str = "") -> str:
        return self._rows.restore(token, name)

    def purge(self) -> tuple[str, ...]:
        gone = self._rows.purge()
        there = {one.name for one in self._rows.list()}
        for name in set(gone) - there:
            shutil.rmtree(self._index_of(name), ignore_errors=True)
        return gone

    def export_to(self, name: str, target: Path) -> WorkspaceManifest:
        from verbatim_desktop.adapters.workspace_file import write_workspace

        return write_workspace(self._store, name, target, self._clock)

    def import_from(self, source: Path, name: str) -> WorkspaceManifest:
        from verbatim_desktop.adapters.workspace_file import read_workspace

        return read_workspace(self._store, source, name)

    def index(self, name: str, progress: Progress) -> None:
        """What stands in the way is said by the next question, which tries again."""
        from verbatim_desktop.adapters.search.index import WhooshIndex

        with suppress(Cancelled, LibraryError):
            WhooshIndex(self._store.library(name), self._indexes).ensure(progress)

    def _index_of(self, name: str) -> Path:
        return self._indexes / folder_name(name)
