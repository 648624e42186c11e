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
#: Warms a window up and says which modules that ask for classes of Qt ran beside its thread.
WATCHED = """
import sys, threading
from importlib.machinery import PathFinder

ran = {"here": [], "beside": []}

class Watch:
    def find_spec(self, name, path, target=None):
        spec = PathFinder.find_spec(name, path, target)
        asks = name.startswith(("verbatim_desktop.desktop.", "PySide6"))
        if asks and spec and spec.submodule_search_locations is None:
            run = spec.loader.exec_module
            def noted(module):
                main = threading.current_thread() is threading.main_thread()
                ran["here" if main else "beside"].append(name)
                return run(module)
            spec.loader.exec_module = noted
        return spec

sys.meta_path.insert(0, Watch())
from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
from verbatim_desktop.desktop import run
from verbatim_desktop.desktop.main_window import MainWindow

made = MainWindow.__init__
def watched(window, *arguments):
    made(window, *arguments)
    window.warming.finished.connect(window.close)
MainWindow.__init__ = watched
status = run.main(["--home", {home!r}], open_verbatim, data_folder, report_defect)
print(status, "verbatim_desktop.desktop.panes.compose" in ran["here"], ran["beside"])
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

    def wait(module: str) -> list[str]:
        begun.set()
        go.wait()
        return [module]

    monkeypatch.setattr(warming, "is_imported", lambda _place: False)
    monkeypatch.setattr(warming, "import_beside", wait)
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
    assert window_of(FIRST_SHOWN, tmp_path) == "[]"


def test_what_asks_for_classes_of_qt_is_imported_on_the_windows_thread(tmp_path):
    assert window_of(WATCHED, tmp_path) == "0 True []"


def window_of(script: str, home: Path) -> str:
    """What a process with a window of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", script.replace("{home!r}", repr(str(home)))],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
