"""The end of the program's own log, newest last. Runs on the background lane."""

from __future__ import annotations

from pathlib import Path

MOST_BYTES = 256 * 1024
#: The log before the last turn-over, and the one that is written to.
FILES = ("defects.log.1", "defects.log")


def read_log(folder: Path | None) -> str:
    """What stands in the logs of a data folder, at most its last part; "" where there is none."""
    if folder is None:
        return ""
    parts = [_end_of(folder / "logs" / name) for name in FILES]
    return "".join(parts)[-MOST_BYTES:]


def _end_of(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, 2)
            stream.seek(max(size - MOST_BYTES, 0))
            return stream.read(MOST_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
