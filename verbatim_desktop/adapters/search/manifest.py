"""What an index folder must look like to be trusted: a digest of every file.

Whoosh unpickles its table of contents, so nothing is handed to it before every byte of the folder
has been compared with what this program wrote.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_CHUNK = 1 << 20


def digest(path: Path) -> str:
    """SIZE:BLAKE2B of a file."""
    total = hashlib.blake2b(digest_size=32)
    size = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            total.update(chunk)
            size += len(chunk)
    return f"{size}:{total.hexdigest()}"


def digests(folder: Path) -> dict[str, str]:
    """The digest of every file of a folder, by name."""
    return _digests(folder, sorted(path.name for path in folder.iterdir()))


def matches(folder: Path, expected: Mapping[str, str]) -> bool:
    """Whether a folder holds exactly these files."""
    try:
        names = sorted(os.listdir(folder))
        sizes = {name: (folder / name).stat().st_size for name in names}
        if names != sorted(expected) or any((folder / name).is_symlink() for name in names):
            return False
        if any(int(expected[name].partition(":")[0]) != sizes[name] for name in names):
            return False
        return _digests(folder, names) == dict(expected)
    except (OSError, ValueError):
        return False


def _digests(folder: Path, names: list[str]) -> dict[str, str]:
    """Large files are hashed side by side: the hash lets go of the interpreter."""
    paths = [folder / name for name in names]
    if len(paths) < 2:
        return {path.name: digest(path) for path in paths}
    with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        return dict(zip(names, pool.map(digest, paths), strict=True))


def link(source: Path, target: Path) -> None:
    """Make a file known under a second name, or copy it where the file system cannot."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
