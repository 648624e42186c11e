"""The JSON of workspaces and backups. See shapes.py."""

from __future__ import annotations

from typing import Annotated, TypedDict


class WorkspaceShape(TypedDict):
    name: str
    sources: int
    documents: int
    updated: Annotated[str, "Of the last ingest, ISO 8601 in UTC; empty where there was none."]


class DeletedWorkspaceShape(TypedDict):
    token: Annotated[str, "Brings it back until the trash is emptied."]
    name: str
    documents: int


class WorkspacesShape(TypedDict):
    """The workspaces of the data folder."""

    workspaces: list[WorkspaceShape]
    deleted: Annotated[list[DeletedWorkspaceShape], "What is in the trash, the oldest first."]


class WorkspaceNamedShape(TypedDict):
    """The workspace that was made, renamed, deleted, restored or taken in."""

    name: Annotated[str, "What it is called now, or was when it was deleted."]
    token: Annotated[str, "Brings a deleted one back; empty otherwise."]


class PurgedWorkspacesShape(TypedDict):
    """What the trash held."""

    purged: list[str]


class ExportedWorkspaceShape(TypedDict):
    """A workspace written to a file."""

    name: str
    file: str
    sources: int
    documents: int
    sha256: Annotated[str, "Of the library in the file."]
    bytes: Annotated[int, "Of the library in the file, unpacked."]


class BackedUpWorkspace(TypedDict):
    name: str
    sources: int
    documents: int
    updated: Annotated[str, "ISO 8601, UTC; empty before the first ingest."]


class BackupShape(TypedDict):
    """The backup that was written."""

    file: str
    bytes: int
    made: Annotated[str, "ISO 8601, UTC."]
    sha256: Annotated[str, "Of the database within it."]
    workspaces: list[BackedUpWorkspace]


class RestoreShape(TypedDict):
    """The backup that stands in the library's place now."""

    file: str
    made: Annotated[str, "When the backup was made: ISO 8601, UTC."]
    program: Annotated[str, "The release that made it."]
    workspaces: list[BackedUpWorkspace]
    kept: Annotated[str, "A backup of the library before; empty where there was none."]
    damaged: Annotated[str, "Where a library was moved that could not be read; else empty."]
