"""The editor of a reply: Markdown in and out exactly, one line of undo, nothing loaded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage, QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desktop.fakes import CITATIONS
from verbatim_desktop.desktop.reply_changes import changes_between
from verbatim_desktop.desktop.reply_markup import CODE, EMPHASIS, STRONG
from verbatim_desktop.desktop.reply_text import marked_runs, runs, to_settle, without, words_in
from verbatim_desktop.desktop.widgets.reply_editor import ReplyEditor, TextNote
from verbatim_desktop.desktop.widgets.reply_lines import BLOCK, LOOSE, PLACEHOLDER, ReplyLines
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


def looks(editor: ReplyEditor) -> dict[str, int]:
    """Each stretch of the document that has a look, with its look."""
    found: dict[str, int] = {}
    block = editor.document().firstBlock()
    while block.isValid():
        for start, end, look in editor.highlighter.lines.looks(block.blockNumber()):
            found[block.text()[start:end]] = look
        block = block.next()
    return found


def test_no_mark_of_markdown_stands_in_the_document(editor):
    editor.show_text(REPLY, CITATIONS)

    assert "*" not in editor.toPlainText()
    assert "`" not in editor.toPlainText()
    assert "\\" not in editor.toPlainText()
    found = looks(editor)
    assert found["Undo a release"] == STRONG
    assert found["Roll back"] == CODE
    assert found["{{customer.name}}"] == PLACEHOLDER
    assert found["[9]"] == LOOSE


def test_words_typed_beside_strong_ones_show_no_asterisks(editor):
    editor.show_text("**Undo** it", CITATIONS)
    editor.go_to(len("**Undo"))
    QTest.keyClicks(editor, " now")
    QTest.keyClick(editor, Qt.Key.Key_End)
    QTest.keyClicks(editor, "!")

    assert editor.toPlainText() == "Undo now it!"
    assert editor.text() == "**Undo now** it!"
    assert looks(editor) == {"Undo now": STRONG}


def test_what_is_typed_beside_code_is_none_and_within_it_is(editor):
    editor.show_text("`two` end", CITATIONS)
    editor.go_to(0)
    QTest.keyClicks(editor, "a")
    editor.go_to(len("a`t"))
    QTest.keyClicks(editor, "o")
    editor.go_to(len("a`towo"))
    QTest.keyClicks(editor, "b")

    assert editor.text() == "a`towo`b end"


def test_a_strong_stretch_that_is_cut_in_two_stays_strong_on_both_lines(editor):
    editor.show_text("**One two** three", CITATIONS)
    editor.go_to(len("**One"))

    QTest.keyClick(editor, Qt.Key.Key_Return)

    assert editor.text() == "**One**\n **two** three"


@pytest.mark.parametrize(
    ("typed", "text", "look"),
    [
        ("a **bold** b", "a **bold** b", {"bold": STRONG}),
        ("a *fine* b", "a *fine* b", {"fine": EMPHASIS}),
        ("a `code` b", "a `code` b", {"code": CODE}),
        ("2 * 3 * 4", "2 * 3 * 4", {}),
        ("a_b and _c", "a_b and _c", {}),
    ],
)
def test_markdown_that_is_typed_becomes_what_it_means(editor, typed, text, look):
    editor.show_text("", CITATIONS)

    QTest.keyClicks(editor, typed)

    assert editor.text() == text
    assert looks(editor) == look


def test_undo_gives_the_typed_marks_back_and_they_are_sent_as_characters(editor):
    editor.show_text("", CITATIONS)
    QTest.keyClicks(editor, "**bold**")

    editor.step_back()

    assert editor.toPlainText() == "**bold**"
    assert editor.text() == r"\*\*bold\*\*"


def test_ctrl_b_makes_the_selected_words_strong_and_takes_it_back(editor):
    editor.show_text("One two [1] three", CITATIONS)
    editor.go_to(4, len("One two [1]"))

    editor.toggle(STRONG)
    assert editor.text() == "One **two [1]** three"
    editor.toggle(STRONG)
    assert editor.text() == "One two [1] three"


def test_a_word_mended_inside_strong_words_stays_strong(editor):
    editor.show_text("**Roll teh release back**", CITATIONS)
    at = len("**Roll ")

    editor.insert_text("the", at, at + 3)

    assert editor.text() == "**Roll the release back**"


def test_copied_parts_of_a_strong_stretch_are_strong(editor):
    editor.show_text("**One two** three", CITATIONS)
    editor.go_to(len("**One "), len("**One two** th"))

    QTest.keyClick(editor, Qt.Key.Key_C, CTRL)

    assert QGuiApplication.clipboard().mimeData().text() == "**two** th"


def test_nothing_is_marked_in_a_block_of_code(editor):
    text = "Run\n\n```\na *b* `c` [1] \\*\n```\n\n*after*"
    editor.show_text(text, CITATIONS)

    assert editor.text() == text
    assert editor.chips() == []
    assert looks(editor)["a *b* `c` [1] \\*"] == BLOCK


EDITS = st.lists(
    st.tuples(
        st.integers(0, 200),
        st.integers(0, 12),
        st.sampled_from(["", "x", "*", "**b**", "`", "\n", "```\n", " ", "😀", "[1]", "\\", "_"]),
    ),
    max_size=8,
)


@UNHURRIED
@given(TEXTS, EDITS)
def test_lines_read_one_by_one_say_what_the_whole_document_says(editor, text, edits):
    editor.show_text(text, CITATIONS)
    for at, length, put in edits:
        end = editor.document().characterCount() - 1
        cursor = editor.textCursor()
        cursor.setPosition(min(at, end))
        cursor.setPosition(min(at + length, end), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(put)

        fresh = ReplyLines(editor.document())
        fresh.set_known(editor.highlighter.lines.known)
        assert editor.text() == fresh.reading().text
        assert editor.chips() == fresh.numbers()


@UNHURRIED
@given(TEXTS, EDITS)
def test_what_is_seen_after_edits_is_seen_again_when_the_draft_is_opened(editor, text, edits):
    editor.show_text(text, CITATIONS)
    for at, length, put in edits:
        editor.insert_text(put, min(at, len(editor.text())), min(at + length, len(editor.text())))
    written, seen = editor.text(), editor.toPlainText()

    editor.show_text(written, CITATIONS)

    assert editor.text() == written
    if "`" not in written and "\n    " not in f"\n{written}" and "[" not in written:
        assert editor.toPlainText() == seen


@UNHURRIED
@given(TEXTS)
def test_positions_go_to_the_document_and_back(editor, text):
    editor.show_text(text, CITATIONS)
    reading = editor.reading()

    for at in range(len(reading.text) + 1):
        place = reading.place(at)
        assert 0 <= place < editor.document().characterCount()
        assert reading.at(place) <= at
        assert reading.place(reading.at(place)) == place


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


def test_what_is_not_answered_has_one_mark_and_a_place_for_each_question():
    states = (
        Paragraph(0, 24, ParagraphState.UNANSWERED),
        Paragraph(26, 46, ParagraphState.UNANSWERED, 0),
        Paragraph(48, 90, ParagraphState.UNANSWERED, 1),
    )
    assert [(one.start, one.end) for one in marked_runs(states)] == [(0, 90)]
    things = [one for one in to_settle(REPLY, states, None) if not one.select]
    assert [one.start for one in things] == [26, 48]


def test_words_and_leaving_out():
    assert words_in("Hello you. [1]") == 2
    assert without("One. [1]\n\nTwo. [2]\n\nThree.", [(10, 18)]) == "One. [1]\n\nThree."
    assert without("One. [1] Two. [2] Three.", [(9, 13)]) == "One. [1] Three."
