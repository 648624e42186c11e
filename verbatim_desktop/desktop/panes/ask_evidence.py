"""Evidence for the sentences of an answer that are not supported.

What a model wrote stays in the answer as it wrote it, so that what is kept, exported and replayed
is true: sentences are taken out, or bound to others, in a reply.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.pane import Pane
from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.widgets.answer_view import AnswerView
from verbatim_desktop.domain.answers import Answer, BorneOut, Citation

CHANNEL = "ask evidence"


class AskEvidence(QObject):
    def __init__(self, pane: Pane, view: AnswerView, lane: Lane) -> None:
        super().__init__(pane)
        self._pane, self._view, self._lane = pane, view, lane
        view.evidence_wanted.connect(self.find)
        view.found.opened.connect(self._open)
        view.found.closed.connect(view.take_focus)

    def find(self, sentences: tuple[str, ...]) -> None:
        """Look for what bears these out, each by itself."""
        answer = self._view.answer
        if answer is None:
            return
        self._pane.said.emit("Looking for evidence…")
        self._lane.ask(
            lambda verbatim: tuple(verbatim.audit.borne_out(one) for one in sentences),
            partial(self._show, answer),
            CHANNEL,
        )

    def _show(self, answer: Answer, found: tuple[BorneOut, ...]) -> None:
        if self._view.answer is not answer or self._view.shows_ticket:
            return
        self._view.found.show_found(found)
        self._view.found.take_focus()
        words = self._view.found.in_words()
        self._pane.said.emit("Evidence is shown below the answer")
        announce(self._view, words)

    def _open(self, citation: Citation) -> None:
        self._pane.citation_wanted.emit((citation,), 0, True)
