"""Write a small file whole or not at all, for its owner alone."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile


def replace_file(path: Path, data: bytes) -> None:
    """Put a file in the place of another in one step; a crash leaves the old one or the new one.

    The temporary file is made for its owner alone, and so is what it becomes. Raises OSError.
    """
    with NamedTemporaryFile(
        "wb", dir=path.parent, prefix=path.name, suffix=".new", delete=False
    ) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            Path(file.name).replace(path)
        except BaseException:
            file.close()
            Path(file.name).unlink(missing_ok=True)
            raise
