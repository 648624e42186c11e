"""Another folder for the data, as a person chooses it: over a fake, and the whole way for real."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from shiboken6 import isValid

from tests.desktop.test_settings import facts, press
from verbatim_desktop.adapters import moving
from verbatim_desktop.adapters.home import POINTER, find_home, own_folder
from verbatim_desktop.bootstrap import data_folder, open_verbatim, report_defect
from verbatim_desktop.desktop import run as program
from verbatim_desktop.desktop.desk import Desk, open_settings
from verbatim_desktop.desktop.missing_folder import look_again, make_question
from verbatim_desktop.desktop.one_instance import OneInstance, StartRequest
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.domain.data_folder import FolderChoice, SaidBy
from verbatim_desktop.domain.documents import IngestProgress, IngestRequest
from verbatim_desktop.domain.errors import LibraryBusy


@pytest.fixture
def page(window):
    window.commands.go("settings")
    window.current_pane.show_page("data")
    return window.current_pane.page


# --- The page ------------------------------------------------------------------------------------


def test_a_folder_is_chosen_in_a_dialog_and_moved_to_once_it_was_confirmed(qtbot, page, fake):
    page.another.button.click()
    [dialog] = page.window().findChildren(QFileDialog)
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    dialog.fileSelected.emit("/disk/verbatim")
    dialog.close()
    qtbot.waitUntil(lambda: facts(page) == ["Move the data to /disk/verbatim?"])
    assert fake.data_folder.done == []
    press(page, "Move it")
    qtbot.waitUntil(lambda: fake.data_folder.done == [("move", "/disk/verbatim")])
    qtbot.waitUntil(page.another.button.isVisible)
    assert facts(page) == []


def test_how_far_it_is_is_seen_and_esc_cancels_it(qtbot, window, page, fake):
    fake.data_folder.go_on.clear()
    page.another.move("/disk/verbatim")
    qtbot.waitUntil(lambda: page.another.row.hint.text() == "400.0 MB of 812.0 MB copied")
    assert page.another.stop.hasFocus()
    QTest.keyClick(page.another.stop, Qt.Key.Key_Escape)
    fake.data_folder.go_on.set()
    qtbot.waitUntil(lambda: facts(page) == ["Stopped."])
    assert fake.data_folder.done == []
    assert page.another.button.hasFocus()
    assert not page.another.bar.isVisible()


def test_a_library_that_is_there_is_offered_for_use(qtbot, page, fake):
    fake.data_folder.choice = FolderChoice("/disk/other", holds_library=True)
    page.another.look_at("/disk/other")
    qtbot.waitUntil(lambda: facts(page) == ["Use the library in /disk/other?"])
    press(page, "Use it")
    qtbot.waitUntil(lambda: fake.data_folder.done == [("use", "/disk/other")])


@pytest.mark.parametrize("when", ["look", "move"])
def test_why_it_cannot_be_is_said_beside_it(qtbot, page, fake, when):
    fake.data_folder.error = LibraryBusy("The library is in use.")
    (page.another.look_at if when == "look" else page.another.move)("/disk/verbatim")
    qtbot.waitUntil(lambda: page.another.row.error.text() == "The library is in use.")
    assert page.another.button.isVisible()
    assert fake.data_folder.done == []


@pytest.mark.parametrize(
    ("said_by", "named"), [(SaidBy.OPTION, "--home"), (SaidBy.ENVIRONMENT, "VERBATIM_HOME")]
)
def test_what_stands_above_a_choice_is_said(qtbot, window, fake, said_by, named):
    fake.data_folder.said_by = said_by
    window.commands.go("settings")
    window.current_pane.show_page("data")
    another = window.current_pane.page.another
    qtbot.waitUntil(lambda: named in another.row.hint.text())
    assert not another.button.isEnabled()


@pytest.mark.parametrize("when", ["choose", "move"])
def test_nothing_is_moved_while_a_source_is_read(window, page, fake, run, when):
    window.sources.read([IngestRequest("/srv/a", name="a")])
    run.step(IngestProgress("reading", 1, 2))
    if when == "choose":
        page.another.choose()
    else:
        page.another.move("/disk/verbatim")
    assert page.another.row.error.text().startswith("A source is being read.")
    assert page.window().findChildren(QFileDialog) == []
    assert fake.data_folder.done == []


# --- The whole way -------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path, monkeypatch) -> Path:
    """The platform's own folder, of this test, with a library in it."""
    monkeypatch.delenv("VERBATIM_HOME")
    monkeypatch.setattr(moving, "PATIENCE_SECONDS", 60.0)  # a window on a laden machine reads long
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "person" / "data"))
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "refunds.md").write_text("# Refunds\n\nA refund takes 14 days.\n")
    with closing(open_verbatim("", "shop")) as verbatim:
        verbatim.ingest([IngestRequest(str(tmp_path / "kb"), name="help")])
    return own_folder()


@pytest.fixture
def desk(qapp, theme, own):
    settings = open_settings(own)
    desk = Desk(theme, settings, own, "", open_verbatim, lambda _error: "")
    yield desk
    if desk.window is not None:
        desk.window.close()
        desk.window.deleteLater()


