"""What the library says of sentences that are not supported: what bears each out, or that nothing
does, with the closest sentence there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.evidence import one_line
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, empty, holds_focus, row
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.answers import BorneOut, Citation

MOST_SHOWN = 3  # sentences for one
SHARE, LEAST = 4, 48  # of a pane's height, and pixels that are seen of it
NOTHING = "Nothing in the library bears this out."


class FoundEvidence(QFrame):
    """opened, cite_wanted: a Citation. closed: it was put away. cites: whether a sentence can be
    bound to what was found.
    """

    opened = Signal(object)
    cite_wanted = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, *, cites: bool = False) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName("Evidence found")
        self._theme, self._cites = theme, cites
        self._list = column(spacing=8)
        self.close_button = Button(theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close")
        self.close_button.clicked.connect(self.put_away)
        body = row(self, (14, 10, 8, 10), 8)
        body.addLayout(self._list, 1)
        body.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_found(self, found: Sequence[BorneOut]) -> None:
        empty(self._list)
        for one in found:
            self._list.addWidget(self._said(one, named=len(found) > 1))
        self.show()

    def put_away(self) -> None:
        self.forget()
        self.closed.emit()

    def forget(self) -> None:
        """What it was found for is no longer shown."""
        self.hide()
        empty(self._list)

    def in_words(self) -> str:
        """What was found, as a screen reader says it."""
        return " ".join(one.text() for one in self.findChildren(Text) if one.isVisibleTo(self))

    @property
    def has_focus(self) -> bool:
        return self.close_button.hasFocus() or holds_focus(self._list)

    def take_focus(self) -> None:
        """To the first thing that can be done with it."""
        buttons = self.findChildren(Button)
        first = next((one for one in buttons if one is not self.close_button), self.close_button)
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- what is said of one ---------------------------------------------------------------------

    def _said(self, found: BorneOut, *, named: bool) -> QWidget:
        """named: it says which sentence it is of."""
        theme, support = self._theme, found.support
        part = QWidget()
        body = column(part, spacing=6)
        if named:
            body.addWidget(ElidedText(theme, one_line(support.claim), size=12, color="text2"))
        head = row(spacing=6)
        icon, words = ("ok", support.reason) if support.supported else ("warn", NOTHING)
        head.addWidget(IconLabel(theme, icon, 16, icon), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(Text(theme, words, weight=600, wrap=True), 1)
        body.addLayout(head)
        if not support.supported:
            body.addWidget(Text(theme, support.reason, wrap=True))
        if not support.supported and found.citations:
            body.addWidget(Text(theme, "The closest sentence", size=12, weight=600, color="text2"))
        for citation in found.citations[:MOST_SHOWN]:
            body.addWidget(self._sentence(citation, cites=self._cites and support.supported))
        return part

    def _sentence(self, citation: Citation, *, cites: bool) -> QWidget:
        theme, quote = self._theme, one_line(citation.quote)
        part = QWidget()
        body = column(part, spacing=2)
        body.addWidget(Text(theme, quote, wrap=True))
        path = " › ".join(one_line(step) for step in citation.heading_path)
        body.addWidget(Text(theme, path, size=11, color="text2", wrap=True))
        buttons = FlowLayout(spacing=6, line_spacing=4)
        acts = [("Cite it", self.cite_wanted)] if cites else []
        for words, signal in (*acts, ("Open", self.opened)):
            button = Button(theme, words, compact=True)
            button.setAccessibleName(f"{words}: {quote}")
            button.clicked.connect(partial(self._emit, signal.emit, citation))
            buttons.addWidget(button)
        body.addLayout(buttons)
        return part

    def _emit(self, emit: object, citation: Citation, _on: bool = False) -> None:
        assert callable(emit)
        emit(citation)


class ScrolledEvidence(QScrollArea):
    """What was found where there is little room: as high as it needs, up to a share of a pane."""

    def __init__(self, inner: FoundEvidence, pane: QWidget) -> None:
        super().__init__()
        self._inner, self._pane = inner, pane
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inner)
        self.viewport().setAutoFillBackground(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        height = self._inner.heightForWidth(max(self.viewport().width(), 1))
        return QSize(super().sizeHint().width(), min(height, self._pane.height() // SHARE))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), min(LEAST, self.sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()
