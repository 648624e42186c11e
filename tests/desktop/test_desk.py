"""Windows of one start, on the real library: a workspace takes the place of the one before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.desktop.test_one_instance import StartRequest
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.desk import TOKEN, Desk
from verbatim_desktop.desktop.main_window import MainWindow
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.domain.documents import IngestRequest


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a workspace that holds one page."""
    folder = tmp_path / "home"
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "refunds.md").write_text("# Refunds\n\nA refund takes 14 days.\n")
    verbatim = open_verbatim(str(folder), "shop")
    verbatim.ingest([IngestRequest(str(tmp_path / "kb"), name="help")])
    verbatim.close()
    return folder


@pytest.fixture
def desk(theme: Theme, settings: QSettings, home: Path):
    desk = Desk(theme, settings, home, str(home), open_verbatim, lambda _error: "")
    yield desk
    if desk.window is not None:
        desk.window.close()
        desk.window.deleteLater()


def shown(qtbot: QtBot, window: MainWindow) -> MainWindow:
    with qtbot.waitSignal(window.state_shown):
        window.show()
    return window


def test_another_workspace_opens_in_the_place_of_this_one(qtbot, desk, settings):
    first = shown(qtbot, desk.open(""))
    assert first.workspace == "default"
    assert first.ask.first_run.isVisible()
    desk.switch("shop")
    qtbot.waitUntil(lambda: not isValid(first))
    second = desk.window
    qtbot.waitUntil(lambda: "1 page" in second.status.facts())
    assert second.isVisible()
    assert settings.value("workspace") == "shop"
    assert "shop" in second.status.facts()


def test_the_workspace_used_last_opens_again(qtbot, desk, settings):
    settings.setValue("workspace", "shop")
    assert desk.open("").workspace == "shop"


def test_a_request_of_a_second_start_is_taken(qtbot, desk):
    window = shown(qtbot, desk.open("shop"))
    desk.take(StartRequest())
    assert desk.window is window
    desk.take(StartRequest(workspace="default"))
    assert desk.window is not window
    assert desk.window.workspace == "default"


@pytest.mark.parametrize(("platform", "kept"), [("wayland", "t1"), ("xcb", "")])
def test_the_right_to_come_forward_is_handed_on_where_there_is_one(
    qtbot, desk, monkeypatch, platform, kept
):
    """Qt takes it from the environment of the process whose window it is."""
    monkeypatch.setenv(TOKEN, "")
    shown(qtbot, desk.open("shop"))
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: platform)
    monkeypatch.setattr("verbatim_desktop.desktop.desk.come_forward", lambda _window: None)
    desk.take(StartRequest(token="t1"))

    assert os.environ[TOKEN] == kept


def test_a_renamed_workspace_stays_open_under_its_new_name(qtbot, desk):
    first = shown(qtbot, desk.open("shop"))
    first.sheets.workspaces.rename("shop", "store")
    qtbot.waitUntil(lambda: desk.window is not first)
    second = desk.window
    qtbot.waitUntil(lambda: "1 page" in second.status.facts())
    assert second.workspace == "store"
