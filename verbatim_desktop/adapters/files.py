"""The folder of a source on disk. Nothing outside of it is ever read, whatever links say.

Links to folders are not followed: what they lead to is read where it stands, and no loop can
arise. A file name that is no UTF-8 is shown with its odd bytes as backslash escapes.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import SourceUnavailable, UnreadableFile
from verbatim_desktop.ingest.discover import (
    IgnoreRules,
    Listing,
    is_markdown,
    is_quiet,
    size_reason,
)

# Not to wait for whoever may write into a pipe that is called page.md.
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FolderTree:
    """A source that is a folder on this machine; see workflows.describe_source.SourceFolder."""

    def __init__(self, location: str) -> None:
        self._root = os.path.realpath(os.path.expanduser(location))
        self._odd_names: dict[str, str] = {}  # as shown -> as the disk has it
        self._no_links: set[str] = set()  # files that were seen to stand where they are listed

    @property
    def root(self) -> str:
        return self._root

    @property
    def files_at(self) -> str:
        return ""  # where the root is

    @property
    def revision(self) -> str:
        return ""

    def prepare(self, told: Callable[[int], None]) -> None:
        """It is all here."""

    def close(self) -> None:
        """Nothing is held open."""

    # --- Listing ---------------------------------------------------------------------------------

    def list(self, rules: IgnoreRules, seen: Callable[[int], None]) -> Listing:
        """Every file to look at; seen hears now and then how many there are so far.

        Raises SourceUnavailable where the folder is missing or cannot be listed.
        """
        self.require()
        listing = Listing()
        waiting = [("", rules)]
        while waiting:
            folder, above = waiting.pop()
            try:
                entries = self._entries(folder)
            except OSError as error:
                listing.failed.append(FileNote(folder + "/", f"Cannot be listed: {_reason(error)}"))
                continue
            here = self._rules_of(folder, above)
            for path, entry in entries:
                if self._is_folder_to_walk(path, entry, here, listing):
                    waiting.append((path, here))
            seen(len(listing.paths))
        listing.paths.sort()
        return listing

    def require(self) -> None:
        """Raises SourceUnavailable where the folder is missing or cannot be listed."""
        try:
            with os.scandir(self._root):
                return
        except FileNotFoundError:
            problem = "does not exist"
        except NotADirectoryError:
            problem = "is not a folder; name the one it is in"
        except OSError as error:
            problem = f"cannot be listed ({_reason(error)})"
        raise SourceUnavailable(f"{shown(self._root)} {problem}. What is stored of it stays.")

    def _entries(self, folder: str) -> list[tuple[str, os.DirEntry[str]]]:
        with os.scandir(self._on_disk(folder)) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        prefix = f"{folder}/" if folder else ""
        named: list[tuple[str, os.DirEntry[str]]] = []
        for entry in entries:
            path = prefix + shown(entry.name)
            if path != prefix + entry.name or folder in self._odd_names:
                self._odd_names[path] = os.path.join(self._on_disk(folder), entry.name)
            named.append((path, entry))
        return named

    def _rules_of(self, folder: str, above: IgnoreRules) -> IgnoreRules:
        """The rules within a folder; a .gitignore that cannot be read ignores nothing."""
        path = f"{folder}/.gitignore" if folder else ".gitignore"
        try:
            data = self.read(path)
        except UnreadableFile:
            return above
        return above.within(folder, data)

    def _is_folder_to_walk(
        self, path: str, entry: os.DirEntry[str], rules: IgnoreRules, listing: Listing
    ) -> bool:
        """List one entry where it is a file; say whether it is a folder to walk into."""
        try:
            is_link = entry.is_symlink()
            is_folder = entry.is_dir()
            size = 0 if is_folder else entry.stat().st_size
        except OSError as error:
            if is_markdown(path) and not is_quiet(entry.name, is_folder=False):
                listing.failed.append(FileNote(path, _reason(error)))
            return False
        if is_quiet(entry.name, is_folder):
            return False
        reason = rules.reason(path, is_folder) or (
            self._link_reason(path, is_folder) if is_link else ""
        )
        if is_folder:
            if reason:
                listing.skipped.append(FileNote(path + "/", reason))
            return not reason
        if not is_link:
            self._no_links.add(path)
        self._list_file(path, reason or size_reason(size), size, listing)
        return False

    def _list_file(self, path: str, reason: str, size: int, listing: Listing) -> None:
        if not reason:
            listing.paths.append(path)
            listing.sizes[path] = size
        elif is_markdown(path):
            listing.skipped.append(FileNote(path, reason, size))

    def _link_reason(self, path: str, is_folder: bool) -> str:
        if not self._is_inside(os.path.realpath(self._on_disk(path))):
            return "A link that leads out of the source's folder"
        return "A link to a folder, which is read where it stands" if is_folder else ""

    # --- Reading ---------------------------------------------------------------------------------

    def read(self, path: str) -> bytes:
        """The bytes of a file of the source. Raises UnreadableFile with the reason."""
        try:
            with open(os.open(self._inside(path), _OPEN), "rb") as file:
                about = os.fstat(file.fileno())
                if not stat.S_ISREG(about.st_mode):
                    raise UnreadableFile("Not a regular file")
                if reason := size_reason(about.st_size):
                    raise UnreadableFile(reason)
                return file.read()
        except OSError as error:
            raise UnreadableFile(_reason(error)) from error

    def _inside(self, path: str) -> str:
        """Where a file really stands. Raises UnreadableFile where that is outside."""
        if path in self._no_links:
            return self._on_disk(path)
        real = os.path.realpath(self._on_disk(path))
        if not self._is_inside(real):
            raise UnreadableFile("It stands outside of the source's folder")
        return real

    def _on_disk(self, path: str) -> str:
        return self._odd_names.get(path) or os.path.join(self._root, *path.split("/"))

    def _is_inside(self, real: str) -> bool:
        return real == self._root or real.startswith(self._root.rstrip(os.sep) + os.sep)


def shown(name: str) -> str:
    """A file name as text that can be shown and stored."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    return name


def _reason(error: OSError) -> str:
    """What the system says, as a reason."""
    if isinstance(error, PermissionError):
        return "Permission denied"
    if isinstance(error, FileNotFoundError):
        return "It is gone, or a link that leads nowhere"
    return error.strerror or type(error).__name__
