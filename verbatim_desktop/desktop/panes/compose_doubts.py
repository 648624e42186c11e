"""The sentence of a reply that is not supported: said below the text, with what bears it out, and
taken out at a wish.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.panes.compose_desk import ComposeDesk
from verbatim_desktop.desktop.reply_text import left_out
from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.evidence import one_line
from verbatim_desktop.desktop.widgets.found_evidence import FoundEvidence, ScrolledEvidence
from verbatim_desktop.desktop.widgets.layouts import column, empty, holds_focus
from verbatim_desktop.domain.answers import BorneOut, Citation
from verbatim_desktop.domain.reply_checks import CheckedSentence
from verbatim_desktop.text.counting import counted

CHANNEL = "reply evidence"
MOST_QUOTED = 48  # characters of the sentence that a banner speaks of
MOST_LACKS = 2  # of what it lacks; the mark in the text says all


class ComposeDoubts(QObject):
    """foot: what stands below the reply. It speaks of the sentence the cursor is in, else of the
    first one.
    """

    def __init__(self, pane: Pane, theme: Theme, desk: ComposeDesk, lane: Lane) -> None:
        super().__init__(pane)
        self._pane, self._theme, self._desk, self._lane = pane, theme, desk, lane
        self._sentences: list[tuple[CheckedSentence, QTextCursor]] = []
        self._shown: tuple[str, int, int] = ("", 0, 0)
        self._at = 0  # which of them is spoken of
        self.foot = QWidget()
        self.found = FoundEvidence(theme, cites=True)
        self._banners = column(spacing=8)
        body = column(self.foot, (16, 0, 16, 12), 8)
        body.addLayout(self._banners)
        self._area = ScrolledEvidence(self.found, pane)
        self._area.hide()
        body.addWidget(self._area)
        self.foot.hide()
        desk.checked_text.connect(self._take)
        desk.shown.connect(self._let_go)
        desk.editor.moved.connect(self._choose)
        self.found.opened.connect(self._open)
        self.found.cite_wanted.connect(self._cite)
        self.found.closed.connect(self._put_away)

    # --- which sentence --------------------------------------------------------------------------

    def _take(self) -> None:
        """What the last check says of the text as it stands."""
        checked, editor = self._desk.checked, self._desk.editor
        doubted = checked.check.unsupported if checked is not None else ()
        self._sentences = [(one, editor.stretch_of(one.start, one.end)) for one in doubted]
        self._choose(editor.cursor_at())

    def _let_go(self) -> None:
        """Another draft, or none: what was said of the one before is not of it."""
        if self._desk.checked is None:
            self._sentences = []
            self._choose(0)

    def _choose(self, at: int) -> None:
        spans = [self._desk.editor.span_of(stretch) for _one, stretch in self._sentences]
        within = (n for n, (start, end) in enumerate(spans) if start <= at <= end)
        self._at = next(within, 0)
        self._show()

    def _show(self) -> None:
        one = self._sentences[self._at][0] if self._sentences else None
        shown = (one.text, len(self._sentences), self._at) if one is not None else ("", 0, 0)
        if shown == self._shown:
            return
        self._shown = shown
        if holds_focus(self._banners) or self.found.has_focus:
            self._desk.editor.setFocus()
        empty(self._banners)
        self.found.forget()
        self._area.hide()
        self._lane.cancel(CHANNEL)
        self.foot.setVisible(one is not None)
        if one is not None:
            self._banners.addWidget(self._banner(one))

    def _banner(self, one: CheckedSentence) -> Banner:
        quoted = one_line(one.text)
        if len(quoted) > MOST_QUOTED:
            quoted = f"{quoted[: MOST_QUOTED - 1].rstrip()}…"
        fact = f"{counted(len(self._sentences), 'sentence')} not supported."
        lacks = " ".join(lack.detail for lack in one.assessment.lacking[:MOST_LACKS])
        notice = Notice("warn", fact, f"“{quoted}” {lacks}".strip())
        acts = (("Find evidence", self.find), ("Remove", self.remove))
        return Banner(self._theme, notice, acts, closable=False)

    def _put_away(self) -> None:
        self._area.hide()
        self._desk.editor.setFocus()

    # --- what is done about it -------------------------------------------------------------------

    def find(self) -> None:
        """Look for what bears the sentence out."""
        if not self._sentences:
            return
        text = self._sentences[self._at][0].text
        self._pane.said.emit("Looking for evidence…")
        self._lane.ask(
            lambda verbatim: verbatim.audit.borne_out(text), partial(self._found, text), CHANNEL
        )

    def _found(self, text: str, found: BorneOut) -> None:
        if self._shown[0] == text:
            self.found.show_found((found,))
            self._area.show()
            self.found.take_focus()
            self._pane.said.emit("Evidence is shown below the reply")
            announce(self._pane, self.found.in_words())

    def _open(self, citation: Citation) -> None:
        self._pane.citation_wanted.emit((citation,), 0, True)

    def _cite(self, citation: Citation) -> None:
        """The sentence rests on this one from now on; undo brings back what it cited."""
        self._desk.bind(self._sentences[self._at][1], citation)
        self._desk.editor.setFocus()

    def remove(self) -> None:
        """Take the sentence out; undo brings it back."""
        if not self._sentences:
            return
        editor = self._desk.editor
        start, end = editor.span_of(self._sentences[self._at][1])
        editor.insert_text("", *left_out(editor.text(), start, end))
        editor.setFocus()
        self._pane.said.emit("The sentence was removed; undo brings it back")
        self._desk.check()
