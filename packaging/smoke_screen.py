"""A screen that nobody sees, with a window manager, a keyboard and a screen reader's view."""

from __future__ import annotations

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path

from accessible import Desktop, Node
from PIL import ImageGrab
from smoke_tools import Failed, wait_for

PROGRAM = "verbatim-desktop"
SIZE = "1440x900x24"


def start_keyring() -> None:
    """A Secret Service with an unlocked collection."""
    command = ["gnome-keyring-daemon", "--unlock", "--components=secrets"]
    started = subprocess.run(command, input="a password\n", capture_output=True, text=True)
    if started.returncode:
        raise Failed(f"gnome-keyring-daemon did not start: {started.stderr.strip()}")


def start_screen(stack: ExitStack) -> Screen:
    """Xvfb, openbox and the accessibility bus; the environment leads to them."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SIZE, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    stack.callback(server.kill)
    os.close(write)
    with os.fdopen(read) as told:
        os.environ["DISPLAY"] = f":{told.readline().strip()}"
    os.environ |= {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    quiet = subprocess.DEVNULL
    manager = subprocess.Popen(["openbox", "--sm-disable"], stdout=quiet, stderr=quiet)
    stack.callback(manager.kill)
    desktop = Desktop()
    stack.callback(desktop.close)
    return Screen(desktop)


class Screen:
    """What is seen of the program, and its keyboard."""

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop

    def nodes(self) -> list[Node]:
        return self._desktop.nodes(PROGRAM, shown=True)

    def wait_for(self, words: str) -> Node:
        """The first thing that says these words. Raises Failed."""

        def look() -> Node | None:
            return next((node for node in self.nodes() if words in node.name + node.text), None)

        return wait_for(f"“{words}”", look)

    def press(self, *keys: str) -> None:
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)

    def type(self, text: str) -> None:
        subprocess.run(["xdotool", "type", "--delay", "20", text], check=True)

    def save(self, path: Path) -> None:
        """A picture of the whole screen."""
        ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).save(path)
