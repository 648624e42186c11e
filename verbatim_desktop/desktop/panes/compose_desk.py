"""The draft that is being written: read, drafted, changed, checked and kept on the lane.

What the program changes comes back as one step of the editor's undo; a result for a text that has
been changed meanwhile is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from verbatim_desktop.compose.reply_paragraphs import retraced
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.panes.compose_keeping import ComposeKeeping
from verbatim_desktop.desktop.panes.compose_privacy import ComposePrivacy
from verbatim_desktop.desktop.reply_history import ReplyHistory
from verbatim_desktop.desktop.reply_text import runs
from verbatim_desktop.desktop.reply_work import Checked, check, fill_in, relocated
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.reply_editor import ReplyEditor
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.replies import (
    Length,
    Paragraph,
    ParagraphState,
    ReplyDraft,
    ReplyOptions,
    Tone,
)

if TYPE_CHECKING:
    from verbatim_desktop.app.composer import Composer

Change = Callable[["Composer", ReplyDraft], ReplyDraft]

#: What a person makes of a paragraph's state by having checked it; once more takes it back.
SETTLED = {
    ParagraphState.UNCERTAIN: ParagraphState.GROUNDED,
    ParagraphState.UNANSWERED: ParagraphState.EDITED,
    ParagraphState.GROUNDED: ParagraphState.UNCERTAIN,
}
CHECK_AFTER_MS = 350


class ComposeDesk(QObject):
    """working: what is being done, "" when nothing is. read: a Message and what it is called.
    shown: another draft, or other facts of it. checked: `checked` is up to date. saved: at which
    time. failed: an error.
    """

    working = Signal(str)
    read = Signal(object, str)
    shown = Signal()
    checked_text = Signal()
    saved = Signal(str)
    failed = Signal(object)

    def __init__(self, editor: ReplyEditor, jobs: Jobs, library: OpenLibrary) -> None:
        super().__init__(editor)
        self.editor, self._jobs, self._library = editor, jobs, library
        self.draft: ReplyDraft | None = None
        self.privacy = ComposePrivacy(jobs, self)
        self.privacy.found.connect(self.shown)
        self.checked: Checked | None = None
        self._history = ReplyHistory()
        self._traced: tuple[ReplyDraft, str, tuple[Paragraph, ...]] | None = None
        self.keeping = ComposeKeeping(self._as_typed, jobs, library, self)
        self.keeping.saved.connect(self.saved)
        self.keeping.named.connect(self._named)
        self.keeping.refused.connect(self.shown)
        self.keeping.failed.connect(self.failed)
        self._check_soon = QTimer(self)
        self._check_soon.setSingleShot(True)
        self._check_soon.setInterval(CHECK_AFTER_MS)
        self._check_soon.timeout.connect(self.check)
        editor.edited.connect(self._edited)
        editor.travelled.connect(self._travelled)

    # --- the draft as it stands ----------------------------------------------------------------

    def current(self) -> ReplyDraft | None:
        """The draft with what a person made of its text."""
        if self.draft is None:
            return None
        text = self.editor.text()
        return replace(self.draft, text=text, paragraphs=self.paragraphs())

    def _as_typed(self) -> ReplyDraft | None:
        """The same once the last keys are taken in."""
        self.editor.settle()
        return self.current()

    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Each paragraph of the text as it stands, with its state."""
        if self.draft is None:
            return ()
        text = self.editor.text()
        if self._traced is None or self._traced[0] is not self.draft or self._traced[1] != text:
            found = retraced(text, self.draft.text, self.draft.paragraphs)
            self._traced = (self.draft, text, found)
        return self._traced[2]

    def question_at(self, at: int) -> int:
        """The question whose answer a character belongs to; -1 for none."""
        for one in self.paragraphs():
            if one.start <= at <= one.end:
                return one.question
        return -1

    def answer_of(self, number: int) -> int:
        """Where a question's answer begins in the text; -1 where it has none."""
        starts = [one.start for one in self.paragraphs() if one.question == number]
        return min(starts, default=-1)

    # --- a message comes in ----------------------------------------------------------------------

    def read_text(self, text: str, name: str = "") -> None:
        self._read(lambda composer: composer.read_message(text), name)

    def read_file(self, path: Path) -> None:
        self._read(lambda composer: composer.read_file(path), path.name)

    def write_blank(self) -> None:
        """A reply without a message."""
        self._read(lambda composer: Message(""), "No message")

    def _read(self, reading: Callable[[Composer], Message], name: str) -> None:
        self.save()
        self.working.emit("Reading the message")
        job = self._jobs.start(lambda: reading(self._library().composer), channel="compose")
        job.succeeded.connect(partial(self._draft, name))
        job.failed.connect(self._fail)

    def _draft(self, name: str, message: Message) -> None:
        self.read.emit(message, name)
        self.working.emit("Finding questions and answers")
        options = self.options()
        job = self._jobs.start(
            lambda: self._library().composer.draft(message, options), channel="compose"
        )
        job.succeeded.connect(self._drafted)
        job.failed.connect(self._fail)

    def options(self) -> ReplyOptions:
        """A new draft takes tone and length of the one before; the language is the message's."""
        before = self.draft
        return ReplyOptions(tone=before.tone, length=before.length) if before else ReplyOptions()

    def _drafted(self, draft: ReplyDraft) -> None:
        self._show(draft, kept="")
        self.keeping.touch()
        self.save()

    def _show(self, draft: ReplyDraft, kept: str) -> None:
        self.draft, self.checked = draft, None
        self._history.clear()
        self.privacy.look(draft)
        self.editor.show_text(draft.text, draft.citations)
        # What the document cannot hold as it is (a stray control character) was put right by it.
        self.draft = relocated(draft, self.editor.text())
        self.keeping.hold(kept)
        self.working.emit("")
        self.shown.emit()
        self.check()

    def forget(self) -> None:
        """No draft is open any more; the one that was is kept."""
        self.save()
        self._jobs.cancel("compose")
        self.draft, self.checked = None, None
        self._history.clear()
        self.editor.show_text("", ())
        self.keeping.hold("")
        self._check_soon.stop()
        self.working.emit("")
        self.shown.emit()

    def cancel(self) -> None:
        self._jobs.cancel("compose")
        self.working.emit("")

    def _fail(self, error: Exception) -> None:
        self.working.emit("")
        self.failed.emit(error)

    # --- changes of the program's ----------------------------------------------------------------

    def set_tone(self, tone: str) -> None:
        self.change(
            lambda composer, draft: composer.restyle(draft, Tone(tone)), "Changing the tone"
        )

    def set_language(self, language: str) -> None:
        self.change(
            lambda composer, draft: composer.restyle(draft, draft.tone, language),
            "Changing the language",
        )

    def set_length(self, length: str) -> None:
        wanted = Length(length)
        self.change(lambda composer, draft: composer.resize(draft, wanted), "Changing the length")

    def answer_again(self, number: int) -> None:
        self.change(lambda composer, draft: composer.redraft(draft, number), "Answering again")

    def add_question(self, text: str, start: int, end: int) -> None:
        self.change(
            lambda composer, draft: composer.add_question(draft, text, start, end),
            "Answering the question",
        )

    def drop_question(self, number: int) -> None:
        self.change(lambda composer, draft: composer.drop_question(draft, number))

    def insert(self, citation: Citation) -> None:
        """A quoted sentence at the cursor."""
        at = self.editor.selected()[1]
        self.change(lambda composer, draft: composer.insert(draft, at, citation))

    def fill(self) -> None:
        """Fill in the placeholders that have a value now."""
        self.change(fill_in)

    def change(self, work: Change, words: str = "") -> None:
        """Change the draft as it stands on the lane; one step of undo."""
        draft = self.current()
        if draft is None:
            return
        self.working.emit(words)
        job = self._jobs.start(lambda: work(self._library().composer, draft), channel="compose")
        job.succeeded.connect(partial(self._changed, draft, work, words))
        job.failed.connect(self._fail)

    def _changed(self, asked: ReplyDraft, work: Change, words: str, result: ReplyDraft) -> None:
        if self.draft is None or asked.id != self.draft.id:
            return
        if self.editor.text() != asked.text:  # typed on meanwhile
            self.change(work, words)
            return
        self.apply(asked, result)
        self.working.emit("")

    def apply(self, before: ReplyDraft, after: ReplyDraft) -> None:
        """Show a changed draft as one step."""
        after = replace(after, ticket=before.ticket)
        self.editor.become(after.text, after.citations)
        after = relocated(after, self.editor.text())
        self._history.made(self.editor.steps, before, after)
        self._hold(after)

    def _hold(self, draft: ReplyDraft) -> None:
        self.draft = draft
        self.editor.set_citations(draft.citations)
        self.shown.emit()
        self.keeping.touch()
        self.check()

    def settle(self, at: int) -> bool:
        """A paragraph that was to be checked is right, or is to be checked again after all."""
        draft = self.current()
        if draft is None:
            return False
        here = next((one for one in runs(draft.paragraphs) if one.start <= at <= one.end), None)
        if here is None or here.state not in SETTLED:
            return False
        settled = tuple(
            replace(one, state=SETTLED[one.state]) if here.start <= one.start < here.end else one
            for one in draft.paragraphs
        )
        self._hold(replace(draft, paragraphs=settled))
        return True

    def take_template(self, before: ReplyDraft, start: int, end: int) -> None:
        """A template stands there now: its sentences are no claims of a person's."""
        after = self.current()
        if after is not None:
            parts = tuple(
                replace(one, state=ParagraphState.TEMPLATE)
                if start <= one.start and one.end <= end
                else one
                for one in after.paragraphs
            )
            after = replace(after, paragraphs=parts)
            self._history.made(self.editor.steps, before, after)
            self._hold(after)

    # --- personal data -------------------------------------------------------------------------

    def let_through(self, value: str) -> None:
        """A model may see this value."""
        if self.draft is not None:
            self._mark(self.privacy.let_through(self.draft, value))

    def hide(self, value: str) -> None:
        """No model may see this value."""
        if self.draft is not None:
            self._mark(self.privacy.hide(self.draft, value))

    def _mark(self, draft: ReplyDraft) -> None:
        self.draft = draft
        self.privacy.look(draft)
        self.keeping.touch()
        self.shown.emit()

    # --- while it is edited ----------------------------------------------------------------------

    def _edited(self) -> None:
        if self.draft is None:
            return
        if not self.editor.document().isRedoAvailable():
            self._history.typed()
        self.keeping.touch()
        self._check_soon.start()

    def _travelled(self, _direction: int) -> None:
        held = self._history.travelled(self.editor.steps)
        if held is not None and self.draft is not None:
            marks = (self.draft.unmarked, self.draft.marked)
            self._hold(replace(held, ticket=self.draft.ticket, unmarked=marks[0], marked=marks[1]))

    def check(self) -> None:
        """See whether the text is still borne out by what it cites."""
        self._check_soon.stop()
        draft = self.current()
        if draft is None:
            return
        job = self._jobs.start(lambda: check(self._library().composer, draft), channel="check")
        job.succeeded.connect(self._checked)
        job.failed.connect(self._fail)

    def _checked(self, checked: Checked) -> None:
        if self.draft is not None and checked.text == self.editor.text():
            self.checked = checked
            self.checked_text.emit()

    # --- kept drafts ---------------------------------------------------------------------------

    def save(self) -> None:
        """Keep what was changed, even where the window closes now."""
        self.keeping.save()

    def open(self, key: str, then: Callable[[], object] | None = None) -> None:
        """A kept draft in the place of this one."""
        self.save()
        self.working.emit("Opening the draft")
        job = self._jobs.start(lambda: self._library().composer.open(key), channel="compose")
        job.succeeded.connect(partial(self._opened, key, then))
        job.failed.connect(self._fail)

    def _opened(self, key: str, then: Callable[[], object] | None, draft: ReplyDraft) -> None:
        self.read.emit(draft.message, "")
        self._show(draft, kept=key)
        if then is not None:
            then()

    def name_ticket(self, ticket: str) -> None:
        """Keep the draft under a ticket; one that is there already is left alone."""
        self.keeping.name_ticket(ticket)

    def _named(self, draft: ReplyDraft) -> None:
        if self.draft is not None:
            self.draft = replace(self.draft, ticket=draft.ticket)
            self.shown.emit()
