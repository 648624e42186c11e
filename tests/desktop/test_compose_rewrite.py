"""A model writes or rewrites the reply: streamed, shown as changes, kept or not."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desktop.seeing import banner_texts, button
from tests.desktop.test_compose import paste
from verbatim_desktop.compose.diff import altered, diff_paragraphs
from verbatim_desktop.compose.reply_paragraphs import retraced
from verbatim_desktop.desktop.panes.compose import ComposePane
from verbatim_desktop.desktop.widgets.diff_view import told
from verbatim_desktop.domain.models import ProviderName, ProviderSettings
from verbatim_desktop.domain.replies import ReplyDraft
from verbatim_desktop.domain.rewrites import (
    Altered,
    DiffKind,
    DiffPart,
    KeptKind,
    Rewrite,
    RewriteStyle,
)

WRITTEN = "The old key works for one more day [1]."
CTRL = Qt.KeyboardModifier.ControlModifier


class FakeModels:
    """Who writes."""

    def __init__(self, name: ProviderName) -> None:
        self.name = name

    def chosen(self) -> ProviderSettings:
        return ProviderSettings(self.name, "small-1")


class FakeRewriting:
    """Writes what it was told to, once it may."""

    def __init__(self, composer) -> None:
        self.asked: list[tuple[RewriteStyle, str, int, int]] = []
        self.fallback = ""
        self.go_on = Event()
        self.wrote = 0
        composer.rewrite = self
        composer.write = self.write

    def __call__(
        self, draft: ReplyDraft, style, *, language="", start=0, end=-1, deliver=None, cancellation
    ) -> Rewrite:
        self.asked.append((style, language, start, end))
        deliver("Writing")
        cancellation.listen(self.go_on.set)
        self.go_on.wait(90)
        text = draft.text.replace("Thank you for your message.", "Thanks a lot!")
        if self.fallback:
            return Rewrite(draft.text, 0, len(draft.text), draft.text, fallback=self.fallback)
        return Rewrite(
            text, 0, len(text), draft.text,
            diff=(DiffPart(DiffKind.REMOVED, "Thank you <b>"), DiffPart(DiffKind.ADDED, "Thanks")),
            lost=(Altered(KeptKind.NUMBER, "24"),), provider="openai", model="small-1",
        )  # fmt: skip

    def write(self, draft: ReplyDraft, *, deliver=None, cancellation) -> Rewrite:
        self.wrote += 1
        deliver("Writing")
        cancellation.listen(self.go_on.set)
        self.go_on.wait(90)
        if self.fallback:
            return Rewrite(draft.text, 0, len(draft.text), draft.text, fallback=self.fallback)
        first = draft.questions[0]
        text = draft.text.replace(first.text, WRITTEN)
        after = replace(
            draft, text=text, paragraphs=retraced(text, draft.text, draft.paragraphs),
            questions=(replace(first, text=WRITTEN), *draft.questions[1:]),
            provider="openai", model="small-1",
        )  # fmt: skip
        return Rewrite(
            text, 0, len(text), draft.text, diff=diff_paragraphs(draft.text, text),
            provider="openai", model="small-1", draft=after,
            notes=("Answer 2 stays quoted: the model's text names no source.",),
        )  # fmt: skip


@pytest.fixture
def writing(fake) -> FakeRewriting:
    fake.models = FakeModels(ProviderName.OPENAI)
    return FakeRewriting(fake.composer)


@pytest.fixture
def pane(qtbot, window, writing) -> ComposePane:
    window.commands.go("compose")
    pane = window.pane("compose")
    paste(qtbot, pane)
    qtbot.waitUntil(lambda: pane.tools.rewrite_actions()[2].isEnabled())
    return pane


def choose(pane: ComposePane, words: str) -> None:
    action = next(one for one in pane.tools.rewrite_actions() if one.text() == words)
    action.trigger()


def test_what_a_model_writes_is_shown_as_changes_and_kept_as_one_step(qtbot, pane, writing):
    before = pane.editor.text()
    choose(pane, "Friendly")
    qtbot.waitUntil(lambda: "Writing" in pane.diff.view.toPlainText())
    assert not pane.diff.keep.isEnabled()
    assert not pane.editor.isVisible()
    writing.go_on.set()
    qtbot.waitUntil(pane.diff.keep.isEnabled)

    assert writing.asked == [(RewriteStyle.FRIENDLY, "", 0, -1)]
    assert "Thank you <b>" in pane.diff.view.toPlainText()
    assert pane.diff.told.text() == "Lost: number 24"
    assert pane.editor.text() == before
    with qtbot.waitSignal(pane.desk.checked_text):
        QTest.mouseClick(pane.diff.keep, Qt.MouseButton.LeftButton)
    assert "Thanks a lot!" in pane.editor.text()
    QTest.keyClick(pane.editor, Qt.Key.Key_Z, CTRL)
    assert pane.editor.text() == before


def test_the_answers_a_model_writes_are_shown_as_changes_and_kept_as_one_step(qtbot, pane, writing):
    before = pane.editor.text()
    quoted = pane.desk.draft.questions[0].text
    pane.write_answers()
    qtbot.waitUntil(lambda: "Writing" in pane.diff.view.toPlainText())
    assert pane.diff.title.text() == "OpenAI is writing"
    assert not pane.diff.keep.isEnabled()
    with qtbot.waitSignal(pane.said) as said:
        pane.write_answers()  # once is enough
    assert said.args == ["Not done, as one is under way: writing the answers"]
    writing.go_on.set()
    qtbot.waitUntil(pane.diff.keep.isEnabled)

    assert writing.wrote == 1
    assert pane.diff.title.text() == "Written by small-1"
    assert "Answer 2 stays quoted" in pane.diff.told.text()
    assert pane.editor.text() == before
    pane.desk.hide("Jo")
    with qtbot.waitSignal(pane.desk.checked_text):
        QTest.mouseClick(pane.diff.keep, Qt.MouseButton.LeftButton)
    assert WRITTEN in pane.editor.text()
    assert quoted not in pane.editor.text()
    assert (pane.desk.draft.provider, pane.desk.draft.marked) == ("openai", ("Jo",))
    QTest.keyClick(pane.editor, Qt.Key.Key_Z, CTRL)
    assert pane.editor.text() == before
    assert pane.desk.draft.questions[0].text == quoted


def test_written_answers_can_be_discarded_and_stopped_with_escape(qtbot, pane, writing):
    before = pane.editor.text()
    choose(pane, "Write the answers\tCtrl+Shift+A")
    qtbot.waitUntil(lambda: writing.wrote == 1)
    assert pane.escape()
    qtbot.waitUntil(writing.go_on.is_set)
    assert pane.editor.isVisible()
    pane.write_answers()
    qtbot.waitUntil(pane.diff.keep.isEnabled)
    QTest.mouseClick(pane.diff.discard, Qt.MouseButton.LeftButton)

    assert pane.editor.isVisible()
    assert pane.editor.text() == before
    assert pane.desk.draft.provider == ""


def test_where_no_answer_could_be_written_the_quoted_ones_stay(qtbot, pane, writing):
    before = pane.editor.text()
    writing.fallback = "OpenAI is overloaded. Quoted passages stand in."
    writing.go_on.set()
    pane.write_answers()
    qtbot.waitUntil(lambda: any("OpenAI is overloaded" in text for text in banner_texts(pane)))

    assert pane.editor.isVisible()
    assert pane.editor.text() == before


def test_only_the_selected_part_is_rewritten_in_another_language(qtbot, pane, writing):
    at = pane.editor.text().index("Thank you")
    pane.editor.go_to(at, at + 9)
    choose(pane, "In Deutsch")
    writing.go_on.set()
    qtbot.waitUntil(pane.diff.keep.isEnabled)

    assert writing.asked == [(RewriteStyle.LANGUAGE, "de", at, at + 9)]
    QTest.mouseClick(pane.diff.discard, Qt.MouseButton.LeftButton)
    assert pane.editor.isVisible()
    assert "Thank you for your message." in pane.editor.text()


def test_escape_stops_the_model_and_nothing_changes(qtbot, pane, writing):
    before = pane.editor.text()
    choose(pane, "Shorter")
    qtbot.waitUntil(lambda: bool(writing.asked))

    assert pane.escape()

    qtbot.waitUntil(writing.go_on.is_set)
    assert pane.editor.isVisible()
    assert pane.editor.text() == before


def test_where_the_model_fails_the_reason_is_said(qtbot, pane, writing):
    writing.fallback = "OpenAI did not answer in time."
    writing.go_on.set()
    choose(pane, "Clearer")
    qtbot.waitUntil(lambda: any("did not answer in time" in text for text in banner_texts(pane)))

    assert pane.editor.isVisible()


def test_what_failed_is_tried_again_from_its_banner(qtbot, pane, writing):
    writing.fallback = "OpenAI did not answer in time."
    writing.go_on.set()
    choose(pane, "Clearer")
    qtbot.waitUntil(lambda: any("did not answer in time" in text for text in banner_texts(pane)))
    writing.fallback = ""
    button(pane, "Try again").click()
    qtbot.waitUntil(lambda: pane.rewriting.is_open and pane.diff.keep.isEnabled())

    assert [style for style, *_more in writing.asked] == [RewriteStyle.CLEARER] * 2


def test_without_a_model_the_menu_says_why(qtbot, window, fake):
    fake.models = FakeModels(ProviderName.NONE)
    window.commands.go("compose")
    pane = window.pane("compose")
    paste(qtbot, pane)
    actions = [one for one in pane.tools.rewrite_actions() if one.text()]

    assert actions[0].text() == "No model is set: choose one under Settings"
    assert not any(one.isEnabled() for one in actions)
    with qtbot.waitSignal(pane.said) as said:
        pane.write_answers()
    assert said.args == ["No model is set: choose one under Settings"]


def test_closing_while_a_model_writes_ends_at_once(qtbot, pane, window, writing):
    choose(pane, "Concise")
    qtbot.waitUntil(lambda: bool(writing.asked))

    window.close()

    assert writing.go_on.is_set()


def test_the_changes_grow_with_the_text(qtbot, pane, theme, writing):
    writing.go_on.set()
    pane.write_answers()
    qtbot.waitUntil(pane.diff.keep.isEnabled)
    text = pane.diff.view.toPlainText()

    def height() -> float:
        return pane.diff.view.document().begin().charFormat().font().pixelSize()

    before = height()
    theme.set_look(theme.mode, 200)
    assert height() == 2 * before
    assert pane.diff.view.toPlainText() == text


def rewritten(pane: ComposePane, before: str, after: str) -> Rewrite:
    return Rewrite(
        after, 0, len(after), before, diff=diff_paragraphs(before, after),
        lost=altered(before, after), provider="openai", model="small-1",
    )  # fmt: skip


def test_changes_are_shown_as_the_reply_shows_them(qtbot, pane, writing):
    known = (1, 2)
    pane.diff.begin("OpenAI is rewriting", known)
    for piece in ("Choose **Rep", "lace** [1].\n\nThen `wi", "ck` it"):
        pane.diff.append(piece)
    assert pane.diff.view.toPlainText() == "Choose Replace \ufffc.\n\nThen wick it"

    pane.diff.show_rewrite(rewritten(pane, "Press **Save** [1].", "Press **Save** twice [1]."))

    assert pane.diff.view.toPlainText() == "Press Save twice \ufffc."


@pytest.mark.parametrize(
    ("after", "focused"), [("Press Save twice [1].", "keep"), ("Press Save twice.", "discard")]
)
def test_the_focus_is_on_what_loses_nothing(qtbot, pane, writing, after, focused):
    pane.rewriting.shown.emit(True)
    pane.diff.begin("OpenAI is rewriting", (1,))
    pane.diff.show_rewrite(rewritten(pane, "Press Save [1].", after))

    assert getattr(pane.diff, focused).hasFocus()


def test_what_a_rewrite_lost_and_brought_in_is_named():
    rewrite = Rewrite(
        "x", 0, 1, "y",
        lost=(Altered(KeptKind.LINK, "https://a.example"), Altered(KeptKind.MARKER, "[1]")),
        added=(Altered(KeptKind.CODE, "`rm`", added=True),), left_out=("<b>",),
    )  # fmt: skip

    assert told(rewrite) == (
        "Lost: link https://a.example, citation [1]\nNew: code `rm`\nLeft out: <b>"
    )
