"""Read a message from a file, no more of it than a message can have."""

from __future__ import annotations

from pathlib import Path

from verbatim_desktop.compose.message import LARGEST_FILE, read_message
from verbatim_desktop.domain.errors import MessageUnreadable
from verbatim_desktop.domain.messages import Message


def read_message_file(path: Path) -> Message:
    """A message from a .txt, .md or .eml file. Raises MessageUnreadable."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise MessageUnreadable(f"{path.name} cannot be read: {reason}.") from error
    return read_message(data, path.name)
