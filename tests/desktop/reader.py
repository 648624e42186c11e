"""A person with a screen reader: keys go into the real window, and what it tells comes over D-Bus.

The program runs by itself on a screen, a session and a home that are thrown away. What it tells is
waited for; what it shows is of another process and is looked at again and again, until it is there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

PROGRAM = "verbatim-desktop"
PROGRAMS = ("Xvfb", "dbus-daemon", "openbox", "xdotool")
#: Which starts the bus of screen readers; at-spi2-core brings it.
SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
PATIENCE = 90.0
BETWEEN_LOOKS = 0.05
QUIET = subprocess.DEVNULL


def is_installed() -> bool:
    return all(map(shutil.which, PROGRAMS)) and SERVICE.is_file()


class Seat:
    """A screen, a window manager and a session of its own; everything ends with the stack."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        run, home = folder / "run", folder / "home"
        for one in (run, home):
            one.mkdir(mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(run),
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        daemon = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address"]
        self.session = self._address_of(daemon)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.session
        self.environment["DISPLAY"] = f":{self._address_of(_SCREEN)}"
        self.start("openbox", "--sm-disable")

    def _address_of(self, command: list[str]) -> str:
        """What a server prints once it listens."""
        server = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=QUIET, text=True
        )
        self._stack.callback(_end, server)
        assert server.stdout
        return server.stdout.readline().strip()

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, env=self.environment, stdout=QUIET, stderr=QUIET)
        self._stack.callback(_end, process)
        return process


#: Prints the number of the screen that it takes.
_SCREEN = ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    process.wait()
    if process.stdout:
        process.stdout.close()


class Reader:
    """What is told of one window, and its keyboard."""

    def __init__(self, seat: Seat, stack: ExitStack, *words: str) -> None:
        if str(PACKAGING) not in sys.path:
            sys.path.append(str(PACKAGING))
        accessible: Any = import_module("accessible")
        self._seat = seat
        self._desktop: Any = accessible.Desktop(seat.session)
        stack.callback(self._desktop.close)
        self._ear: Any = accessible.Ear(seat.session, self._desktop)
        stack.callback(self._ear.close)
        code = "import sys; from verbatim_desktop.__main__ import desktop; desktop()"
        self._window = seat.start(sys.executable, "-c", code, *words)
        stack.callback(_end, self._window)

    def shown(self) -> list[Any]:
        return self._desktop.nodes(PROGRAM, shown=True)

    def sees(self, what: str, fits: Callable[[Any], bool]) -> Any:
        """The first thing shown that fits."""
        deadline = time.monotonic() + PATIENCE
        nodes: list[Any] = []
        while time.monotonic() < deadline:
            nodes = self.shown()
            if found := next((one for one in nodes if fits(one)), None):
                return found
            time.sleep(BETWEEN_LOOKS)
        seen = "; ".join(f"{one.role} “{one.name}”" for one in nodes if one.name)
        raise AssertionError(f"{what} is not shown: {seen}")

    def sees_named(self, name: str) -> Any:
        return self.sees(name, lambda one: one.name == name)

    def hears(self, words: str) -> str:
        """The first announcement from here on that has these words in it."""
        told = self._ear.wait_for(
            lambda one: one.kind == "Announcement" and words in one.words, PATIENCE
        )
        assert told is not None, f"“{words}” was not told"
        return str(told.words)

    def comes_to(self, what: str, fits: Callable[[Any], bool]) -> Any:
        """The first thing from here on that has the focus and fits."""
        told = self._ear.wait_for(lambda one: one.kind == "Focus" and fits(one.about), PATIENCE)
        assert told is not None, f"the focus did not come to {what}"
        return told.about

    def press(self, *keys: str) -> None:
        self._xdotool("key", "--clearmodifiers", *keys)

    def type(self, text: str) -> None:
        self._xdotool("type", "--delay", "10", text)

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._seat.environment, check=True)
