"""The draft that is being written: changed, checked and kept on the lane.

What the program changes comes back as one step of the editor's undo, one change after the other; a
result for a text that has been changed meanwhile is asked for again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from verbatim_desktop.compose.reply_paragraphs import retraced
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.panes.compose_keeping import ComposeKeeping
from verbatim_desktop.desktop.panes.compose_privacy import ComposePrivacy
from verbatim_desktop.desktop.panes.compose_queue import ComposeQueue, Stop, in_sentence
from verbatim_desktop.desktop.reply_history import ReplyHistory
from verbatim_desktop.desktop.reply_text import runs
from verbatim_desktop.desktop.reply_work import Checked, check, fill_in, relocated
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.reply_editor import ReplyEditor
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.messages import Question
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
    """shown: another draft, or other facts of it. checked_text: `checked` is up to date. saved: at
    which time. said: for the status bar. failed: an error.
    """

    shown = Signal()
    checked_text = Signal()
    saved = Signal(str)
    said = Signal(str)
    failed = Signal(object)

    def __init__(self, editor: ReplyEditor, jobs: Jobs, library: OpenLibrary) -> None:
        super().__init__(editor)
        self.editor, self._jobs, self._library = editor, jobs, library
        self.draft: ReplyDraft | None = None
        self.queue = ComposeQueue(self)
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

    def cited(self) -> tuple[Citation, ...]:
        """Those that stand in the text or beside a question; a question that was left out took its
        own along, though the draft still knows them.
        """
        if self.draft is None:
            return ()
        used = set(self.editor.chips())
        used |= {one.marker for said in self.draft.questions for one in said.citations}
        return tuple(one for one in self.draft.citations if one.marker in used)

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

    # --- another draft ---------------------------------------------------------------------------

    def options(self) -> ReplyOptions:
        """A new draft takes tone and length of the one before; the language is the message's."""
        before = self.draft
        return ReplyOptions(tone=before.tone, length=before.length) if before else ReplyOptions()

    def show(self, draft: ReplyDraft, kept: str = "") -> None:
        """Another draft in the place of this one. kept: under which key; "" for one that is new."""
        self.draft, self.checked = draft, None
        self._history.clear()
        self.privacy.look(draft)
        self.editor.show_text(draft.text, draft.citations)
        # What the document cannot hold as it is (a stray control character) was put right by it.
        self.draft = relocated(draft, self.editor.text())
        self.keeping.hold(kept)
        self.shown.emit()
        self.check()
        if not kept:
            self.keeping.touch()
            self.save()

    def forget(self) -> tuple[str, ...]:
        """No draft is open any more; the one that was is kept. What was asked of it and not done
        yet is let go: in words.
        """
        dropped = self.queue.drop()
        self.save()
        self.draft, self.checked = None, None
        self._history.clear()
        self.editor.show_text("", ())
        self.keeping.hold("")
        self._check_soon.stop()
        self.shown.emit()
        return dropped

    def cancel(self) -> tuple[str, ...]:
        """Stop what is done to the draft, and what waits for it: what it was, in words."""
        dropped = self.queue.drop()
        if dropped:
            self.shown.emit()  # the controls show what holds
        return dropped

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
        self._on_question(
            number, "Answering again", lambda composer, draft, at: composer.redraft(draft, at)
        )

    def drop_question(self, number: int) -> None:
        self._on_question(
            number,
            "Leaving out a question",
            lambda composer, draft, at: composer.drop_question(draft, at),
        )

    def _on_question(
        self, number: int, words: str, work: Callable[[Composer, ReplyDraft, int], ReplyDraft]
    ) -> None:
        """A change of one question, wherever it stands once those before it are done."""
        if self.draft is None or not 0 <= number < len(self.draft.questions):
            return
        wanted = self.draft.questions[number].question

        def made() -> Change | None:
            questions = [one.question for one in self.draft.questions] if self.draft else []
            if wanted not in questions:
                self.said.emit("This question is no longer in the reply")
                return None
            at = min(_all_of(wanted, questions), key=lambda found: abs(found - number))
            return lambda composer, draft: work(composer, draft, at)

        self._put(words, made)

    def add_question(self, text: str, start: int, end: int) -> None:
        self.change(
            lambda composer, draft: composer.add_question(draft, text, start, end),
            "Answering the question",
        )

    def insert(self, citation: Citation) -> None:
        """A quoted sentence at the cursor, which goes along with what is changed before that."""
        place = self.editor.stretch()

        def made() -> Change:
            at = self.editor.reading().at(place.selectionEnd())
            return lambda composer, draft: composer.insert(draft, at, citation)

        self._put("Inserting a sentence", made, quiet=True)

    def bind(self, sentence: QTextCursor, citation: Citation) -> None:
        """A sentence, wherever it stands by then, cites this one and nothing else."""

        def made() -> Change:
            start, end = self.editor.span_of(sentence)
            return lambda composer, draft: composer.bind(draft, start, end, citation)

        self._put("Citing a sentence", made, quiet=True)

    def fill(self) -> None:
        """Fill in the placeholders that have a value now."""
        self.change(fill_in, "Filling in", quiet=True)

    def change(self, work: Change, words: str, *, quiet: bool = False) -> None:
        """Change the draft on the lane, after what was asked before; one step of undo."""
        self._put(words, lambda: work, quiet=quiet)

    def _put(self, words: str, make: Callable[[], Change | None], *, quiet: bool = False) -> None:
        """make: the change, of the draft as it stands when its turn comes."""
        if self.draft is not None:
            begin = partial(self._begin, self.draft.id, words, make)
            self.queue.put(words, begin, quiet=quiet)

    def _begin(self, mine: str, words: str, make: Callable[[], Change | None]) -> Stop | None:
        base, draft = self.draft, self.current()
        if base is None or draft is None:
            return None
        if draft.id != mine:
            self.said.emit(f"Not done, as another reply is open: {in_sentence([words])}")
            return None
        work = make()
        if work is None:
            return None
        job = self._jobs.start(lambda: work(self._library().composer, draft))
        job.succeeded.connect(partial(self._changed, base, draft))
        job.failed.connect(self._not_changed)
        return job.cancel

    def _changed(self, base: ReplyDraft, asked: ReplyDraft, result: ReplyDraft) -> None:
        if self.draft is not base or self.editor.text() != asked.text:
            self.queue.again()  # typed on, taken back, marked or settled meanwhile
        else:
            self.apply(asked, result)
            self.queue.done()

    def _not_changed(self, error: Exception) -> None:
        self.shown.emit()  # the controls show what holds
        self.failed.emit(error)
        self.queue.done()

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
        job.failed.connect(self.failed)

    def _checked(self, checked: Checked) -> None:
        if self.draft is not None and checked.text == self.editor.text():
            self.checked = checked
            self.checked_text.emit()

    # --- kept drafts ---------------------------------------------------------------------------

    def save(self) -> None:
        """Keep what was changed, even where the window closes now."""
        self.keeping.save()

    def name_ticket(self, ticket: str) -> None:
        """Keep the draft under a ticket; one that is there already is left alone."""
        self.keeping.name_ticket(ticket)

    def _named(self, draft: ReplyDraft) -> None:
        if self.draft is not None:
            self.draft = replace(self.draft, ticket=draft.ticket)
            self.shown.emit()


def _all_of(wanted: Question, questions: Sequence[Question]) -> list[int]:
    return [number for number, one in enumerate(questions) if one == wanted]
