"""The background lane: results come home, late ones stay silent, closing waits."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject

from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.domain.errors import Cancelled


@pytest.fixture
def jobs(qtbot):
    jobs = Jobs()
    yield jobs
    jobs.close()


def test_a_result_arrives_on_the_gui_thread(qtbot, jobs):
    threads = []
    job = jobs.start(lambda: threading.current_thread().name)
    job.succeeded.connect(lambda name: threads.extend([name, threading.current_thread().name]))
    with qtbot.waitSignal(job.finished):
        pass

    assert threads[0].startswith("library")
    assert threads[1] == "MainThread"


def test_a_job_is_the_same_whoever_is_told_to_cancel_it(jobs):
    """The lane emits from it, and PySide then looks into it without the interpreter's lock."""
    gate, asker = threading.Event(), QObject()
    job = jobs.start(lambda: gate.wait(90))
    before = set(vars(job))

    asker.destroyed.connect(job.cancel)
    gate.set()

    assert set(vars(job)) == before


def test_whom_to_tell_is_known_before_the_call_begins(qtbot, jobs):
    gate, told = threading.Event(), []
    lane = jobs.start(lambda: gate.wait(90))
    error = ValueError("x")

    def work() -> None:
        raise error

    done = jobs.start(lambda: "done", then=told.append, fail=told.append)
    broken = jobs.start(work, then=told.append, fail=told.append)
    gate.set()
    qtbot.waitUntil(lambda: len(told) == 2, timeout=90_000)

    assert told == ["done", error]
    assert not any(job.cancelled for job in (lane, done, broken))


def test_what_is_held_begins_in_order_when_it_is_let_go(qtbot, jobs):
    begun = []
    jobs.hold()
    first = jobs.start(lambda: begun.append("first"))
    second = jobs.start(lambda: begun.append("second"))
    with qtbot.assertNotEmitted(first.finished, wait=50):
        pass
    with qtbot.waitSignal(second.finished):
        jobs.release()

    assert begun == ["first", "second"]


def test_closing_makes_what_must_be_made_of_what_is_held(qtbot, jobs):
    made = []
    jobs.hold()
    jobs.start(lambda: made.append("may"))
    jobs.start(lambda: made.append("must"), must=True)
    jobs.close(lambda: made.append("last"))

    assert made == ["must", "last"]


def test_an_error_arrives_as_it_was_raised(qtbot, jobs):
    error = ValueError("x")

    def work() -> None:
        raise error

    job = jobs.start(work)
    with qtbot.waitSignal(job.failed) as failed:
        pass

    assert failed.args == [error]


def test_cancelled_work_is_no_failure(qtbot, jobs):
    def work() -> None:
        raise Cancelled

    job = jobs.start(work)
    failed = []
    job.failed.connect(failed.append)
    with qtbot.waitSignal(job.finished):
        pass

    assert failed == []


def test_a_newer_job_on_the_channel_silences_the_older_one(qtbot, jobs):
    gate = threading.Event()
    seen = []
    older = jobs.start(lambda: gate.wait(90), channel="ask")
    older.succeeded.connect(lambda _result: seen.append("older"))
    newer = jobs.start(lambda: "newer", channel="ask")
    newer.succeeded.connect(seen.append)
    with qtbot.waitSignal(newer.finished):
        gate.set()

    assert seen == ["newer"]


def test_other_channels_are_left_alone(qtbot, jobs):
    seen = []
    for channel in ("ask", "source"):
        job = jobs.start(lambda: 1, channel=channel)
        job.succeeded.connect(seen.append)
    with qtbot.waitSignal(job.finished):
        pass

    assert seen == [1, 1]


def test_a_cancelled_job_that_has_not_begun_is_never_made(qtbot, jobs):
    gate, made = threading.Event(), []
    first = jobs.start(lambda: gate.wait(90))
    second = jobs.start(lambda: made.append(1), channel="ask")
    jobs.cancel("ask")
    with qtbot.waitSignals([first.finished, second.finished]):
        gate.set()

    assert made == []


def test_closing_waits_for_the_call_in_flight(qtbot):
    jobs = Jobs()
    begun, done = threading.Event(), []

    def work() -> None:
        begun.set()
        done.append(threading.Event().wait(0.1))

    jobs.start(work)
    begun.wait(90)
    jobs.close()

    assert done == [False]


def test_what_is_asked_after_the_close_is_neither_called_nor_answered(qtbot):
    """A timer or a signal may be under way when the window closes."""
    jobs = Jobs()
    jobs.close()
    called: list[str] = []
    job = jobs.start(lambda: called.append("work"), channel="late")
    job.succeeded.connect(lambda _result: called.append("answer"))

    assert job.cancelled
    assert called == []
