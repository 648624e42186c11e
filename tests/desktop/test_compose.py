"""The Compose pane as a person uses it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDropEvent, QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QTextEdit, QWidget

from tests.desktop.seeing import banner_texts
from verbatim_desktop.desktop.panes.compose import ComposePane
from verbatim_desktop.desktop.theme import Mode
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.redaction_list import RedactionRow, veiled
from verbatim_desktop.desktop.widgets.reply_editor import TextNote
from verbatim_desktop.desktop.widgets.templates_sheet import UNSAVED
from verbatim_desktop.desktop.widgets.three_parts import EVIDENCE, MESSAGE, REPLY
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.errors import LibraryBusy, MessageUnreadable
from verbatim_desktop.domain.redaction import DataKind
from verbatim_desktop.domain.replies import Length, Tone
from verbatim_desktop.domain.reply_checks import ChangedCitation, CheckedSentence, InternalCitation
from verbatim_desktop.domain.support import Assessment, Lack, Support, SupportRule

CTRL = Qt.KeyboardModifier.ControlModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier
MESSAGE_TEXT = (
    "Hi,\n\nHow do I undo a release? Does a rollback touch the database?\n\n"
    "Can we pin an address in Osaka?\n\nWrite to ops@orchard.example, from 203.0.113.24.\n\n"
    "Thanks\n\n-- \nMaria Lopez\n"
)
MAIL = (
    "From: Maria Lopez <ops@orchard.example>\nSubject: Rollback went wrong\n\n"
    "How do I undo a release?\n\n> What did you try?\n"
)


@pytest.fixture
def pane(window) -> ComposePane:
    window.commands.go("compose")
    return window.pane("compose")


def put_on_clipboard(text: str) -> None:
    data = QMimeData()
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)


def paste(qtbot, pane: ComposePane, text: str = MESSAGE_TEXT) -> None:
    """Paste a message into the empty field and wait for its reply."""
    put_on_clipboard(text)
    with qtbot.waitSignal(pane.desk.checked_text):
        QTest.keyClick(pane.field.field, Qt.Key.Key_V, CTRL)


@pytest.fixture
def drafted(qtbot, pane) -> ComposePane:
    paste(qtbot, pane)
    QGuiApplication.clipboard().clear()
    return pane


@pytest.fixture
def gated(qtbot, pane) -> ComposePane:
    """Nobody signed the message, so the reply has a placeholder."""
    paste(qtbot, pane, MESSAGE_TEXT.partition("-- ")[0])
    return pane


def checked_again(qtbot, pane: ComposePane):
    return qtbot.waitSignal(pane.desk.checked_text)


def click(qtbot, holder: QWidget, words: str) -> None:
    """Click a button of a banner, once it is there."""

    def there() -> list[Button]:
        buttons = holder.findChildren(Button)
        return [one for one in buttons if one.text() == words and one.isVisible()]

    qtbot.waitUntil(lambda: bool(there()))
    QTest.mouseClick(there()[0], Qt.MouseButton.LeftButton)


def drop(pane: ComposePane, data: QMimeData) -> None:
    actions, keys = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), actions, data, Qt.MouseButton.LeftButton, keys)
    pane.dragEnterEvent(enter)
    assert enter.isAccepted()
    pane.dropEvent(QDropEvent(QPointF(9, 9), actions, data, Qt.MouseButton.LeftButton, keys))


# --- a message comes in --------------------------------------------------------------------------


def test_a_pasted_message_is_answered_at_once(qtbot, pane):
    assert pane.field.field.hasFocus()
    assert not pane.field.read.isEnabled()

    paste(qtbot, pane)

    draft = pane.desk.draft
    assert len(draft.questions) == 3
    assert pane.editor.text() == draft.text
    assert "How do I undo a release?" in pane.message.view.toPlainText()
    assert "Q1" in pane.message.view.toPlainText()
    assert [row.citation.marker for row in pane.evidence.rows()] == [1, 2]
    assert pane.message.folds()


def test_ctrl_enter_behind_a_paste_reads_the_message_no_second_time(qtbot, pane):
    put_on_clipboard(MESSAGE_TEXT)
    with qtbot.waitSignal(pane.desk.checked_text):
        QTest.keyClick(pane.field.field, Qt.Key.Key_V, CTRL)
        QTest.keyClick(pane.field.field, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: not pane.desk.queue.is_busy)

    assert pane.desk.draft is not None
    assert not any("has a draft" in words for words in banner_texts(pane))

    pane.new_message()  # read again afterwards it is met again
    with qtbot.waitSignal(pane.opening.met):
        pane.field.field.setPlainText(MESSAGE_TEXT)
        QTest.keyClick(pane.field.field, Qt.Key.Key_Return, CTRL)


def test_a_typed_message_waits_for_ctrl_enter(qtbot, pane):
    QTest.keyClicks(pane.field.field, "How do I undo a release?")
    assert pane.desk.draft is None

    with qtbot.waitSignal(pane.desk.shown):
        QTest.keyClick(pane.field.field, Qt.Key.Key_Return, CTRL)

    draft: Any = pane.desk.draft
    assert len(draft.questions) == 1


def test_a_dropped_mail_says_who_wrote_and_folds_what_was_quoted(qtbot, pane, tmp_path):
    mail = tmp_path / "ticket-4821.eml"
    mail.write_text(MAIL)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(mail))])

    with qtbot.waitSignal(pane.desk.shown):
        drop(pane, data)

    assert pane.message.name.text() == "ticket-4821.eml"
    assert pane.message.subject.text() == "Rollback went wrong"
    assert "Maria Lopez" in pane.message.who.text()
    [fold] = pane.message.folds()
    assert not fold.view.isVisible()
    QTest.mouseClick(fold.toggle, Qt.MouseButton.LeftButton)
    assert "What did you try?" in fold.view.toPlainText()
    assert "Hello Maria Lopez," in pane.editor.text()


def test_dropped_text_is_read_and_folders_are_left_to_the_window(qtbot, pane, tmp_path):
    folder = QMimeData()
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    assert not pane.incoming.takes(folder)
    data = QMimeData()
    data.setText("How do I undo a release?")
    with qtbot.waitSignal(pane.desk.shown):
        drop(pane, data)

    assert pane.desk.draft.message.text == "How do I undo a release?"


def test_a_file_that_is_no_message_is_a_banner(qtbot, pane, tmp_path, defects):
    picture = tmp_path / "x.txt"
    picture.write_bytes(b"\0\1\2" * 50)

    pane.incoming.open_file(str(picture))
    qtbot.waitUntil(lambda: any("no text file" in text for text in banner_texts(pane)))

    assert pane.desk.draft is None
    assert not pane.working.isVisible()
    assert defects == []


@pytest.mark.parametrize("error", [MessageUnreadable("It is empty."), LibraryBusy("Busy.")])
def test_where_drafting_fails_the_message_is_not_lost(qtbot, pane, fake, error):
    fake.composer.error = error
    put_on_clipboard(MESSAGE_TEXT)
    QTest.keyClick(pane.field.field, Qt.Key.Key_V, CTRL)
    qtbot.waitUntil(lambda: bool(banner_texts(pane)))

    assert not pane.working.isVisible()
    assert pane.field.field.toPlainText() == MESSAGE_TEXT


def test_a_bug_is_logged_and_said_calmly(qtbot, pane, fake, defects):
    fake.composer.error = RuntimeError("boom")
    put_on_clipboard(MESSAGE_TEXT)
    QTest.keyClick(pane.field.field, Qt.Key.Key_V, CTRL)
    qtbot.waitUntil(lambda: bool(defects))

    assert not any("boom" in text for text in banner_texts(pane))


def test_a_reply_can_be_written_without_a_message(qtbot, pane):
    with qtbot.waitSignal(pane.desk.shown):
        QTest.mouseClick(pane.field.blank, Qt.MouseButton.LeftButton)

    assert pane.editor.text().startswith("Hello {{customer.name}},")


def test_an_empty_library_is_said(qtbot, open_window, fake):
    fake.pages = {}
    window = open_window()
    window.commands.go("compose")

    assert window.pane("compose").field.empty.isVisible()


# --- what is to be settled -----------------------------------------------------------------------


def test_copying_waits_for_a_placeholder_and_f8_goes_there(qtbot, pane):
    paste(qtbot, pane, "How do I undo a release?")
    gate = [one for one in pane.findChildren(Banner) if "placeholder" in one.notice.fact]
    assert gate[0].notice.sentence == "{{customer.name}} has no value."
    assert not pane.bar.copy.isEnabled()
    assert pane.bar.arrow.isEnabled()

    QTest.keyClick(pane.editor, Qt.Key.Key_F8)
    assert pane.editor.textCursor().selectedText() == "{{customer.name}}"
    QTest.keyClicks(pane.editor, "Maria & Co")
    qtbot.waitUntil(pane.bar.copy.isEnabled)

    assert pane.editor.text().startswith("Hello Maria & Co,")
    assert not [one for one in pane.findChildren(Banner) if one.isVisible()]


def test_f8_goes_round_what_is_uncertain_and_unanswered(gated):
    drafted = gated
    text = drafted.editor.text()
    places = []
    for _press in range(4):
        QTest.keyClick(drafted.editor, Qt.Key.Key_F8)
        places.append(drafted.editor.cursor_at())
    starts = [one.start for one in drafted.marks.things()]

    assert len(starts) == 3
    assert places == [starts[0] + len("{{customer.name}}"), *starts[1:], places[0]]
    QTest.keyClick(drafted.editor, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert drafted.editor.cursor_at() == starts[2]
    assert [mark.words for mark in drafted.editor.marks] == ["Uncertain", "Not answered"]
    assert drafted.editor.text() == text


def test_f8_lights_the_place_and_says_which_of_them_it_is(drafted):
    said = []
    drafted.said.connect(said.append)
    things = drafted.marks.things()
    text = drafted.editor.text()
    lit = []
    for thing in things:
        QTest.keyClick(drafted.editor, Qt.Key.Key_F8)
        assert drafted.editor.cursor_at() == thing.start
        lit.append(drafted.editor.shown_stretch())
    assert all(lit)
    assert len(set(lit)) == len(lit)
    assert [one.split(".")[0] for one in said] == ["1 of 2 to settle", "2 of 2 to settle"]
    assert drafted.editor.extraSelections()[0].format.background().style() != Qt.BrushStyle.NoBrush

    QTest.keyClick(drafted.editor, Qt.Key.Key_Home, CTRL)

    assert drafted.editor.shown_stretch() == ""
    assert drafted.editor.text() == text


def test_copying_says_what_is_still_to_settle(qtbot, drafted):
    with qtbot.waitSignal(drafted.said) as said:
        drafted.copy()
    assert said.args == ["Copied, with 2 things still to settle (F8)"]


def test_the_message_leads_to_the_ticket_that_was_drafted(qtbot, drafted):
    links = [one for one in drafted.message.findChildren(Button) if "Ticket for Q" in one.text()]
    assert len(links) == 1
    links[0].click()
    qtbot.waitUntil(lambda: drafted.sending.sheet().isVisible())


def test_a_paragraph_that_was_checked_is_no_longer_marked_and_comes_back(drafted):
    QTest.keyClick(drafted.editor, Qt.Key.Key_F8)
    QTest.keyClick(drafted.editor, Qt.Key.Key_M, CTRL)
    assert [mark.words for mark in drafted.editor.marks] == ["Not answered"]

    QTest.keyClick(drafted.editor, Qt.Key.Key_M, CTRL)

    assert [mark.words for mark in drafted.editor.marks] == ["Uncertain", "Not answered"]


def test_an_edited_sentence_is_held_against_its_source_in_the_background(qtbot, drafted, fake):
    text = drafted.editor.text()
    at = text.index("Open Releases")
    lack = Lack(SupportRule.NUMBER, "9", "“9” stands nowhere in it.")
    wrong = Assessment(Support.NOT_SUPPORTED, 0.2, (lack,))
    fake.composer.sentences = (CheckedSentence(at, at + 20, "x", (1,), wrong),)
    drafted.editor.go_to(len(text))
    with checked_again(qtbot, drafted):
        QTest.keyClicks(drafted.editor, "!")

    [note] = drafted.editor.notes("unsupported")
    assert "“9” stands nowhere" in note.tip
    assert "1 not supported" in drafted.bar.facts.text()
    assert "Not supported" in [mark.words for mark in drafted.editor.marks]


def test_misspelled_words_are_underlined_and_mended_from_the_menu(qtbot, drafted):
    drafted.editor.go_to(len(drafted.editor.text()))
    with checked_again(qtbot, drafted):
        QTest.keyClicks(drafted.editor, " teh end")
    assert [note.kind for note in drafted.editor.notes("spelling")] == ["spelling"]
    at = drafted.editor.text().index("teh")
    drafted.editor.go_to(at + 1)

    from verbatim_desktop.desktop.lane import Lane
    from verbatim_desktop.desktop.panes.compose_menus import editor_menu

    menu = editor_menu(drafted, drafted._lane)  # noqa: SLF001 - as the pane calls it
    assert isinstance(drafted._lane, Lane)  # noqa: SLF001
    qtbot.waitUntil(lambda: any(action.text() == "the" for action in menu.actions()))
    next(action for action in menu.actions() if action.text() == "the").trigger()

    assert drafted.editor.text().endswith(" the end")
    menu.deleteLater()


# --- tone, language, length ----------------------------------------------------------------------


def test_another_tone_is_one_step_that_undo_takes_back_with_its_name(qtbot, drafted):
    before = drafted.editor.text()
    with checked_again(qtbot, drafted):
        drafted.tools.tone.actions_by_value()["friendly"].trigger()
    assert drafted.desk.draft.tone is Tone.FRIENDLY

    QTest.keyClick(drafted.editor, Qt.Key.Key_Z, CTRL)

    assert drafted.editor.text() == before
    assert drafted.desk.draft.tone is Tone.PROFESSIONAL
    assert drafted.tools.tone.text() == "Professional"
    QTest.keyClick(drafted.editor, Qt.Key.Key_Z, CTRL_SHIFT)
    assert drafted.desk.draft.tone is Tone.FRIENDLY


def test_what_a_person_typed_stays_whatever_the_tone(qtbot, drafted):
    drafted.editor.go_to(drafted.editor.text().index("Thank you for your message."))
    QTest.keyClicks(drafted.editor, "Dear friend! ")
    with checked_again(qtbot, drafted):
        drafted.tools.tone.actions_by_value()["formal"].trigger()

    assert "Dear friend! Thank you for your message." in drafted.editor.text()


def test_what_is_typed_while_the_program_works_is_not_lost(qtbot, drafted):
    drafted.desk.set_tone("friendly")
    drafted.editor.go_to(len(drafted.editor.text()))
    QTest.keyClicks(drafted.editor, " PS: soon")
    qtbot.waitUntil(lambda: drafted.desk.draft.tone is Tone.FRIENDLY)

    assert drafted.editor.text().endswith(" PS: soon")


def test_language_and_length_are_shown_as_chosen(qtbot, drafted):
    with checked_again(qtbot, drafted):
        drafted.tools.language.actions_by_value()["de"].trigger()
    with checked_again(qtbot, drafted):
        drafted.tools.length.actions_by_value()["full"].trigger()

    assert drafted.desk.draft.language == "de"
    assert drafted.desk.draft.length is Length.FULL
    assert drafted.tools.language.text() == "Deutsch"


# --- questions and evidence ----------------------------------------------------------------------


def test_a_question_leads_to_its_answer_and_the_cursor_to_its_evidence(qtbot, drafted):
    drafted.message.view.chosen.emit(1)

    assert drafted.desk.question_at(drafted.editor.cursor_at()) == 1
    assert drafted.editor.hasFocus()


def test_words_of_the_message_can_be_asked_and_a_question_left_out(qtbot, drafted):
    view = drafted.message.view
    start = view.toPlainText().index("Osaka")
    cursor = QTextCursor(view.document())
    cursor.setPosition(start)
    cursor.setPosition(start + 5, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    with checked_again(qtbot, drafted):
        drafted.answer_selection()
    assert drafted.desk.draft.questions[3].question.text == "Osaka"
    before = drafted.editor.text()

    drafted.evidence.heads()[3].drop.click()
    qtbot.waitUntil(lambda: len(drafted.desk.draft.questions) == 3)
    drafted.undo()

    assert drafted.editor.text() == before
    assert len(drafted.desk.draft.questions) == 4


def test_what_a_question_cites_goes_with_it_and_comes_back(qtbot, drafted):
    tab = drafted.parts.tabs.button(EVIDENCE)
    assert [one.marker for one in drafted.desk.cited()] == [1, 2]
    drafted.evidence.heads()[1].drop.click()
    qtbot.waitUntil(lambda: len(drafted.desk.draft.questions) == 2)

    assert [one.marker for one in drafted.desk.cited()] == [1]
    assert tab.accessibleName() == "Evidence 1"
    assert [row.citation.marker for row in drafted.evidence.rows()] == [1]
    drafted.undo()
    assert [one.marker for one in drafted.desk.cited()] == [1, 2]
    assert tab.accessibleName() == "Evidence 2"


def test_a_citation_opens_beside_the_reply(qtbot, window, drafted):
    with qtbot.waitSignal(window.source.view.shown_target):
        drafted.evidence.rows()[0].click()

    assert window.source.isVisible()
    assert drafted.editor.active == 1
    with qtbot.waitSignal(window.source.view.shown_target):
        drafted.step(1)
    assert drafted.editor.active == 2


def test_a_further_sentence_is_inserted_at_the_cursor_and_undone(qtbot, drafted):
    drafted.evidence.heads()[0].more.click()
    qtbot.waitUntil(lambda: len(drafted.evidence.rows()) == 4)
    before = drafted.editor.text()
    drafted.editor.go_to(before.index("Thank you"))
    row = drafted.evidence.rows()[2]
    assert row.citation.marker == 0
    with checked_again(qtbot, drafted):
        QTest.keyClick(row, Qt.Key.Key_I)

    assert row.citation.quote in drafted.editor.text()
    assert 3 in drafted.editor.chips()
    assert "Thank you for your message." in drafted.editor.text()
    drafted.undo()
    assert drafted.editor.text() == before


def test_a_question_without_an_answer_offers_its_ticket(qtbot, window, drafted):
    drafted.editor.go_to(drafted.desk.answer_of(2))
    QTest.keyClick(drafted.editor, Qt.Key.Key_T, CTRL)

    sheet = drafted.sending.sheet()
    assert sheet.isVisible()
    assert "Osaka" in sheet.ticket.title.text()
    sheet.copy_wanted.emit("markdown")
    qtbot.waitUntil(lambda: sheet.copied.text() == "Copied")
    assert QGuiApplication.clipboard().text().startswith("markdown: ")


# --- templates -----------------------------------------------------------------------------------


def type_slash(pane: ComposePane, words: str) -> None:
    pane.editor.go_to(len(pane.editor.text()))
    QTest.keyClick(pane.editor, Qt.Key.Key_Return)
    QTest.keyClick(pane.editor, Qt.Key.Key_Return)
    QTest.keyClicks(pane.editor, f"/{words}")
    pane.editor.settle()


def test_a_slash_at_the_start_of_a_line_inserts_a_template_and_takes_nothing(qtbot, drafted):
    before = drafted.editor.text()
    type_slash(drafted, "look")
    popup = drafted.templates.popup
    assert popup.isVisible()
    assert popup.chosen().title == "Being looked into"

    QTest.keyClick(drafted.editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "/look" not in drafted.editor.text())

    assert drafted.editor.text().startswith(before)
    assert len(drafted.editor.text()) > len(before) + 20
    assert not popup.isVisible()


def test_a_slash_inside_a_line_or_put_away_stays_a_slash(drafted):
    drafted.editor.go_to(len(drafted.editor.text()))
    QTest.keyClicks(drafted.editor, " and/or")
    assert not drafted.templates.popup.isVisible()
    type_slash(drafted, "")
    assert drafted.templates.popup.isVisible()

    assert drafted.escape()

    assert drafted.editor.text().endswith("/")


def test_templates_are_made_renamed_deleted_and_brought_back(qtbot, window, drafted, fake):
    drafted.edit_templates()
    sheet = drafted.templates.sheet()
    assert sheet.isVisible()
    QTest.mouseClick(sheet.new, Qt.MouseButton.LeftButton)
    QTest.keyClicks(sheet.name, "Refund")
    sheet.text.setPlainText("We refund {{ticket.id}}.")
    QTest.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Refund" in sheet.entries())

    sheet.name.setText("Refund now")
    QTest.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Refund now" in sheet.entries())
    assert "Refund" not in sheet.entries()

    QTest.mouseClick(sheet.delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Refund now" not in sheet.entries())
    click(qtbot, sheet, "Undo")
    qtbot.waitUntil(lambda: "Refund now" in sheet.entries())
    assert fake.composer.template("Refund now").text == "We refund {{ticket.id}}."


def test_what_is_typed_into_a_template_stays_until_it_is_saved(qtbot, drafted, fake):
    drafted.edit_templates()
    sheet = drafted.templates.sheet()
    first, other = sheet.entries()[:2]
    was = sheet.text.toPlainText()
    sheet.text.setPlainText("Typed and not saved.")
    QTest.keyClick(sheet.text, Qt.Key.Key_Escape)
    assert not sheet.isVisible()

    # Neither Esc, nor looking for another one, nor a new one takes it away.
    drafted.edit_templates()
    QTest.keyClicks(sheet.field, other)
    assert sheet.name.text() == other
    QTest.mouseClick(sheet.new, Qt.MouseButton.LeftButton)
    QTest.keyClicks(sheet.name, "Begun")
    sheet.field.clear()
    assert (sheet.name.text(), sheet.text.toPlainText()) == (first, "Typed and not saved.")
    assert sheet.told.text().startswith(UNSAVED)
    QTest.mouseClick(sheet.new, Qt.MouseButton.LeftButton)
    assert sheet.name.text() == "Begun"

    # Once it is saved, nothing is left to be said of it.
    sheet.text.setPlainText("Begun and ended.")
    QTest.mouseClick(sheet.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Begun" in sheet.entries())
    qtbot.waitUntil(lambda: sheet.name.text() == "Begun")
    assert not sheet.told.text().startswith(UNSAVED)
    QTest.mouseClick(sheet.new, Qt.MouseButton.LeftButton)
    assert sheet.name.text() == ""
    # What was typed into the first one can be taken back.
    QTest.keyClicks(sheet.field, first)
    assert sheet.text.toPlainText() == "Typed and not saved."
    click(qtbot, sheet, "Take back the changes")
    assert sheet.text.toPlainText() == was
    assert not sheet.drop.isVisible()


def test_a_template_without_a_name_is_refused_in_the_sheet(qtbot, drafted):
    drafted.edit_templates()
    sheet = drafted.templates.sheet()
    QTest.mouseClick(sheet.new, Qt.MouseButton.LeftButton)
    QTest.mouseClick(sheet.save, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: any("name has" in text for text in banner_texts(sheet)))


def test_who_signs_is_asked_once_and_fills_the_reply(qtbot, drafted):
    drafted.editor.go_to(len(drafted.editor.text()))
    QTest.keyClicks(drafted.editor, " {{agent.name}}")
    drafted.editor.settle()
    click(qtbot, drafted, "Who signs")
    qtbot.waitUntil(lambda: drafted.templates.agent.isVisible())
    QTest.keyClicks(drafted.templates.agent.name, "Robin")
    QTest.keyClick(drafted.templates.agent.name, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: drafted.editor.text().endswith(" Robin"))
    qtbot.waitUntil(lambda: not drafted.marks.gate.count() and drafted.editor.hasFocus())


# --- personal data -------------------------------------------------------------------------------


def test_personal_data_is_a_chip_that_can_be_let_through_and_more_can_be_hidden(drafted):
    view = drafted.message.view
    assert "ops@orchard.example" not in view.toPlainText()
    rows = drafted.message.hidden.findChildren(RedactionRow)
    mail = next(row for row in rows if "Email" in row.text())
    QTest.mouseClick(mail, Qt.MouseButton.LeftButton)
    assert "ops@orchard.example" in view.toPlainText()
    assert drafted.desk.current().unmarked == ("ops@orchard.example",)

    at = view.toPlainText().index("Osaka")
    cursor = QTextCursor(view.document())
    cursor.setPosition(at)
    cursor.setPosition(at + 5, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    drafted.hide_selection()

    assert "Osaka" not in view.toPlainText()
    assert drafted.desk.current().marked == ("Osaka",)
    assert "Names are not found by themselves" in " ".join(
        one.text() for one in drafted.message.hidden.findChildren(QWidget) if hasattr(one, "text")
    )


def test_secrets_are_shown_by_their_ends_only():
    assert "abcdefgh" not in veiled(DataKind.SECRET, "sk_live_abcdefgh123")
    assert veiled(DataKind.IP, "203.0.113.24") == "203.0.113.24"


# --- copying -------------------------------------------------------------------------------------


def clipboard_text() -> str:
    return QGuiApplication.clipboard().text()


def test_ctrl_enter_copies_rich_and_plain_text_with_sources(qtbot, drafted):
    QTest.keyClick(drafted.editor, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: "Sources" in clipboard_text())

    data = QGuiApplication.clipboard().mimeData()
    assert "Hello Maria Lopez," in data.text()
    assert "<p>Hello Maria Lopez,</p>" in data.html()
    assert "https://harbor.example" in data.html()


def test_markdown_and_plain_text_without_sources(qtbot, drafted):
    drafted.bar.sources.setChecked(False)
    QTest.keyClick(drafted.editor, Qt.Key.Key_C, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Hello Maria Lopez," in clipboard_text())
    assert "[1]" not in clipboard_text()
    assert "Sources" not in clipboard_text()
    drafted.bar.sources.setChecked(True)
    drafted.bar.menu_actions()["text"].trigger()
    qtbot.waitUntil(lambda: "Sources" in clipboard_text())
    assert drafted.bar.copy.text() == "Copy plain text"
    assert not QGuiApplication.clipboard().mimeData().hasHtml()


def test_marked_sentences_can_be_left_out(qtbot, drafted):
    unsure = drafted.evidence.rows()[1].citation.quote
    drafted.bar.marked.setChecked(True)
    drafted.copy()
    qtbot.waitUntil(lambda: "Hello Maria Lopez," in clipboard_text())

    assert unsure.split(".")[0] not in clipboard_text()
    assert unsure.split(".")[0] in drafted.editor.text()


def test_nothing_is_copied_while_a_placeholder_is_open(qtbot, gated):
    drafted = gated
    QGuiApplication.clipboard().clear()
    with qtbot.waitSignal(drafted.said):
        QTest.keyClick(drafted.editor, Qt.Key.Key_Return, CTRL)
    drafted.bar.menu_actions()["markdown"].trigger()

    assert clipboard_text() == ""
    assert drafted.bar.format == "markdown"


@pytest.mark.parametrize(
    ("what", "fact"),
    [
        ("internal", "An internal source is cited."),
        ("changed", "A cited sentence has changed."),
    ],
)
def test_what_is_risky_is_asked_before_it_is_copied(qtbot, drafted, fake, what, fact):
    fake.composer.internal = (
        (InternalCitation(1, "runbooks", "The source runbooks is for internal use."),)
        if what == "internal"
        else ()
    )
    fake.composer.changed = (
        (ChangedCitation(1, Verdict.STALE, "The page changed."),) if what == "changed" else ()
    )
    drafted.copy()
    qtbot.waitUntil(lambda: any(fact in text for text in banner_texts(drafted)))
    assert clipboard_text() == ""

    click(qtbot, drafted, "Go on")

    assert "Hello Maria Lopez," in clipboard_text()


def test_a_reply_is_exported_whole_or_not_at_all(qtbot, drafted, tmp_path):
    target = tmp_path / "reply.md"
    drafted.sending.write("Hello", str(target))
    assert target.read_text() == "Hello"
    drafted.sending.write("Hello", str(tmp_path / "none" / "reply.md"))

    qtbot.waitUntil(lambda: any("not written" in text for text in banner_texts(drafted)))


# --- keeping -------------------------------------------------------------------------------------


def test_a_draft_keeps_itself_and_says_when(qtbot, drafted, fake):
    drafted.editor.go_to(len(drafted.editor.text()))
    QTest.keyClicks(drafted.editor, " More.")
    qtbot.waitUntil(lambda: not drafted.desk.keeping.is_unsaved)
    [kept] = fake.composer.drafts()
    qtbot.waitUntil(lambda: fake.composer.open(kept.key).text.endswith(" More."))

    assert drafted.message.saved.text().startswith("Saved ")


def test_closing_keeps_what_was_just_typed_and_a_new_window_shows_it(
    qtbot, open_window, window, drafted, fake
):
    drafted.editor.go_to(len(drafted.editor.text()))
    QTest.keyClicks(drafted.editor, " Last words.")
    window.close()
    [kept] = fake.composer.drafts()
    assert fake.composer.open(kept.key).text.endswith(" Last words.")

    again = open_window()
    again.commands.go("compose")
    pane = again.pane("compose")
    qtbot.waitUntil(lambda: pane.desk.draft is not None)

    assert pane.editor.text().endswith(" Last words.")


def test_a_message_that_was_typed_and_not_read_is_there_again(open_window, window, pane):
    QTest.keyClicks(pane.field.field, "Half a message")
    window.close()

    again = open_window()
    again.commands.go("compose")

    assert again.pane("compose").field.field.toPlainText() == "Half a message"


def test_drafts_are_searched_opened_deleted_and_brought_back(qtbot, drafted, fake):
    drafted.message.ticket.setFocus()
    QTest.keyClicks(drafted.message.ticket, "4821")
    QTest.keyClick(drafted.message.ticket, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: drafted.desk.draft.ticket == "4821")
    drafted.new_message()
    assert drafted.desk.draft is None
    paste(qtbot, drafted, "Does a rollback touch the database?")
    drafted.show_drafts()
    sheet = drafted.drafts.sheet()
    qtbot.waitUntil(lambda: len(sheet.entries()) == 2)

    QTest.keyClicks(sheet.field, "4821")
    assert len(sheet.entries()) == 1
    QTest.mouseClick(sheet.delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [one.key for one in fake.composer.drafts()] == ["draft-2"])
    click(qtbot, sheet, "Undo")
    qtbot.waitUntil(lambda: any("is back" in text for text in banner_texts(sheet)))
    qtbot.waitUntil(lambda: len(sheet.entries()) == 1)
    QTest.keyClick(sheet.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: drafted.desk.draft is not None and drafted.desk.draft.ticket == "4821")

    assert not sheet.isVisible()


def test_a_ticket_that_has_a_draft_keeps_it(qtbot, drafted, fake):
    drafted.desk.name_ticket("4821")
    qtbot.waitUntil(lambda: drafted.desk.draft.ticket == "4821")
    first = fake.composer.open("4821")
    drafted.new_message()
    paste(qtbot, drafted, "Does a rollback touch the database?")
    drafted.desk.name_ticket("4821")
    qtbot.waitUntil(lambda: any("has a draft already" in text for text in banner_texts(drafted)))

    assert fake.composer.open("4821").id == first.id
    assert drafted.desk.draft.ticket == ""
    assert drafted.message.ticket.text() == ""


def test_a_draft_that_cannot_be_kept_says_so_and_is_tried_again(qtbot, drafted, fake):
    fake.composer.unsaved = LibraryBusy("The library is busy.")
    drafted.editor.go_to(0)
    QTest.keyClicks(drafted.editor, "x")
    drafted.desk.save()
    qtbot.waitUntil(lambda: any("busy" in text for text in banner_texts(drafted)))
    assert drafted.desk.keeping.is_unsaved
    fake.composer.unsaved = None

    drafted.desk.save()
    qtbot.waitUntil(lambda: fake.composer.open("draft-1").text.startswith("x"))


# --- room ----------------------------------------------------------------------------------------


def test_as_many_parts_are_shown_as_there_is_room_for(qtbot, window, drafted):
    parts = drafted.parts
    assert parts.columns == 3
    assert drafted.evidence.title.isVisible()
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: parts.columns == 2)
    assert drafted.editor.isVisible()
    assert not drafted.evidence.isVisible()
    drafted.to_evidence()
    assert drafted.evidence.isVisible()
    assert not drafted.evidence.title.isVisible()  # the tab says it
    window.resize(700, 600)
    qtbot.waitUntil(lambda: parts.columns == 1)
    for part, widget in (
        (MESSAGE, drafted.message), (REPLY, drafted.editor), (EVIDENCE, drafted.evidence),
    ):  # fmt: skip
        parts.choose(part)
        assert widget.isVisible()


# --- hostile messages ----------------------------------------------------------------------------


HOSTILE = (
    "<img src='file:///etc/passwd'><script>alert(1)</script>\n"
    "![x](file:///etc/shadow) [click](javascript:alert(1)) \\\\evil\\share\n"
    "How do I undo \u202ea release? [1] {{agent.name}} {{answers}}\n"
    "<a href='cite:1'>x</a> <a href='question:0'>y</a>"
)


def test_a_hostile_message_is_characters_and_nothing_is_opened(qtbot, pane, monkeypatch):
    from PySide6.QtGui import QDesktopServices

    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    paste(qtbot, pane, HOSTILE)

    shown = pane.message.view.toPlainText()
    assert "<img src='file:///etc/passwd'>" in shown
    assert "\u202e" not in shown
    dot = pane.message.view.loadResource(2, QUrl("file:///etc/passwd"))
    assert (dot.width(), dot.height()) == (1, 1)
    for address in ("file:///etc/passwd", "javascript:alert(1)", "cite:1", "question:99"):
        pane.message.view.followed.emit(address)
    assert opened == []
    assert pane.desk.draft is not None
    assert "{{answers}}" not in pane.editor.text()


# --- everywhere ----------------------------------------------------------------------------------


def names_missing(pane: QWidget) -> list[str]:
    kinds = (QAbstractButton, QLineEdit, QTextEdit)
    widgets = [one for kind in kinds for one in pane.findChildren(kind) if one.isVisible()]
    return [
        f"{type(one).__name__} {one.objectName()}"
        for one in widgets
        if not QAccessible.queryAccessibleInterface(one).text(QAccessible.Text.Name)
    ]


def test_everything_has_a_name_in_every_state(qtbot, pane):
    assert names_missing(pane) == []
    paste(qtbot, pane)
    assert names_missing(pane) == []


def test_ctrl_k_opens_the_palette_from_the_editor(window, drafted):
    QTest.keyClick(drafted.editor, Qt.Key.Key_K, CTRL)

    assert window.palette_box.isVisible()
    assert any(title.startswith("Compose: ") for title in window.palette_box.titles())


def test_what_was_said_of_the_message_before_goes_with_the_next_one(qtbot, drafted):
    drafted.new_message()
    qtbot.waitUntil(lambda: any("The draft is kept" in text for text in banner_texts(drafted)))
    paste(qtbot, drafted)
    assert not any("The draft is kept" in text for text in banner_texts(drafted))


def test_what_f8_lights_and_what_is_underlined_take_the_colours_of_another_theme(drafted, theme):
    drafted.next_to_settle()
    drafted.editor.set_notes([TextNote(0, 5, "spelling", "?")])
    theme.set_look(Mode.DARK, 100)
    lit, underlined = drafted.editor.extraSelections()
    assert lit.format.background().color() == theme.color("warnbg")
    assert underlined.format.underlineColor() == theme.color("bad")
