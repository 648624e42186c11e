"""Open the place a source comes from, and let go of what was fetched for it."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.domain.locations import SourcePlace, place_of

if TYPE_CHECKING:
    from verbatim_desktop.workflows.describe_source import SourceFolder


def open_source(location: str, home: Home, workspace: str) -> SourceFolder:
    """The files of a folder, an archive or a repository. Raises UsageError, SourceUnavailable."""
    place = place_of(location)
    if place is SourcePlace.GIT:
        from verbatim_desktop.adapters.git import GitTree

        return GitTree(location, checkouts_of(home, workspace))
    if place is SourcePlace.ARCHIVE and not Path(location).expanduser().is_dir():
        from verbatim_desktop.adapters.archive import ArchiveTree

        return ArchiveTree(location)
    from verbatim_desktop.adapters.files import FolderTree

    return FolderTree(location)


def checkouts_of(home: Home, workspace: str) -> Path:
    """Where the checkouts of a workspace lie: its one writer is alone there."""
    return home.checkouts / hashlib.sha256(workspace.encode()).hexdigest()[:12]


def forget_source(location: str, home: Home, workspace: str) -> None:
    """Take away what was fetched for a repository; nothing else of a source is ours."""
    if place_of(location) is not SourcePlace.GIT:
        return
    from verbatim_desktop.adapters.git import checkout_name, git_address

    try:
        address = git_address(location)
    except UsageError:
        return  # never fetched
    shutil.rmtree(checkouts_of(home, workspace) / checkout_name(address), ignore_errors=True)
