"""The Ask pane as a person uses it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.desktop.conftest import OpenWindow
from tests.desktop.fakes import ANSWER, CITATIONS, TICKET
from tests.desktop.fakes import UNANSWERED as UNANSWERED_ANSWER
from tests.desktop.seeing import banner_texts, button
from tests.desktop.walking import cut_off
from verbatim_desktop.desktop.main_window import MainWindow
from verbatim_desktop.desktop.palette_control import KEPT_QUESTIONS
from verbatim_desktop.desktop.theme import Mode
from verbatim_desktop.desktop.widgets.evidence import SentenceRow
from verbatim_desktop.desktop.widgets.ticket_card import CheckRow, TermChip
from verbatim_desktop.domain.answers import Level
from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.models import ProviderName, ProviderSettings

ANSWERED = "How do I undo a release?"
UNANSWERED = "Can we pin a project to an IP in Osaka?"


def ask(qtbot: QtBot, window: MainWindow, question: str) -> None:
    """Type a question and press Enter; come back when its first sentence is in sight."""
    window.ask.card.field.setFocus()
    window.ask.card.field.clear()
    with qtbot.waitSignal(window.source.view.shown_target):
        QTest.keyClicks(window.ask.card.field, question)
        QTest.keyClick(window.ask.card.field, Qt.Key.Key_Return)


def press(window: MainWindow, key: str) -> None:
    """Press a key where the focus is."""
    focus = QGuiApplication.focusObject()
    QTest.keyClicks(focus if isinstance(focus, QWidget) else window, key)


# --- asking --------------------------------------------------------------------------------------


def test_enter_asks_and_shows_the_answer_with_its_confidence(qtbot, window, fake):
    ask(qtbot, window, ANSWERED)

    view = window.ask.view
    assert [question for question, _filters in fake.asked] == [ANSWERED]
    assert view.badge.level is Level.HIGH
    assert view.badge.text() == "High confidence"
    assert view.reasons.text() == " ".join(ANSWER.confidence.reasons)
    assert view.route.text() == "Direct"
    assert view.time.text() == "38 ms"
    assert "Open Releases, choose the release" in view.text.toPlainText()
    assert "[1]" not in view.text.toPlainText()


def test_shift_enter_makes_a_new_line_and_the_field_grows(window, fake):
    field = window.ask.card.field
    height = field.height()
    QTest.keyClicks(field, "one")
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(field, "two")

    assert field.question() == "one\ntwo"
    assert field.height() > height
    assert fake.asked == []


def test_who_writes_goes_below_the_sources_where_both_have_no_room(qtbot, window, theme):
    settings = ProviderSettings(ProviderName.COMPATIBLE, "a-model-with-a-long-name")
    window.ask.card.set_writers((settings,), settings)
    ask(qtbot, window, ANSWERED)
    window.resize(1024, 700)
    theme.set_look(Mode.LIGHT, 200)
    qtbot.waitUntil(lambda: window.width() == 1024)
    QApplication.processEvents()

    assert cut_off(window) == []
    assert window.ask.card.ask_button.isVisible()


def test_an_empty_question_is_not_asked(window, fake):
    QTest.keyClick(window.ask.card.field, Qt.Key.Key_Return)

    assert fake.asked == []
    assert window.ask.card.field.hasFocus()


def test_only_the_chosen_sources_are_asked(qtbot, window, fake):
    window.ask.card.set_sources(["harbor", "runbooks"])
    window.ask.card.scope.choose(["runbooks"])
    assert window.ask.card.scope.text() == "runbooks"

    ask(qtbot, window, ANSWERED)

    assert fake.asked[0][1].sources == ("runbooks",)


def test_a_question_that_cannot_be_searched_for_is_a_banner_not_a_defect(
    qtbot, window, fake, defects
):
    fake.error = QuestionUnusable("Nothing in it can be searched for.")
    QTest.keyClicks(window.ask.card.field, "!!!")
    QTest.keyClick(window.ask.card.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(banner_texts(window.ask)))

    assert "Nothing in it can be searched for." in banner_texts(window.ask)[0]
    assert not window.ask.is_asking
    assert defects == []


def test_a_bug_is_logged_and_said_calmly(qtbot, window, fake, defects):
    fake.error = RuntimeError("boom")
    QTest.keyClicks(window.ask.card.field, "why?")
    QTest.keyClick(window.ask.card.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: any("Your library is whole" in text for text in banner_texts(window)))

    assert [str(error) for error in defects] == ["boom"]
    assert not any("boom" in text for text in banner_texts(window))


def test_esc_cancels_and_a_late_answer_stays_silent(qtbot, window):
    window.ask.card.field.set_question(ANSWERED)
    job = window.jobs.start(lambda: None)  # the lane is busy until this is delivered
    window.ask.ask()
    assert window.ask.is_asking
    assert window.ask.card.cancel_button.isVisible()
    QTest.keyClick(window, Qt.Key.Key_Escape)

    assert not window.ask.is_asking
    with qtbot.waitSignal(job.finished):
        pass
    after = window.jobs.start(lambda: None)
    with qtbot.waitSignal(after.succeeded):
        pass
    assert window.ask.view.answer is None
    assert not window.ask.view.isVisible()


def test_a_question_cancelled_when_it_is_answered_already_leaves_nothing(qtbot, window, fake):
    window.ask.card.field.set_question(ANSWERED)
    window.ask.ask()
    over = Event()
    after = window.jobs.start(over.set)  # the lane is through with the question, untold here
    assert over.wait(90)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    with qtbot.waitSignal(after.finished):
        pass
    last = window.jobs.start(lambda: None)
    with qtbot.waitSignal(last.finished):
        pass
    assert [question for question, _filters in fake.asked] == [ANSWERED]
    assert fake.answers_kept == []
    assert window.ask.view.answer is None


def test_an_answer_that_is_shown_is_kept_even_where_the_window_closes(qtbot, window, fake):
    ask(qtbot, window, ANSWERED)
    window.close()
    assert [answer.question for answer in fake.answers_kept] == [ANSWERED]


def test_an_answer_that_could_not_be_kept_says_so(qtbot, window, fake):
    fake.keeping = {"id": "", "unkept": "The disk is full."}
    ask(qtbot, window, ANSWERED)
    qtbot.waitUntil(
        lambda: any("The disk is full." in one for one in banner_texts(window.ask.view))
    )
    assert not window.ask.view.export_button.isVisible()


def test_a_newer_question_supersedes_the_one_in_flight(qtbot, window, fake):
    window.ask.ask_this("first?")
    with qtbot.waitSignal(window.source.view.shown_target):
        window.ask.ask_this("second?")

    assert window.ask.view.answer.question == "second?"


# --- citations -----------------------------------------------------------------------------------


def test_the_first_cited_sentence_is_highlighted_and_in_sight(qtbot, window):
    ask(qtbot, window, ANSWERED)

    assert window.source.isVisible()
    assert window.source.view.highlighted_text() == CITATIONS[0].quote
    assert window.source.view.cited_in_sight()


def test_keys_1_to_9_open_the_citation_with_that_number(qtbot, window):
    ask(qtbot, window, ANSWERED)
    for number in (4, 2, 5):
        with qtbot.waitSignal(window.source.view.shown_target):
            press(window, str(number))
        assert window.source.view.highlighted_text() == CITATIONS[number - 1].quote


def test_digits_typed_into_a_question_stay_text(qtbot, window):
    ask(qtbot, window, ANSWERED)
    window.ask.card.field.setFocus()
    window.ask.card.field.clear()
    press(window, "123[]?")

    assert window.ask.card.field.question() == "123[]?"
    assert window.ask.view.text.active == 1


def test_brackets_go_to_the_next_and_previous_citation_and_round(qtbot, window):
    ask(qtbot, window, ANSWERED)
    for key, number in (("]", 2), ("]", 3), ("[", 2), ("[", 1), ("[", 5)):
        with qtbot.waitSignal(window.source.view.shown_target):
            press(window, key)
        assert window.ask.view.text.active == number


def test_clicking_a_chip_opens_its_sentence(qtbot, window):
    ask(qtbot, window, ANSWERED)
    text = window.ask.view.text
    with qtbot.waitSignal(window.source.view.shown_target):
        QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=chip_middle(text, 3))

    assert window.source.view.highlighted_text() == CITATIONS[2].quote
    assert text.active == 3


def chip_middle(text, number: int) -> QPoint:
    """Where on the viewport the chip with a number is."""
    cursor = QTextCursor(text.document())
    for _ in range(number):
        cursor = text.document().find("\ufffc", cursor)
    end = text.cursorRect(cursor).center()
    return QPoint(end.x() - 10, end.y())


def hover(text, position: QPoint) -> None:
    where = text.viewport().mapToGlobal(position)
    QApplication.sendEvent(text.viewport(), QHelpEvent(QEvent.Type.ToolTip, position, where))


def test_a_chip_shows_heading_and_quote_until_the_pointer_leaves(qtbot, window):
    ask(qtbot, window, ANSWERED)
    text = window.ask.view.text
    hover(text, chip_middle(text, 2))

    assert text.card.isVisible()
    assert text.card.path.text() == "Rollbacks  ›  Undo a release"
    assert text.card.quote.text() == CITATIONS[1].quote
    assert text.card.quote.textFormat() is Qt.TextFormat.PlainText
    QApplication.sendEvent(text.viewport(), QEvent(QEvent.Type.Leave))
    assert not text.card.isVisible()


def test_clicking_an_evidence_row_opens_its_sentence(qtbot, window):
    ask(qtbot, window, ANSWERED)
    row = next(
        one
        for one in window.ask.view.evidence.findChildren(SentenceRow)
        if one.citation.marker == 4
    )
    with qtbot.waitSignal(window.source.view.shown_target):
        QTest.mouseClick(row, Qt.MouseButton.LeftButton)

    assert window.source.view.highlighted_text() == CITATIONS[3].quote


def test_evidence_names_its_sections_with_their_scores(qtbot, window):
    ask(qtbot, window, ANSWERED)

    texts = visible_texts(window.ask.view.evidence)
    assert "Rollbacks  ›  Undo a release" in texts
    assert "/docs/deploy/rollbacks#undo-a-release" in texts
    assert "14.02" in texts
    assert "11.37" in texts


def test_a_suggestion_opens_at_its_heading(qtbot, window):
    ask(qtbot, window, ANSWERED)
    link = button(window.ask.view, "Release states")
    with qtbot.waitSignal(window.source.view.shown_target):
        link.click()

    assert window.source.current.document.title == "Release states"
    assert window.source.view.highlighted_text() == ""


# --- tickets, copying, history -------------------------------------------------------------------


def test_weak_evidence_becomes_a_ticket_draft_with_its_passages(qtbot, window):
    ask(qtbot, window, UNANSWERED)
    ticket = window.ask.view.ticket

    assert ticket.isVisible()
    assert window.ask.view.badge.level is Level.LOW
    assert ticket.title.text() == TICKET.title
    assert ticket.summary.toPlainText() == TICKET.summary
    chips = [chip.accessibleName() for chip in ticket.findChildren(TermChip)]
    assert chips == ["outbound word 14", "egress synonym", "osaka word 0"]
    assert not window.ask.view.text.isVisible()


@pytest.mark.parametrize(("width", "count"), [(660, 7), (1024, 7), (1090, 4), (1090, 8), (1440, 9)])
def test_nothing_in_a_ticket_overlaps_at_any_width(qtbot, open_window, fake, width, count):
    terms = tuple(replace(TICKET.terms[0], typed=f"word{n}") for n in range(count))
    answer = replace(UNANSWERED_ANSWER, ticket=replace(TICKET, terms=terms))
    fake.replies[UNANSWERED] = answer
    window = open_window(width, 430)
    with qtbot.waitSignal(window.opener.shown):
        window.ask.ask_this(UNANSWERED)
    ticket = window.ask.view.ticket
    parts = [ticket.title, ticket.summary, *ticket.findChildren(TermChip)]
    parts += [*ticket.findChildren(CheckRow), ticket.passages, ticket.copy_button]
    QApplication.processEvents()
    rects = [QRect(part.mapTo(ticket, QPoint()), part.size()) for part in parts]
    assert not [pair for pair in combinations(rects, 2) if pair[0].intersects(pair[1])]
    labels = [label for label in ticket.findChildren(QLabel) if label.parentWidget() is ticket]
    boxes = [label.geometry() for label in labels if label.isVisible()]
    assert not [one for one in boxes for rect in rects if one.intersects(rect)]


def test_a_ticket_says_that_a_log_goes_with_it_and_keeps_it(qtbot, window, fake):
    fake.replies[UNANSWERED] = replace(
        UNANSWERED_ANSWER, ticket=replace(TICKET, context="12:00:01 error\n12:00:02 error")
    )
    ask(qtbot, window, UNANSWERED)
    ticket = window.ask.view.ticket
    assert ticket.context.isVisible()
    assert ticket.context.text().endswith("shortened to 2 lines.")
    assert ticket.draft().context == "12:00:01 error\n12:00:02 error"


def test_a_ticket_is_copied_as_it_was_edited(qtbot, window):
    ask(qtbot, window, UNANSWERED)
    ticket = window.ask.view.ticket
    ticket.title.setText("Fixed address in Osaka")
    check = next(one for one in ticket.findChildren(CheckRow) if "Which plan" in one.text())
    check.click()
    with qtbot.waitSignal(QGuiApplication.clipboard().dataChanged):
        ticket.copy_button.click()

    assert QGuiApplication.clipboard().text() == (
        "markdown: Fixed address in Osaka; Who checks the address?"
    )


def test_ctrl_t_makes_a_ticket_from_an_answered_question(qtbot, window):
    ask(qtbot, window, ANSWERED)
    QTest.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.ask.view.ticket.isVisible)

    assert window.ask.citations == TICKET.citations
    assert not window.ask.view.evidence.isVisible()


def test_ctrl_enter_copies_the_answer_with_its_sources(qtbot, window):
    ask(qtbot, window, ANSWERED)
    QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Open Releases, choose the release and select Roll back. [1]")
    assert f"[1] Rollbacks › Undo a release, {CITATIONS[0].url}" in copied
    assert window.status.said() == "Copied"


def test_a_kept_answer_reopens_from_the_history(qtbot, window, fake):
    QTest.mouseClick(window.ask.history_button, Qt.MouseButton.LeftButton)
    palette = window.palette_box
    qtbot.waitUntil(lambda: palette.titles() == [KEPT_QUESTIONS, ANSWER.question])
    assert palette.chosen().level is Level.HIGH
    QTest.keyClicks(palette.field, "undo")
    qtbot.waitUntil(lambda: palette.chosen() is not None and palette.chosen().spans != ())
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(window.ask.view.isVisible)

    assert window.ask.card.field.question() == ANSWER.question
    assert window.ask.view.answer.id == ANSWER.id


def test_ctrl_n_starts_over(qtbot, window):
    ask(qtbot, window, ANSWERED)
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)

    assert window.ask.card.field.question() == ""
    assert window.ask.card.field.hasFocus()
    assert window.ask.examples.isVisible()
    assert window.ask.citations == ()


# --- empty states --------------------------------------------------------------------------------


def test_without_a_library_the_samples_take_one_key(qtbot, open_window: OpenWindow, fake, run):
    fake.pages = {}
    window = open_window()
    assert window.ask.first_run.samples.hasFocus()
    QTest.keyClick(window.ask.first_run.samples, Qt.Key.Key_Return)

    assert [request.name for request in run.begun] == ["lantern-docs"]
    assert window.place == "sources"


def test_a_library_without_a_question_offers_some_from_its_headings(qtbot, window, fake):
    qtbot.waitUntil(lambda: fake.examples.kept is not None)
    example = button(window.ask.examples, "How do I undo a release?")
    with qtbot.waitSignal(window.source.view.shown_target):
        example.click()

    assert fake.asked[0][0] == "How do I undo a release?"


def test_only_what_holds_is_offered_and_it_is_tried_once(qtbot, window, fake):
    qtbot.waitUntil(lambda: fake.examples.kept is not None)

    assert fake.examples.tried == ["How do I undo a release?", "How do I define a zone?"]
    assert fake.examples.kept == ("How do I undo a release?",)
    offered = [one.text() for one in window.ask.examples.findChildren(QAbstractButton)]
    assert offered == ["How do I undo a release?"]
    window.ask.trials.look(fake.generation)
    with qtbot.waitSignal(window.jobs.start(lambda: None).succeeded):  # after all that waited
        pass
    assert len(fake.examples.tried) == 2


def test_a_question_that_is_offered_keeps_the_focus_while_more_come(qtbot, window, fake):
    qtbot.waitUntil(lambda: fake.examples.kept is not None)
    examples = window.ask.examples
    examples.set_questions(("One?",))
    first = button(examples, "One?")
    qtbot.waitUntil(first.isVisible)
    first.setFocus()
    examples.set_questions(("One?", "Two?"))

    assert first.hasFocus()
    assert [one.text() for one in examples.findChildren(QAbstractButton)] == ["One?", "Two?"]
    examples.set_questions(("Three?",))
    assert [one.text() for one in examples.findChildren(QAbstractButton)] == ["Three?"]


def visible_texts(widget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def test_going_back_in_the_source_marks_the_citation_that_is_shown_again(qtbot, window):
    ask(qtbot, window, "How?")
    qtbot.waitUntil(lambda: window.source.current is not None)
    with qtbot.waitSignal(window.opener.shown):
        window.ask.open_number(2)
    assert window.source.current.number == 2
    window.source.go_back()
    assert window.ask.view.text.active == 1
    window.source.go_forward()
    assert window.ask.view.text.active == 2
