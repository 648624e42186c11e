"""Synonyms as a person edits them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.seeing import banners, button
from verbatim_desktop.desktop.widgets.synonyms_editor import carried
from verbatim_desktop.domain.documents import FileNote
from verbatim_desktop.domain.errors import LibraryBusy

OWN = "env, environment variable\n"


@pytest.fixture
def pane(qtbot, window):
    window.commands.go("sources")
    window.sources.show_synonyms()
    qtbot.waitUntil(lambda: window.sources.synonyms.text() == OWN)
    return window.sources


def typed(pane, text: str) -> None:
    pane.synonyms.editor.moveCursor(pane.synonyms.editor.textCursor().MoveOperation.End)
    QTest.keyClicks(pane.synonyms.editor, text)


def test_what_is_typed_is_checked_and_can_be_saved_once_it_can_be_read(qtbot, pane, fake):
    editor = pane.synonyms
    assert editor.editor.hasFocus()
    assert not editor.save.isEnabled()
    typed(pane, "k8s")
    qtbot.waitUntil(lambda: editor.state.text().startswith("Line 2: Write"))
    assert not editor.save.isEnabled()
    typed(pane, ", kubernetes")
    qtbot.waitUntil(editor.save.isEnabled)
    QTest.keyClick(editor.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: fake.own_synonyms == f"{OWN}k8s, kubernetes")
    qtbot.waitUntil(lambda: editor.whose.text() == "Your own synonyms")
    assert not editor.is_changed


def test_a_line_that_cannot_be_read_is_marked(qtbot, pane):
    typed(pane, "alone")
    qtbot.waitUntil(lambda: bool(pane.synonyms.editor.extraSelections()))
    [mark] = pane.synonyms.editor.extraSelections()
    assert mark.cursor.blockNumber() == 1


def test_saving_can_be_undone(qtbot, pane, fake):
    typed(pane, "k8s, kubernetes")
    qtbot.waitUntil(pane.synonyms.save.isEnabled)
    pane.save_synonyms()
    qtbot.waitUntil(lambda: bool(banners(pane)))
    button(pane, "Undo").click()
    qtbot.waitUntil(lambda: fake.own_synonyms is None)
    qtbot.waitUntil(lambda: pane.synonyms.text() == OWN)


def test_the_programs_own_can_be_gone_back_to_and_undone(qtbot, open_window, fake):
    fake.own_synonyms = "one, two\n"
    window = open_window()
    window.commands.go("sources")
    window.sources.show_synonyms()
    pane = window.sources
    qtbot.waitUntil(lambda: pane.synonyms.text() == "one, two\n")
    pane.synonyms.program.click()
    qtbot.waitUntil(lambda: pane.synonyms.text() == OWN)
    assert fake.own_synonyms is None
    qtbot.waitUntil(lambda: bool(banners(pane)))
    button(pane, "Undo").click()
    qtbot.waitUntil(lambda: pane.synonyms.text() == "one, two\n")


def test_changes_can_be_taken_back_and_that_too_is_undone_with_ctrl_z(qtbot, pane):
    typed(pane, "k8s, kubernetes")
    pane.synonyms.drop.click()
    assert pane.synonyms.text() == OWN
    pane.synonyms.editor.undo()
    assert pane.synonyms.text() == f"{OWN}k8s, kubernetes"


def test_what_is_saved_elsewhere_meanwhile_comes_to_what_is_typed(qtbot, pane, fake):
    typed(pane, "k8s, kubernetes")
    fake.own_synonyms = f"{OWN}osaka, region\n"
    pane.search_anew()
    qtbot.waitUntil(lambda: "osaka, region" in pane.synonyms.text())
    assert "k8s, kubernetes" in pane.synonyms.text()
    assert pane.synonyms.is_changed


@pytest.mark.parametrize(
    ("before", "after", "typed_text", "joined"),
    [
        ("a\n", "a\n", "a\nmine", "a\nmine"),
        ("a\n", "a\nb\n", "a\nmine", "a\nmine\nb\n"),
        ("a\n", "a\nb\n", "a\nb\nmine", "a\nb\nmine"),
        ("a\nb\n", "a\n", "a\nb\nmine", "a\nmine\n"),
        ("a\n", "b\n", "mine", "mine\nb\n"),
    ],
)
def test_lines_that_came_or_went_do_so_in_what_is_typed(before, after, typed_text, joined):
    assert carried(before, after, typed_text) == joined


def test_what_is_typed_survives_an_ingest(qtbot, window, pane):
    typed(pane, "k8s, kub")
    with qtbot.waitSignal(pane.beside_shown):
        window.refresh()
    assert pane.synonyms.text() == f"{OWN}k8s, kub"


def test_a_check_that_comes_late_says_nothing_of_another_text(pane):
    pane.synonyms.show_problems("another text", [FileNote("line 1", "Write “a, b”.")])
    assert pane.synonyms.state.text() == ""


def test_a_library_that_is_busy_keeps_what_was_typed(qtbot, pane, fake):
    typed(pane, "k8s, kubernetes")
    qtbot.waitUntil(pane.synonyms.save.isEnabled)
    fake.error = LibraryBusy("It is being written.")
    pane.save_synonyms()
    qtbot.waitUntil(lambda: pane.banners.count() > 0)
    assert pane.synonyms.is_changed
    fake.error = None
