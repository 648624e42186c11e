"""A second start hands over what it was asked for, per data folder."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile
from PySide6.QtNetwork import QLocalServer

from verbatim_desktop.desktop.one_instance import (
    LONGEST_PATH,
    OneInstance,
    StartRequest,
    read_request,
    server_name,
)
from verbatim_desktop.domain.plain import to_plain

ASKED = StartRequest("shop", samples=True, folders=("/srv/docs",))


@pytest.fixture
def first(tmp_path):
    one = OneInstance(tmp_path)
    assert one.claim(StartRequest())
    yield one
    one.close()


def start_again(folder: Path, line: bytes) -> tuple[threading.Thread, list[bytes]]:
    """What a second start says, on a thread of its own as another process would."""
    answers: list[bytes] = []

    def say() -> None:
        with socket.socket(socket.AF_UNIX) as other:
            other.connect(server_name(folder))
            other.sendall(line)
            answers.append(other.recv(100))

    thread = threading.Thread(target=say)
    thread.start()
    return thread, answers


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes are no sockets")
LINE = json.dumps(to_plain(ASKED)).encode() + b"\n"


def test_a_second_start_hands_its_request_over_and_ends(qtbot, tmp_path, first):
    with qtbot.waitSignal(first.handed) as handed:
        thread, answers = start_again(tmp_path, LINE)
    thread.join()

    assert handed.args == [ASKED]
    assert answers == [b"taken\n"]


BUSY = """
import sys
from pathlib import Path
from PySide6.QtNetwork import QLocalSocket
from verbatim_desktop.desktop.one_instance import OneInstance, StartRequest
real = QLocalSocket.waitForReadyRead
def wait(socket, patience):
    print(patience, flush=True)
    return real(socket, patience)
QLocalSocket.waitForReadyRead = wait
print(OneInstance(Path(sys.argv[1])).claim(StartRequest("shop")))
"""


def test_a_window_that_is_busy_is_waited_for(qtbot, tmp_path, first):
    """It hears of the start once it gets to it, and no second window opens meanwhile."""
    command = [sys.executable, "-c", BUSY, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as second:
        assert second.stdout
        assert int(second.stdout.readline()) >= 20_000
        with qtbot.waitSignal(first.handed) as handed:
            pass
        assert second.stdout.readline() == "False\n"
    assert handed.args == [StartRequest("shop")]


def test_of_two_starts_at_once_one_waits_for_the_other(tmp_path, monkeypatch):
    locked: list[bool] = []
    monkeypatch.setattr(
        OneInstance,
        "_hand_over",
        lambda _self, _request: locked.append(not QLockFile(lock).tryLock(0)),
    )
    lock = str(tmp_path / "window.lock")
    one = OneInstance(tmp_path)
    assert one.claim(ASKED)
    one.close()

    assert locked == [True]
    assert QLockFile(lock).tryLock(0)


def test_another_data_folder_has_a_window_of_its_own(tmp_path, first):
    (tmp_path / "other").mkdir()
    other = OneInstance(tmp_path / "other")
    assert other.claim(ASKED)
    other.close()


def test_after_a_crash_the_stale_socket_is_made_anew(tmp_path):
    stale = QLocalServer()
    assert stale.listen(server_name(tmp_path))
    Path(tmp_path / "window.socket").rename(tmp_path / "kept")
    stale.close()
    (tmp_path / "kept").rename(tmp_path / "window.socket")

    one = OneInstance(tmp_path)
    assert one.claim(ASKED)
    one.close()


@pytest.mark.parametrize(
    "line", [b"", b"no json", b"[]", b'{"folders": 3}', b'{"samples": "yes"}', b"[" * 5000]
)
def test_what_is_no_request_is_refused(line):
    assert read_request(line) is None


def test_what_hangs_up_or_talks_nonsense_is_survived(qtbot, tmp_path, first):
    with qtbot.assertNotEmitted(first.handed):
        thread, answers = start_again(tmp_path, b"GET / HTTP/1.1\n")
        qtbot.waitUntil(lambda: answers == [b""])
    thread.join()
    with qtbot.waitSignal(first.handed):
        thread, _answers = start_again(tmp_path, LINE)
    thread.join()


def test_a_request_travels_as_one_line():
    assert read_request(json.dumps({"workspace": "shop"}).encode()) == StartRequest("shop")


def test_the_socket_stands_in_the_data_folder_where_its_path_is_short(tmp_path):
    assert server_name(tmp_path) == str(tmp_path / "window.socket")
    deep = tmp_path / ("x" * LONGEST_PATH)
    deep.mkdir()
    assert server_name(deep).startswith("verbatim-")


FIRST = """
import sys
from PySide6.QtCore import QTimer
from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
from verbatim_desktop.desktop import desk, run
from verbatim_desktop.desktop.main_window import MainWindow

def offer(window, folders):
    print("offered", *folders, flush=True)
    QTimer.singleShot(0, window.close)
MainWindow.offer_folders = offer
painted = MainWindow._after_first_paint
def paint(window):
    painted(window)
    print("ready", flush=True)
MainWindow._after_first_paint = paint
sys.exit(run.main(["--home", {home!r}], open_verbatim, data_folder, report_defect))
"""


def test_a_second_process_gives_its_folder_to_the_first_window(tmp_path):
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    home = str(tmp_path / "home")
    with subprocess.Popen(
        [sys.executable, "-c", FIRST.format(home=home)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "ready\n"
        second = [sys.executable, "-m", "verbatim_desktop", "desktop", "--home", home, "/srv/docs"]
        done = subprocess.run(second, env=environment, timeout=300, check=False)
        offered = first.stdout.readline() if done.returncode == 0 else ""
        if not offered:
            first.kill()
    assert offered == "offered /srv/docs\n"
    assert first.returncode == 0
