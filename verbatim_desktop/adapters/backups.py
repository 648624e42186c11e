"""A data folder as one file: a zip with a manifest, the database and the settings.

Neither the index, which is derived, nor fetched repositories are in it, and never a key. What is
restored is verified first and the library before is kept; the database is written in one
transaction of SQLite, so that whoever reads meanwhile sees the one or the other.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from verbatim_desktop import __version__
from verbatim_desktop.adapters.home import Home, make_private
from verbatim_desktop.adapters.store.backup import copy_database, move_generations_on
from verbatim_desktop.adapters.store.engine import make_engine
from verbatim_desktop.adapters.store.faults import library_error
from verbatim_desktop.adapters.store.lock import only_one
from verbatim_desktop.adapters.store.migrate import REVISIONS, bring_up_to_date
from verbatim_desktop.adapters.store.store import opened_store
from verbatim_desktop.domain.backups import Backup, BackupManifest, Restored
from verbatim_desktop.domain.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryTooNew,
    NotFound,
    StorageFull,
    UsageError,
)
from verbatim_desktop.domain.locations import without_credential
from verbatim_desktop.domain.plain import Plain, from_plain, to_plain
from verbatim_desktop.domain.workspaces import WorkspaceInfo
from verbatim_desktop.ports import Clock

FORMAT = 1
MANIFEST, DATABASE, SETTINGS = "manifest.json", "library.db", "settings.json"
MOST_SMALL = 5_000_000  # bytes of manifest and settings
WAIT_FOR_WRITERS_SECONDS = 3.0
CHUNK = 1 << 20
_SECRET_NAMES = ("key", "token", "secret", "password", "credential")


# --- Making one ----------------------------------------------------------------------------------


def back_up(home: Home, target: Path, clock: Clock) -> Backup:
    """Write a backup of a data folder. Raises LibraryError, and UsageError for a foreign file."""
    if not home.database.exists():
        raise NotFound("There is nothing to back up: no library was made yet.")
    target = target.expanduser().absolute()
    _refuse_foreign(target)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".verbatim-") as folder:
            copy = Path(folder) / DATABASE
            copy_database(home.database, copy)
            manifest = _described(copy, clock)
            packed = Path(folder) / "backup"
            _pack(packed, manifest, copy, _settings_of(home))
            os.replace(packed, target)
    except OSError as error:
        raise LibraryError(f"{target} cannot be written ({error.strerror}).") from error
    return Backup(str(target), target.stat().st_size, manifest)


def _refuse_foreign(target: Path) -> None:
    if target.is_dir():
        raise UsageError(f"{target} is a folder. Name the file to write.")
    if not target.exists():
        return
    with suppress(LibraryError, UsageError), _opened(target):
        return
    raise UsageError(f"{target} is there already and is no backup. Name another file.")


def _described(database: Path, clock: Clock) -> BackupManifest:
    with closing(sqlite3.connect(database)) as connection:
        [tables] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        workspaces = tuple(_workspaces(connection))
    return BackupManifest(
        format=FORMAT,
        tables=tables,
        sha256=_digest(database),
        size=database.stat().st_size,
        made=clock.now(),
        program=__version__,
        workspaces=workspaces,
    )


def _workspaces(connection: sqlite3.Connection) -> Generator[WorkspaceInfo]:
    live = (
        "workspace_id = w.id AND added <= w.generation "
        "AND (removed IS NULL OR removed > w.generation)"
    )
    query = (
        f"SELECT w.name, (SELECT count(*) FROM sources WHERE {live}), "
        f"(SELECT count(*) FROM documents WHERE {live}), "
        f"(SELECT coalesce(max(updated), '') FROM sources WHERE {live}) "
        "FROM workspaces w ORDER BY w.name"
    )
    for name, sources, documents, updated in connection.execute(query):
        yield WorkspaceInfo(name, sources, documents, updated)


def _settings_of(home: Home) -> Plain:
    """The settings without what could be a key; {} where there are none or they are unreadable."""
    try:
        return scrubbed(json.loads(home.settings.read_text("utf-8")))
    except (OSError, ValueError):
        return {}


def scrubbed(value: Plain) -> Plain:
    """Settings without anything that is called like a secret, or an address that holds one."""
    if isinstance(value, dict):
        items = cast("dict[str, Plain]", value).items()
        return {
            name: scrubbed(item)
            for name, item in items
            if not (isinstance(item, str) and _is_secret(name))
        }
    if isinstance(value, list):
        return [scrubbed(item) for item in cast("list[Plain]", value)]
    return without_credential(value) if isinstance(value, str) else value


def _is_secret(name: str) -> bool:
    return name.lower().replace("-", "_").split("_")[-1] in _SECRET_NAMES


def _pack(target: Path, manifest: BackupManifest, database: Path, settings: Plain) -> None:
    """The database is packed already, in its rows: little would be won by more."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            packed.writestr(MANIFEST, json.dumps(to_plain(manifest), indent=2) + "\n")
            packed.writestr(SETTINGS, json.dumps(settings, indent=2) + "\n")
            packed.write(database, DATABASE)
        file.flush()
        os.fsync(file.fileno())


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- Bringing one back ---------------------------------------------------------------------------


