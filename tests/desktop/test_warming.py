"""What was not shown yet is made ready between turns of the loop, and asks for nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QObject

from verbatim_desktop.desktop import warming
from verbatim_desktop.desktop.jobs import Job
from verbatim_desktop.desktop.places import PLACES

ROOT = Path(__file__).resolve().parents[2]
#: Goes to each place once all is ready, and says what its first questions to the library imported.
FIRST_SHOWN = """
import sys
from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
from verbatim_desktop.desktop import run
from verbatim_desktop.desktop.main_window import MainWindow

to_show = ["compose", "inspector", "sources"]
asked = ("verbatim_desktop.app", "verbatim_desktop.workflows")

def show_next(window):
    global before
    if not to_show:
        new = sorted(set(sys.modules) - before)
        print([name for name in new if name.startswith(asked)])
        window.close()
        return
    window.show_place(to_show.pop())
    asked_last = window.jobs.start(lambda: None)  # one lane: what was asked before is done by then
    asked_last.finished.connect(lambda: show_next(window))

def begin(window):
    global before
    before = set(sys.modules)
    show_next(window)

made = MainWindow.__init__
def watched(window, *arguments):
    made(window, *arguments)
    window.warming.finished.connect(lambda: begin(window))
MainWindow.__init__ = watched
sys.exit(run.main(["--home", {home!r}], open_verbatim, data_folder, report_defect))
"""
NAMES = [place.name for place in PLACES]


def test_every_pane_is_made_ready_and_joined_only_when_it_is_shown(qtbot, window):
    with qtbot.waitSignal(window.warming.finished):
        pass

    assert [type(one).__name__ for one in window.made_panes()] == ["AskPane"]
    for name in NAMES:
        window.show_place(name)
        assert window.current_pane.isVisible()
        assert not window.prepare(name)
    assert len(window.made_panes()) == len(NAMES)


def test_a_pane_that_is_wanted_before_it_is_ready_is_made_at_once(qtbot, window):
    window.prepare("settings")
    window.show_place("settings")

    assert window.current_pane.isVisible()
    with qtbot.waitSignal(window.warming.finished):
        pass


def test_closing_while_panes_are_made_ready_stops_it(qtbot, window, monkeypatch):
    made: list[str] = []
    window.prepare("usage")
    [pane] = [one for one in window.prepared() if one.accessibleName() == "Usage"]
    with qtbot.waitSignal(pane.destroyed):
        window.close()
    monkeypatch.setattr(window, "prepare", made.append)

    qtbot.wait(50)

    assert made == []


def test_an_import_that_ends_beside_the_close_starts_nothing_any_more(qtbot, qapp, monkeypatch):
    begun, go = threading.Event(), threading.Event()

    def wait(_place: object) -> None:
        begun.set()
        go.wait()

    monkeypatch.setattr(warming, "is_imported", lambda _place: False)
    monkeypatch.setattr(type(PLACES[0]), "module", wait)
    parent = QObject(qapp)
    one = warming.Warming(lambda _name: False, parent)
    one.begin()
    qtbot.waitUntil(begun.is_set)
    [job] = one.findChildren(Job)
    go.set()
    one.close()
    with qtbot.assertNotEmitted(one.imported), qtbot.waitSignal(job.finished):
        pass

    assert not one._soon.isActive()  # noqa: SLF001
    parent.deleteLater()


def test_a_pane_that_is_shown_first_asks_with_what_is_imported_already(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FIRST_SHOWN.replace("{home!r}", repr(str(tmp_path)))],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert done.stdout.strip() == "[]", done.stderr
