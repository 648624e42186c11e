"""Files of a source that the system may be asked to open: its own text files, and nothing else.

A page's path is what a document says of itself, so it is never followed out of its source's folder.
"""

from __future__ import annotations

from pathlib import Path

TEXT_ENDINGS = frozenset((".md", ".mdx", ".markdown", ".txt"))


def is_text_file(path: str) -> bool:
    """Whether a file's name is one of those that are opened."""
    return Path(path).suffix.lower() in TEXT_ENDINGS


def own_file(folder: str, path: str) -> Path | None:
    """A text file inside a source's folder; None where there is none of the kind."""
    if not folder or not is_text_file(path):
        return None
    root = Path(folder).resolve()
    found = (root / path).resolve()
    return found if found.is_relative_to(root) and found.is_file() else None
