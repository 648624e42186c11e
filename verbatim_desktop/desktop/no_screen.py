"""Where no window can be opened, say so in one line: Qt itself writes six and ends with a crash."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from verbatim_desktop.desktop.exits import WORLDS_FAULT

#: What Qt says of a screen that is named and does not answer.
UNANSWERED = re.compile(r"could not connect to display|Failed to create wl_display")
#: A matter that Qt has settled by itself, told in four lines.
MENDED = 'Detected locale "C"'
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
INSTEAD = "Without a window: verbatim --help"


@contextmanager
def told_where_none() -> Generator[None]:
    """While the application is made: ends the process with one line where Qt would abort."""
    said: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, words: str) -> None:
        said.append(words)
        if kind is QtMsgType.QtFatalMsg:
            sys.stderr.write(
                f"verbatim-desktop: No window can be opened: {reason(said)}. {INSTEAD}\n"
            )
            sys.stderr.flush()
            os._exit(WORLDS_FAULT)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    for words in said:
        if not words.startswith(MENDED):
            sys.stderr.write(f"{words}\n")


def reason(said: list[str]) -> str:
    """Why Qt could not begin, from what it said."""
    named = [name for name in SCREENS if os.environ.get(name)]
    if any(UNANSWERED.search(words) for words in said):
        if not named:
            return f"there is no screen ({' and '.join(SCREENS)} are not set)"
        places = " and ".join(f"{name}={os.environ[name]}" for name in named)
        return f"the screen does not answer ({places})"
    if any("xcb-cursor0" in words for words in said):
        return "a library of the screen is missing, such as libxcb-cursor0"
    return " ".join(said[-1].split()).rstrip(".")
