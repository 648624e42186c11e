"""Zip and tar files read where they lie: nothing of them is ever written to a folder.

A zip file is read member by member. A tar file is gone through once, and what may be a page goes
into a spool without a name. Both keep to bounds that no honest export reaches, so that a small
file cannot fill the memory, the disk or the day.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, Protocol, cast

from verbatim_desktop.domain.errors import SourceUnavailable, UnreadableFile
from verbatim_desktop.ingest.discover import MAX_BYTES, size_reason

MOST_ENTRIES = 200_000
MOST_UNPACKED = 2_000_000_000  # bytes
MOST_TIMES = 200  # what packed text may grow to; prose stays under 30
SMALL = 100_000  # bytes below which growing is harmless
IN_MEMORY = 32_000_000  # bytes of the spool, before it goes to a nameless file

ENCRYPTED = "It is encrypted"
LINK = "A link, which is not followed within an archive"
ODD_NAME = "Its name is not UTF-8 and may be shown wrongly"
FAULTS = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
    *(EOFError, OSError, ValueError, RuntimeError, NotImplementedError),
)
_UTF8_NAMES = 0x800
_ENCRYPTED = 0x1


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of an archive. problem: why it is not read; note: what to know of its name."""

    name: str
    number: int
    size: int
    problem: str = ""
    note: str = ""


class Packed(Protocol):
    """An archive whose files can be read in any order."""

    @property
    def entries(self) -> list[Entry]: ...

    def read(self, number: int) -> bytes:
        """The bytes of an entry. Raises UnreadableFile."""
        ...

    def close(self) -> None: ...


def open_packed(path: str, told: Callable[[int], None]) -> Packed:
    """Open an archive. Raises SourceUnavailable where it is none, damaged or beyond all bounds."""
    try:
        with open(path, "rb") as file:
            start = file.read(6)
        if start.startswith(b"\x28\xb5\x2f\xfd"):
            raise SourceUnavailable(
                f"{path} is packed with Zstandard, which cannot be read here. "
                "Pack it as .zip or .tar.gz."
            )
        return ZipPacked(path) if start.startswith(b"PK") else TarPacked(path, start, told)
    except FAULTS as error:
        raise SourceUnavailable(
            f"{path} is damaged, or no zip or tar archive ({error}). What is stored of it stays."
        ) from error


class _BeyondBounds(SourceUnavailable):
    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path} was not read: {what}. No export of documents looks like that.")


# --- zip -----------------------------------------------------------------------------------------


class ZipPacked:
    """A zip file."""

    def __init__(self, path: str) -> None:
        self._zip = zipfile.ZipFile(path)
        self._infos = self._zip.infolist()
        try:
            self._check(path)
        except BaseException:
            self._zip.close()
            raise
        self.entries = [
            _zip_entry(number, info) for number, info in enumerate(self._infos) if not info.is_dir()
        ]

    def _check(self, path: str) -> None:
        if len(self._infos) > MOST_ENTRIES:
            raise _BeyondBounds(path, f"it holds {len(self._infos):,} files")
        total = sum(info.file_size for info in self._infos if info.file_size <= MAX_BYTES)
        if total > MOST_UNPACKED:
            raise _BeyondBounds(path, f"it would unpack to {total / 1e9:,.1f} GB")

    def read(self, number: int) -> bytes:
        try:
            with self._zip.open(self._infos[number]) as file:
                data = file.read(MAX_BYTES + 1)
        except FAULTS as error:
            raise UnreadableFile(f"It cannot be unpacked: {error}") from error
        if len(data) > MAX_BYTES:
            raise UnreadableFile("It unpacks to more than the archive says")
        return data

    def close(self) -> None:
        self._zip.close()


def _zip_entry(number: int, info: zipfile.ZipInfo) -> Entry:
    name, note = _zip_name(info)
    problem = size_reason(info.file_size)
    if stat.S_ISLNK(info.external_attr >> 16):
        problem = LINK
    elif info.flag_bits & _ENCRYPTED:
        problem = ENCRYPTED
    elif info.file_size > SMALL and info.file_size > MOST_TIMES * max(info.compress_size, 1):
        problem = f"It unpacks to over {MOST_TIMES} times its size"
    return Entry(name, number, info.file_size, problem, note)


