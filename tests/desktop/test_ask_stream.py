"""A model writes in the window: its text as it comes, who writes, and how it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.desktop.fakes import ANSWER, FakeVerbatim
from tests.desktop.seeing import banner_texts
from tests.desktop.test_ask import ANSWERED
from verbatim_desktop.desktop.main_window import MainWindow
from verbatim_desktop.domain.answers import Answer
from verbatim_desktop.domain.events import AskEvent, Resolved, Retrieved, Text
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.ports import Cancellation

BY_MODEL = replace(ANSWER, provider="openai", model="gpt-x")


class Script:
    """A model that says one sentence, then waits to be let go on or stopped."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.stopped = False

    def __call__(self, deliver: Callable[[AskEvent], None], cancellation: Cancellation) -> Answer:
        deliver(Retrieved(ANSWER, writes=True))
        deliver(Text("Undo it with a rollback [1]."))
        cancellation.listen(self.go_on.set)
        assert self.go_on.wait(90)
        self.stopped = bool(cancellation)
        reason = "You stopped the model. Quoted passages stand in."
        return replace(ANSWER, fallback=reason) if self.stopped else BY_MODEL


def begin(qtbot: QtBot, window: MainWindow, fake: FakeVerbatim) -> Script:
    """Ask, and come back when the first text is in sight."""
    fake.script = script = Script()
    window.ask.card.field.setFocus()
    QTest.keyClicks(window.ask.card.field, ANSWERED)
    QTest.keyClick(window.ask.card.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "rollback" in window.ask.view.text.toPlainText())
    return script


def test_the_text_appears_while_it_is_written(qtbot, window, fake):
    script = begin(qtbot, window, fake)
    assert window.ask.is_asking
    assert window.ask.view.isVisible()
    assert not window.ask.view.export_button.isVisible()
    script.go_on.set()
    qtbot.waitUntil(lambda: not window.ask.is_asking)
    assert window.ask.view.answer is not None
    assert window.ask.view.answer.provider == "openai"
    fake.script = None


def test_citations_of_a_later_part_are_chips_as_soon_as_they_are_told(qtbot, window, fake):
    text = "**First?**\n\nUndo it with a rollback [1]."

    class InParts(Script):
        def __call__(self, deliver: Callable[[AskEvent], None], stop: Cancellation) -> Answer:
            deliver(Retrieved(replace(ANSWER, citations=()), writes=True))
            deliver(Resolved(ANSWER.citations[:1]))
            deliver(Text(text))
            assert self.go_on.wait(90)
            return BY_MODEL

    fake.script = script = InParts()
    window.ask.ask_this(ANSWERED)
    qtbot.waitUntil(lambda: "rollback" in window.ask.view.text.toPlainText())
    assert window.ask.view.text.is_known(1)
    script.go_on.set()
    qtbot.waitUntil(lambda: not window.ask.is_asking)
    fake.script = None


def test_escape_stops_the_model_and_passages_are_quoted(qtbot, window, fake):
    script = begin(qtbot, window, fake)
    QTest.keyClick(window.ask, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.ask.is_asking)
    assert script.stopped
    qtbot.waitUntil(
        lambda: any("You stopped the model" in text for text in banner_texts(window.ask.view))
    )
    fake.script = None


def test_a_model_that_had_finished_before_it_was_stopped_is_said_to_have(qtbot, window, fake):
    class Finished(Script):
        def __call__(self, deliver: Callable[[AskEvent], None], stop: Cancellation) -> Answer:
            super().__call__(deliver, stop)
            return BY_MODEL

    fake.script = script = Finished()
    window.ask.ask_this(ANSWERED)
    qtbot.waitUntil(lambda: "rollback" in window.ask.view.text.toPlainText())
    late = "The model had finished before it could be stopped"
    with qtbot.waitSignal(window.ask.said, check_params_cb=lambda said: said == late):
        QTest.keyClick(window.ask, Qt.Key.Key_Escape)
    assert script.stopped
    qtbot.waitUntil(lambda: [one.provider for one in fake.answers_kept] == ["openai"])
    fake.script = None


def test_closing_the_window_waits_for_no_model(qtbot, window, fake):
    script = begin(qtbot, window, fake)
    window.close()
    assert script.stopped


def test_who_writes_is_chosen_for_a_question(qtbot, window, fake):
    card = window.ask.card
    assert not card.writer_button.isVisible()
    gpt, claude = (
        ProviderSettings(ProviderName.OPENAI, "gpt-x"),
        ProviderSettings(ProviderName.ANTHROPIC, "claude-y"),
    )
    card.set_writers((gpt,), claude)
    assert card.writer_button.text() == "Anthropic, claude-y"
    assert card.writer_button.isVisible()
    offered = {action.text(): action for action in card.writers.actions()}
    assert list(offered) == ["As set: Anthropic, claude-y", "OpenAI, gpt-x", "No model"]
    offered["OpenAI, gpt-x"].trigger()
    assert "OpenAI, gpt-x" in card.writer_button.accessibleName()
    window.ask.ask_this(ANSWERED)
    qtbot.waitUntil(lambda: fake.writers == ["openai"])
    qtbot.waitUntil(lambda: not window.ask.is_asking)
    card.set_writers(())
    assert card.writer() == ""


def test_what_a_model_still_says_of_a_question_given_up_is_heard_by_nobody(qtbot, window, fake):
    """The lane goes on telling until the call has ended: there is something to tell it to."""
    go_on, ended = threading.Event(), list[str]()

    def script(deliver: Callable[[AskEvent], None], _wish: Cancellation) -> Answer:
        deliver(Retrieved(ANSWER, writes=True))
        deliver(Text("Undo it with a rollback [1]."))
        assert go_on.wait(90)
        deliver(Text("And then?"))
        ended.append("told")
        return BY_MODEL

    fake.script = script
    window.ask.ask_this(ANSWERED)
    qtbot.waitUntil(lambda: "rollback" in window.ask.view.text.toPlainText())
    window.ask.new_question()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    after = window.jobs.start(lambda: None)
    with qtbot.waitSignal(after.succeeded):
        go_on.set()
    assert ended == ["told"]
    assert not window.ask.view.isVisible()
