"""Take the data to another folder, or use a library that stands in one already.

Nobody else may have the library open meanwhile. Everything is copied into a folder within the new
one, read back and compared, and given its names, the database last; then the choice is switched in
one step. Whatever fails before that leaves the data where it was, and nothing in the new folder.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from verbatim_desktop.adapters.folder_copy import (
    STAGING,
    Entry,
    copy_all,
    entries_of,
    flush,
    is_passing,
)
from verbatim_desktop.adapters.home import POINTER, Home, choose_folder, make_private, own_folder
from verbatim_desktop.adapters.store.faults import library_error
from verbatim_desktop.adapters.store.lock import only_one
from verbatim_desktop.adapters.store.store import opened_store
from verbatim_desktop.domain.data_folder import FolderChoice, FolderMoved, SaidBy
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import (
    LibraryBusy,
    LibraryError,
    StorageFull,
    UsageError,
)
from verbatim_desktop.ports import Progress

#: The folder that is made within a chosen one that holds other things.
OWN = "verbatim-desktop"
#: For others to end, and between two looks at whether they have.
PATIENCE_SECONDS, BETWEEN_SECONDS = 10.0, 0.2
SPARE = 16_000_000  # bytes that are left free, beside a twentieth
READING = (
    "Something is being read into the library. Wait until it is done, or stop it, and move then."
)
OPEN = (
    "The library is in use: a question is being answered, or a command or the agents' server has "
    "it open. Wait for it or end it, and move then."
)


# --- What a folder would become ------------------------------------------------------------------


def look(home: Home, chosen: Path) -> FolderChoice:
    """What choosing a folder means. Raises UsageError where it cannot be, with the reason."""
    _may_change(home)
    folder = Path(os.path.realpath(chosen.expanduser().absolute()))
    if not _is_free(folder) and not Home(folder).database.exists():
        folder = folder / OWN
    present = Path(os.path.realpath(home.root))
    if folder == present:
        raise UsageError("The data is there already.")
    if folder.is_relative_to(present):
        raise UsageError("That is within the data folder. Choose a folder outside of it.")
    if "\n" in str(folder) or "\r" in str(folder):
        raise UsageError("A name with a line break in it cannot be kept. Choose another folder.")
    above = next(path for path in (folder, *folder.parents) if path.exists())
    if not above.is_dir() or not os.access(above, os.R_OK | os.W_OK | os.X_OK):
        raise UsageError(f"{above} cannot be written. Choose another folder.")
    if Home(folder).database.exists():
        return FolderChoice(str(folder), holds_library=True)
    if not _is_free(folder):
        raise UsageError(f"{folder} holds other things. Choose an empty folder.")
    size = sum(entry.size for entry in entries_of(home)) + _beside(home.database)
    return FolderChoice(str(folder), False, size, shutil.disk_usage(above).free)


def _may_change(home: Home) -> None:
    said = {SaidBy.OPTION: "--home", SaidBy.ENVIRONMENT: "VERBATIM_HOME"}.get(home.said_by)
    if said:
        raise UsageError(f"{said} says where the data is. A folder can be chosen without it.")


def _is_free(folder: Path) -> bool:
    """Nothing is in it but what an interrupted move of ours left, and the choice itself."""
    try:
        return set(os.listdir(folder)) <= {STAGING, POINTER}
    except FileNotFoundError:
        return True
    except OSError:
        return False


def _beside(database: Path) -> int:
    """What SQLite keeps beside a database becomes part of the copy."""
    with suppress(FileNotFoundError):
        return Path(f"{database}-wal").stat().st_size
    return 0


# --- Moving --------------------------------------------------------------------------------------


def move(
    home: Home,
    chosen: Path,
    progress: Progress,
    switched: Callable[[Home], None],
    let_go: Callable[[], None] = lambda: None,
) -> FolderMoved:
    """Copy the data to a chosen folder and use it from now on. switched: told while nobody can
    write to either. let_go: of what the caller keeps open and does not use. Raises LibraryBusy,
    StorageFull, UsageError, Cancelled; then all is as before.
    """
    choice = look(home, chosen)
    if choice.holds_library:
        raise UsageError(f"{choice.folder} holds a library already.")
    _require_room(choice)
    target = Path(choice.folder)

    def waiting() -> None:
        let_go()
        progress(IngestProgress("waiting", 0, 0))

    with _alone(home, waiting) as database:
        entries = list(entries_of(home))
        was_there = target.exists()
        try:
            with _ours(target):
                copy_all(home, database, entries, target / STAGING, progress)
            names = _give_names(target, entries)
            choose_folder(target)
        except BaseException:
            _take_back(target, entries, was_there)
            raise
        switched(Home(target, _said_by(target)))
    return FolderMoved(str(target), str(home.root), names, choice.size)


def use(home: Home, chosen: Path) -> FolderMoved:
    """Use the library of a folder from now on. Raises LibraryError where it cannot be opened."""
    choice = look(home, chosen)
    if not choice.holds_library:
        raise UsageError(f"{choice.folder} holds no library.")
    with opened_store(Home(Path(choice.folder))):
        choose_folder(Path(choice.folder))
    return FolderMoved(choice.folder, str(home.root))


def _said_by(folder: Path) -> SaidBy:
    return SaidBy.PLATFORM if folder == own_folder() else SaidBy.CHOICE


def _require_room(choice: FolderChoice) -> None:
    needed = choice.size + choice.size // 20 + SPARE
    if choice.free < needed:
        raise StorageFull(
            f"There is room for {_mb(choice.free)} in {choice.folder}; {_mb(needed)} are needed. "
            "Nothing was changed."
        )


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


@contextmanager
def _alone(
    home: Home, let_go: Callable[[], None] = lambda: None
) -> Generator[sqlite3.Connection | None]:
    """Keep everybody else from the library. The connection that does; None without a database.

    Raises LibraryBusy.
    """
    with ExitStack() as stack:
        for lock in sorted(home.root.glob("writer-*.lock")):
            stack.enter_context(only_one(lock, READING, PATIENCE_SECONDS))
        if not home.database.exists():
            yield None
            return
        connection = stack.enter_context(
            closing(
                sqlite3.connect(
                    home.database,
                    timeout=BETWEEN_SECONDS,
                    isolation_level=None,
                    check_same_thread=False,
                )
            )
        )
        _shut(connection, home.database, let_go)
        yield connection


def _shut(connection: sqlite3.Connection, database: Path, let_go: Callable[[], None]) -> None:
    """No other connection can be open or opened while this one is, whatever its process."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        let_go()
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                raise library_error(error, database) or error from error
            if time.monotonic() >= deadline:
                raise LibraryBusy(OPEN) from error
        else:
            return


