"""What a folder is called and read as: what was asked for, kept from last time, or guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from verbatim_desktop.domain.documents import IngestRequest, SourceInfo
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.locations import called
from verbatim_desktop.ingest.discover import IgnoreRules, Listing
from verbatim_desktop.ingest.document import SourceTree
from verbatim_desktop.ingest.document import guess_source as guess_kind_and_mode
from verbatim_desktop.text.versions import named_version

_LONGEST_NAME = 80
_NO_NAME = re.compile(r"[/\x00-\x1f\x7f]")


class SourceFolder(Protocol):
    """The files of a source, wherever they are. Close it when they have been read."""

    @property
    def root(self) -> str:
        """The place, as it is stored and opened again: see domain.locations."""
        ...

    @property
    def files_at(self) -> str:
        """The folder of this machine that the files lie in; "" where they lie in none."""
        ...

    @property
    def revision(self) -> str:
        """Of a repository the commit at hand, else ""."""
        ...

    def require(self) -> None:
        """Raises SourceUnavailable where the place is missing or cannot be listed.

        Quick: a repository is not asked before `prepare`.
        """
        ...

    def prepare(self, told: Callable[[int], None]) -> None:
        """Bring here what is elsewhere; told hears the percentage and may raise Cancelled.

        Raises SourceUnavailable.
        """
        ...

    def list(self, rules: IgnoreRules, seen: Callable[[int], None]) -> Listing:
        """Every file that is not ignored. Raises SourceUnavailable."""
        ...

    def read(self, path: str) -> bytes:
        """The bytes of one file of the folder. Raises UnreadableFile."""
        ...

    def close(self) -> None: ...


OpenFolder = Callable[[str], SourceFolder]


def name_source(
    request: IngestRequest,
    root: str,
    known: Sequence[tuple[str, str]],
    is_there: Callable[[str], bool],
) -> str:
    """The name of a request's source. Raises UsageError where it cannot have one.

    known: (name, root) of the sources that have one. is_there: whether a folder still exists,
    since a folder that was moved takes its name along.
    """
    if request.name:
        _check_name(request.name)
        for name, elsewhere in known:
            if name == request.name and elsewhere != root and is_there(elsewhere):
                raise UsageError(
                    f"The name “{name}” belongs to {elsewhere}. Choose another with --name, "
                    "or remove that source first."
                )
        return request.name
    stored = sorted({name for name, folder in known if folder == root})
    if len(stored) > 1:
        names = " and ".join(f"“{name}”" for name in stored)
        raise UsageError(f"{root} is stored as {names}. Say which one with --name.")
    return stored[0] if stored else _free_name(root, {name for name, _ in known})


def _check_name(name: str) -> None:
    if _NO_NAME.search(name) or name != name.strip() or not name or len(name) > _LONGEST_NAME:
        raise UsageError(
            f"“{name}” cannot name a source. Use up to {_LONGEST_NAME} characters without slashes."
        )


def _free_name(root: str, taken: set[str]) -> str:
    base = _NO_NAME.sub("", called(root)).strip().strip(":")[: _LONGEST_NAME - 5] or "documents"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    return name


def describe_source(
    request: IngestRequest,
    name: str,
    folder: SourceFolder,
    before: SourceInfo | None,
    files: Callable[[], SourceTree],
) -> SourceInfo:
    """The source of a request. files is called where something has to be guessed from them."""
    before = None if request.exact else before
    kind = request.kind or (before.kind if before else None)
    mode = request.mode or (before.mode if before else None)
    reason = before.reason if before and not (request.kind and request.mode) else ""
    if kind is None or mode is None:
        guessed_kind, guessed_mode, reason = guess_kind_and_mode(files())
        kind, mode = kind or guessed_kind, mode or guessed_mode
    return SourceInfo(
        name=name,
        kind=kind,
        mode=mode,
        root=folder.root,
        base_url=request.base_url or (before.base_url if before else ""),
        ignore=request.ignore or (before.ignore if before else ()),
        version=request.version or (before.version if before else named_version(name)[1]),
        internal=request.internal or (before.internal if before else False),
        reason=reason,
        files_at=folder.files_at,
        revision=folder.revision,
    )
