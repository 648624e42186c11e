"""Back the whole data folder up to one file, and bring it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.ports import no_progress

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.backups import Backup, Restored
    from verbatim_desktop.ports import Progress


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

    def restore(self, path: Path, progress: Progress = no_progress) -> Restored:
        """Put a backup in the place of the library, which is kept aside first.

        The backup is verified before anything is touched. Raises LibraryTooNew for one of a newer
        release, LibraryDamaged for one that is not whole, LibraryBusy while something is written.
        progress: of the search index, which is built then and there; a wish to stop leaves that to
        the next question.
        """
        return self._rooms.restore(path, progress)
