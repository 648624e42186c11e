"""The window, from its opening to its end."""

from __future__ import annotations

import subprocess
from pathlib import Path

from smoke_commands import KEY, environment_of
from smoke_provider import StandIn
from smoke_screen import Screen
from smoke_tools import Failed, Program, running_from, wait_for

QUESTION = "How do I replace a broken box?"
ANSWER = "On the station page choose Replace box."
#: Qt says this where our own look at its tree comes to something that has just gone.
OURS = "qt.accessibility.atspi: Could not find accessible on path"
SECOND = "Install the agent on the new box."


class WindowTrial:
    def __init__(self, program: Program, screen: Screen, home: Path) -> None:
        self._program, self._screen, self._home = program, screen, home / "window"
        self._provider = StandIn(program.stack)
        self._process: subprocess.Popen[str] | None = None

    def open(self) -> str:
        words = ("--home", str(self._home), "--samples")
        asked = environment_of("openai", self._provider.url)
        self._process = self._program.start("verbatim-desktop", *words, **asked)
        self._screen.wait_for("Verbatim Desktop")
        return ""

    def read_samples(self) -> str:
        def worker() -> str | None:
            lines = running_from(self._program.folder)
            return next((line for line in lines if " worker ingest " in line), None)

        wait_for("the worker", worker)
        return self._screen.wait_for("pages can be asked now").name

    def ask(self) -> str:
        self._screen.press("ctrl+n")
        self._screen.wait_for("Question")
        self._screen.type(QUESTION)
        self._screen.press("Return")
        self._screen.wait_for(ANSWER)
        return self._screen.wait_for("confidence").name

    def open_citation(self) -> str:
        self._screen.press("2")
        self._screen.wait_for("Citation 2 of")
        page = next(node for node in self._screen.nodes() if node.name == "Document")
        if SECOND not in page.text:
            raise Failed("the page that was opened does not hold the sentence")
        return self._screen.wait_for("Verified").name

    def look_for_key(self) -> str:
        """The window has shown the provider the key that the command line kept."""
        wait_for("the key", lambda: any(KEY in headers for headers in self._provider.heard))
        return ""

    def close(self) -> str:
        assert self._process is not None
        self._screen.press("alt+F4")
        try:
            status = self._process.wait(30)
        except subprocess.TimeoutExpired as error:
            raise Failed("the window is still there") from error
        assert self._process.stderr is not None
        lines: list[str] = self._process.stderr.read().splitlines()
        said = "\n".join(line for line in lines if not line.startswith(OURS))
        if status or said:
            raise Failed(f"status {status}, and on stderr: {said or 'nothing'}")
        return ""