def _zip_name(info: zipfile.ZipInfo) -> tuple[str, str]:
    """The name as whoever packed it meant it: old packers write UTF-8 and do not say so."""
    name = info.orig_filename.partition("\0")[0]
    note = ""
    if not info.flag_bits & _UTF8_NAMES and not name.isascii():
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            note = ODD_NAME
    return name.replace("\\", "/"), note


# --- tar -----------------------------------------------------------------------------------------


class _Guarded(io.RawIOBase):
    """The unpacked stream of a tar file: goes forward only, and never far or much at once."""

    def __init__(self, stream: IO[bytes], path: str, most: int) -> None:
        super().__init__()
        self._stream, self._path, self._most = stream, path, most
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence != os.SEEK_SET or offset < self._at:
            raise tarfile.ReadError("its parts do not follow each other")
        while self._at < offset:
            if not self.read(min(offset - self._at, 1 << 20)):
                break
        return self._at

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= 2 * MAX_BYTES:
            raise tarfile.ReadError("a head of it is larger than any file")
        if self._at + size > self._most:
            raise _BeyondBounds(self._path, f"it unpacks to over {self._most / 1e9:,.1f} GB")
        data = self._stream.read(size)
        self._at += len(data)
        return data


class TarPacked:
    """A tar file, packed or not: gone through once, its files kept in a spool."""

    def __init__(self, path: str, start: bytes, told: Callable[[int], None]) -> None:
        self.entries: list[Entry] = []
        self._places: list[tuple[int, int]] = []  # offset and size within the spool
        self._spool = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        try:
            self._go_through(path, start, told)
        except BaseException:
            self._spool.close()
            raise

    def _go_through(self, path: str, start: bytes, told: Callable[[int], None]) -> None:
        size = max(os.path.getsize(path), 1)
        most = min(MOST_UNPACKED, max(MOST_TIMES * size, 100 * MAX_BYTES))
        with open(path, "rb") as file, _unpacked(file, start) as stream:
            guarded = cast("IO[bytes]", _Guarded(stream, path, most))
            with tarfile.open(fileobj=guarded, mode="r:") as tar:
                for member in tar:
                    told(min(100 * file.tell() // size, 99))
                    if not member.isdir():
                        self._take(path, tar, member)
                    cast("Any", tar).members = []  # it would keep every head

    def _take(self, path: str, tar: tarfile.TarFile, member: tarfile.TarInfo) -> None:
        number = len(self.entries)
        if number >= MOST_ENTRIES:
            raise _BeyondBounds(path, f"it holds over {MOST_ENTRIES:,} files")
        problem = _tar_problem(member)
        data = b"" if problem else cast("IO[bytes]", tar.extractfile(member)).read()
        self._places.append((self._spool.tell(), len(data)))
        self._spool.write(data)
        name, note = _tar_name(member.name)
        self.entries.append(Entry(name, number, member.size, problem, note))

    def read(self, number: int) -> bytes:
        offset, size = self._places[number]
        self._spool.seek(offset)
        return self._spool.read(size)

    def close(self) -> None:
        self._spool.close()


def _unpacked(file: IO[bytes], start: bytes) -> IO[bytes]:
    """The tar stream within a file, going by how the file starts."""
    if start.startswith(b"\x1f\x8b"):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=cast("BinaryIO", file)))
    if start.startswith(b"BZh"):
        return cast("IO[bytes]", bz2.BZ2File(cast("BinaryIO", file)))
    if start.startswith(b"\xfd7zXZ\0"):
        return cast("IO[bytes]", lzma.LZMAFile(file))
    return open(os.dup(file.fileno()), "rb")


def _tar_problem(member: tarfile.TarInfo) -> str:
    if member.issym() or member.islnk():
        return LINK
    if not member.isreg() or member.issparse():
        return "Not a regular file"
    return size_reason(member.size)


def _tar_name(name: str) -> tuple[str, str]:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raw = name.encode("utf-8", "surrogateescape")
        return raw.decode("utf-8", "backslashreplace"), ODD_NAME
    return name, ""
