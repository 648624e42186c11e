"""Citations that drifted, each with what was quoted and what stands there now, to be bound anew."""

from __future__ import annotations

import difflib
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from verbatim_desktop.desktop.spoken import announce
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.verdicts import WORDS
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.found_evidence import FoundEvidence
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, empty, line, row, scrolled
from verbatim_desktop.desktop.widgets.marked_text import MarkedText, TextMark
from verbatim_desktop.desktop.widgets.painting import focus_ring
from verbatim_desktop.desktop.widgets.tag import Tag
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.answers import BorneOut, Verdict
from verbatim_desktop.domain.drift import Drift, DriftOrigin
from verbatim_desktop.text.counting import counted

MOST_SHOWN = 40
ORIGINS = {
    DriftOrigin.ANSWER: "answer",
    DriftOrigin.REPLY: "saved reply",
    DriftOrigin.MACRO: "macro",
    DriftOrigin.GOLDEN: "golden question",
}
NONE_DRIFTED = "No kept citation has drifted."
_WORD = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class DriftCard:
    """A drifted citation with the words that differ. Made on the background lane."""

    drift: Drift
    gone: tuple[tuple[int, int], ...] = ()
    fresh: tuple[tuple[int, int], ...] = ()


def cards_of(drifts: Sequence[Drift]) -> tuple[DriftCard, ...]:
    return tuple(
        DriftCard(
            drift, *(differences(drift.old_text, drift.new_text) if drift.new_text else ((), ()))
        )
        for drift in drifts
    )


Stretches = tuple[tuple[int, int], ...]


def differences(old: str, new: str) -> tuple[Stretches, Stretches]:
    """The stretches of the old text that went, and those of the new one that came."""
    before = [(match.start(), match.end()) for match in _WORD.finditer(old)]
    after = [(match.start(), match.end()) for match in _WORD.finditer(new)]
    matcher = difflib.SequenceMatcher(
        None, [old[a:b] for a, b in before], [new[a:b] for a, b in after], autojunk=False
    )
    gone: list[tuple[int, int]] = []
    fresh: list[tuple[int, int]] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            gone += [(before[a][0], before[b - 1][1])] if b > a else []
            fresh += [(after[c][0], after[d - 1][1])] if d > c else []
    return tuple(gone), tuple(fresh)


