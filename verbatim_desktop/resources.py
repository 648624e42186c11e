"""Find the files that come with the program: icons, prompts, synonyms, probes.

In a checkout they stand in `resources/`; an installed package carries a copy of that folder.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder() -> Path:
    """The folder of resources, of the installed package or of the checkout."""
    installed = _PACKAGE / "_resources"
    return installed if installed.is_dir() else _PACKAGE.parent / "resources"


@cache
def read_text(name: str) -> str:
    """One resource as text; name is relative to the folder, with "/"."""
    return (folder() / name).read_text(encoding="utf-8")
