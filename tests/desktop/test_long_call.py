"""A call on a lane of its own: seen on its way, stopped at a wish, silent once it was."""

from __future__ import annotations

from threading import Event
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject

from verbatim_desktop.app import Verbatim
from verbatim_desktop.desktop.long_call import LongCall
from verbatim_desktop.domain.errors import UsageError


@pytest.fixture
def parent(qapp) -> QObject:
    return QObject()


@pytest.fixture
def call(parent):
    call = LongCall(lambda: cast("Verbatim", "library"), parent)
    yield call
    call.close()


def test_nothing_is_put_into_a_call_that_is_listened_to(call, parent):
    """Its lane emits from it, and PySide then looks into it without the interpreter's lock."""
    before = set(vars(call))

    parent.objectNameChanged.connect(call.cancel)
    call.start(lambda library, _progress, _wish: library)

    assert set(vars(call)) == before
    assert "__METAOBJECT__" not in before  # where PySide keeps methods that are no Slots


def test_it_says_how_far_it_is_and_what_it_gives(qtbot, call):
    steps: list[Any] = []
    call.progressed.connect(steps.append)

    def work(library, progress, _wish):
        progress(1)
        progress(2)
        return library

    with qtbot.waitSignal(call.succeeded) as given:
        call.start(work)
    assert given.args == ["library"]
    assert steps == [1, 2]
    assert not call.is_running


def test_a_wish_to_stop_is_heard_at_the_next_step(qtbot, call):
    begun, may_go = Event(), Event()

    def work(_library, progress, _wish):
        begun.set()
        may_go.wait(90)
        progress(1)
        return "too late"

    call.succeeded.connect(lambda _what: pytest.fail("it was stopped"))
    call.start(work)
    assert begun.wait(90)
    assert call.cancel()
    assert not call.cancel()
    with qtbot.waitSignal(call.stopped):
        may_go.set()


def test_what_goes_wrong_is_told(qtbot, call):
    def work(_library, _progress, _wish):
        raise UsageError("Not so.")

    with qtbot.waitSignal(call.failed) as given:
        call.start(work)
    assert str(given.args[0]) == "Not so."


def test_a_newer_call_silences_the_one_before(qtbot, call):
    may_go, told = Event(), []
    call.succeeded.connect(told.append)
    call.start(lambda _library, _progress, wish: may_go.wait(90) and "first")
    with qtbot.waitSignal(call.succeeded):
        call.start(lambda *_what: "second")
        may_go.set()
    assert told == ["second"]


def test_closing_stops_what_runs_and_waits_for_it(call):
    heard = Event()

    def work(_library, _progress, wish):
        stop = Event()
        wish.listen(stop.set)
        if stop.wait(90):
            heard.set()

    call.start(work)
    call.close()
    assert heard.is_set() or not call.is_running


def test_what_keeps_what_it_makes_is_said_to_be_done_where_the_wish_came_too_late(qtbot, parent):
    call = LongCall(lambda: cast("Verbatim", "library"), parent, keeps=True)
    begun, may_go = Event(), Event()

    def work(_library, _progress, _wish):
        begun.set()
        may_go.wait(90)
        return "made"

    call.stopped.connect(lambda: pytest.fail("it was done"))
    call.start(work)
    assert begun.wait(90)
    assert call.cancel()
    with qtbot.waitSignal(call.succeeded) as given:
        may_go.set()
    assert given.args == ["made"]
    call.close()