@contextmanager
def _ours(target: Path) -> Generator[None]:
    """A folder for what is copied; faults of the disk in words."""
    try:
        make_private(target)
        shutil.rmtree(target / STAGING, ignore_errors=True)
        (target / STAGING).mkdir(mode=0o700)
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StorageFull(f"{target} is full. Nothing was changed.") from error
        raise LibraryError(
            f"The data cannot be copied to {target} ({error.strerror}). Nothing was changed."
        ) from error
    except sqlite3.Error as error:
        raise library_error(error, target) or error from error


def _give_names(target: Path, entries: list[Entry]) -> tuple[str, ...]:
    """Out of the staging folder, the database last: with it the folder holds a library."""
    try:
        names = _names(entries)
        for name in names:
            os.rename(target / STAGING / name, target / name)
        shutil.rmtree(target / STAGING)
        flush(target)
    except OSError as error:
        raise LibraryError(
            f"The data cannot be copied to {target} ({error.strerror}). Nothing was changed."
        ) from error
    return names


def _names(entries: list[Entry]) -> tuple[str, ...]:
    last = Home(Path()).database.name
    return tuple(
        sorted({entry.path.parts[0] for entry in entries}, key=lambda name: (name == last, name))
    )


def _take_back(target: Path, entries: list[Entry], was_there: bool) -> None:
    """Nothing of ours stays in the new folder."""
    for name in (STAGING, *reversed(_names(entries))):
        _remove(target / name)
    if not was_there:
        with suppress(OSError):
            target.rmdir()


# --- What was left -------------------------------------------------------------------------------


def remove_left(home: Home, moved: FolderMoved) -> None:
    """Remove what was copied from the folder before. Raises LibraryBusy while somebody has it open,
    UsageError where it is the one in use.
    """
    before = Home(Path(moved.before))
    if os.path.realpath(before.root) == os.path.realpath(home.root) or not moved.copied:
        raise UsageError(f"{before.root} is in use.")
    if not before.root.is_dir():
        return
    with _alone(before):
        pass
    locks = [path.name for path in before.root.iterdir() if is_passing(path.name)]
    for name in (*moved.copied, *locks):
        if name != POINTER:
            _remove(before.root / name)
    with suppress(OSError):  # other things are in it
        before.root.rmdir()
    left = [name for name in moved.copied if os.path.lexists(before.root / name)]
    if left:
        raise LibraryError(f"{', '.join(left)} in {before.root} cannot be removed.")


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)
