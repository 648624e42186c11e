"""Workspaces in the shapes that scripts rely on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verbatim_desktop.cli import workspaces_shapes as shapes

if TYPE_CHECKING:
    from verbatim_desktop.domain.workspaces import (
        DeletedWorkspace,
        WorkspaceInfo,
        WorkspaceManifest,
    )


def workspaces(
    found: Sequence[WorkspaceInfo], deleted: Sequence[DeletedWorkspace]
) -> shapes.WorkspacesShape:
    return {
        "workspaces": [
            {
                "name": one.name,
                "sources": one.sources,
                "documents": one.documents,
                "updated": one.updated,
            }
            for one in found
        ],
        "deleted": [
            {"token": one.token, "name": one.name, "documents": one.documents} for one in deleted
        ],
    }


def workspace_named(name: str, token: str = "") -> shapes.WorkspaceNamedShape:
    return {"name": name, "token": token}


def purged(names: Sequence[str]) -> shapes.PurgedWorkspacesShape:
    return {"purged": list(names)}


def exported(manifest: WorkspaceManifest, file: str) -> shapes.ExportedWorkspaceShape:
    return {
        "name": manifest.name,
        "file": file,
        "sources": manifest.sources,
        "documents": manifest.documents,
        "sha256": manifest.sha256,
        "bytes": manifest.size,
    }
