"""Keep what is needed to mend a defect: its kind and where it happened, in the data folder.

The message of an exception may hold a document's text or a key, so it is left out; so are the
values of variables. What remains is the path through our own code.
"""

from __future__ import annotations

import platform
import traceback
from datetime import UTC, datetime
from pathlib import Path

from verbatim_desktop import __version__
from verbatim_desktop.adapters.home import find_home, make_private
from verbatim_desktop.domain.errors import LibraryError

FILE = "defects.log"
LARGEST = 1_000_000  # bytes; the one before is kept beside it


def report_defect(home: str, error: BaseException) -> str:
    """Write a defect to the log and say where; "" where the log cannot be written."""
    try:
        folder = find_home(home).make().logs
        make_private(folder)
        path = folder / FILE
        _turn_over(path)
        with path.open("a", encoding="utf-8") as log:
            log.write(entry(error))
    except (OSError, LibraryError):
        return ""
    return str(path)


def entry(error: BaseException) -> str:
    """One defect as text: when, what kind, with which versions, and each step of the way."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    head = f"{now} {type(error).__name__} in Verbatim {__version__}, Python "
    steps = [
        f"  {Path(step.filename).name}:{step.lineno} {step.name}"
        for step in traceback.extract_tb(error.__traceback__)
    ]
    return "\n".join([f"{head}{platform.python_version()}, {platform.system()}", *steps, ""])


def _turn_over(path: Path) -> None:
    if path.exists() and path.stat().st_size > LARGEST:
        path.replace(path.with_suffix(".log.1"))
