"""What the index folder of a workspace is called."""

from __future__ import annotations

import re


def folder_name(workspace: str) -> str:
    """A workspace's name as a folder's: two names never meet in one."""
    plain = re.sub(r"[^a-z0-9-]", lambda odd: f"_{ord(odd.group()):x}_", workspace)
    return f"w-{plain}"
