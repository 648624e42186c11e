"""With no provider set no internet socket is opened and no SDK imported: traced from outside.

Each way through the program runs in a process of its own, with a listener for Python's audit
events that was there before anything of ours.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAD = """
import socket, sys
opened = []
def listen(event, details):
    if event == "socket.__new__" and details[1] in (socket.AF_INET, socket.AF_INET6):
        opened.append((event, details[1]))
    elif event in ("socket.connect", "socket.bind", "socket.sendto"):
        if isinstance(details[1], tuple):
            opened.append((event, details[1]))
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        opened.append((event, details[0]))
sys.addaudithook(listen)
"""
RUN = """
from verbatim_desktop.__main__ import {door}
sys.argv = {arguments!r}
try:
    status = {door}()
except SystemExit as done:
    status = done.code
assert not status, status
"""
TAIL = """
sdks = {"openai", "anthropic", "google.genai", "genai_prices", "httpx2"} & set(sys.modules)
assert not opened, opened
assert not sdks, sdks
print("QUIET")
"""


def run(*arguments: str) -> str:
    return RUN.format(door="cli", arguments=["verbatim", *arguments])


def quiet(code: str) -> None:
    """Run a program and see that it opened nothing and knows no SDK."""
    done = subprocess.run(
        [sys.executable, "-c", HEAD + code + TAIL],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.stdout.endswith("QUIET\n"), done.stderr[-2000:] + done.stdout[-500:]


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    page = "# Refunds\n\nA refund takes 5 days to reach your card.\n"
    (folder / "refunds.md").write_text(page, encoding="utf-8")
    (tmp_path / "message.txt").write_text("How long does a refund take?\n", encoding="utf-8")
    return folder


def test_reading_asking_replying_and_usage_open_nothing(docs: Path):
    quiet(run("ingest", str(docs)))
    quiet(run("ask", "How long does a refund take to reach my card?"))
    quiet(run("reply", str(docs.parent / "message.txt")))
    quiet(run("usage"))


def test_the_window_starts_and_opens_nothing(docs: Path):
    quiet(run("ingest", str(docs)))
    quiet(RUN.format(door="desktop", arguments=["verbatim-desktop", "--time-start"]))


def test_the_listener_hears_what_is_opened():
    with pytest.raises(AssertionError, match=r"socket\.__new__"):
        quiet("socket.socket(socket.AF_INET).close()\n")
