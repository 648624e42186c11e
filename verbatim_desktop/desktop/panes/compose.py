"""Answer a customer's message: the message, the reply that is drafted for it, its evidence.

Works without a model. Nothing is lost: drafts keep themselves, and every change can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.panes.compose_citing import ComposeCiting
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.panes.compose_doubts import ComposeDoubts
from verbatim_desktop.desktop.panes.compose_drafts import ComposeDrafts
from verbatim_desktop.desktop.panes.compose_incoming import ComposeIncoming
from verbatim_desktop.desktop.panes.compose_keys import KEYS as KEYS
from verbatim_desktop.desktop.panes.compose_marks import ComposeMarks
from verbatim_desktop.desktop.panes.compose_memory import Composed, recall, remember
from verbatim_desktop.desktop.panes.compose_menus import editor_menu, more_menu
from verbatim_desktop.desktop.panes.compose_opening import ComposeOpening
from verbatim_desktop.desktop.panes.compose_rewrite import ComposeRewrite
from verbatim_desktop.desktop.panes.compose_sending import ComposeSending
from verbatim_desktop.desktop.panes.compose_templates import ComposeTemplates
from verbatim_desktop.desktop.reply_markup import STRONG
from verbatim_desktop.desktop.state import LibraryState
from verbatim_desktop.desktop.widgets.banner import Actions
from verbatim_desktop.desktop.widgets.diff_view import DiffView
from verbatim_desktop.desktop.widgets.layouts import column
from verbatim_desktop.desktop.widgets.message_side import MessageSide
from verbatim_desktop.desktop.widgets.no_reply import NoReply
from verbatim_desktop.desktop.widgets.reply_bar import ReplyBar
from verbatim_desktop.desktop.widgets.reply_editor import ReplyEditor
from verbatim_desktop.desktop.widgets.reply_evidence import ReplyEvidence
from verbatim_desktop.desktop.widgets.reply_side import ReplySide
from verbatim_desktop.desktop.widgets.reply_tools import ReplyTools
from verbatim_desktop.desktop.widgets.three_parts import EVIDENCE, MESSAGE, NAMES, REPLY, ThreeParts
from verbatim_desktop.desktop.widgets.working_row import WorkingRow
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.messages import Message
from verbatim_desktop.domain.replies import DraftSummary


def make(context: Context) -> ComposePane:
    return ComposePane(context)


class ComposePane(Pane):
    source_width = 416  # as wide as the evidence, so that the reply keeps its lines

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Compose")
        self._theme, self._settings = context.theme, context.settings
        self._workspace = ""
        self._lane = Lane(context.jobs, context.library, self.fail)
        self.setAcceptDrops(True)
        self.steps.begin(self._make(context), ahead=context.ahead)

    def _make(self, context: Context) -> Iterator[None]:
        """Its parts, each a step of its own, then what joins them."""
        theme = context.theme
        self.side = MessageSide(theme)
        self.field, self.message = self.side.field, self.side.message
        yield
        self.editor = ReplyEditor(theme)
        yield
        self.tools = ReplyTools(theme)
        yield
        self.bar = ReplyBar(theme)
        self.evidence = ReplyEvidence(theme)
        yield
        self.working = WorkingRow(theme)
        self.nothing = NoReply(theme)
        self.diff = DiffView(theme)
        yield
        self._control(context)
        yield
        self._lay_out()
        yield
        self._connect()
        self._show_draft()

    def _control(self, context: Context) -> None:
        theme, jobs, library = context.theme, context.jobs, context.library
        self.desk = ComposeDesk(self.editor, jobs, library)
        self.marks = ComposeMarks(self, theme, self.desk, self.tools, self.bar)
        self.sending = ComposeSending(self, theme, self.desk, self.bar, jobs, library)
        self.templates = ComposeTemplates(self, theme, self.desk, self.tools, jobs, library)
        self.doubts = ComposeDoubts(self, theme, self.desk, self._lane)
        self.citing = ComposeCiting(self, self.desk, self.evidence, self._lane)
        self.opening = ComposeOpening(self.desk, jobs, library)
        self.incoming = ComposeIncoming(self, self.desk, self.opening, self.message)
        self.rewriting = ComposeRewrite(self, self.diff, self.desk, self.tools, jobs, library)
        self.drafts = ComposeDrafts(self, theme, self.desk, self.opening, jobs, library)

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        said = (self.marks.gate, self.banners)
        written = (self.nothing, self.editor, self.diff)
        ends = (self.tools, self.working), (self.doubts.foot, self.bar)
        self._middle = ReplySide(ends[0], said, written, ends[1])
        self.parts = ThreeParts(self._theme, (self.side, self._middle, self.evidence))
        self.parts.arranged.connect(self._arranged)
        self._arranged(self.parts.columns)
        column(self, spacing=0).addWidget(self.parts)

    def _arranged(self, columns: int) -> None:
        """Below its tab the evidence says not once more what it is."""
        self.evidence.set_headed(columns == len(NAMES))

    def _connect(self) -> None:
        desk, field, message, opening = self.desk, self.field, self.message, self.opening
        field.taken.connect(opening.read_text)
        field.file_wanted.connect(self.open_message)
        field.blank_wanted.connect(opening.write_blank)
        field.drafts_wanted.connect(self.show_drafts)
        message.replace_wanted.connect(self.new_message)
        message.ticket_named.connect(desk.name_ticket)
        message.ticket_wanted.connect(self.sending.ticket_of)
        message.view.chosen.connect(self.go_to_answer)
        message.hidden.shown.connect(desk.let_through)
        message.hidden.hidden.connect(desk.hide)
        opening.read.connect(self._show_message)
        opening.met.connect(self._say_met)
        opening.failed.connect(self.fail)
        desk.queue.working.connect(self.working.show_words)
        desk.said.connect(self.said)
        desk.shown.connect(self._show_draft)
        desk.saved.connect(self._say_saved)
        desk.failed.connect(self.fail)
        self.working.cancelled.connect(self.escape)
        self.side.drafts.clicked.connect(self.show_drafts)
        self.side.more.give_menu(more_menu(self, self), arrow=False)
        self._connect_reply()

    def _connect_reply(self) -> None:
        desk, tools, evidence = self.desk, self.tools, self.evidence
        tools.tone.chosen.connect(desk.set_tone)
        tools.language.chosen.connect(desk.set_language)
        tools.length.chosen.connect(desk.set_length)
        tools.back.clicked.connect(self.undo)
        self.marks.agent_wanted.connect(self.sign)
        self.rewriting.shown.connect(self._show_rewriting)
        evidence.question_chosen.connect(self.go_to_answer)
        evidence.ticket_wanted.connect(self.sending.ticket_of)
        self.citing.inserted.connect(self.to_reply)
        self.editor.menu_wanted.connect(self._editor_menu)

    # --- the library and the window --------------------------------------------------------------

    def set_library(self, state: LibraryState) -> None:
        """The draft that was open last; what is open is checked against the new state."""
        self.field.set_empty_library(state.is_empty)
        self.templates.load()
        self.rewriting.load()
        if not self._workspace:
            self._workspace = state.summary.workspace
            self._come_back()
        else:
            self.desk.check()

    def _come_back(self) -> None:
        """To the draft that was open last, and to what was typed and not read."""
        composed = recall(self._settings, self._workspace)
        if self._is_begun() or self.field.field.toPlainText():
            return
        self.field.field.setPlainText(composed.typed)
        if composed.draft:
            reopen = partial(self._reopen, composed.draft)
            self._lane.ask(lambda verbatim: verbatim.composer.drafts(), reopen)

    def _reopen(self, key: str, drafts: Sequence[DraftSummary]) -> None:
        """The draft of the last time, where it is still kept."""
        if not self._is_begun() and any(one.key == key for one in drafts):
            self.opening.open(key)

    def _is_begun(self) -> bool:
        return self.desk.draft is not None or self.desk.queue.is_busy

    def leave(self) -> None:
        """Keep the draft, which one it is, and what was typed and not read."""
        self.rewriting.close()
        self.desk.save()
        if self._workspace:
            key = self.desk.draft.key if self.desk.draft else ""
            composed = Composed(key, self.field.field.toPlainText())
            remember(self._settings, self._workspace, composed)

    def take_focus(self) -> None:
        if self.desk.draft is None:
            self.to_message()
        else:
            self.to_reply()

    def escape(self) -> bool:
        """Put the templates away, else stop what runs."""
        if self.templates.popup.put_away() or self.rewriting.stop():
            return True
        dropped = self.desk.cancel()
        if dropped:
            self.said.emit(f"Cancelled: {', '.join(dropped).lower()}")
        return bool(dropped)

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        """Above the reply, which comes into sight for it."""
        super().say(notice, actions)
        self.parts.bring(REPLY)

    # --- a message comes in ----------------------------------------------------------------------

    def new_message(self) -> None:
        """Another message; the draft before is kept."""
        before = self.desk.draft
        dropped = self.desk.forget()
        self.field.field.clear()
        self.to_message()
        if before is not None:
            back = ("Go back to it", lambda: self.opening.open(before.key))
            undone = f"Not done: {', '.join(dropped).lower()}." if dropped else ""
            sentence = undone or "Paste another message."
            self.say(Notice("neutral", "The draft is kept.", sentence), (back,))

    def _say_met(self, message: Message, name: str) -> None:
        """A message that was answered before."""
        afresh = ("Start a new one", partial(self.opening.read_afresh, message, name))
        self.say(Notice("info", "This message has a draft.", "You go on with it."), (afresh,))

    def open_message(self) -> None:
        self.incoming.choose_file()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.incoming.takes(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.incoming.take(event.mimeData())

    def _show_message(self, message: Message, name: str) -> None:
        """The message, while its answers are looked for."""
        self.clear_banners()  # what they said was of the message before
        self.parts.bring(REPLY)
        self.message.saved.setText("")
        self.message.show_message(message, name)
        self.side.show_message(True)

    def _say_saved(self, time: str) -> None:
        self.message.saved.setText(f"Saved {time}")

    def _show_draft(self) -> None:
        """Everything that depends on the draft, its text apart."""
        draft = self.desk.draft
        is_open = draft is not None
        if not is_open:
            self.parts.bring(MESSAGE)
        begins = is_open and self._middle.written is self.nothing
        self.side.show_message(is_open)
        written = self.diff if self.rewriting.is_open else self.editor
        self._middle.show_written(written if is_open else self.nothing)
        self.tools.setVisible(is_open)
        self.bar.setVisible(is_open)
        cited = self.desk.cited()
        self.evidence.show_draft(replace(draft, citations=cited) if draft else None)
        self.evidence.set_active(self.editor.active)
        self.parts.tabs.button(EVIDENCE).set_count(len(cited))
        if draft is not None:
            self.message.show_draft(draft, self.desk.privacy.redacted)
            self.tools.show_draft(draft)
        self.marks.refresh()
        if begins:
            self.field.field.clear()  # it was read
        if begins and self.isVisible():
            self.to_reply()

    # --- going about -----------------------------------------------------------------------------

    def to_message(self) -> None:
        self.parts.choose(MESSAGE)
        (self.field.field if self.desk.draft is None else self.message.view).setFocus()

    def to_reply(self) -> None:
        self.parts.choose(REPLY)
        self.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def to_evidence(self) -> None:
        """To the evidence of the question that the cursor is in."""
        self.parts.choose(EVIDENCE)
        number = max(self.desk.question_at(self.editor.cursor_at()), 0)
        self.evidence.show_question(number)
        self.evidence.focus_question(number)

    def go_to_answer(self, number: int) -> None:
        """The cursor to the answer of a question."""
        at = self.desk.answer_of(number)
        if at >= 0:
            self.editor.go_to(at)
            self.to_reply()
        else:
            self.said.emit("This question has no answer in the reply")

    def next_to_settle(self) -> None:
        self.marks.go(1)

    def previous_to_settle(self) -> None:
        self.marks.go(-1)

    def settle(self) -> None:
        """The paragraph with the cursor is right as it is; once more takes that back."""
        if self._is_decided() and not self.desk.settle(self.editor.cursor_at()):
            self.said.emit("Nothing to settle in this paragraph")

    def bold(self) -> None:
        """What is selected in the reply, or what is typed next."""
        if self._is_decided():
            self.editor.toggle(STRONG)

    def undo(self) -> None:
        if self._is_decided():
            self.editor.step_back()

    def redo(self) -> None:
        if self._is_decided():
            self.editor.step_forth()

    def _is_decided(self) -> bool:
        """Whether the reply is seen: what a model makes of it is kept or discarded first."""
        if self.rewriting.is_open:
            self.said.emit("Keep or discard the rewrite first")
        return not self.rewriting.is_open

    # --- citations and the message's words -------------------------------------------------------

    def open_number(self, number: int) -> None:
        self.citing.open_number(number)

    def step(self, steps: int) -> None:
        self.citing.step(steps)

    def mark_citation(self, citation: Citation) -> None:
        self.citing.mark(citation)

    def answer_selection(self) -> None:
        self.incoming.answer_selection()

    def hide_selection(self) -> None:
        self.incoming.hide_selection()

    def _editor_menu(self, where: QPoint) -> None:
        editor_menu(self, self._lane).popup(where)

    # --- handing on ------------------------------------------------------------------------------

    def copy(self, format: str = "") -> None:
        """From the field of a new message Ctrl+Enter drafts the reply."""
        if self.desk.draft is None:
            self.field.field.take()
        else:
            self.sending.copy(format)

    def copy_markdown(self) -> None:
        self.sending.copy("markdown")

    def export(self) -> None:
        self.sending.export()

    def ticket(self) -> None:
        """From the question that the cursor is in, else from the first."""
        self.sending.ticket_of(max(self.desk.question_at(self.editor.cursor_at()), 0))

    def show_drafts(self) -> None:
        self.drafts.show()

    def write_answers(self) -> None:
        """Let a model write the answers; without one say where to choose one."""
        self.rewriting.write()

    def rewrite(self) -> None:
        """What a model can make of the reply, or of what is selected in it."""
        self.tools.rewrite.showMenu()

    def _show_rewriting(self, shown: bool) -> None:
        """The changes stand in the place of the reply, which waits for what is decided."""
        self._middle.show_written(self.diff if shown else self.editor)
        for part in (self.tools, self.bar, self.doubts.foot):
            part.setEnabled(not shown)
        if not shown:
            self.to_reply()

    def sign(self) -> None:
        self.templates.show_agent()

    def edit_templates(self) -> None:
        self.templates.manage()