class DriftPanel(QWidget):
    """rebind_wanted and keep_wanted carry ids; page_wanted SOURCE/ROUTE-OR-PATH and an anchor;
    ask_wanted a question; evidence_wanted a Drift; citation_wanted a Citation.
    """

    rebind_wanted = Signal(object)
    keep_wanted = Signal(object)
    page_wanted = Signal(str, str)
    ask_wanted = Signal(str)
    evidence_wanted = Signal(object)
    citation_wanted = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Drifted citations")
        self._theme = theme
        self._all: tuple[DriftCard, ...] = ()
        self.cards: list[_Card] = []
        self._waiting: deque[DriftCard] = deque()
        self._focus_at = -1  # the card that takes the focus once it is there
        self._next = QTimer(self)
        self._next.timeout.connect(self._show_next)
        self.count = Text(theme, color="text2")
        self.above = Button(theme, icon="up", kind=Kind.QUIET, tip="Previous (Up)")
        self.below = Button(theme, icon="down", kind=Kind.QUIET, tip="Next (Down)")
        self.close_button = Button(theme, icon="x", kind=Kind.QUIET, tip="Close (Esc)")
        self.bind_all = Button(theme, "Bind all anew", compact=True)
        self.foot = Text(theme, size=12, color="text2", wrap=True)
        self._list = column(spacing=0)
        self._area: QScrollArea = self._lay_out()
        self.above.clicked.connect(partial(self.step, -1))
        self.below.clicked.connect(partial(self.step, 1))
        self.close_button.clicked.connect(self.closed)
        self.bind_all.clicked.connect(self._bind_all)
        self.show_loading()

    def _lay_out(self) -> QScrollArea:
        outer = column(self, spacing=0)
        head = row(margins=(16, 8, 8, 8), spacing=8)
        head.addWidget(IconLabel(self._theme, "drift", 16, "warn"))
        head.addWidget(Text(self._theme, "Drifted citations", weight=600))
        head.addWidget(self.count)
        head.addStretch(1)
        for button in (self.above, self.below, self.close_button):
            head.addWidget(button)
        outer.addLayout(head)
        outer.addWidget(line())
        inner = QWidget()
        body = column(inner, spacing=0)
        body.addLayout(self._list)
        body.addStretch(1)
        area = scrolled(inner)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(area, 1)
        outer.addWidget(line())
        foot = row(margins=(16, 8, 12, 8), spacing=8)
        foot.addWidget(self.foot, 1)
        foot.addWidget(self.bind_all)
        outer.addLayout(foot)
        return area

    # --- what is shown -----------------------------------------------------------------------

    def show_loading(self) -> None:
        self._show_cards(())
        self.count.setText("")
        self.foot.setText("Reading every kept citation back…")

    def show_cards(self, cards: Sequence[DriftCard], well: int = 0) -> None:
        """These, one after another: each takes some milliseconds to make. well: how many others
        stand as they are cited.
        """
        at = self.current
        wanted = max(at, 0) if at >= 0 or self.close_button.hasFocus() else -1
        self._show_cards(tuple(cards))
        self._focus_at = min(wanted, len(self._waiting) - 1)
        self.count.setText(f"{len(cards):,}" if cards else "")
        hidden = len(cards) - len(self._waiting)
        more = f"{hidden:,} more are shown once these are settled." if hidden > 0 else ""
        self.foot.setText(" ".join(part for part in (more, well_words(well, len(cards))) if part))

    def _show_cards(self, cards: tuple[DriftCard, ...]) -> None:
        empty(self._list)
        self._all, self.cards = cards, []
        self._waiting = deque(cards[:MOST_SHOWN])
        self._next.start()
        self.bind_all.setVisible(any(card.drift.can_rebind for card in cards))
        for button in (self.above, self.below):
            button.setEnabled(len(cards) > 1)

    def _show_next(self) -> None:
        if not self._waiting:
            self._next.stop()
            return
        made = _Card(self._theme, self._waiting.popleft(), self)
        made.installEventFilter(self)
        self.cards.append(made)
        self._list.addWidget(made)
        self._list.addWidget(line())
        made.show()  # at once, so that it can take the focus
        if len(self.cards) - 1 == self._focus_at:
            made.setFocus()

    def show_found(self, drift_id: str, found: BorneOut) -> None:
        """What else says what a citation that is gone once quoted, below it."""
        for card in self.cards:
            if card.drift.id == drift_id:
                card.found.show_found((found,))
                card.found.take_focus()
                announce(self, card.found.in_words())

    def _bind_all(self) -> None:
        self.rebind_wanted.emit(tuple(one.drift.id for one in self._all if one.drift.can_rebind))

    # --- keys --------------------------------------------------------------------------------

    @property
    def current(self) -> int:
        """The card in use; -1 where none is."""
        focus = cast("QWidget | None", self.window().focusWidget())
        for number, card in enumerate(self.cards):
            if focus is not None and (card is focus or card.isAncestorOf(focus)):
                return number
        return -1

    def step(self, steps: int) -> None:
        if self.cards:
            at = self.current
            number = (at + steps) % len(self.cards) if at >= 0 else 0
            self.cards[number].setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._area.ensureWidgetVisible(self.cards[number])

    def take_focus(self) -> None:
        if self.cards:
            self.step(0)
        else:
            self.close_button.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
            if steps:
                self.step(steps)
                return True
        return super().eventFilter(watched, event)


