"""What is asked of a reply while something else is being done to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest

from tests.desktop.seeing import banner_texts
from tests.desktop.test_compose import MAIL, click, drop, paste
from tests.desktop.test_compose_rewrite import FakeModels, FakeRewriting, choose
from verbatim_desktop.desktop.panes.compose import ComposePane
from verbatim_desktop.domain.errors import LibraryBusy
from verbatim_desktop.domain.models import ProviderName
from verbatim_desktop.domain.replies import Length, Tone

CTRL = Qt.KeyboardModifier.ControlModifier
PATIENCE = 90  # seconds


class Gate:
    """Holds up whatever restyles a reply until it is opened."""

    def __init__(self, composer) -> None:
        self._restyle = composer.restyle
        self.entered, self.open = Event(), Event()
        self.error: Exception | None = None
        composer.restyle = self.restyle

    def restyle(self, draft, tone, language=""):
        self.entered.set()
        assert self.open.wait(PATIENCE)
        if self.error is not None:
            raise self.error
        return self._restyle(draft, tone, language)


@pytest.fixture
def pane(qtbot, window, fake) -> ComposePane:
    fake.models = FakeModels(ProviderName.OPENAI)
    window.commands.go("compose")
    pane = window.pane("compose")
    paste(qtbot, pane)
    qtbot.waitUntil(lambda: not pane.desk.queue.is_busy)
    return pane


@pytest.fixture
def gate(pane, fake) -> Iterator[Gate]:
    gate = Gate(fake.composer)
    yield gate
    gate.open.set()


def ask_for_tone(qtbot, pane: ComposePane, gate: Gate, tone: str = "friendly") -> None:
    pane.tools.tone.actions_by_value()[tone].trigger()
    qtbot.waitUntil(gate.entered.is_set)


def until_done(qtbot, pane: ComposePane) -> None:
    qtbot.waitUntil(lambda: not pane.desk.queue.is_busy)


def test_a_message_cancelled_when_it_is_answered_already_leaves_nothing(qtbot, window, pane, fake):
    kept, counted = [one.key for one in fake.composer.drafts()], list(fake.composer.counted)
    assert counted == [pane.desk.draft.id]
    qtbot.waitUntil(lambda: len(fake.composer.drafts()) == 1)
    with qtbot.waitSignal(pane.opening.read):
        pane.opening.read_text("Where do I find the invoices?")
    over = Event()
    after = window.jobs.start(over.set)  # the lane is through with the answers, untold here
    assert over.wait(PATIENCE)
    pane.escape()
    with qtbot.waitSignal(after.finished):
        pass
    last = window.jobs.start(lambda: None)
    with qtbot.waitSignal(last.finished):
        pass
    assert [one.key for one in fake.composer.drafts()] == kept
    assert fake.composer.counted == counted


def test_a_second_change_waits_for_the_first_and_both_are_made(qtbot, pane, gate):
    before = pane.editor.text()
    ask_for_tone(qtbot, pane, gate)
    pane.tools.language.actions_by_value()["de"].trigger()
    pane.tools.length.actions_by_value()["full"].trigger()
    words = "Changing the tone, then changing the language and 1 more"
    assert pane.working.isVisible()
    assert pane.working.words.text() == f"{words}…"

    gate.open.set()
    until_done(qtbot, pane)

    draft = pane.desk.draft
    assert (draft.tone, draft.language, draft.length) == (Tone.FRIENDLY, "de", Length.FULL)
    assert not pane.working.isVisible()
    held = []
    while pane.editor.document().isUndoAvailable():
        pane.undo()
        now = pane.desk.draft
        held.append((now.tone, now.language, now.length))
    assert held == [  # the fake's length changes no text: it goes with the step before
        (Tone.FRIENDLY, "en", Length.STANDARD),
        (Tone.PROFESSIONAL, "en", Length.STANDARD),
    ]
    assert pane.editor.text() == before


def test_a_question_left_out_twice_over_is_found_where_it_stands_then(qtbot, pane, gate):
    third = pane.desk.draft.questions[2].question.text
    ask_for_tone(qtbot, pane, gate)
    pane.desk.drop_question(0)
    pane.desk.drop_question(1)
    with qtbot.waitSignal(pane.said) as said:
        pane.desk.drop_question(0)
        gate.open.set()
        until_done(qtbot, pane)

    assert [one.question.text for one in pane.desk.draft.questions] == [third]
    assert said.args == ["This question is no longer in the reply"]


def test_a_sentence_is_inserted_where_the_cursor_was_when_it_was_asked_for(qtbot, pane, gate):
    cited = replace(pane.evidence.rows()[0].citation, marker=0, quote="A further sentence.")
    at = pane.editor.text().index("Kind regards")
    pane.editor.go_to(at)
    ask_for_tone(qtbot, pane, gate)
    pane.desk.insert(cited)
    pane.editor.go_to(0)
    QTest.keyClicks(pane.editor, "Well. ")
    gate.open.set()
    until_done(qtbot, pane)

    text = pane.editor.text()
    assert text.startswith("Well. ")
    assert pane.desk.draft.tone is Tone.FRIENDLY
    answers = [text.index(one.text) for one in pane.desk.draft.questions]
    assert text.index("A further sentence.") > max(answers)


def test_what_was_hidden_or_settled_meanwhile_holds_after_the_change(qtbot, pane, gate):
    uncertain = next(one for one in pane.desk.paragraphs() if one.state == "uncertain")
    ask_for_tone(qtbot, pane, gate)
    pane.desk.hide("Osaka")
    pane.desk.settle(uncertain.start)
    gate.open.set()
    until_done(qtbot, pane)

    assert pane.desk.draft.tone is Tone.FRIENDLY
    assert pane.desk.draft.marked == ("Osaka",)
    assert "uncertain" not in {one.state for one in pane.desk.draft.paragraphs}


def test_escape_says_what_it_cancels_and_the_controls_show_what_holds(qtbot, pane, gate):
    text = pane.editor.text()
    ask_for_tone(qtbot, pane, gate)
    pane.tools.length.actions_by_value()["full"].trigger()
    with qtbot.waitSignal(pane.said) as said:
        assert pane.escape()
    gate.open.set()

    assert said.args == ["Cancelled: changing the tone, changing the length"]
    assert not pane.working.isVisible()
    assert pane.tools.tone.text() == "Professional"
    assert pane.tools.length.text() == "Standard"
    assert pane.editor.text() == text
    assert not pane.escape()


def test_where_one_change_fails_the_next_is_made_all_the_same(qtbot, pane, gate):
    gate.error = LibraryBusy("Busy.")
    ask_for_tone(qtbot, pane, gate)
    pane.tools.length.actions_by_value()["full"].trigger()
    gate.open.set()
    until_done(qtbot, pane)

    qtbot.waitUntil(lambda: any("Busy." in text for text in banner_texts(pane)))
    assert pane.tools.tone.text() == "Professional"
    assert pane.desk.draft.length is Length.FULL


def test_a_rewrite_waits_for_its_turn_and_what_is_asked_after_it_for_the_decision(
    qtbot, pane, gate, fake
):
    qtbot.waitUntil(lambda: pane.tools.rewrite_actions()[2].isEnabled())
    writing = FakeRewriting(fake.composer)
    writing.go_on.set()
    ask_for_tone(qtbot, pane, gate)
    choose(pane, "Shorter")
    pane.desk.answer_again(0)
    assert not pane.rewriting.is_open
    gate.open.set()
    qtbot.waitUntil(lambda: pane.rewriting.is_open and pane.diff.keep.isEnabled())
    assert pane.working.words.text() == "Rewriting, then answering again…"
    with qtbot.waitSignal(pane.said):
        pane.undo()

    pane.diff.keep.click()
    until_done(qtbot, pane)

    assert pane.desk.draft.tone is Tone.FRIENDLY
    assert not pane.working.isVisible()


def test_a_new_message_says_what_is_left_undone(qtbot, pane, gate):
    ask_for_tone(qtbot, pane, gate)
    pane.new_message()
    gate.open.set()

    said = "Not done: changing the tone."
    qtbot.waitUntil(lambda: any(said in text for text in banner_texts(pane)))
    assert pane.desk.draft is None


def test_a_change_of_a_reply_that_is_no_longer_open_is_said_not_made_to_another(
    qtbot, pane, gate, tmp_path
):
    mail = tmp_path / "other.eml"
    mail.write_text(MAIL)
    ask_for_tone(qtbot, pane, gate)
    pane.opening.read_file(mail)
    pane.tools.length.actions_by_value()["full"].trigger()
    with qtbot.waitSignal(pane.desk.said) as said:
        gate.open.set()

    assert said.args == ["Not done, as another reply is open: changing the length"]
    assert pane.desk.draft.subject == "Rollback went wrong"
    assert pane.desk.draft.length is Length.STANDARD


def test_where_another_message_cannot_be_read_the_one_that_is_open_stays(qtbot, pane, tmp_path):
    wrong = tmp_path / "x.txt"
    wrong.write_bytes(b"\0\1\2" * 50)
    pane.opening.read_file(wrong)
    qtbot.waitUntil(lambda: any("no text file" in text for text in banner_texts(pane)))

    assert "How do I undo a release?" in pane.message.view.toPlainText()
    assert pane.desk.draft is not None


# --- a message again -----------------------------------------------------------------------------


def test_the_same_message_again_goes_on_with_its_draft(qtbot, pane, fake):
    pane.editor.go_to(len(pane.editor.text()))
    QTest.keyClicks(pane.editor, " As I wrote before.")
    first = pane.desk.draft.id
    pane.new_message()
    paste(qtbot, pane)
    until_done(qtbot, pane)

    assert pane.desk.draft.id == first
    assert pane.editor.text().endswith(" As I wrote before.")
    assert len(fake.composer.drafts()) == 1
    fact = "This message has a draft."
    qtbot.waitUntil(lambda: any(fact in text for text in banner_texts(pane)))

    click(qtbot, pane, "Start a new one")
    qtbot.waitUntil(lambda: pane.desk.draft.id != first and not pane.desk.queue.is_busy)
    qtbot.waitUntil(lambda: len(fake.composer.drafts()) == 2)

    assert not pane.editor.text().endswith(" As I wrote before.")


def test_several_dropped_messages_all_become_drafts_and_what_is_none_is_named(
    qtbot, pane, fake, tmp_path
):
    for name, text in (("a.eml", MAIL), ("b.txt", "Can I pin a release?"), ("c.pdf", "?")):
        (tmp_path / name).write_text(text)
    (tmp_path / "d.txt").write_bytes(b"\0\1\2" * 50)
    data = QMimeData()
    names = ("a.eml", "d.txt", "b.txt", "c.pdf")
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in names])
    drop(pane, data)
    until_done(qtbot, pane)

    assert pane.desk.draft.message.text == "Can I pin a release?"
    qtbot.waitUntil(lambda: len(fake.composer.drafts()) == 3)
    fact = "2 messages are read."
    qtbot.waitUntil(lambda: any(fact in text for text in banner_texts(pane)))
    [said] = [text for text in banner_texts(pane) if fact in text]
    assert "no text file" in said
    assert "c.pdf" in said
