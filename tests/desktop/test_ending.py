"""A signal closes the windows from the loop, never in the middle of what runs."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.ending import ENDS, Ending

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such signals")


class Painted(QWidget):
    """Gets a signal while it is painted."""

    def __init__(self, told: signal.Signals) -> None:
        super().__init__()
        self._told = told
        self.painted_whole = False

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        signal.raise_signal(self._told)
        self.painted_whole = self.isVisible()


@pytest.fixture
def ending(qapp) -> Iterator[Ending]:
    one = Ending(qapp)
    yield one
    one.close()
    one.deleteLater()


@pytest.mark.parametrize("told", ENDS)
def test_what_is_painted_is_painted_before_the_window_closes(qtbot, ending, told):
    window = Painted(told)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: not window.isVisible())

    assert window.painted_whole


def test_afterwards_signals_mean_what_they_meant_before(qapp):
    before = [signal.getsignal(one) for one in ENDS]
    one = Ending(qapp)
    assert signal.getsignal(signal.SIGINT) != before[1]
    one.close()
    one.deleteLater()

    assert [signal.getsignal(one) for one in ENDS] == before


def test_a_signal_that_was_ignored_stays_ignored(qapp):
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)
    one = Ending(qapp)
    ignored = signal.getsignal(signal.SIGINT)
    one.close()
    one.deleteLater()
    signal.signal(signal.SIGINT, kept)

    assert ignored is signal.SIG_IGN