class _Card(QWidget):
    """One drifted citation."""

    def __init__(self, theme: Theme, card: DriftCard, panel: DriftPanel) -> None:
        super().__init__()
        self._theme, self._panel = theme, panel
        self.drift = card.drift
        drift = card.drift
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        word, _icon, color, _detail = WORDS.get(drift.verdict, WORDS[Verdict.STALE])
        self.setAccessibleName(f"{drift.kept.title}: {word}")
        self.setAccessibleDescription(f"Quoted: {drift.old_text} Now: {now_words(drift)}")
        outer = column(self, (16, 12, 16, 12), 6)
        head = row(spacing=8)
        title = " ".join(drift.kept.title.split()) or drift.kept.owner
        head.addWidget(ElidedText(theme, title, weight=500))
        head.addWidget(Text(theme, ORIGINS[drift.kept.origin], size=12, color="text3"))
        head.addStretch(1)
        head.addWidget(Tag(theme, word, color))
        outer.addLayout(head)
        place = "  ›  ".join(" ".join(part.split()) for part in drift.kept.citation.heading_path)
        outer.addWidget(ElidedText(theme, place or drift.target, size=12, color="text2"))
        outer.addLayout(self._texts(card))
        outer.addLayout(self._actions(drift))
        self.found = FoundEvidence(theme)
        self.found.opened.connect(panel.citation_wanted)
        self.found.closed.connect(self.setFocus)
        outer.addWidget(self.found)

    def _texts(self, card: DriftCard) -> QGridLayout:
        """The old text over the new one, the words that differ marked in both."""
        grid = QGridLayout()
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        gone = [TextMark(a, b, "bad", "badbg", struck=True) for a, b in card.gone]
        fresh = [TextMark(a, b, "ok", "okbg") for a, b in card.fresh]
        parts = (
            ("Quoted", card.drift.old_text, gone, "text2"),
            ("Now", now_words(card.drift), fresh if card.drift.new_text else [], "text"),
        )
        for number, (label, text, marks, color) in enumerate(parts):
            said = Text(self._theme, label, size=12, color="text2")
            grid.addWidget(said, number, 0, Qt.AlignmentFlag.AlignTop)
            shown = MarkedText(self._theme, color=color)
            shown.set_text(text, marks)
            grid.addWidget(shown, number, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _actions(self, drift: Drift) -> FlowLayout:
        panel, buttons = self._panel, FlowLayout(spacing=8, line_spacing=4)
        if drift.can_rebind:
            words = "Update link" if drift.verdict is Verdict.MOVED else "Use new sentence"
            bind = Button(self._theme, words, compact=True)
            bind.clicked.connect(lambda: panel.rebind_wanted.emit((drift.id,)))
            buttons.addWidget(bind)
        elif drift.kept.origin is DriftOrigin.ANSWER:
            again = Button(self._theme, "Ask again", compact=True)
            again.clicked.connect(lambda: panel.ask_wanted.emit(drift.kept.title))
            buttons.addWidget(again)
        if drift.new_target:
            name, _, anchor = drift.new_target.partition("#")
            show = Button(self._theme, "Open the page", kind=Kind.QUIET, compact=True)
            show.clicked.connect(lambda: panel.page_wanted.emit(name, anchor))
            buttons.addWidget(show)
        if drift.verdict is Verdict.ABSENT and drift.kept.citation.quote:
            words, kind = "Find evidence", Kind.QUIET
            find = Button(self._theme, words, icon="search", kind=kind, compact=True)
            find.clicked.connect(lambda: panel.evidence_wanted.emit(drift))
            buttons.addWidget(find)
        keep = Button(self._theme, "Keep as is", kind=Kind.QUIET, compact=True)
        keep.clicked.connect(lambda: panel.keep_wanted.emit((drift.id,)))
        buttons.addWidget(keep)
        return buttons

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.fillRect(self.rect(), self._theme.color("soft"))
            focus_ring(painter, self.rect().toRectF().adjusted(1, 1, -1, -1), 4, self._theme)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def well_words(well: int, drifted: int) -> str:
    """How many kept citations stand as they are cited; what was kept as it is does not count."""
    if not well:
        return "" if drifted else NONE_DRIFTED
    if drifted:
        return f"{counted(well, 'other kept citation')} still verified."
    return f"{NONE_DRIFTED} {counted(well, 'kept citation')} verified."


def now_words(drift: Drift) -> str:
    """What stands in the library in the place of what was quoted."""
    if not drift.new_text:
        return drift.detail or "Not found in the library any more."
    if drift.new_text == drift.old_text:
        return f"Same sentence, now under {drift.new_target}."
    return drift.new_text
