"""The workspaces of a data folder, their trash, and the files they are handed over as."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.domain.workspaces import (
        DeletedWorkspace,
        WorkspaceInfo,
        WorkspaceManifest,
    )
    from verbatim_desktop.ports.running import Progress


class Workspaces(Protocol):
    """Every workspace of a data folder."""

    def list(self) -> tuple[WorkspaceInfo, ...]:
        """Those that were written to, by name."""
        ...

    def deleted(self) -> tuple[DeletedWorkspace, ...]: ...

    def create(self, name: str) -> None:
        """Raises UsageError where the name is taken."""
        ...

    def rename(self, name: str, new_name: str) -> None:
        """Raises NotFound, UsageError where the new name is taken, LibraryBusy."""
        ...

    def delete(self, name: str, token: str) -> DeletedWorkspace:
        """Put it into the trash, under a token. Raises NotFound and LibraryBusy."""
        ...

    def names(self) -> tuple[str, ...]:
        """What `list` names, without counting what is in them."""
        ...

    def restore(self, token: str, name: str = "") -> str:
        """Out of the trash, under a name, "" for its own; the name it has now.

        token: the beginning of one does. Raises NotFound, UsageError where the name is taken.
        """
        ...

    def purge(self) -> tuple[str, ...]:
        """Empty the trash for good; the names of what was in it."""
        ...

    def export_to(self, name: str, target: Path) -> WorkspaceManifest:
        """Write one to a file, whole or not at all. Raises NotFound and LibraryError."""
        ...

    def import_from(self, source: Path, name: str) -> WorkspaceManifest:
        """Take one in under a name, "" for its own. Raises UsageError and LibraryError."""
        ...

    def index(self, name: str, progress: Progress) -> None:
        """Build the search index of one that was taken in, as far as progress and the disk let."""
        ...
