"""Where the program keeps its data, and who may read it.

The folder is --home, else VERBATIM_HOME, else the one that was chosen in the settings, else the
platform's own; only its owner may open it. The choice is kept as a file in the platform's own
folder: it is found without a database, by the window and the command line alike.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from verbatim_desktop.domain.data_folder import SaidBy
from verbatim_desktop.domain.errors import DataFolderGone, LibraryError

VARIABLE = "VERBATIM_HOME"
#: In the platform's own folder; holds the path of the one that was chosen.
POINTER = "data-folder"
OWNER_ONLY = 0o700


@dataclass(frozen=True, slots=True)
class Home:
    """The layout of a data folder. Nothing is made before it is needed."""

    root: Path
    said_by: SaidBy = SaidBy.OPTION

    @property
    def database(self) -> Path:
        return self.root / "library.db"

    @property
    def indexes(self) -> Path:
        """The folder of the search indexes, one folder a workspace."""
        return self.root / "index"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def checkouts(self) -> Path:
        """What was fetched of repositories."""
        return self.root / "checkouts"

    @property
    def backups(self) -> Path:
        """Libraries that another one was restored in the place of."""
        return self.root / "backups"

    @property
    def settings(self) -> Path:
        return self.root / "settings.json"

    def make(self) -> Home:
        """Make the folder where it is missing, closed to others. Raises LibraryError."""
        make_private(self.root)
        return self


def find_home(option: str = "") -> Home:
    """The data folder that was asked for or chosen, or the platform's own. Raises DataFolderGone
    for one that was chosen and is not there: an empty library is not opened in its place.
    """
    if option:
        return Home(Path(option).expanduser().absolute())
    if named := os.environ.get(VARIABLE, ""):
        return Home(Path(named).expanduser().absolute(), SaidBy.ENVIRONMENT)
    own = own_folder()
    chosen = _chosen(own / POINTER)
    return Home(chosen, SaidBy.CHOICE) if chosen else Home(own, SaidBy.PLATFORM)


def own_folder() -> Path:
    """The platform's own."""
    from platformdirs import user_data_path

    return user_data_path("verbatim-desktop", appauthor=False)


def choose_folder(folder: Path) -> None:
    """From now on the data is there, in one step. Raises LibraryError."""
    from verbatim_desktop.adapters.whole_file import replace_file  # no start waits for it

    own = own_folder()
    try:
        if folder == own:
            (own / POINTER).unlink(missing_ok=True)
        else:
            make_private(own)
            replace_file(own / POINTER, os.fsencode(folder))
    except OSError as error:
        raise LibraryError(
            f"The choice cannot be kept in {own} ({error.strerror}). Nothing was changed."
        ) from error


def _chosen(pointer: Path) -> Path | None:
    """The folder that was chosen; None where none was. Raises LibraryError, DataFolderGone."""
    try:
        folder = Path(os.fsdecode(pointer.read_bytes().rstrip(b"\r\n")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LibraryError(f"{pointer} cannot be read ({error}). Remove it, or mend it.") from error
    if not folder.is_absolute():
        raise LibraryError(f"{pointer} names no folder. Remove it, or write a whole path into it.")
    try:
        is_there = any(folder.iterdir())
    except (OSError, ValueError):
        is_there = False
    if not is_there:
        raise DataFolderGone(
            f"The data folder {folder}, which was chosen in the settings, is not there. Connect "
            f"its disk, or remove {pointer} to use {pointer.parent} again."
        )
    return folder


def make_private(folder: Path) -> None:
    """A folder that only its owner may open. Raises LibraryError."""
    try:
        folder.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
        if os.name != "nt" and folder.stat().st_mode & 0o077:
            folder.chmod(OWNER_ONLY)
    except OSError as error:
        raise LibraryError(
            f"The data folder {folder} cannot be used ({error.strerror}). "
            f"Name another one with --home or {VARIABLE}."
        ) from error
