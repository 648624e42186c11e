"""What is done about a sentence that is not supported, in an answer and in a reply."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.desktop.fakes import ANSWER, CITATIONS
from tests.desktop.seeing import banner_texts, button
from tests.desktop.test_ask import ask
from tests.desktop.test_compose import paste
from verbatim_desktop.desktop.panes.compose import ComposePane
from verbatim_desktop.desktop.reply_text import left_out
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.domain.answers import BorneOut, Claim
from verbatim_desktop.domain.reply_checks import CheckedSentence
from verbatim_desktop.domain.support import Assessment, ClaimSupport, Lack, Support, SupportRule

INVENTED = "The box is sent **overnight**."
READ = "The box is sent overnight."
LACK = Lack(SupportRule.WORD, "overnight", "Nothing says “overnight”.")
DOUBTED = replace(
    ANSWER,
    question="How is it sent?",
    text=f"{ANSWER.text} {INVENTED}",
    claims=(*ANSWER.claims, Claim(INVENTED, (1,), Support.NOT_SUPPORTED, (LACK,))),
)
UNMARKED = tuple(replace(one, marker=0) for one in CITATIONS[:2])
SAID = BorneOut(ClaimSupport(READ, True, (), (), "2 sentences say this."), UNMARKED)


def words_of(widget: QWidget) -> list[str]:
    return [one.text() for one in widget.findChildren(Button)]


# --- in an answer --------------------------------------------------------------------------------


@pytest.fixture
def doubted(qtbot, window, fake):
    fake.replies = {DOUBTED.question: DOUBTED}
    ask(qtbot, window, DOUBTED.question)
    return window.ask.view


def find(qtbot, view) -> None:
    button(view, "Find evidence").click()
    qtbot.waitUntil(view.found.isVisible)


def test_what_is_not_supported_is_said_below_the_text(window, doubted):
    [banner] = [one for one in doubted.findChildren(Banner) if one.isVisible()]
    assert banner.notice.fact == "1 sentence not supported."
    assert banner.y() > doubted.text.geometry().bottom()
    assert banner.y() < doubted.evidence.y()
    assert "Remove" not in words_of(doubted)  # what a model wrote stays what it wrote


def test_where_nothing_bears_a_sentence_out_that_is_said_with_the_closest(
    qtbot, window, fake, doubted
):
    find(qtbot, doubted)
    assert fake.audit.claims == [READ]
    words = doubted.found.in_words()
    assert "Nothing in the library bears this out. Nothing says “overnight”." in words
    assert f"The closest sentence {UNMARKED[1].quote}" in words
    opened = doubted.found.focusWidget()
    assert opened.accessibleName() == f"Open: {UNMARKED[1].quote}"
    with qtbot.waitSignal(window.source.view.shown_target):
        QTest.keyClick(opened, Qt.Key.Key_Space)


def test_what_bears_a_sentence_out_is_shown_and_goes_with_the_answer(qtbot, window, fake, doubted):
    fake.audit.evidence = {READ: SAID}
    find(qtbot, doubted)
    assert doubted.found.in_words().startswith("2 sentences say this.")
    assert UNMARKED[0].quote in doubted.found.in_words()
    doubted.found.close_button.click()
    assert not doubted.found.isVisible()
    find(qtbot, doubted)
    window.ask.ask_this("How do I undo a release?")
    qtbot.waitUntil(lambda: not doubted.found.isVisible())
    assert banner_texts(doubted) == []


# --- in a reply ----------------------------------------------------------------------------------

SENTENCE = "Harbor is free for everyone."


@pytest.fixture
def pane(qtbot, window, fake) -> ComposePane:
    """A reply with a sentence of a person's that nothing says, which is checked."""
    window.commands.go("compose")
    pane = window.pane("compose")
    paste(qtbot, pane)
    fake.composer.check_as = doubting
    at = pane.editor.text().find("[1]") + len("[1]")
    pane.editor.insert_text(f" {SENTENCE} [2]", at, at)
    qtbot.waitUntil(pane.doubts.foot.isVisible)
    return pane


