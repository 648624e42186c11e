"""Back the whole data folder up to one file, and bring it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.backups import Backup, Restored


class Backups:
    """Reached as `verbatim.backups`. Every workspace of the data folder is in a backup."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def backup(self, path: Path) -> Backup:
        """Write one file with the library as it is now and the settings, without keys.

        Takes a consistent snapshot, also while something is being written. An older backup of
        that name is replaced, any other file is not. Raises LibraryError, UsageError.
        """
        return self._rooms.back_up(path)

    def restore(self, path: Path) -> Restored:
        """Put a backup in the place of the library, which is kept aside first.

        The backup is verified before anything is touched. Raises LibraryTooNew for one of a newer
        release, LibraryDamaged for one that is not whole, LibraryBusy while something is written.
        """
        return self._rooms.restore(path)