def told(window) -> list[str]:
    return [one.notice.fact for one in window.findChildren(Banner) if one.isVisible()]


def click(window, words: str) -> None:
    [button] = [one for one in window.findChildren(Button) if one.text() == words]
    button.click()


posix = pytest.mark.skipif(os.name == "nt", reason="the platform's folder is no variable's")


@posix
def test_the_window_opens_anew_on_the_data_where_it_is_now(qtbot, desk, own, tmp_path):
    first = desk.open("shop")
    with qtbot.waitSignal(first.state_shown):
        first.show()
    first.resize(700, 640)
    first.commands.go("settings")
    first.current_pane.show_page("data")
    page = first.current_pane.page
    new = tmp_path / "disk" / "verbatim"
    page.another.look_at(str(new))
    qtbot.waitUntil(lambda: len(facts(page)) == 1)
    press(page, "Move it")
    qtbot.waitUntil(lambda: not isValid(first))
    second = desk.window
    qtbot.waitUntil(lambda: "1 page" in second.status.facts())

    assert find_home().root == new
    assert second.workspace == "shop"
    assert (second.width(), second.height()) == (700, 640)
    assert second.context.folder == new
    assert Path(second.settings.fileName()).parent == new
    assert second.place == "settings"
    assert second.current_pane.page.name == "data"
    [said] = [one for one in told(second) if one.startswith("The data is in")]
    assert said.endswith("verbatim now.")
    click(second, "Remove it")
    qtbot.waitUntil(lambda: any("is removed" in one for one in told(second)))
    assert [path.name for path in own.iterdir()] == [POINTER]


@posix
def test_another_library_is_used_and_left_again(qtbot, desk, own, tmp_path):
    with closing(open_verbatim(str(tmp_path / "other"))) as other:
        other.ingest([IngestRequest(str(tmp_path / "kb"), name="help")])
    first = desk.open("shop")
    with qtbot.waitSignal(first.state_shown):
        first.show()
    first.commands.go("settings")
    first.current_pane.show_page("data")
    first.current_pane.page.another.use(str(tmp_path / "other"))
    qtbot.waitUntil(lambda: not isValid(first))
    second = desk.window
    assert second.workspace == "default"
    assert second.context.folder == tmp_path / "other"
    assert any("is used now." in one for one in told(second))
    click(second, "Go back")
    qtbot.waitUntil(lambda: not isValid(second))
    assert desk.window.workspace == "shop"
    assert find_home().root == own


def test_starts_are_heard_where_the_data_is_now(qtbot, tmp_path):
    before, after = tmp_path / "before", tmp_path / "after"
    for folder in (before, after):
        folder.mkdir()
    one = OneInstance(before)
    assert one.claim(StartRequest())
    one.follow(after)
    other = OneInstance(before)
    assert other.claim(StartRequest())  # nobody is there any more
    assert one._name != other._name  # noqa: SLF001
    for instance in (one, other):
        instance.close()


# --- A folder that is gone -----------------------------------------------------------------------


@posix
def test_a_chosen_folder_that_is_gone_is_asked_for_until_it_is_there(own, tmp_path, monkeypatch):
    disk = tmp_path / "disk"
    (own / POINTER).write_bytes(os.fsencode(disk))
    asked: list[str] = []

    def connect(words: str) -> bool:
        asked.append(words)
        (disk / "index").mkdir(parents=True)
        return True

    monkeypatch.setattr(program, "look_again", connect)
    assert program._find(data_folder, "", ask=True) == disk  # noqa: SLF001
    [words] = asked
    assert str(disk) in words


@posix
def test_a_chosen_folder_that_stays_away_ends_the_start(own, tmp_path, monkeypatch, capsys):
    (own / POINTER).write_bytes(os.fsencode(tmp_path / "disk"))
    asked: list[str] = []
    monkeypatch.setattr(program, "look_again", asked.append)  # None: not again
    assert program.main(["--time-start"], open_verbatim, data_folder, report_defect) == 3
    assert asked == []
    assert program.main([], open_verbatim, data_folder, report_defect) == 3
    assert len(asked) == 1
    assert str(tmp_path / "disk") in capsys.readouterr().err
    assert not (tmp_path / "disk").exists()


@pytest.mark.parametrize("words", ["Look again", "Quit"])
def test_the_question_is_answered_with_a_button(qtbot, qapp, words):
    def answer() -> None:
        box = qapp.activeModalWidget()
        assert isinstance(box, QMessageBox)
        [button] = [one for one in box.buttons() if one.text() == words]
        button.click()

    QTimer.singleShot(0, answer)
    assert look_again("The data folder is not there.") is (words == "Look again")


def test_the_question_shows_what_it_is_told_as_it_is(qtbot):
    box = make_question("<b>/disk</b> is not there.")
    qtbot.addWidget(box)
    assert box.textFormat() is Qt.TextFormat.PlainText
    assert box.text() == "<b>/disk</b> is not there."
