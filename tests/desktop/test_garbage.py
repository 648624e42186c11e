"""Garbage is looked for on the window's thread, and nowhere else."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop import garbage
from verbatim_desktop.desktop.garbage import GarbageCollector


@pytest.fixture
def collector(qapp) -> Iterator[GarbageCollector]:
    one = GarbageCollector(qapp)
    yield one
    one.close()
    one.deleteLater()


def throw_away(gone: list[int]) -> None:
    """A widget that only holds itself."""
    widget = QWidget()
    widget.me = widget  # type: ignore[attr-defined]
    weakref.finalize(widget, lambda: gone.append(threading.get_ident()))


def test_a_widget_goes_on_the_windows_thread_whoever_makes_objects(collector, monkeypatch):
    monkeypatch.setattr(garbage, "MANY", -1)
    gone: list[int] = []
    throw_away(gone)
    kept: list[list[int]] = []
    maker = threading.Thread(target=lambda: kept.extend([n] for n in range(200_000)))
    maker.start()
    maker.join()
    assert gone == []

    while not gone:
        collector.look()

    assert gone == [threading.get_ident()]


def test_python_looks_for_itself_again_afterwards(qapp):
    looked = gc.isenabled()
    gc.enable()
    one = GarbageCollector(qapp)
    assert not gc.isenabled()

    one.close()

    assert gc.isenabled()
    if not looked:
        gc.disable()
