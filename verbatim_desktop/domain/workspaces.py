"""Workspaces: libraries side by side in one data folder, and one of them as a file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from verbatim_desktop.domain.errors import UsageError

DEFAULT = "default"
_NAME = re.compile(r"[^\W_][\w .-]{0,63}")


def check_name(name: str) -> str:
    """A name as it was given. Raises UsageError for one that cannot name a workspace."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"“{name}” cannot name a workspace. Use up to 64 letters, digits, spaces, dots, "
            "hyphens and underscores, a letter or digit first."
        )
    return name


@dataclass(frozen=True, slots=True)
class WorkspaceInfo:
    """What a list of workspaces shows. updated: of the last ingest, ISO 8601 in UTC."""

    name: str
    sources: int
    documents: int
    updated: str = ""


@dataclass(frozen=True, slots=True)
class DeletedWorkspace:
    """A workspace in the trash. token brings it back until the trash is emptied."""

    token: str
    name: str
    documents: int


@dataclass(frozen=True, slots=True)
class WorkspaceManifest:
    """What a workspace file says of itself.

    sha256 and size: of the database in it. tables: the revision of its tables.
    """

    format: int
    name: str
    tables: str
    sha256: str
    size: int
    sources: int
    documents: int
    made: str
    program: str = ""