def restore(home: Home, source: Path, clock: Clock) -> Restored:
    """Put a backup in the place of a data folder's library. Nothing of ours may have it open.

    Raises LibraryTooNew, LibraryDamaged, LibraryBusy; then nothing was changed.
    """
    source = source.expanduser().absolute()
    home.make()
    with tempfile.TemporaryDirectory(dir=home.root, prefix="restoring-") as folder:
        with _opened(source) as (packed, manifest):
            fresh = Path(folder) / DATABASE
            _unpack(packed, manifest, fresh, source)
            settings = _small(packed, SETTINGS)
        _verify(fresh, source)
        with _no_writer(home):
            move_generations_on(fresh, home.database)
            aside, damaged = _keep_aside(home, clock)
            _put_in_place(fresh, home)
            _put_settings(home, settings)
    return Restored(manifest, aside, damaged)


@contextmanager
def _opened(source: Path) -> Generator[tuple[zipfile.ZipFile, BackupManifest]]:
    """A backup file with its manifest. Raises LibraryError where it is none that can be used."""
    try:
        with zipfile.ZipFile(source) as packed:
            manifest = _read_manifest(packed, source)
            yield packed, manifest
    except FileNotFoundError as error:
        raise NotFound(f"There is no file {source}.") from error
    except (zipfile.BadZipFile, OSError) as error:
        if getattr(error, "errno", None) == errno.ENOSPC:
            raise StorageFull("The disk is full. Nothing was changed.") from error
        raise LibraryDamaged(
            f"{source} is no backup, or not whole. Nothing was changed."
        ) from error


def _read_manifest(packed: zipfile.ZipFile, source: Path) -> BackupManifest:
    try:
        data = json.loads(_small(packed, MANIFEST))
        found = int(data["format"])
    except (KeyError, TypeError, ValueError) as error:
        raise LibraryDamaged(f"{source} is no backup of this program.") from error
    if found > FORMAT or data.get("tables") not in REVISIONS:
        raise LibraryTooNew(
            f"{source} was made by a newer release ({data.get('program') or 'unknown'}). "
            "Nothing was changed: update the program."
        )
    try:
        return from_plain(BackupManifest, data)
    except (TypeError, ValueError) as error:
        raise LibraryDamaged(f"The manifest of {source} cannot be read.") from error


def _small(packed: zipfile.ZipFile, name: str) -> bytes:
    """A small member, whatever size it claims. Raises KeyError."""
    with packed.open(name) as file:
        return file.read(MOST_SMALL)


def _unpack(packed: zipfile.ZipFile, manifest: BackupManifest, fresh: Path, source: Path) -> None:
    """The database of a backup as a file, if it is the one its manifest speaks of."""
    digest, left = hashlib.sha256(), manifest.size
    with packed.open(DATABASE) as file, fresh.open("wb") as copy:
        while left > 0 and (chunk := _chunk(file, min(left, CHUNK))):
            digest.update(chunk)
            copy.write(chunk)
            left -= len(chunk)
        too_long = bool(_chunk(file, 1))
    if left or too_long or digest.hexdigest() != manifest.sha256:
        raise LibraryDamaged(
            f"The library in {source} is not the one that was backed up. Nothing was changed."
        )


def _chunk(file: IO[bytes], size: int) -> bytes:
    try:
        return file.read(size)
    except (zipfile.BadZipFile, EOFError, ValueError) as error:
        raise zipfile.BadZipFile(str(error)) from error


def _verify(fresh: Path, source: Path) -> None:
    """Every page of the database, and its tables as this release has them."""
    try:
        with closing(sqlite3.connect(fresh)) as connection:
            [said] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        said = str(error)
    if said != "ok":
        raise LibraryDamaged(f"The library in {source} is damaged: {said}. Nothing was changed.")
    engine = make_engine(fresh)
    try:
        bring_up_to_date(engine, fresh)
    finally:
        engine.dispose()


@contextmanager
def _no_writer(home: Home) -> Generator[None]:
    """Hold every writer's lock. Raises LibraryBusy."""
    busy = (
        "Something is being written to the library. Wait until it is done, or stop it, and "
        "restore again. Nothing was changed."
    )
    with ExitStack() as stack:
        for lock in sorted(home.root.glob("writer-*.lock")):
            stack.enter_context(only_one(lock, busy, WAIT_FOR_WRITERS_SECONDS))
        yield


def _keep_aside(home: Home, clock: Clock) -> tuple[str, str]:
    """Back up what is there; a library that cannot be read is moved to a folder, as it is."""
    if not home.database.exists():
        return "", ""
    make_private(home.backups)
    stamp = clock.now().replace(":", "").replace("-", "")
    try:
        aside = _free(home.backups / f"before-restore-{stamp}.zip")
        return back_up(home, aside, clock).path, ""
    except LibraryBusy:
        raise
    except (LibraryError, sqlite3.Error, TypeError):
        folder = _free(home.backups / f"damaged-{stamp}")
        folder.mkdir()
        for ending in ("", "-wal", "-shm"):
            file = home.database.with_name(home.database.name + ending)
            if file.exists():
                shutil.move(file, folder / file.name)
        return "", str(folder)


def _free(path: Path) -> Path:
    """A name that nothing has yet."""
    number, free = 2, path
    while free.exists():
        free, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return free


def _put_in_place(fresh: Path, home: Home) -> None:
    """Write the whole database as one transaction of the one that is there."""
    try:
        with (
            closing(sqlite3.connect(fresh)) as source,
            closing(sqlite3.connect(home.database)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise library_error(error, home.database) or error from error
    with opened_store(home):  # sets it up as every library is
        pass


def _put_settings(home: Home, settings: bytes) -> None:
    try:
        data: Any = json.loads(settings)
    except ValueError:
        return
    if data:
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        fresh = home.settings.with_suffix(".restored")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text.encode())
        os.replace(fresh, home.settings)
