"""The worker's lines: what it is told, what it tells, and how it ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store import open_store
from verbatim_desktop.adapters.worker import Teller, ingest, read_requests
from verbatim_desktop.domain.documents import IngestProgress, IngestReport, IngestRequest
from verbatim_desktop.domain.errors import Cancelled, LibraryBusy, UsageError
from verbatim_desktop.domain.plain import to_plain


def page_folder(tmp_path: Path, count: int) -> Path:
    folder = tmp_path / "help"
    folder.mkdir()
    for number in range(count):
        (folder / f"{number}.md").write_text(f"# Page {number}\n\nText of it.\n\n" * 20)
    return folder


class Worker:
    """A real worker process. It is never far ahead of who listens: little fits between them."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "verbatim_desktop", "worker", "ingest", "--home", str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pipesize=4096,
        )
        self.say(json.dumps(to_plain([IngestRequest(str(folder))])))

    def say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def rest(self) -> list[dict[str, Any]]:
        """What it says until it ends, its stdin left open."""
        assert self.process.stdout
        return [json.loads(line) for line in self.process.stdout]

    def end(self) -> int:
        assert self.process.stdin
        assert self.process.stdout
        status = self.process.wait(300)
        self.process.stdin.close()
        self.process.stdout.close()
        return status


def documents(home: Path) -> int:
    store = open_store(Home(home))
    count = len(store.library().documents())
    store.close()
    return count


def test_a_worker_tells_progress_and_then_a_report(home: Path, tmp_path: Path):
    worker = Worker(home, page_folder(tmp_path, 30))
    *steps, last = worker.rest()
    assert worker.end() == 0
    assert {step["progress"]["phase"] for step in steps} >= {"counting", "reading"}
    assert last["report"]["documents"] == 30
    assert documents(home) == 30


def close_stdin(worker: Worker) -> None:
    assert worker.process.stdin
    worker.process.stdin.close()


ENDINGS: list[Callable[[Worker], object]] = [
    lambda worker: worker.say("cancel"),
    close_stdin,
    lambda worker: worker.process.send_signal(signal.SIGTERM),
]


@pytest.mark.parametrize("stop", ENDINGS, ids=["cancel", "stdin closed", "terminated"])
@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM cannot be caught there")
def test_a_stopped_worker_publishes_what_is_done(
    home: Path, tmp_path: Path, stop: Callable[[Worker], object]
):
    worker = Worker(home, page_folder(tmp_path, 400))
    while worker.hear()["progress"]["phase"] != "reading":
        pass
    stop(worker)
    *_, last = worker.rest()
    assert worker.end() == 0
    assert last["report"]["cancelled"]
    assert documents(home) == last["report"]["documents"] < 400


def test_a_worker_whose_reader_is_gone_ends_by_itself(home: Path, tmp_path: Path):
    worker = Worker(home, page_folder(tmp_path, 400))
    worker.hear()
    assert worker.process.stdout
    worker.process.stdout.close()
    assert worker.process.wait(300) == 0
    assert worker.process.stdin
    worker.process.stdin.close()
    assert documents(home) < 400


def test_two_workers_at_once_leave_a_whole_library(home: Path, tmp_path: Path):
    folder = page_folder(tmp_path, 60)
    workers = [Worker(home, folder) for _ in range(2)]
    for worker in workers:
        *_, last = worker.rest()
        if worker.end():
            assert last["error"]["type"] == "LibraryBusy"
            assert "Wait until it is done" in last["error"]["message"]
        else:
            assert last["report"]["documents"] == 60
    assert documents(home) == 60


def test_a_folder_that_is_missing_is_one_line_and_the_worlds_fault(home: Path, tmp_path: Path):
    worker = Worker(home, tmp_path / "missing")
    [line] = worker.rest()
    assert worker.end() == 3
    assert line["error"]["type"] == "SourceUnavailable"
    assert "does not exist" in line["error"]["message"]


# --- Without a process ---------------------------------------------------------------------------


def told(out: BytesIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_error_of_the_world_is_told_by_its_name():
    def busy(_requests: Sequence[IngestRequest], _progress: Teller) -> tuple[IngestReport, ...]:
        raise LibraryBusy("Another process is writing.")

    out = BytesIO()
    assert ingest(b"[]", busy, Teller(out, Event())) == 3
    assert told(out) == [
        {"error": {"type": "LibraryBusy", "message": "Another process is writing."}}
    ]


def test_requests_that_are_none_are_wrong_usage():
    out = BytesIO()
    assert ingest(b"{}", lambda _requests, _progress: (), Teller(out, Event())) == 2
    assert told(out)[0]["error"]["type"] == "UsageError"


@pytest.mark.parametrize("line", [b"", b"nonsense", b'"text"', b"[{}]", b'[{"location": 1}]'])
def test_a_first_line_that_is_no_list_of_requests_is_refused(line: bytes):
    with pytest.raises(UsageError, match="list of requests"):
        read_requests(line)


def test_requests_are_read_as_they_were_written():
    requests = (IngestRequest("a", ignore=("*.tmp",)), IngestRequest("b", name="two"))
    assert read_requests(json.dumps(to_plain(requests)).encode()) == requests


def test_a_told_step_raises_once_it_is_to_stop():
    stop = Event()
    teller = Teller(BytesIO(), stop)
    teller(IngestProgress("reading", 1, 2))
    stop.set()
    with pytest.raises(Cancelled):
        teller(IngestProgress("reading", 2, 2))
