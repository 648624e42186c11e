"""Citations of the answer that is shown: open them in the source pane, step through them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.pane import Pane, is_same
from verbatim_desktop.desktop.widgets.answer_view import AnswerView
from verbatim_desktop.domain.answers import Citation


class AskCiting(QObject):
    def __init__(self, pane: Pane, view: AnswerView) -> None:
        super().__init__(pane)
        self._pane, self._view = pane, view
        self._active = 0  # the marker of the citation that is open; 0 for none

    def citations(self) -> Sequence[Citation]:
        """Those of the answer, while it is shown."""
        return self._view.citations if self._view.isVisibleTo(self._pane) else ()

    def forget(self) -> None:
        """Another answer is shown; none of its citations is open."""
        self._active = 0

    def open_number(self, number: int, *, chosen: bool = True) -> None:
        """Open the citation with this marker. chosen: by a person."""
        citations = tuple(self.citations())
        for at, citation in enumerate(citations):
            if citation.marker == number:
                self._active = number
                self._view.set_active(number)
                self._pane.citation_wanted.emit(citations, at, chosen)

    def mark(self, citation: Citation) -> None:
        """The source pane went back to it: nothing is marked where it is of another answer."""
        own = any(is_same(citation, one) for one in self.citations())
        self._active = citation.marker if own else 0
        self._view.set_active(self._active)

    def step(self, steps: int) -> None:
        """The next (1) or previous (-1) citation, going round at the ends."""
        markers = [citation.marker for citation in self.citations()]
        if markers:
            at = markers.index(self._active) + steps if self._active in markers else 0
            self.open_number(markers[at % len(markers)])
