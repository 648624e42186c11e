"""Where the program keeps its data, and who may read it.

The folder is --home, else VERBATIM_HOME, else the platform's own; only its owner may open it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from verbatim_desktop.domain.errors import LibraryError

VARIABLE = "VERBATIM_HOME"
OWNER_ONLY = 0o700


@dataclass(frozen=True, slots=True)
class Home:
    """The layout of a data folder. Nothing is made before it is needed."""

    root: Path

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
    """The data folder that was asked for, or the platform's own."""
    named = option or os.environ.get(VARIABLE, "")
    if named:
        return Home(Path(named).expanduser().absolute())
    from platformdirs import user_data_path

    return Home(user_data_path("verbatim-desktop", appauthor=False))


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
