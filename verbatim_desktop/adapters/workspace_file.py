"""One workspace as one file: a zip with a manifest and a database that holds nothing else.

What is read in is hostile until it is checked: two members by name and no other, sizes before
bytes, the hash, the very tables of this release, and every page and answer read through once.
Nothing is extracted by a name of the archive's choosing.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from verbatim_desktop import __version__
from verbatim_desktop.adapters.store.engine import make_engine
from verbatim_desktop.adapters.store.library import SqlLibrary
from verbatim_desktop.adapters.store.migrate import REVISIONS, bring_up_to_date
from verbatim_desktop.adapters.store.store import Store
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.domain.errors import (
    LibraryDamaged,
    LibraryError,
    LibraryTooNew,
    UsageError,
)
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.domain.workspaces import WorkspaceManifest, check_name
from verbatim_desktop.ports import Clock

FORMAT = 1
MANIFEST, DATABASE = "manifest.json", "library.db"
MOST_MANIFEST = 64 * 1024
MOST_DATABASE = 16 * 1024**3
MOST_RATIO = 100  # a library is compressed inside already: real files are far below
SMALL = 4 * 1024**2  # below this a ratio says nothing
MOST_PAGE = 256 * 1024**2  # unpacked text of one page
CHUNK = 1024**2
#: What reading something that this program did not write may raise.
MALFORMED = (LibraryError, sqlite3.Error, zlib.error, ValueError, TypeError, LookupError)


# --- Writing -------------------------------------------------------------------------------------


def write_workspace(store: Store, name: str, target: Path, clock: Clock) -> WorkspaceManifest:
    """Write a workspace to a file, whole or not at all. Raises NotFound and LibraryError."""
    with _scratch(target.parent) as folder:
        copy = folder / DATABASE
        info = store.all_workspaces().copy_out(name, store.database, copy)
        manifest = WorkspaceManifest(
            format=FORMAT,
            name=name,
            tables=REVISIONS[-1],
            sha256=_digest(copy),
            size=copy.stat().st_size,
            sources=info.sources,
            documents=info.documents,
            made=clock.now(),
            program=__version__,
        )
        packed = folder / "packed.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            archive.writestr(MANIFEST, json.dumps(to_plain(manifest), indent=2))
            archive.write(copy, DATABASE)
        try:
            os.replace(packed, target)
        except OSError as error:
            raise LibraryError(f"{target} cannot be written ({error.strerror}).") from error
    return manifest


# --- Reading -------------------------------------------------------------------------------------


def read_workspace(store: Store, source: Path, name: str) -> WorkspaceManifest:
    """Take the workspace of a file in; name: "" for its own.

    Raises UsageError for what is no workspace file or where the name is taken, LibraryDamaged for
    one that was changed, LibraryTooNew.
    """
    with _scratch(store.database.parent) as folder, _opened(source) as archive:
        manifest = read_manifest(archive, source)
        copy = folder / DATABASE
        _unpack(archive, manifest, copy, source)
        check_database(copy, source)
        store.all_workspaces().copy_in(copy, store.database, check_name(name or manifest.name))
    return manifest


@contextmanager
def _opened(source: Path) -> Generator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except OSError as error:
        raise UsageError(f"{source} cannot be read ({error.strerror or error}).") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise _no_workspace(source, "it is no zip file, or a damaged one") from error


def read_manifest(archive: zipfile.ZipFile, source: Path) -> WorkspaceManifest:
    """What the file says of itself, once its members are what they must be."""
    members = {member.filename: member for member in archive.infolist()}
    if sorted(one.filename for one in archive.infolist()) != [DATABASE, MANIFEST]:
        raise _no_workspace(source, "it holds other files than a manifest and a library")
    if any(member.flag_bits & 1 for member in members.values()):
        raise _no_workspace(source, "it is encrypted")
    if members[MANIFEST].file_size > MOST_MANIFEST:
        raise _no_workspace(source, "its manifest is too large")
    try:
        data = json.loads(archive.read(MANIFEST))
        manifest = from_plain(WorkspaceManifest, data)
    except (ValueError, TypeError, RecursionError) as error:
        raise _no_workspace(source, "its manifest cannot be read") from error
    if manifest.format > FORMAT or manifest.tables not in REVISIONS:
        raise LibraryTooNew(
            f"{source} was written by a newer release ({manifest.program or 'unknown'}). Update "
            "the program here, and try again."
        )
    _require_size(members[DATABASE], manifest, source)
    return manifest


def _require_size(member: zipfile.ZipInfo, manifest: WorkspaceManifest, source: Path) -> None:
    inflated = member.file_size > SMALL and (
        member.file_size > MOST_RATIO * max(member.compress_size, 1)
    )
    if member.file_size != manifest.size or member.file_size > MOST_DATABASE or inflated:
        raise _no_workspace(source, "its library is not of the size that it says")


def _unpack(
    archive: zipfile.ZipFile, manifest: WorkspaceManifest, target: Path, source: Path
) -> None:
    """Write the library out, no more of it than was announced, and compare its hash."""
    digest, left = hashlib.sha256(), manifest.size
    with archive.open(DATABASE) as packed, target.open("xb") as file:
        while chunk := packed.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                raise _no_workspace(source, "its library is larger than it says")
            digest.update(chunk)
            file.write(chunk)
    if digest.hexdigest() != manifest.sha256:
        raise LibraryDamaged(
            f"{source} was changed or damaged on the way: its hash is another one. "
            "Export the workspace again."
        )


def check_database(copy: Path, source: Path) -> None:
    """Everything in the database is what this release would have written, and can be read."""
    try:
        _check_sound(copy)
        engine = make_engine(copy)
        try:
            bring_up_to_date(engine, copy)
            _check_tables(copy, source)
            with engine.begin() as connection:
                [name] = connection.exec_driver_sql("SELECT name FROM workspaces").scalars().all()
            library = SqlLibrary(engine, copy.parent, str(name), _NoClock())
            _check_pages(copy, library)
            _check_values(library)
        finally:
            engine.dispose()
    except LibraryTooNew:
        raise
    except MALFORMED as error:
        raise LibraryDamaged(
            f"{source} holds a library that cannot be used. Nothing was taken in."
        ) from error


def _check_sound(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
        objects = connection.execute(
            "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')"
        ).fetchone()
        if objects[0] or connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise ValueError("not sound")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise ValueError("rows without the rows they belong to")


def _check_tables(copy: Path, source: Path) -> None:
    """The tables are, to the letter, those of a library made by this release."""
    fresh = copy.with_name("fresh.db")
    engine = make_engine(fresh)
    try:
        bring_up_to_date(engine, fresh)
    finally:
        engine.dispose()
    if _shape(copy) != _shape(fresh):
        raise LibraryDamaged(f"{source} has other tables than a library.")


def _shape(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Tables with their columns, and indexes with theirs, however each was written down."""
    with closing(sqlite3.connect(database)) as connection:
        names = connection.execute("SELECT type, name FROM sqlite_schema").fetchall()
        return {
            f"{kind} {name}": connection.execute(
                f"PRAGMA {'table_xinfo' if kind == 'table' else 'index_xinfo'}"
                f'("{str(name).replace(chr(34), chr(34) * 2)}")'
            ).fetchall()
            for kind, name in names
        }


