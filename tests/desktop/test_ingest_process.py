"""The process that reads sources: what it says, that it can be stopped, that it never lingers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from verbatim_desktop.desktop import ingest_process
from verbatim_desktop.desktop.ingest_process import IngestProcess, error_named, worker_command
from verbatim_desktop.domain.documents import IngestRequest, ParseMode, SourceKind
from verbatim_desktop.domain.errors import IngestError, LibraryBusy, SourceUnavailable

#: A worker that says what the test wants, to see how the window's end takes it.
SCRIPT = """
import json, os, sys, time
request = json.loads(sys.stdin.readline())[0]
def say(**what):
    sys.stdout.write(json.dumps(what) + "\\n"); sys.stdout.flush()
{body}
"""


def scripted(process: IngestProcess, tmp_path: Path, body: str) -> None:
    path = tmp_path / "worker.py"
    path.write_text(SCRIPT.format(body=body))
    process.command = [sys.executable, str(path)]


@pytest.fixture
def process(qtbot, tmp_path):
    process = IngestProcess(str(tmp_path / "data"), "")
    yield process
    process.close()


@pytest.fixture
def pages(tmp_path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(12):
        (folder / f"page-{number}.md").write_text(f"# Page {number}\n\nIt says {number}.\n")
    return folder


def request(folder: Path) -> IngestRequest:
    return IngestRequest(str(folder), SourceKind.KB, ParseMode.MARKDOWN, "pages")


def test_a_folder_is_read_in_the_worker_and_reported(qtbot, process, pages):
    steps, reports = [], []
    process.progressed.connect(steps.append)
    process.reported.connect(reports.append)
    with qtbot.waitSignal(process.finished):
        process.start([request(pages)])
    [report] = reports

    assert report.added == 12
    assert steps[0].phase == "counting"
    assert not process.is_running


def test_a_folder_that_is_not_there_fails_in_words_and_the_next_one_is_read(
    qtbot, process, pages, tmp_path
):
    failures = []
    process.failed.connect(lambda one, error: failures.append((one.location, error)))
    with qtbot.waitSignal(process.finished):
        process.start([request(tmp_path / "missing"), request(pages)])
    [(location, error)] = failures

    assert location == str(tmp_path / "missing")
    assert isinstance(error, SourceUnavailable)


def test_lines_that_arrive_in_pieces_are_heard_whole(qtbot, process, tmp_path, pages):
    scripted(
        process,
        tmp_path,
        """
line = json.dumps({"progress": {"phase": "reading", "done": 1, "total": 2, "path": "ä" * 9000}})
for at in range(0, len(line), 1000):
    sys.stdout.write(line[at:at + 1000]); sys.stdout.flush()
sys.stdout.write("\\n")
say(report={"source": "pages", "added": 2})
""",
    )
    steps = []
    process.progressed.connect(steps.append)
    with qtbot.waitSignals([process.reported, process.finished]):
        process.start([request(pages)])

    assert [step.path for step in steps] == ["ä" * 9000]


def test_a_worker_that_dies_is_said_and_what_was_done_is_kept(qtbot, process, tmp_path, pages):
    scripted(process, tmp_path, "os._exit(70)")
    with qtbot.waitSignal(process.failed) as failed:
        process.start([request(pages)])

    assert isinstance(failed.args[1], IngestError)
    assert "status 70" in str(failed.args[1])
    assert "What was done is kept" in str(failed.args[1])


def test_a_worker_that_cannot_be_started_is_said(qtbot, process, tmp_path, pages):
    process.command = [str(tmp_path / "no-such-program")]
    with qtbot.waitSignal(process.failed) as failed:
        process.start([request(pages)])

    assert isinstance(failed.args[1], IngestError)
    assert not process.is_running


def test_cancel_asks_the_worker_to_stop_and_hears_what_it_did(qtbot, process, tmp_path, pages):
    scripted(
        process,
        tmp_path,
        """
say(progress={"phase": "reading", "done": 1, "total": 2})
assert sys.stdin.readline() == "cancel\\n"
say(report={"source": "pages", "added": 1, "cancelled": True})
""",
    )
    with qtbot.waitSignal(process.progressed):
        process.start([request(pages)])
    reports = []
    process.reported.connect(reports.append)
    with qtbot.waitSignal(process.finished):
        assert process.cancel()
    [report] = reports

    assert report.cancelled
    assert report.added == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to ignore")
def test_a_worker_that_does_not_listen_is_ended(qtbot, process, tmp_path, pages, monkeypatch):
    monkeypatch.setattr(ingest_process, "GRACE_MS", 200)
    deaf = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
say(progress={"phase": "reading", "done": 1, "total": 2})
while True: time.sleep(1)
"""
    scripted(process, tmp_path, deaf)
    with qtbot.waitSignal(process.progressed):
        process.start([request(pages)])
    with qtbot.waitSignals([process.failed, process.finished]):
        process.cancel()

    assert not process.is_running


def test_closing_waits_until_the_worker_has_published(qtbot, process, tmp_path, pages):
    mark = tmp_path / "published"
    scripted(
        process,
        tmp_path,
        f"""
say(progress={{"phase": "reading", "done": 1, "total": 2}})
sys.stdin.readline()
open({str(mark)!r}, "w").close()
""",
    )
    with qtbot.waitSignal(process.progressed):
        process.start([request(pages)])
    process.close()

    assert mark.exists()
    assert not process.is_running


def test_an_error_of_the_worker_is_the_same_error_here():
    assert isinstance(error_named("LibraryBusy", "x"), LibraryBusy)
    for name in ("KeyError", "annotations", "__name__", "no such"):
        assert type(error_named(name, "x")) is IngestError


def test_a_frozen_program_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert worker_command("/h", "w")[1:] == [
        "worker", "ingest", "--home", "/h", "--workspace", "w",
    ]  # fmt: skip
