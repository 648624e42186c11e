"""What the smoke test starts, and how it waits."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 60.0
BETWEEN_LOOKS = 0.2


class Failed(Exception):
    """Something did not go as it has to; said in one line."""


def say(text: str) -> None:
    print(text, flush=True)


def wait_for(what: str, look: Callable[[], T | None], patience: float = PATIENCE_SECONDS) -> T:
    """What a look finds at last. Raises Failed when it stays away."""
    deadline = time.monotonic() + patience
    while True:
        if found := look():
            return found
        if time.monotonic() > deadline:
            raise Failed(f"{what} did not come within {patience:.0f} s")
        time.sleep(BETWEEN_LOOKS)


class Program:
    """The frozen program, by both of its names."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack

    def cli(
        self, *words: str, given: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return self._run("verbatim", words, given, environment)

    def window(self, *words: str) -> subprocess.CompletedProcess[str]:
        """One that ends by itself, with no screen reader about."""
        return self._run("verbatim-desktop", words, "", {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "0"})

    def _run(
        self, name: str, words: tuple[str, ...], given: str, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.folder / name), *words],
            input=given,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS * 2,
        )

    def start(self, name: str, *words: str, **environment: str) -> subprocess.Popen[str]:
        """One that goes on; it ends with the test at the latest."""
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [str(self.folder / name), *words],
            env=os.environ | environment,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )
        self.stack.callback(process.kill)
        return process


def running_from(folder: Path) -> list[str]:
    """The command lines of the processes whose program stands in a folder."""
    found: list[str] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                program = os.readlink(entry / "exe")
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:  # it has ended
                continue
            if program.startswith(f"{folder}/"):
                found.append(words.strip())
    return found
