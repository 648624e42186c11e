"""Copy a data folder, file by file, each copy read back; a database as SQLite copies it."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from verbatim_desktop.adapters.home import POINTER, Home
from verbatim_desktop.adapters.store.store import opened_store
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import LibraryDamaged, UsageError
from verbatim_desktop.ports import Progress

#: What is copied stands here until all of it is there.
STAGING = ".moving"
CHUNK = 1 << 20
PAGES = 256  # of a database, between two looks at whether to go on


@dataclass(frozen=True, slots=True)
class Entry:
    """A file, a link or a folder. path: within the data folder."""

    path: Path
    size: int = 0
    is_folder: bool = False


def entries_of(home: Home) -> Iterator[Entry]:
    """What belongs to the data, a folder before what is in it: neither locks, sockets nor what
    SQLite keeps beside a database. Empty folders count: a repository is none without them.
    """
    for place, folders, names in os.walk(home.root):
        inner = Path(place).relative_to(home.root)
        if inner == Path():
            folders[:] = [name for name in folders if name != STAGING]
            names = [name for name in names if not is_passing(name)]
            _refuse_links(Path(place), [*folders, *names])
        for name in sorted([*folders, *names]):
            about = os.lstat(Path(place) / name)
            if stat.S_ISDIR(about.st_mode):
                yield Entry(inner / name, is_folder=True)
            elif stat.S_ISREG(about.st_mode) or stat.S_ISLNK(about.st_mode):
                yield Entry(inner / name, about.st_size)


def _refuse_links(folder: Path, names: list[str]) -> None:
    """What a person put elsewhere must not be lost sight of."""
    if linked := next((name for name in names if (folder / name).is_symlink()), None):
        raise UsageError(
            f"{linked} in the data folder is a link. Put what it leads to in its place, and move "
            "then."
        )


def is_passing(name: str) -> bool:
    return name == POINTER or name.endswith((".lock", ".socket", "-wal", "-shm", "-journal"))


def copy_all(
    home: Home,
    database: sqlite3.Connection | None,
    entries: list[Entry],
    staging: Path,
    progress: Progress,
) -> None:
    total = sum(entry.size for entry in entries)
    done = 0

    def step(more: int) -> None:
        progress(IngestProgress("copying", min(done + more, total), total))

    for entry in entries:
        source, copy = home.root / entry.path, staging / entry.path
        if entry.is_folder:
            copy.mkdir(mode=0o700)
        elif source == home.database and database is not None:
            _copy_database(database, copy, step)
        elif len(entry.path.parts) == 1 and source.suffix == ".db":
            with closing(sqlite3.connect(source)) as other:
                _copy_database(other, copy, step)
        else:
            _copy_file(source, copy, step)
        done += entry.size
        step(0)
    if database is not None:
        _settle(home, staging)


def _copy_database(source: sqlite3.Connection, copy: Path, step: Callable[[int], None]) -> None:
    """As SQLite does it, since a file that it has open must not be read beside it."""
    [page] = source.execute("PRAGMA page_size").fetchone()

    def look_up(_status: int, left: int, total: int) -> None:
        step((total - left) * page)

    with closing(sqlite3.connect(copy)) as target:
        source.backup(target, pages=PAGES, progress=look_up)
        [said] = target.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise LibraryDamaged(f"The copy of {copy.name} is not whole: {said}. Nothing was changed.")
    copy.chmod(0o600)
    flush(copy)


def _copy_file(source: Path, copy: Path, step: Callable[[int], None]) -> None:
    """A file with its times, read back and compared; a link stays the link it is."""
    if source.is_symlink():
        os.symlink(os.readlink(source), copy)
        return
    digest, done = hashlib.sha256(), 0
    with source.open("rb") as old, copy.open("xb") as new:
        while chunk := old.read(CHUNK):
            digest.update(chunk)
            new.write(chunk)
            done += len(chunk)
            step(done)
        new.flush()
        os.fsync(new.fileno())
    shutil.copystat(source, copy)
    with copy.open("rb") as new:
        if hashlib.file_digest(new, "sha256").digest() != digest.digest():
            raise LibraryDamaged(f"The copy of {source.name} is not whole. Nothing was changed.")


def _settle(home: Home, staging: Path) -> None:
    """The copy opens as a library does, and names its checkouts where they will be."""
    with opened_store(Home(staging)):
        pass
    before, after = str(home.root), str(staging.parent)
    with closing(sqlite3.connect(staging / home.database.name)) as copy, copy:
        copy.execute(
            "UPDATE sources SET info = json_set(info, '$.files_at', "
            "? || substr(json_extract(info, '$.files_at'), ?)) "
            "WHERE instr(json_extract(info, '$.files_at'), ?) = 1",
            (after, len(before) + 1, before + os.sep),
        )


def flush(path: Path) -> None:
    """To the disk. Folders cannot be opened everywhere."""
    with suppress(PermissionError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
