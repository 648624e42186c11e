"""A window over a fake library, closed again after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.desktop.fakes import FakeRun, FakeVerbatim
from tests.desktop.waiting import PatientBot
from verbatim_desktop.app import Verbatim
from verbatim_desktop.desktop.garbage import GarbageCollector
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.theme import Mode, Theme

OpenWindow = Callable[..., MainWindow]


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, Mode.LIGHT)


@pytest.fixture(scope="package", autouse=True)
def garbage(qapp: QApplication) -> Iterator[None]:
    """As in the program: no widget is destroyed beside its thread."""
    collector = GarbageCollector(qapp)
    yield
    collector.close()


@pytest.fixture(scope="session", autouse=True)
def empty_clipboard(qapp: QApplication) -> Iterator[None]:
    """What Python made for it is destroyed by Python: offscreen Qt would do so after Python's end,
    and the process of the tests die of that.
    """
    yield
    qapp.clipboard().clear()


@pytest.fixture(autouse=True)
def light(theme: Theme) -> Iterator[None]:
    """Whatever a test did to the theme does not reach the next one."""
    yield
    theme.set_look(Mode.LIGHT, 100)


@pytest.fixture
def fake() -> FakeVerbatim:
    return FakeVerbatim()


@pytest.fixture
def run() -> FakeRun:
    return FakeRun()


@pytest.fixture
def defects() -> list[BaseException]:
    return []


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def open_window(
    qtbot: QtBot,
    theme: Theme,
    fake: FakeVerbatim,
    run: FakeRun,
    settings: QSettings,
    defects: list[BaseException],
) -> Iterator[OpenWindow]:
    """Opens the window and waits until it shows the library."""
    opened: list[MainWindow] = []

    def open_it(width: int = 1440, height: int = 900) -> MainWindow:
        def report(error: BaseException) -> str:
            defects.append(error)
            return "defects.log"

        window = MainWindow(theme, Outside(lambda: cast("Verbatim", fake), run, settings, report))
        opened.append(window)
        window.resize(width, height)
        with qtbot.waitSignal(window.state_shown):
            window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield open_it
    for window in opened:
        window.close()
        window.deleteLater()
    # Now, not in the next test's event loop: a window that lingers is styled along with the next.
    QCoreApplication.sendPostedEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    return open_window()
