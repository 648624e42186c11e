"""Backups: one file that holds a data folder's library and settings, and what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass

from verbatim_desktop.domain.workspaces import WorkspaceInfo


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What stands beside the library in a backup.

    tables: the revision of its tables. sha256 and size: of the database. made: ISO 8601, UTC.
    """

    format: int
    tables: str
    sha256: str
    size: int
    made: str
    program: str = ""
    workspaces: tuple[WorkspaceInfo, ...] = ()


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup file that was written: where, how large it is, and what it says of itself."""

    path: str
    size: int
    manifest: BackupManifest


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that stands in the place of what was there.

    aside: the backup that the library before was kept in first; "" where there was none.
    damaged: the folder that a library was moved to which could not be read any more.
    """

    manifest: BackupManifest
    aside: str = ""
    damaged: str = ""