def _check_pages(copy: Path, library: SqlLibrary) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        for packed in connection.execute("SELECT texts, rest FROM contents"):
            for part in packed:
                _require_modest(part)
        if connection.execute("SELECT 1 FROM kept WHERE NOT json_valid(value)").fetchone():
            raise ValueError("something kept that cannot be read")
    for summary in library.documents():
        check_page(library.document(summary.id))


def _require_modest(packed: bytes) -> None:
    """A page that unpacks to more than any file could hold is a trap."""
    inflater, size = zlib.decompressobj(), 0
    data = packed
    while data:
        size += len(inflater.decompress(data, CHUNK))
        data = inflater.unconsumed_tail
        if size > MOST_PAGE:
            raise ValueError("a page too large")


def check_page(page: Document) -> None:
    """Sentences stand inside their blocks, sections inside the page. Raises ValueError."""
    for sentence in page.sentences:
        text = page.blocks[sentence.block].text
        if not (sentence.block >= 0 and 0 <= sentence.start < sentence.end <= len(text)):
            raise ValueError("a sentence outside of its block")
    for section in page.sections:
        if not 0 <= section.first_block <= section.last_block <= len(page.blocks):
            raise ValueError("a section outside of its page")


def _check_values(library: SqlLibrary) -> None:
    """Answers, sources and the generation can be read."""
    library.answers(10**9)
    library.sources()
    if not 0 <= library.generation() < 2**31:
        raise ValueError("no such generation")


class _NoClock:
    """A library that is only read needs no time."""

    def now(self) -> str:
        raise AssertionError("nothing is written here")

    def seconds(self) -> float:
        raise AssertionError("nothing is timed here")


@contextmanager
def _scratch(beside: Path) -> Generator[Path]:
    """A folder on the same disk, gone again afterwards."""
    try:
        beside.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(prefix=".verbatim-", dir=beside)
    except OSError as error:
        raise LibraryError(f"{beside} cannot be written ({error.strerror}).") from error
    with folder as name:
        yield Path(name)


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _no_workspace(source: Path, why: str) -> UsageError:
    return UsageError(f"{source} is no workspace file: {why}. Nothing was taken in.")
