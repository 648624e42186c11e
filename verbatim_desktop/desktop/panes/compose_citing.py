"""Citations of a reply: open them, step through them, insert others."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.pane import Pane, is_same
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.widgets.reply_evidence import ReplyEvidence
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.replies import ReplyDraft

#: The evidence does not change with every key.
PAUSE_MS = 120


class ComposeCiting(QObject):
    """inserted: a sentence is on its way into the reply."""

    inserted = Signal()

    def __init__(self, pane: Pane, desk: ComposeDesk, evidence: ReplyEvidence, lane: Lane) -> None:
        super().__init__(pane)
        self._pane, self._desk, self._evidence, self._lane = pane, desk, evidence, lane
        self._editor = desk.editor
        evidence.opened.connect(self._open)
        evidence.insert_wanted.connect(self._insert)
        evidence.more_wanted.connect(self._look_for_more)
        evidence.again_wanted.connect(desk.answer_again)
        evidence.drop_wanted.connect(desk.drop_question)
        desk.editor.opened.connect(self.open_number)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PAUSE_MS)
        self._soon.timeout.connect(self._follow_cursor)
        desk.editor.cursorPositionChanged.connect(self._soon.start)

    def open_number(self, number: int) -> None:
        """Open the citation with this marker in the source pane."""
        citations = self._desk.cited()
        for at, citation in enumerate(citations):
            if citation.marker == number:
                self._editor.set_active(number)
                self._evidence.set_active(number)
                self._pane.citation_wanted.emit(citations, at, True)

    def _open(self, citation: Citation) -> None:
        if citation.marker:
            self.open_number(citation.marker)
        else:
            self._pane.citation_wanted.emit((citation,), 0, True)

    def mark(self, citation: Citation) -> None:
        """The source pane went back to it; nothing is marked where another draft cites it."""
        citations = self._desk.draft.citations if self._desk.draft else ()
        own = any(is_same(citation, one) for one in citations)
        self._editor.set_active(citation.marker if own else 0)
        self._evidence.set_active(citation.marker if own else 0)

    def step(self, steps: int) -> None:
        """The next or previous citation, going round at the ends."""
        markers = [one.marker for one in self._desk.cited()]
        if markers:
            active = self._editor.active
            at = markers.index(active) + steps if active in markers else 0
            self.open_number(markers[at % len(markers)])

    def _insert(self, citation: Citation) -> None:
        self._desk.insert(citation)
        self.inserted.emit()

    def _look_for_more(self, number: int) -> None:
        draft = self._desk.current()
        if draft is not None:
            self._lane.ask(
                lambda verbatim: verbatim.composer.alternatives(draft, number),
                partial(self._show_more, number, draft),
                channel=f"alternatives {number}",
            )

    def _show_more(self, number: int, draft: ReplyDraft, found: tuple[Citation, ...]) -> None:
        self._evidence.show_more(number, found, draft)

    def _follow_cursor(self) -> None:
        """The evidence of the question that the cursor rests in."""
        number = self._desk.question_at(self._editor.cursor_at())
        if number >= 0 and self._editor.hasFocus():
            self._evidence.show_question(number)
