"""Asking on, suggestions, feedback, copies and exports, as a person uses them."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel

from tests.desktop.fakes import ANSWER, CITATIONS, HIGH
from tests.desktop.seeing import banner_texts
from tests.desktop.test_ask import ANSWERED, UNANSWERED, ask
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.panes.ask_records import file_name
from verbatim_desktop.desktop.rich_copy import answer_as_html
from verbatim_desktop.desktop.widgets.answer_notices import doubt_notice, notices_of
from verbatim_desktop.desktop.widgets.answer_view import AnswerView
from verbatim_desktop.desktop.widgets.asked_on import searched_words
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.domain.answers import Claim
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.domain.feedback import Judgement
from verbatim_desktop.domain.support import Lack, Support, SupportRule

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
FOLLOW_UP = "How long does it take?"
FOLLOWED = replace(ANSWER, id="9", follows="1204", rewritten=(f"{FOLLOW_UP} undo release",))


# --- asking on -----------------------------------------------------------------------------------


def test_a_second_question_asks_on_and_can_be_asked_alone(qtbot, window, fake):
    fake.replies[FOLLOW_UP] = FOLLOWED
    ask(qtbot, window, ANSWERED)
    ask(qtbot, window, FOLLOW_UP)

    assert fake.followed == ["", "1204"]
    line = window.ask.view.asked_on
    assert line.isVisible()
    assert line.words.text() == "Asked on: undo release"
    fake.replies[FOLLOW_UP] = replace(ANSWER, id="10")
    QTest.mouseClick(line.alone, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not line.isVisible())
    assert fake.followed == ["", "1204", ""]


def test_asked_again_a_question_follows_what_it_followed(qtbot, window, fake):
    fake.replies[FOLLOW_UP] = FOLLOWED
    ask(qtbot, window, ANSWERED)
    ask(qtbot, window, FOLLOW_UP)
    ask(qtbot, window, FOLLOW_UP)
    assert fake.followed == ["", "1204", "1204"]


def test_a_new_question_asks_on_from_nothing(qtbot, window, fake):
    ask(qtbot, window, ANSWERED)
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    ask(qtbot, window, FOLLOW_UP)
    assert fake.followed == ["", ""]


def test_queries_that_a_router_wrote_are_shown():
    routed = replace(ANSWER, rewritten=("rollback release", "undo deploy"))

    assert searched_words(routed) == "Also searched for: rollback release; undo deploy"
    assert searched_words(ANSWER) == ""


# --- suggestions ---------------------------------------------------------------------------------


def suggest(qtbot, window, typed: str):
    field = window.ask.card.field
    field.setFocus()
    QTest.keyClicks(field, typed)
    box = window.ask.suggestions.box
    qtbot.waitUntil(box.isVisible)
    return field, box


def test_headings_are_suggested_as_one_types_and_enter_still_asks(qtbot, window, fake):
    field, box = suggest(qtbot, window, "undo")

    assert box.model.index(0).data() == "Rollbacks › Undo a release"
    assert field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not box.isVisible()
    qtbot.waitUntil(lambda: fake.asked != [])
    assert fake.asked[0][0] == "undo"


def test_down_and_enter_ask_what_is_suggested(qtbot, window, fake):
    field, box = suggest(qtbot, window, "undo")
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert box.chosen().title == "Rollbacks › Undo a release"
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: fake.asked != [])
    assert fake.asked[0][0] == "Rollbacks: Undo a release"


def test_esc_puts_suggestions_away_and_so_does_leaving_the_field(qtbot, window):
    field, box = suggest(qtbot, window, "undo")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not box.isVisible()
    assert field.question() == "undo"
    suggest(qtbot, window, " a")
    window.ask.new_button.setFocus()
    assert not box.isVisible()


def test_what_fits_no_heading_suggests_nothing(qtbot, window, fake):
    _field, box = suggest(qtbot, window, "undo")
    QTest.keyClicks(window.ask.card.field, "zzz")
    qtbot.waitUntil(lambda: not box.isVisible())


# --- feedback ------------------------------------------------------------------------------------


def test_an_answer_is_marked_right_and_that_can_be_undone(qtbot, window, fake):
    ask(qtbot, window, ANSWERED)
    QTest.mouseClick(window.ask.view.feedback.right, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: banner_texts(window.ask) == ["Marked as right. "])
    assert fake.said["1204"].judgement is Judgement.RIGHT
    [undo] = [one for one in window.ask.findChildren(Button) if one.text() == "Undo"]
    undo.click()
    qtbot.waitUntil(lambda: "1204" not in fake.said)


@pytest.mark.parametrize(("kind", "judgement"), [(0, Judgement.WRONG), (1, Judgement.MISSING)])
def test_what_is_wrong_or_missing_is_kept_with_a_note(qtbot, window, fake, kind, judgement):
    ask(qtbot, window, ANSWERED)
    feedback = window.ask.view.feedback
    QTest.mouseClick(feedback.wrong, Qt.MouseButton.LeftButton)
    assert feedback.note.field.hasFocus()
    QTest.mouseClick(feedback.note.kinds.button(kind), Qt.MouseButton.LeftButton)
    QTest.keyClicks(feedback.note.field, "It is 30 days.")
    QTest.keyClick(feedback.note.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "1204" in fake.said)

    said = fake.said["1204"]
    assert (said.judgement, said.note) == (judgement, "It is 30 days.")
    assert not feedback.note.isVisible()


def test_what_was_said_of_an_answer_is_seen_when_it_is_read_again(qtbot, window, fake):
    fake.feedback("1204", Judgement.MISSING)
    window.ask.reopen("1204")
    feedback = window.ask.view.feedback
    qtbot.waitUntil(lambda: feedback.wrong.accessibleName() == "Wrong or missing, said: missing")
    assert feedback.right.accessibleName() == "Right"


def test_esc_puts_the_note_away_and_leaves_the_page_open(qtbot, window):
    ask(qtbot, window, ANSWERED)
    feedback = window.ask.view.feedback
    QTest.keyClick(window, Qt.Key.Key_M, CTRL | SHIFT)
    QTest.keyClicks(feedback.note.field, "It is 30 days.")
    QTest.keyClick(feedback.note.field, Qt.Key.Key_Escape)
    assert not feedback.note.isVisible()
    assert feedback.wrong.hasFocus()
    assert window.source.isVisible()

    # The note of one answer is not that of the next.
    ask(qtbot, window, ANSWERED)
    assert feedback.note.field.text() == ""


def test_feedback_that_cannot_be_kept_says_why(qtbot, window, fake):
    ask(qtbot, window, ANSWERED)
    fake.error = NotFound("There is no answer 1204.")
    window.ask.mark_right()
    qtbot.waitUntil(lambda: "There is no answer 1204." in " ".join(banner_texts(window.ask)))


# --- copies and exports --------------------------------------------------------------------------


def test_the_clipboard_gets_rich_text_and_plain_text(qtbot, window):
    ask(qtbot, window, ANSWERED)
    window.ask.copy("rich")
    data = QGuiApplication.clipboard().mimeData()

    assert f'<a href="{CITATIONS[0].url}">Rollbacks › Undo a release</a>' in data.html()
    assert "[1] Rollbacks › Undo a release" in data.text()
    window.ask.copy("rich-bare")
    data = QGuiApplication.clipboard().mimeData()
    assert "[1]" not in data.html()
    assert "Sources" not in data.html()
    assert "[1]" not in data.text()


def test_html_of_an_answer_is_escaped_and_links_nothing_but_the_web():
    hostile = replace(CITATIONS[0], url='javascript:alert("1")', quote="<img src=x>")
    answer = replace(
        ANSWER,
        text="<b>Open</b> `<i>` [1]\n1. One\n2. Two [1]\n- And\nEnd [9]",
        citations=(hostile,),
    )
    html = answer_as_html(answer)

    assert "<p>&lt;b&gt;Open&lt;/b&gt; <code>&lt;i&gt;</code> [1]</p>" in html
    assert "<ol>\n<li>One</li>\n<li>Two [1]</li>\n</ol>\n<ul>\n<li>And</li>\n</ul>" in html
    assert "<p>End [9]</p>" in html
    assert "javascript" not in html
    assert "<img" not in html


@pytest.mark.parametrize("format", ["markdown", "html", "pdf"])
def test_an_answer_is_exported_to_a_file(qtbot, window, tmp_path, format):
    ask(qtbot, window, ANSWERED)
    target = tmp_path / "out"
    window.ask.records.export_to("1204", format, str(target))
    qtbot.waitUntil(lambda: any("exported" in one for one in banner_texts(window.ask)))
    assert target.read_bytes() == f"1204 as {format}".encode()


def test_ctrl_e_offers_a_file_named_after_the_question(qtbot, window):
    ask(qtbot, window, ANSWERED)
    QTest.keyClick(window, Qt.Key.Key_E, CTRL)
    [dialog] = window.findChildren(QFileDialog)
    assert dialog.selectedFiles()[0].endswith("/how-do-i-undo-a-release.pdf")
    dialog.reject()


def test_an_export_that_cannot_be_written_says_so(qtbot, window, tmp_path):
    ask(qtbot, window, ANSWERED)
    window.ask.records.export_to("1204", "pdf", str(tmp_path / "none" / "out"))
    qtbot.waitUntil(lambda: any("not written" in one for one in banner_texts(window.ask)))
    window.ask.records.export_to("lost", "pdf", str(tmp_path / "out"))
    qtbot.waitUntil(lambda: any("no answer lost" in one for one in banner_texts(window.ask)))


@pytest.mark.parametrize(
    ("question", "name"), [("How?", "how"), ("../../etc/passwd", "etc-passwd"), ("???", "answer")]
)
def test_a_question_becomes_a_name_that_stays_in_its_folder(question, name):
    assert file_name(question) == name


# --- what a model wrote --------------------------------------------------------------------------


@pytest.fixture
def view(qtbot, theme) -> AnswerView:
    view = AnswerView(theme)
    qtbot.addWidget(view)
    view.resize(740, 900)
    view.show()
    return view


def test_an_answer_is_begun_with_its_confidence_written_and_finished(qtbot, view):
    view.begin(HIGH, CITATIONS[:1])
    assert view.badge.isVisible()
    assert view.badge.text() == "High confidence"
    assert not view.copy_button.isVisible()
    for piece in ("Open ", "Releases. [", "1]"):
        view.append(piece)
    qtbot.waitUntil(lambda: "Releases" in view.text.toPlainText())
    assert not view.evidence.isVisible()
    view.finish(ANSWER)
    assert view.evidence.isVisible()
    assert view.copy_button.isVisible()
    assert view.text.toPlainText().startswith("Open Releases, choose")


def test_dropped_markers_uncited_sentences_and_a_question_back_are_said(qtbot, view):
    lack = Lack(SupportRule.WORD, "free", "Nothing says “free”.")
    claims = (
        Claim("It is free.", (1,), Support.NOT_SUPPORTED, (lack,)),
        Claim("So it goes.", (), Support.UNCITED),
    )
    answer = replace(
        ANSWER, claims=claims, dropped=("[7]", "[8]"), clarify="Do you mean the app or the API?"
    )
    said = {one.fact: one.sentence for one in notices_of(answer)}

    assert said["Say more."] == "Do you mean the app or the API?"
    doubted = doubt_notice(answer)
    assert doubted == Notice(
        "warn", "1 sentence not supported.", "Struck through. Nothing says “free”."
    )
    assert "1 sentence without a source." in said
    assert said["2 markers left out."].endswith("[7], [8].")
    view.show_answer(answer)
    qtbot.waitUntil(lambda: sum(one.isVisible() for one in view.findChildren(Banner)) == 4)


# --- the next time -------------------------------------------------------------------------------


def test_the_last_answer_is_there_again_when_the_window_opens(qtbot, open_window, fake):
    window = open_window()
    ask(qtbot, window, ANSWERED)
    window.close()
    again = open_window()
    qtbot.waitUntil(again.ask.view.isVisible)

    assert again.ask.view.answer.id == ANSWER.id
    assert again.ask.card.field.question() == ANSWERED
    assert again.ask.card.field.hasFocus()
    QTest.keyClicks(again.ask.card.field, "Another")
    assert again.ask.card.field.question() == "Another"


def test_question_and_answer_come_back_together_or_not_at_all(qtbot, open_window, fake):
    window = open_window()
    ask(qtbot, window, ANSWERED)
    window.close()
    release, read = Event(), fake.answer

    def slowly(answer_id: str):
        release.wait(90)
        return read(answer_id)

    fake.answer = slowly
    again = open_window()
    assert again.ask.card.field.question() == ""
    assert again.ask.examples.isHidden()
    assert again.ask.view.isHidden()
    QTest.keyClicks(again.ask.card.field, "Something else")
    release.set()
    qtbot.waitUntil(again.ask.examples.isVisible)
    assert again.ask.view.answer is None
    assert again.ask.card.field.question() == "Something else"


def test_a_question_that_was_typed_and_not_asked_is_there_again(qtbot, open_window):
    window = open_window()
    QTest.keyClicks(window.ask.card.field, "Half a ques")
    window.close()
    again = open_window()
    qtbot.waitUntil(lambda: again.ask.card.field.question() == "Half a ques")


def test_a_last_answer_that_is_gone_is_not_mentioned(qtbot, open_window, fake):
    window = open_window()
    ask(qtbot, window, ANSWERED)
    window.close()
    fake.kept.clear()
    again = open_window()
    job = again.jobs.start(lambda: None)
    with qtbot.waitSignal(job.finished):
        pass
    assert banner_texts(again) == []
    assert again.ask.examples.isVisible()


def test_a_ticket_can_be_marked_missing_too(qtbot, window, fake):
    ask(qtbot, window, UNANSWERED)
    assert window.ask.view.feedback.isVisible()
    labels = [one.text() for one in window.ask.view.findChildren(QLabel) if one.isVisible()]
    assert any("nothing was guessed" in one for one in labels)
