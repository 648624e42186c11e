"""A source that is a zip or tar file, with the files in it as a folder would have them.

Where everything stands in one top folder, as exports have it, paths start below it. A name that
leads out of the archive is not read, whatever it points at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from verbatim_desktop.adapters.files import shown
from verbatim_desktop.adapters.packed import ENCRYPTED, Entry, Packed, open_packed
from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import SourceUnavailable, UnreadableFile
from verbatim_desktop.ingest.discover import (
    IgnoreRules,
    Listing,
    is_markdown,
    is_quiet,
)

LEADS_OUT = "Its name leads out of the archive"
TWICE = "It is in the archive more than once; the last one was read"
_DRIVE = re.compile(r"[A-Za-z]:")


class ArchiveTree:
    """A source that is an archive on this machine; see workflows.describe_source.SourceFolder."""

    def __init__(self, location: str) -> None:
        self._root = os.path.realpath(os.path.expanduser(location))
        self._packed: Packed | None = None
        self._entries: dict[str, Entry] = {}
        self._warnings: list[FileNote] = []
        self._out: list[FileNote] = []

    @property
    def root(self) -> str:
        return self._root

    @property
    def files_at(self) -> str:
        return ""

    @property
    def revision(self) -> str:
        return ""

    def require(self) -> None:
        """Raises SourceUnavailable where there is no such file, or it may not be read."""
        problem = ""
        if not os.path.exists(self._root):
            problem = "does not exist"
        elif not os.path.isfile(self._root):
            problem = "is no file, though it is called like an archive"
        elif not os.access(self._root, os.R_OK):
            problem = "cannot be read (Permission denied)"
        if problem:
            raise SourceUnavailable(f"{shown(self._root)} {problem}. What is stored of it stays.")

    def prepare(self, told: Callable[[int], None]) -> None:
        """Look through the archive. Raises SourceUnavailable where it is damaged or a trap."""
        self.close()
        self._packed = open_packed(self._root, told)
        self._name_all(self._packed.entries)

    def close(self) -> None:
        if self._packed is not None:
            self._packed.close()
            self._packed = None

    def _name_all(self, entries: list[Entry]) -> None:
        named: list[tuple[str, Entry]] = []
        for entry in entries:
            path = inner_path(entry.name)
            if path:
                named.append((path, entry))
            else:
                self._out.append(FileNote(entry.name, LEADS_OUT))
        top = top_folder([path for path, _ in named])
        for path, entry in named:
            self._name(path.removeprefix(top), entry)

    def _name(self, path: str, entry: Entry) -> None:
        if path in self._entries:
            self._warnings.append(FileNote(path, TWICE))
        if entry.note and is_markdown(path):
            self._warnings.append(FileNote(path, entry.note))
        self._entries[path] = entry

    # --- Listing ---------------------------------------------------------------------------------

    def list(self, rules: IgnoreRules, seen: Callable[[int], None]) -> Listing:
        """Every file to look at. Raises SourceUnavailable."""
        if self._packed is None:
            self.prepare(lambda _part: None)
        listing = Listing(skipped=list(self._out), warnings=list(self._warnings))
        folders: dict[str, IgnoreRules | None] = {"": self._within("", rules)}
        for path in sorted(self._entries):
            folder = path.rpartition("/")[0]
            here = self._rules_of(folder, folders, listing)
            if here is not None:
                self._list_file(path, here, listing)
        seen(len(listing.paths))
        return listing

    def _rules_of(
        self, folder: str, known: dict[str, IgnoreRules | None], listing: Listing
    ) -> IgnoreRules | None:
        """The rules that hold in a folder; None where it is passed over."""
        for at in [*(match.start() for match in re.finditer("/", folder)), len(folder)]:
            part = folder[:at]
            if part not in known:
                known[part] = self._enter(part, known[part.rpartition("/")[0]], listing)
        return known[folder]

    def _enter(
        self, folder: str, above: IgnoreRules | None, listing: Listing
    ) -> IgnoreRules | None:
        if above is None or is_quiet(folder.rpartition("/")[2], is_folder=True):
            return None
        if reason := above.reason(folder, is_folder=True):
            listing.skipped.append(FileNote(folder + "/", reason))
            return None
        return self._within(folder, above)

    def _within(self, folder: str, above: IgnoreRules) -> IgnoreRules:
        try:
            data = self.read(f"{folder}/.gitignore" if folder else ".gitignore")
        except UnreadableFile:
            return above
        return above.within(folder, data)

    def _list_file(self, path: str, rules: IgnoreRules, listing: Listing) -> None:
        if is_quiet(path.rpartition("/")[2], is_folder=False):
            return
        ignored, problem = rules.reason(path, is_folder=False), self._entries[path].problem
        if not ignored and not problem:
            listing.paths.append(path)
            listing.sizes[path] = self._entries[path].size
        elif is_markdown(path):
            failed = not ignored and problem == ENCRYPTED
            notes = listing.failed if failed else listing.skipped
            notes.append(FileNote(path, ignored or problem, self._entries[path].size))

    # --- Reading ---------------------------------------------------------------------------------

    def read(self, path: str) -> bytes:
        """The bytes of a file of the archive. Raises UnreadableFile with the reason."""
        entry = self._entries.get(path)
        if entry is None or self._packed is None:
            raise UnreadableFile("It is not in the archive")
        if entry.problem:
            raise UnreadableFile(entry.problem)
        return self._packed.read(entry.number)


def inner_path(name: str) -> str:
    """A name within an archive as a path; "" where it leads out of it, or nowhere."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or _DRIVE.match(name) or ".." in parts:
        return ""
    return "/".join(parts)


def top_folder(paths: list[str]) -> str:
    """The one folder that everything to be looked at stands in, with its "/"; else ""."""
    tops = {path.partition("/")[0] for path in paths if not _is_quiet_path(path)}
    loose = any("/" not in path for path in paths if not _is_quiet_path(path))
    return f"{tops.pop()}/" if len(tops) == 1 and not loose else ""


def _is_quiet_path(path: str) -> bool:
    *folders, name = path.split("/")
    return is_quiet(name, is_folder=False) or any(is_quiet(one, is_folder=True) for one in folders)
