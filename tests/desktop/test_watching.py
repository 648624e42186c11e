"""Places that are looked at: what goes wrong is told, and no look outlives the window."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from verbatim_desktop.desktop.watching import Watching
from verbatim_desktop.ports import Cancellation


def broken(_place: str, _stop: Cancellation) -> Iterator[None]:
    raise OSError("the disk is gone")
    yield


def test_whatever_ends_a_look_is_told(qtbot):
    watching = Watching(broken)
    with qtbot.waitSignal(watching.failed) as told:
        watching.watch_only({"harbor": "docs"})

    assert told.args is not None
    assert (told.args[0], str(told.args[1])) == ("harbor", "the disk is gone")
    assert watching.begun == frozenset()
    watching.close()


@pytest.mark.parametrize("dropped", [True, False])
def test_closing_waits_for_looks_that_were_told_to_stop(qtbot, dropped: bool):
    looking, ended = threading.Event(), threading.Event()

    def slow(_place: str, stop: Cancellation) -> Iterator[None]:
        yield
        looking.set()
        stopped = threading.Event()
        stop.listen(stopped.set)
        stopped.wait(60)
        ended.set()

    watching = Watching(slow)
    with qtbot.waitSignal(watching.changed):
        watching.watch_only({"harbor": "docs"})
    looking.wait(60)
    if dropped:
        watching.watch_only({})
    watching.close()

    assert ended.is_set()
    assert not [one for one in threading.enumerate() if one.name == "watch harbor"]
