"""What a reply is marked with while it is written, and the way from one thing to the next."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout

from verbatim_desktop.compose.placeholders import unresolved_in
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.reply_text import ToSettle, marked_runs, to_settle, why_not, words_in
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.layouts import column, empty, holds_focus
from verbatim_desktop.desktop.widgets.reply_bar import ReplyBar
from verbatim_desktop.desktop.widgets.reply_editor import TextNote
from verbatim_desktop.desktop.widgets.reply_margin import ParagraphMark
from verbatim_desktop.desktop.widgets.reply_tools import ReplyTools
from verbatim_desktop.domain.answers import Verdict
from verbatim_desktop.domain.replies import ParagraphState
from verbatim_desktop.domain.reply_checks import DraftCheck
from verbatim_desktop.domain.support import Support
from verbatim_desktop.text.counting import counted

TAGS = {ParagraphState.UNCERTAIN: "Uncertain", ParagraphState.UNANSWERED: "Not answered"}
UNCITED = "Nothing is cited for this sentence."
MISSPELLED = "Not in the dictionary."
#: Marks go along with the text meanwhile.
PAUSE_MS = 120


class ComposeMarks(QObject):
    """gate: where the banner stands that says why nothing can be copied yet."""

    agent_wanted = Signal()

    def __init__(
        self, pane: Pane, theme: Theme, desk: ComposeDesk, tools: ReplyTools, bar: ReplyBar
    ) -> None:
        super().__init__(pane)
        self._pane, self._theme, self._desk = pane, theme, desk
        self._tools, self._bar = tools, bar
        self.gate: QVBoxLayout = column(spacing=8)
        self._gated: tuple[str, ...] = ()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PAUSE_MS)
        self._soon.timeout.connect(self.refresh)
        desk.editor.edited.connect(self._soon.start)
        desk.checked_text.connect(self._show_notes)

    @property
    def _check(self) -> DraftCheck | None:
        """What the last check says, where it is of the text as it stands."""
        checked = self._desk.checked
        fresh = checked is not None and checked.text == self._desk.editor.text()
        return checked.check if checked is not None and fresh else None

    def refresh(self) -> None:
        """After a change of the draft, and once the typing pauses."""
        self._soon.stop()
        self._show_marks()
        self._show_gate()
        self._show_facts()

    def _show_notes(self) -> None:
        """Underlines of the check; they go along with the text until the next one."""
        checked = self._desk.checked
        if checked is None:
            return
        notes = [
            TextNote(one.start, one.end, "unsupported", why_not(one.assessment.lacking))
            for one in checked.check.unsupported
        ]
        notes += [
            TextNote(one.start, one.end, "uncited", UNCITED)
            for one in checked.check.sentences
            if one.assessment.support is Support.UNCITED and one.assessment.claims
        ]
        notes += [TextNote(start, end, "spelling", MISSPELLED) for start, end in checked.misspelled]
        self._desk.editor.set_notes(notes)
        self.refresh()

    def _show_marks(self) -> None:
        editor = self._desk.editor
        reading = editor.reading()
        marks = [
            ParagraphMark(reading.place(one.start), reading.place(one.end), TAGS[one.state])
            for one in marked_runs(self._desk.paragraphs())
            if one.state in TAGS
        ]
        check = self._check
        marks += [
            ParagraphMark(reading.place(s.start), reading.place(s.end), "Not supported", line=False)
            for s in (check.unsupported if check else ())
        ]
        editor.set_marks(marks)

    # --- what blocks copying ---------------------------------------------------------------------

    def _show_gate(self) -> None:
        text = self._desk.editor.text() if self._desk.draft is not None else ""
        names = tuple(f"{{{{{one.name}}}}}" for one in unresolved_in(text))
        if names == self._gated:
            return
        self._gated = names
        if holds_focus(self.gate):  # what is filled in is gone on from in the reply
            self._desk.editor.setFocus()
        empty(self.gate)
        said = ", ".join(dict.fromkeys(names))
        many = len(set(names)) > 1
        self._bar.set_blocked(f"Fill in {said} first" if names else "")
        if names:
            fact = f"{counted(len(names), 'placeholder')} to fill before copying."
            sentence = f"{said} {'have' if many else 'has'} no value."
            actions: Actions = (("Fill in", self.fill_in),)
            if any("{{agent." in one for one in names):
                actions = (("Who signs", self.agent_wanted.emit), *actions)
            notice = Notice("warn", fact, sentence)
            self.gate.addWidget(Banner(self._theme, notice, actions, closable=False))

    def fill_in(self) -> None:
        """Select the next placeholder; what is typed takes its place."""
        found = [one for one in self.things() if one.select]
        self._go_among(found, 1)

    # --- facts -----------------------------------------------------------------------------------

    def _show_facts(self) -> None:
        draft = self._desk.draft
        if draft is None:
            return
        used = set(self._desk.editor.chips())
        cited = [one for one in draft.citations if one.marker in used]
        check = self._check
        changed = {one.marker for one in check.changed} if check else set[int]()
        verified = [
            one for one in cited if one.status is Verdict.VERIFIED and one.marker not in changed
        ]
        parts = [counted(words_in(self._desk.editor.text()), "word")]
        parts.append(f"{counted(len(cited), 'citation')}, {len(verified)} verified")
        if check is not None and check.unsupported:
            parts.append(f"{len(check.unsupported)} not supported")
        if things := self.things():
            parts.append(f"{len(things)} to settle (F8)")
        self._bar.show_facts(" · ".join(parts))
        history = self._desk.editor.document()
        self._tools.set_steps(back=history.isUndoAvailable())

    # --- from one to the next --------------------------------------------------------------------

    def things(self) -> list[ToSettle]:
        return to_settle(self._desk.editor.text(), self._desk.paragraphs(), self._check)

    def go(self, steps: int) -> None:
        """The next thing to settle, or the previous one; going round at the ends."""
        self._go_among(self.things(), steps)

    def _go_among(self, things: list[ToSettle], steps: int) -> None:
        editor = self._desk.editor
        if not things:
            self._pane.said.emit("Nothing to settle")
            return
        start, end = editor.selected()
        if steps > 0:
            at = end if end > start else start
            later = [one for one in things if one.start >= at + (end == start and at > 0)]
            thing = (later or things)[0]
        else:
            earlier = [one for one in things if one.start < start]
            thing = (earlier or things)[-1]
        if thing.select:
            editor.go_to(thing.start, thing.end)
        else:
            editor.show_stretch(thing.start, thing.end)
        editor.setFocus()
        which = f"{things.index(thing) + 1} of {len(things)} to settle"
        self._pane.said.emit(f"{which}. {thing.words}")
