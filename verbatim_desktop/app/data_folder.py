"""Where the data stands, and how it is taken elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.ports import no_progress

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.data_folder import FolderChoice, FolderInUse, FolderMoved
    from verbatim_desktop.ports import Progress


class DataFolder:
    """Reached as `verbatim.data_folder`. It holds every workspace, and the settings."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def in_use(self) -> FolderInUse:
        """Where the data stands, and who says so."""
        return self._rooms.folder_in_use()

    def look(self, folder: Path) -> FolderChoice:
        """What choosing a folder would mean. Raises UsageError where it cannot be."""
        return self._rooms.look_at_folder(folder)

    def move(self, folder: Path, progress: Progress = no_progress) -> FolderMoved:
        """Copy the data there, check the copy, and use it from now on; what was copied stays.

        Raises LibraryBusy while anybody else has the library open, StorageFull, UsageError,
        Cancelled: then all is as before.
        """
        return self._rooms.move_folder(folder, progress)

    def use(self, folder: Path) -> FolderMoved:
        """Use the library that stands there from the next start on. Raises LibraryError."""
        return self._rooms.use_folder(folder)

    def remove_left(self, moved: FolderMoved) -> None:
        """Remove what a move left behind. Raises LibraryBusy, UsageError."""
        self._rooms.remove_left(moved)
