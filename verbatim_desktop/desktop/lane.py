"""Ask the library on the background lane, in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from verbatim_desktop.app import Verbatim
from verbatim_desktop.desktop.jobs import Job, Jobs
from verbatim_desktop.desktop.state import OpenLibrary

T = TypeVar("T")


class Lane:
    """Jobs over one library. fail: what is done with an error."""

    def __init__(
        self, jobs: Jobs, library: OpenLibrary, fail: Callable[[Exception], object]
    ) -> None:
        self._jobs, self._library, self._fail = jobs, library, fail

    def ask(
        self, read: Callable[[Verbatim], T], then: Callable[[T], object], channel: str = ""
    ) -> Job:
        """Call read with the library there, and then with what it gives here."""
        return self._jobs.start(lambda: read(self._library()), channel, then=then, fail=self._fail)

    def job(self, read: Callable[[Verbatim], object], channel: str = "") -> Job:
        """The same, its outcome left to the caller."""
        return self._jobs.start(lambda: read(self._library()), channel=channel)

    def cancel(self, channel: str) -> None:
        """Want nothing more of what was asked on a channel."""
        self._jobs.cancel(channel)
