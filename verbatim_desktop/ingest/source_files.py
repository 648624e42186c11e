"""The files of one source as the parser reads them: each is read and hashed once, if it can be.

Keeps the texts it read last, up to a bound, since routes, pages and what is spliced into them ask
for the same files again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from hashlib import sha256

from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest.decode import decode

KEPT_CHARACTERS = 32_000_000


class SourceFiles:
    """Implements ingest.document.SourceTree over a function that reads bytes."""

    def __init__(self, paths: Sequence[str], read: Callable[[str], bytes]) -> None:
        self._paths = frozenset(paths)
        self._read = read
        self._digests: dict[str, str] = {}
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._kept = 0
        self.bytes_read = 0
        #: What to tell about the encoding of a file, by path.
        self.notes: dict[str, str] = {}

    def paths(self) -> Collection[str]:
        return self._paths

    def read(self, path: str) -> str:
        """The text of a file. Raises UnreadableFile."""
        if path in self._texts:
            self._texts.move_to_end(path)
            return self._texts[path]
        decoded = decode(self._bytes(path))
        if decoded.note:
            self.notes[path] = decoded.note
        self._keep(path, decoded.text)
        return decoded.text

    def digest(self, path: str) -> str:
        """SHA-256 of the bytes of a file. Raises UnreadableFile."""
        if path not in self._digests:
            self._bytes(path)
        return self._digests[path]

    def digest_now(self, path: str) -> str:
        """The digest, or "" where there is no such file to be read."""
        if path not in self._paths:
            return ""
        try:
            return self.digest(path)
        except UnreadableFile:
            return ""

    def _bytes(self, path: str) -> bytes:
        data = self._read(path)
        if path not in self._digests:
            self.bytes_read += len(data)
        self._digests[path] = sha256(data).hexdigest()
        return data

    def _keep(self, path: str, text: str) -> None:
        self._texts[path] = text
        self._kept += len(text)
        while self._kept > KEPT_CHARACTERS:
            self._kept -= len(self._texts.popitem(last=False)[1])