def doubting(text: str) -> tuple[CheckedSentence, ...]:
    at = text.find(SENTENCE)
    lacking = Assessment(Support.NOT_SUPPORTED, 0.1, (LACK,))
    end = at + len(SENTENCE)
    return (CheckedSentence(at, end, SENTENCE, (2,), lacking),) if at >= 0 else ()


def test_the_banner_below_a_reply_names_the_sentence_and_goes_with_it(qtbot, pane):
    [said] = banner_texts(pane.doubts.foot)
    assert SENTENCE in said
    assert "Nothing says “overnight”." in said
    before = pane.editor.text()
    button(pane.doubts.foot, "Remove").setFocus()
    QTest.keyClick(pane.doubts.foot.focusWidget(), Qt.Key.Key_Space)
    assert pane.editor.text() == before.replace(f" {SENTENCE} [2]", "")
    assert pane.editor.hasFocus()
    qtbot.waitUntil(lambda: not pane.doubts.foot.isVisible())
    pane.undo()
    assert pane.editor.text() == before
    qtbot.waitUntil(pane.doubts.foot.isVisible)


def test_a_sentence_is_bound_to_what_bears_it_out_and_undo_takes_that_back(qtbot, pane, fake):
    other = replace(CITATIONS[4], marker=0)
    support = ClaimSupport(SENTENCE, True, (), (), "One sentence says this.")
    fake.audit.evidence = {SENTENCE: BorneOut(support, (other,))}
    before = pane.editor.text()
    button(pane.doubts.foot, "Find evidence").click()
    qtbot.waitUntil(pane.doubts.found.isVisible)
    cite = pane.doubts.found.focusWidget()
    assert cite.accessibleName() == f"Cite it: {other.quote}"
    pane.editor.insert_text("Well. ", 0, 0)  # it is found again wherever it stands by then
    cite.click()
    qtbot.waitUntil(lambda: f"{SENTENCE} [2]" not in pane.editor.text())
    [cited] = [one for one in pane.desk.draft.citations if one.quote == other.quote]
    assert f"{SENTENCE} [{cited.marker}]" in pane.editor.text()
    pane.undo()
    pane.undo()
    assert pane.editor.text() == before


def test_where_nothing_bears_it_out_there_is_nothing_to_bind_it_to(qtbot, pane):
    button(pane.doubts.foot, "Find evidence").click()
    qtbot.waitUntil(pane.doubts.found.isVisible)
    assert "Nothing in the library bears this out." in pane.doubts.found.in_words()
    assert [one for one in words_of(pane.doubts.found) if one] == ["Open"]


@pytest.mark.parametrize(
    ("text", "sentence", "left"),
    [
        ("One. [1] Two. [2] Three.", "Two.", "One. [1] Three."),
        ("Two. [2] Three.", "Two.", "Three."),
        ("One. [1] Two. [2]", "Two.", "One. [1]"),
        ("Hello\n\nTwo. [2]\n\nBye", "Two.", "Hello\n\nBye"),
        ("Two. [2]\n\nBye", "Two.", "Bye"),
        ("Hello\n\nTwo. [2]", "Two.", "Hello"),
        ("- One.\n- Two. [2]\n- Three.", "Two.", "- One.\n- Three."),
        ("- One.\n- Two. [2] More.\n", "Two.", "- One.\n- More.\n"),
        ("Hello\n\n1. Two. [2]\n\nBye", "Two.", "Hello\n\nBye"),
        ("Two.", "Two.", ""),
    ],
)
def test_nothing_of_a_sentence_is_left_when_it_is_taken_out(text: str, sentence: str, left: str):
    at = text.find(sentence)
    start, end = left_out(text, at, at + len(sentence))
    assert text[:start] + text[end:] == left
