"""What was not shown yet is made ready between turns of the loop, and asks for nothing."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject

from verbatim_desktop.desktop import warming
from verbatim_desktop.desktop.jobs import Job
from verbatim_desktop.desktop.places import PLACES

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
    [job] = one.findChildren(Job)
    assert begun.wait(90)
    go.set()
    one.close()
    with qtbot.assertNotEmitted(one.imported), qtbot.waitSignal(job.finished):
        pass

    assert not one._soon.isActive()  # noqa: SLF001
    parent.deleteLater()
