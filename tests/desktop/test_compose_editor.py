"""The editor of a reply: Markdown in and out exactly, one line of undo, nothing loaded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desktop.fakes import CITATIONS
from verbatim_desktop.desktop.reply_text import Role, runs, styled, to_settle, without, words_in
from verbatim_desktop.desktop.widgets.reply_editor import ReplyEditor, TextNote
from verbatim_desktop.desktop.widgets.reply_field import changes_between
from verbatim_desktop.desktop.widgets.reply_margin import ParagraphMark
from verbatim_desktop.domain.replies import Paragraph, ParagraphState

CTRL = Qt.KeyboardModifier.ControlModifier
REPLY = (
    "Hello {{customer.name}},\n\n**Undo a release** 😀\n\nOpen Releases. [1] "
    "Select `Roll back`. [2]\n\n"
    "1. One \\[x\\]\n2. Two [9]\n\nKind regards,\nHarbor Support"
)
#: What a person can type or paste, in lines; controls are put right on the way in.
LINES = st.text(
    st.characters(
        exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufffc\ufdd0\ufdd1"
    ),
    max_size=40,
)
HARD = ["", "a [1] b", "[2]", "x[1]", "`[1]`", "😀 [3]"]
TEXTS = st.lists(st.one_of(LINES, st.sampled_from(HARD)), max_size=8).map("\n".join)
UNHURRIED = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def editor(qtbot, theme) -> ReplyEditor:
    editor = ReplyEditor(theme)
    qtbot.addWidget(editor)
    editor.resize(600, 500)
    editor.show()
    qtbot.waitExposed(editor)
    editor.activateWindow()
    editor.setFocus()
    return editor


def put_on_clipboard(text: str, html: str = "") -> None:
    data = QMimeData()
    data.setText(text)
    if html:
        data.setHtml(html)
    QGuiApplication.clipboard().setMimeData(data)


# --- in and out ----------------------------------------------------------------------------------


@UNHURRIED
@given(TEXTS)
def test_what_goes_in_comes_out(editor, text):
    editor.show_text(text, CITATIONS)

    assert editor.text() == text


@UNHURRIED
@given(TEXTS, TEXTS)
def test_a_change_is_one_step_and_undo_brings_the_text_back_exactly(editor, before, after):
    editor.show_text(before, CITATIONS)

    editor.become(after, CITATIONS)
    assert editor.text() == after
    if before != after:
        editor.step_back()
    assert editor.text() == before
    if before != after:
        editor.step_forth()
        assert editor.text() == after


@given(TEXTS, TEXTS)
def test_changes_by_line_make_the_one_text_of_the_other(before, after):
    text = before
    for start, end, put in reversed(changes_between(before, after)):
        text = text[:start] + put + text[end:]

    assert text == after


def test_known_markers_are_chips_and_others_stay_as_they_are(editor):
    editor.show_text(REPLY, CITATIONS)

    assert editor.chips() == [1, 2]
    assert "[9]" in editor.toPlainText()


def test_positions_count_characters_whatever_qt_counts(editor):
    editor.show_text(REPLY, CITATIONS)
    at = REPLY.index("Kind regards")

    editor.go_to(at, at + 4)

    assert editor.selected() == (at, at + 4)
    assert editor.textCursor().selectedText() == "Kind"


def test_a_chip_beside_a_letter_stays_a_marker_in_the_text(editor):
    editor.show_text("A word [1] and more", CITATIONS)
    editor.go_to(len("A word "))
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    editor.settle()

    assert editor.chips() == [1]
    assert editor.text() == "A word [1] and more"


# --- typing --------------------------------------------------------------------------------------


def test_a_marker_that_is_typed_out_becomes_a_chip_where_it_cites_something(editor):
    editor.show_text("See", CITATIONS)
    editor.go_to(3)

    QTest.keyClicks(editor, " [2] and [7]")

    assert editor.chips() == [2]
    assert editor.text() == "See [2] and [7]"


def test_what_is_typed_after_a_change_is_a_step_of_its_own(editor):
    editor.show_text("Hello,\n\nBye", CITATIONS)
    editor.become("Hi,\n\nBye", CITATIONS)
    editor.go_to(3)
    QTest.keyClicks(editor, " you")
    editor.settle()

    QTest.keyClick(editor, Qt.Key.Key_Z, CTRL)
    assert editor.text() == "Hi,\n\nBye"
    QTest.keyClick(editor, Qt.Key.Key_Z, CTRL)
    assert editor.text() == "Hello,\n\nBye"
    QTest.keyClick(editor, Qt.Key.Key_Y, CTRL)
    assert editor.text() == "Hi,\n\nBye"


def test_new_paragraphs_are_undone_step_by_step_to_the_beginning(editor):
    editor.show_text("One", CITATIONS)
    editor.go_to(3)
    for word in ("two", "three"):
        QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.keyClicks(editor, word)
        editor.settle()
    assert editor.text() == "One\n\ntwo\n\nthree"

    while editor.document().isUndoAvailable():
        editor.step_back()

    assert editor.text() == "One"


def test_inserted_text_takes_nothing_away(editor):
    editor.show_text("One three", CITATIONS)
    editor.go_to(4, 9)

    editor.insert_text(" [1]")

    assert editor.text() == "One three [1]"
    editor.step_back()
    assert editor.text() == "One three"


# --- the clipboard -------------------------------------------------------------------------------


def test_pasted_html_is_plain_text(editor):
    editor.show_text("", CITATIONS)
    put_on_clipboard("bold [1]", "<b>bold</b><img src='file:///etc/passwd'>")

    QTest.keyClick(editor, Qt.Key.Key_V, CTRL)

    assert editor.text() == "bold [1]"
    assert editor.chips() == [1]


def test_copied_words_carry_their_markers(editor):
    editor.show_text(REPLY, CITATIONS)
    QTest.keyClick(editor, Qt.Key.Key_A, CTRL)
    QTest.keyClick(editor, Qt.Key.Key_C, CTRL)

    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == REPLY
    assert not data.hasHtml()


def test_files_and_images_are_not_taken(editor):
    data = QMimeData()
    data.setUrls([QUrl("file:///etc/passwd")])
    assert not editor.canInsertFromMimeData(data)
    image = QMimeData()
    image.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
    image.setData("application/x-qrichtext", QByteArray(b"<b>x</b>"))
    editor.show_text("x", ())
    editor.insertFromMimeData(image)
    assert editor.text() == "x"


@pytest.mark.parametrize(
    "text",
    [
        "<img src='file:///etc/passwd'>",
        "![x](file:///etc/passwd)",
        "[go](javascript:alert(1))",
        "<a href='ms-msdt:/id'>x</a>",
        "safe \u202egnp.exe",
        "{{constructor|<script>}}",
    ],
)
def test_hostile_text_is_characters_and_loads_nothing(editor, monkeypatch, text):
    asked: list[object] = []
    real = ReplyEditor.loadResource
    monkeypatch.setattr(
        ReplyEditor,
        "loadResource",
        lambda self, kind, name: asked.append(name) or real(self, kind, name),
    )
    editor.show_text(text, CITATIONS)
    editor.grab()

    assert editor.text() == text
    assert asked == []
    loaded = editor.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("file:///x"))
    assert isinstance(loaded, QImage)
    assert editor.loadResource(QTextDocument.ResourceType.HtmlResource.value, "file:///x") == ""


# --- the look ------------------------------------------------------------------------------------


def test_syntax_is_hidden_where_the_cursor_is_not(editor):
    editor.show_text("**Strong** words\n\nMore", CITATIONS)
    editor.go_to(len("**Strong** words\n\n"))
    hidden = editor.document().firstBlock().layout().formats()
    assert any(one.format.font().pixelSize() == 1 for one in hidden)

    editor.go_to(3)

    shown = editor.document().firstBlock().layout().formats()
    assert not any(one.format.font().pixelSize() == 1 for one in shown)


def test_roles_of_a_reply():
    roles = {REPLY[one.start : one.end]: one.role for one in styled(REPLY, {1, 2})}

    assert roles["{{customer.name}}"] is Role.PLACEHOLDER
    assert roles["Undo a release"] is Role.STRONG
    assert roles["[1]"] is Role.MARKER
    assert roles["[9]"] is Role.LOOSE
    assert roles["Roll back"] is Role.CODE
    assert roles["\\"] is Role.SYNTAX


@given(TEXTS)
def test_roles_lie_inside_the_text_in_order(text):
    found = styled(text, {1, 2})

    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert found == sorted(found, key=lambda one: (one.start, one.end))


def test_marks_notes_and_tips_are_drawn_and_said(editor, theme):
    editor.show_text(REPLY, CITATIONS)
    reading = editor.reading()
    plain = editor.grab().toImage()
    at = REPLY.index("Open Releases")
    editor.set_marks([ParagraphMark(reading.place(at), reading.place(at + 20), "Uncertain")])
    editor.set_notes([TextNote(at, at + 4, "unsupported", "Why <b>not</b>")])

    assert editor.grab().toImage() != plain
    assert [note.tip for note in editor.notes("unsupported")] == ["Why <b>not</b>"]
    editor.go_to(0)
    QTest.keyClicks(editor, "Dear ")  # notes go along with the text
    assert editor.note_span(reading.place(at) + 6, "unsupported") == (at + 5, at + 9)


def test_a_chip_shows_its_sentence_and_opens_on_a_click(qtbot, editor):
    editor.show_text("Words. [1]", CITATIONS)
    cursor = editor.textCursor()
    cursor.setPosition(7)
    point = editor.cursorRect(cursor).center() + QPoint(8, 0)

    with qtbot.waitSignal(editor.opened) as opened:
        QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert opened.args == [1]
    event = QHelpEvent(QEvent.Type.ToolTip, point, editor.viewport().mapToGlobal(point))
    QApplication.sendEvent(editor.viewport(), event)
    assert editor.card.isVisible()
    assert editor.card.citation == CITATIONS[0]


def test_zoom_and_theme_change_the_look_and_not_the_text(editor, theme):
    editor.show_text(REPLY, CITATIONS)
    height = editor.document().size().height()

    theme.set_zoom(200)

    assert editor.text() == REPLY
    assert editor.document().size().height() > height * 1.5
    assert not editor.document().isUndoAvailable()


# --- what is to be settled -----------------------------------------------------------------------


def test_things_to_settle_stand_in_order():
    states = (
        Paragraph(0, 24, ParagraphState.TEMPLATE),
        Paragraph(26, 46, ParagraphState.UNCERTAIN, 0),
        Paragraph(48, 90, ParagraphState.UNCERTAIN, 0),
        Paragraph(92, 100, ParagraphState.UNANSWERED, 1),
    )
    things = to_settle(REPLY, states, None)

    assert [one.start for one in things] == [6, 26, 92]
    assert things[0].select
    assert len(runs(states)) == 3
    assert runs([replace(states[1], question=0), replace(states[2], question=1)])[1].question == 1


def test_words_and_leaving_out():
    assert words_in("Hello you. [1]") == 2
    assert without("One. [1]\n\nTwo. [2]\n\nThree.", [(10, 18)]) == "One. [1]\n\nThree."
