"""The workspaces of the data folder: made, renamed, deleted with a way back, handed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.domain.workspaces import DEFAULT, check_name
from verbatim_desktop.ports import no_progress
from verbatim_desktop.text.nearest import did_you_mean, nearest

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.workspaces import (
        DeletedWorkspace,
        WorkspaceInfo,
        WorkspaceManifest,
    )
    from verbatim_desktop.ports import Progress


class Workspaces:
    """All workspaces beside the one in use. Safe to call from any thread."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def list(self) -> tuple[WorkspaceInfo, ...]:
        """Those that were written to, by name."""
        return self._rooms.workspaces().list()

    def create(self, name: str) -> None:
        """An empty workspace. Raises UsageError for a name that cannot be or is taken."""
        self._rooms.workspaces().create(check_name(name))

    def rename(self, name: str, new_name: str) -> None:
        """Raises NotFound, UsageError for a name that cannot be or is taken, LibraryBusy."""
        self._rooms.workspaces().rename(name, check_name(new_name))

    def delete(self, name: str) -> DeletedWorkspace:
        """Into the trash; `restore` with its token brings it back. Raises NotFound, LibraryBusy."""
        return self._rooms.workspaces().delete(name, self._rooms.new_id())

    def deleted(self) -> tuple[DeletedWorkspace, ...]:
        """What is in the trash, the oldest first."""
        return self._rooms.workspaces().deleted()

    def require(self, name: str) -> None:
        """Raises NotFound, with the nearest names, where there is no workspace of this name.

        The default one is there before anything is written to it.
        """
        if name == DEFAULT:
            return
        names = self._rooms.workspaces().names()
        if name in names:
            return
        near = did_you_mean(nearest(name, {*names, DEFAULT}))
        known = f"There are: {', '.join(names)}." if names else ""
        make = f"`verbatim workspaces create {name}` makes it."
        raise NotFound(
            " ".join(filter(None, [f"There is no workspace “{name}”.", near or known, make]))
        )

    def restore(self, token: str, name: str = "") -> str:
        """Bring a deleted workspace back, under another name if given; the name it has now.

        The beginning of its token will do. Raises NotFound, UsageError.
        """
        return self._rooms.workspaces().restore(token, check_name(name) if name else "")

    def purge(self) -> tuple[str, ...]:
        """Empty the trash for good; what was in it, by name."""
        return self._rooms.workspaces().purge()

    def export_to(self, name: str, target: Path) -> WorkspaceManifest:
        """Write a workspace to one file, without its ledger, drafts and index. Raises NotFound."""
        return self._rooms.workspaces().export_to(name, target)

    def import_from(self, source: Path, name: str = "", progress: Progress = no_progress) -> str:
        """Take in a workspace from a file under a name, "" for its own; the name it has now.

        Raises UsageError for what is no workspace file or a name that cannot be or is taken,
        LibraryDamaged for a file that was changed, LibraryTooNew. progress: of the search index; a
        wish to stop leaves that to the first question.
        """
        manifest = self._rooms.workspaces().import_from(source, check_name(name) if name else "")
        taken = name or manifest.name
        self._rooms.workspaces().index(taken, progress)
        return taken
