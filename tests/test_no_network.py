"""With no provider set no internet socket is opened and no SDK imported: traced from outside.

Each way through the program runs in a process of its own. A listener for Python's audit events is
there before anything of ours; where strace is, the kernel tells what Qt and every child opens too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from tests.journeys import RUN, command, window

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
SDKS = {"openai", "anthropic", "google.genai"}
#: The names of models that the settings offer come with the prices, which know how to fetch newer.
PRICES = {"genai_prices", "httpx2"}
TAIL = """
known = {names!r} & set(sys.modules)
assert not opened, opened
assert not known, known
print("QUIET")
"""

#: Read the samples, ask, answer a message, and go everywhere but to the settings.
JOURNEY = """
yield lambda: main.ask.first_run.isVisible()
main.load_samples()
yield lambda: "2 sources" in main.sources.count_text() and not main.sources.is_reading
for question in ("How do I replace a broken box?", "How long does that take?"):
    main.commands.go("ask")
    main.ask.ask_this(question)
    yield lambda: main.ask.view.answer and main.ask.view.answer.question == question
main.commands.go("compose")
pane = main.pane("compose")
pane.opening.read_text("Hello, how do I replace a broken box? Write to jo@shop.example. Jo")
yield lambda: pane.desk.checked is not None
pane.write_answers()
main.commands.go("inspector")
main.pane("inspector").query.bar.set_text("replace a box")
yield lambda: main.pane("inspector").query.shown is not None
main.commands.go("usage")
main.pane("usage").show_gaps()
yield lambda: main.pane("usage").isVisible()
"""
SETTINGS = """
main.commands.go("settings")
settings = main.pane("settings")
for page in settings.pages:
    settings.show_page(page.name)
    yield page.isVisible
settings.show_page("providers")
row = list(settings.page.providers.values())[1]
yield lambda: row.key_state.text() == "No key"
"""

Quiet = Callable[..., None]


@pytest.fixture
def trace(tmp_path: Path) -> Path | None:
    """Where strace writes what the kernel was asked for; None where there is no strace."""
    return tmp_path / "trace" if shutil.which("strace") else None


@pytest.fixture
def quiet(trace: Path | None) -> Quiet:
    """Run a program, see that it opened nothing and knows no SDK. unknown: what it imports not."""
    calls = "trace=socket,connect,bind,sendto"
    traced = ["strace", "-f", "-qq", "--seccomp-bpf", "-e", calls, "-o", str(trace)]

    def see(code: str, *, unknown: Collection[str] = SDKS | PRICES) -> None:
        tail = TAIL.format(names=set(unknown))
        done = subprocess.run(
            [*(traced if trace else ()), sys.executable, "-c", HEAD + code + tail],
            capture_output=True,
            text=True,
            timeout=400,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )
        assert done.stdout.endswith("QUIET\n"), done.stderr[-2000:] + done.stdout[-500:]
        if trace:
            assert "AF_INET" not in trace.read_text("utf-8")

    return see


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    page = "# Refunds\n\nA refund takes 5 days to reach your card.\n"
    (folder / "refunds.md").write_text(page, encoding="utf-8")
    (tmp_path / "message.txt").write_text("How long does a refund take?\n", encoding="utf-8")
    return folder


def test_reading_asking_replying_and_usage_open_nothing(docs: Path, quiet: Quiet):
    quiet(command("ingest", str(docs)))
    quiet(command("ask", "How long does a refund take to reach my card?"))
    quiet(command("reply", str(docs.parent / "message.txt")))
    quiet(command("usage"))


def test_the_window_starts_and_opens_nothing(docs: Path, quiet: Quiet):
    quiet(command("ingest", str(docs)))
    quiet(RUN.format(door="desktop", arguments=["verbatim-desktop", "--time-start"]))


def test_a_day_at_the_window_opens_nothing(quiet: Quiet):
    quiet(window(JOURNEY))
    quiet(window(SETTINGS), unknown=SDKS)


def test_the_listener_hears_what_is_opened(quiet: Quiet):
    with pytest.raises(AssertionError, match=r"socket\.__new__"):
        quiet("socket.socket(socket.AF_INET).close()\n")


@pytest.mark.counterpart
@pytest.mark.parametrize(
    "code",
    [
        "import subprocess; subprocess.run([sys.executable, '-c', "
        "'import socket; socket.socket(socket.AF_INET6).close()'])\n",
        "import ctypes; ctypes.CDLL(None).socket(socket.AF_INET, 1, 0)\n",
    ],
    ids=["a child", "not by Python"],
)
def test_the_kernel_tells_what_python_does_not(
    code: str, quiet: Quiet, require: Callable[[str, bool], None]
):
    require("strace", shutil.which("strace") is not None)
    with pytest.raises(AssertionError, match="AF_INET"):
        quiet(code)
