"""What is laid over the window: workspaces, the log, a crash; and the rail in a low window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.desktop.fakes import FakeRun, FakeVerbatim
from tests.desktop.seeing import banner_texts, button
from tests.desktop.test_ask import ANSWERED, ask
from tests.desktop.test_window import name_of
from verbatim_desktop.app import Verbatim
from verbatim_desktop.desktop.logs import MOST_BYTES, read_log
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.workspaces_sheet import WorkspacesSheet

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


# --- workspaces ----------------------------------------------------------------------------------


@pytest.fixture
def switched(window, monkeypatch) -> list[str]:
    """What was switched to."""
    names: list[str] = []
    window.sheets.workspaces.switch_wanted.disconnect()
    window.sheets.workspaces.switch_wanted.connect(names.append)
    return names


@pytest.fixture
def sheet(qtbot, window, switched) -> WorkspacesSheet:
    QTest.keyClick(window, Qt.Key.Key_W, CTRL | SHIFT)
    [sheet] = window.findChildren(WorkspacesSheet)
    qtbot.waitUntil(lambda: list(sheet.rows) == ["default", "shop"])
    return sheet


def press(sheet, words: str) -> None:
    [button] = [one for one in sheet.findChildren(Button) if one.text() == words]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_tile_lists_workspaces_and_the_one_in_use_cannot_be_deleted(window, sheet):
    assert sheet.isVisible()
    assert not sheet.rows["default"].delete.isEnabled()
    assert "switch to another one first" in sheet.rows["default"].delete.toolTip()
    assert sheet.rows["shop"].delete.isEnabled()
    sheet.close_over()
    window.rail.tile.click()
    assert sheet.isVisible()


def test_a_workspace_is_made_and_switched_to(qtbot, sheet, switched):
    QTest.keyClicks(sheet.field, "handbook")
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "handbook" in sheet.rows)
    press(sheet, "Switch to handbook")
    assert switched == ["handbook"]
    assert not sheet.isVisible()


def test_a_name_that_is_taken_is_said_in_the_sheet(qtbot, sheet):
    QTest.keyClicks(sheet.field, "shop")
    QTest.mouseClick(sheet.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "already" in " ".join(banner_texts(sheet)))


def test_a_workspace_is_renamed_in_its_row(qtbot, sheet, switched):
    row = sheet.rows["shop"]
    QTest.mouseClick(row.rename, Qt.MouseButton.LeftButton)
    row.field.setText("store")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "store" in sheet.rows)
    assert switched == []
    assert sheet.rows["store"].rename.hasFocus()


def test_esc_takes_a_new_name_back_before_it_closes_the_sheet(qtbot, sheet, fake):
    row = sheet.rows["shop"]
    QTest.mouseClick(row.rename, Qt.MouseButton.LeftButton)
    QTest.keyClicks(row.field, "store")
    QTest.keyClick(row.field, Qt.Key.Key_Escape)
    assert sheet.isVisible()
    assert row.field.text() == "shop"
    assert row.field.isHidden()
    assert row.rename.hasFocus()
    QTest.keyClick(row.rename, Qt.Key.Key_Space)
    assert row.field.hasFocus()
    QTest.keyClick(row.field, Qt.Key.Key_Escape)  # nothing was typed
    assert sheet.isVisible()
    assert row.field.isHidden()
    QTest.keyClick(row.rename, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    sheet.create_wanted.emit("last")  # the one after whatever Esc began
    qtbot.waitUntil(lambda: "last" in sheet.rows)
    assert "store" not in sheet.rows


def test_the_one_in_use_is_opened_anew_under_its_new_name(qtbot, sheet, switched):
    row = sheet.rows["default"]
    QTest.mouseClick(row.rename, Qt.MouseButton.LeftButton)
    row.field.setText("mine")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: switched == ["mine"])


def test_a_deleted_workspace_comes_back_with_undo(qtbot, sheet):
    QTest.mouseClick(sheet.rows["shop"].delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "shop" not in sheet.rows)
    assert banner_texts(sheet)[0].startswith("shop was deleted. 12 pages went with it")
    press(sheet, "Undo")
    qtbot.waitUntil(lambda: "shop" in sheet.rows)


def test_a_workspace_of_the_trash_is_brought_back_any_time_later(qtbot, sheet, fake):
    fake.workspaces.trash["t9"] = ("archive", 12)
    sheet.delete_wanted.emit("shop")
    qtbot.waitUntil(lambda: len(sheet.gone.actions()) == 2)
    assert [one.text() for one in sheet.gone.actions()][1] == "archive, 12 pages"

    sheet.gone.actions()[1].trigger()

    qtbot.waitUntil(lambda: "archive" in sheet.rows)
    assert list(fake.workspaces.trash) == ["t1"]


def test_the_trash_is_emptied_where_there_is_something_in_it(qtbot, sheet, fake):
    assert not sheet.purge.isVisible()
    QTest.mouseClick(sheet.rows["shop"].delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(sheet.purge.isVisible)
    assert sheet.trash.text() == "1 deleted workspace in the trash"
    QTest.mouseClick(sheet.purge, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: any("Empty the trash?" in one for one in banner_texts(sheet)))
    assert fake.workspaces.trash != {}
    button(sheet, "Empty it").click()
    qtbot.waitUntil(lambda: not sheet.purge.isVisible())
    assert fake.workspaces.trash == {}
    assert banner_texts(sheet) == ["The trash is empty. shop"]


def test_a_workspace_goes_to_a_file_and_comes_from_one(qtbot, window, sheet, fake, tmp_path):
    control = window.sheets.workspaces
    control.export_to("shop", str(tmp_path / "shop.verbatim"))
    qtbot.waitUntil(lambda: any("was exported" in one for one in banner_texts(sheet)))
    control.import_from(str(tmp_path / "other.verbatim"))
    qtbot.waitUntil(lambda: "handed over" in sheet.rows)
    assert fake.workspaces.done == [
        ("export", "shop", "shop.verbatim"),
        ("import", "other.verbatim", ""),
    ]


def test_every_control_of_the_sheet_has_a_name(sheet):
    buttons = [one for one in sheet.findChildren(QAbstractButton) if one.isVisible()]

    assert len(buttons) >= 10
    assert [one for one in buttons if not name_of(one)] == []


# --- the log and a crash -------------------------------------------------------------------------


def test_the_log_is_shown_searched_and_copied(qtbot, theme, settings, tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "defects.log").write_text("one KeyError\n  ask.py:3 ask\n" * 30)
    window = open_over(qtbot, theme, settings, tmp_path)
    QTest.keyClick(window, Qt.Key.Key_F12)
    qtbot.waitUntil(window.sheets.log.isVisible)
    log = window.sheets.log

    assert log.view.isReadOnly()
    QTest.keyClicks(log.field, "ask.py")
    QTest.keyClick(log.field, Qt.Key.Key_Return)
    assert log.view.textCursor().selectedText() == "ask.py"
    log.field.setText("nowhere")
    log.find_next()
    assert log.result.text() == "Not in here"
    log.copy_button.click()
    assert QGuiApplication.clipboard().text().startswith("one KeyError")
    QTest.keyClick(log.field, Qt.Key.Key_Escape)
    assert not log.isVisible()


def test_an_empty_log_says_what_would_stand_there(qtbot, theme, settings, tmp_path):
    window = open_over(qtbot, theme, settings, tmp_path)
    window.commands.run("show_log")
    qtbot.waitUntil(window.sheets.log.isVisible)
    assert "Nothing was logged yet" in window.sheets.log.told.text()


def open_over(qtbot, theme, settings: QSettings, folder: Path) -> MainWindow:
    fake = cast("Verbatim", FakeVerbatim())
    outside = Outside(lambda: fake, FakeRun(), settings, lambda _error: "", folder=folder)
    window = MainWindow(theme, outside)
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.state_shown):
        window.show()
    return window


def test_only_the_end_of_a_long_log_is_read(tmp_path):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "defects.log.1").write_bytes(b"\xff old\n" * 10)
    (tmp_path / "logs" / "defects.log").write_bytes(b"x" * (MOST_BYTES + 5) + b"end")

    assert read_log(tmp_path).endswith("xend")
    assert len(read_log(tmp_path)) == MOST_BYTES
    assert read_log(tmp_path / "none") == ""
    assert read_log(None) == ""


def test_a_crash_says_what_to_copy_and_holds_no_text_of_documents(qtbot, window, defects):
    def fail() -> None:
        raise KeyError("a secret of a document")

    def caught(work: Callable[[], None]) -> BaseException:
        try:
            work()
        except KeyError as error:
            return error
        raise AssertionError

    window.show_defect(caught(fail))
    said = "Something broke in the program. Your library is whole. Details are in defects.log."
    qtbot.waitUntil(lambda: [one for one in banner_texts(window) if "broke" in one] == [said])
    button(window, "Details").click()
    crash = window.sheets.crash
    assert crash.isVisible()
    assert "Your library is whole. Details are in defects.log." in crash.told.text()
    crash.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("KeyError\n")
    assert "test_sheets.py" in copied
    assert "secret" not in copied
    QTest.keyClick(crash.copy_button, Qt.Key.Key_Escape)
    assert not crash.isVisible()


def test_a_defect_is_said_once_in_one_place_and_counted(qtbot, window, fake, defects):
    fake.error = KeyError("boom")

    def told() -> list[str]:
        return [one.partition(" Your")[0] for one in banner_texts(window)]

    for times in range(1, 4):
        window.ask.ask_this("why?")
        qtbot.waitUntil(lambda times=times: len(defects) == times and not window.ask.is_asking)
        often = f" {times} times." if times > 1 else "."
        qtbot.waitUntil(lambda often=often: told() == [f"Something broke in the program{often}"])
    button(window, "Details").click()
    crash = window.sheets.crash
    assert "This happened 3 times." in crash.told.text()
    window.show_defect(defects[0])
    assert "This happened 4 times." in crash.told.text()
    window.show_defect(ValueError("another"))
    assert "times" not in crash.told.text()


# --- the source pane and the rail ----------------------------------------------------------------


def test_a_link_leads_to_the_sentence_itself(qtbot, window):
    ask(qtbot, window, ANSWERED)
    QTest.keyClick(window, Qt.Key.Key_L, CTRL | SHIFT)
    qtbot.waitUntil(lambda: "text=Open" in QGuiApplication.clipboard().text())


@pytest.mark.qt_log_ignore("does not support")  # offscreen has no menus to raise
def test_the_outline_opens_with_its_key(qtbot, window):
    ask(qtbot, window, ANSWERED)
    window.commands.run("show_outline")
    outline = window.source.crumbs.outline
    assert outline.isVisible()
    assert [one.text().strip() for one in outline.actions()][:2] == ["Rollbacks", "Undo a release"]
    outline.hide()


def test_a_low_window_drops_the_words_of_the_rail(window, theme):
    item = window.rail.item("ask")
    tall = item.sizeHint().height()
    theme.set_zoom(200)
    window.resize(1200, 420)
    assert item.sizeHint().height() < 2 * tall
    assert "Ask" in item.toolTip()
    assert name_of(item) == "Ask"
