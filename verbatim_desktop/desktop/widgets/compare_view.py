"""Two rankings held against each other: of two questions, or before and after an edit."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.models.moves import (
    QUESTION_PAIR_HEADS,
    SECTION_HEADS,
    SECTION_MOVE,
    SECTION_NUMBERS,
    MoveRow,
    MovesModel,
    counts_of,
    moved_rows,
)
from verbatim_desktop.desktop.models.sources import said
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import card, column, row
from verbatim_desktop.desktop.widgets.moves_table import MovesTable
from verbatim_desktop.desktop.widgets.query_bar import QueryBar
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.inspection import Comparison, Moved

STATES, QUESTIONS = range(2)
NO_STATE = (
    "Nothing to compare yet. Ask a question here, edit and re-ingest its pages, and what rose and "
    "fell is listed."
)
NO_QUESTION = "Type a second question to see what it ranks otherwise."
NOT_COUNTED = "filters and words left out do not count here"
WIDTHS = {1: 68, 2: 60, 3: 84, 4: 100, 5: 100}


class CompareView(QWidget):
    """wanted: read the comparison. start_wanted: hold what comes against the library as it is now.
    page_wanted: the row (a Moved) whose page is to be opened, and whether as it was before.
    """

    wanted = Signal()
    start_wanted = Signal()
    page_wanted = Signal(object, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Compare")
        self._theme = theme
        self.comparison: Comparison | None = None
        self.narrowed = False  # the list beside it is of less than the question itself
        self.choices = Choices(theme, ("Before and after", "Two questions"), "What to compare")
        self.second = QueryBar(theme, "Second question", "Another way of asking", scoped=False)
        self.model = MovesModel(SECTION_HEADS, SECTION_NUMBERS, self)
        self.table = MovesTable(theme, "What rose and fell", self.model, SECTION_MOVE, WIDTHS)
        self.note = Text(theme, size=12, color="text2", wrap=True)
        self.start_button = Button(
            theme, "Start from here", compact=True, tip="Hold what comes against this state"
        )
        self.now_button = Button(theme, "Open the page", kind=Kind.QUIET, compact=True)
        self.before_button = Button(theme, "As it was before", kind=Kind.QUIET, compact=True)
        self.nothing = Text(theme, color="text3", wrap=True)
        self.nothing.setContentsMargins(16, 16, 16, 16)
        self._lay_out()
        self._connect()
        self.show_comparison(None)

    def _lay_out(self) -> None:
        outer = column(self, spacing=12)
        head = row(spacing=12)
        head.addWidget(self.choices)
        head.addWidget(self.note, 1)
        head.addWidget(self.start_button)
        outer.addLayout(head)
        outer.addWidget(self.second)
        frame = card()
        frame.setSizePolicy(
            frame.sizePolicy().horizontalPolicy(), self.sizePolicy().verticalPolicy()
        )
        inner = column(frame, (1, 4, 1, 4), 0)
        inner.addWidget(self.table, 1)
        inner.addWidget(self.nothing)
        foot = row(margins=(12, 4, 12, 0), spacing=8)
        foot.addWidget(self.now_button)
        foot.addWidget(self.before_button)
        foot.addStretch(1)
        inner.addLayout(foot)
        outer.addWidget(frame, 1)

    def _connect(self) -> None:
        self.choices.chosen.connect(self._choose)
        self.second.typed.connect(self.wanted)
        self.second.entered.connect(self.table.setFocus)
        self.start_button.clicked.connect(self.start_wanted)
        self.table.went.connect(self._went)
        self.table.opened.connect(lambda: self._open(before=False))
        self.now_button.clicked.connect(lambda: self._open(before=False))
        self.before_button.clicked.connect(lambda: self._open(before=True))

    @property
    def of_questions(self) -> bool:
        return self.choices.current() == QUESTIONS

    def _choose(self, _number: int) -> None:
        self.show_comparison(None)
        self.wanted.emit()
        if self.of_questions:
            self.second.field.setFocus()

    def show_comparison(self, comparison: Comparison | None) -> None:
        self.comparison = comparison
        self.second.setVisible(self.of_questions)
        there = comparison is not None
        rows = moved_rows(comparison) if comparison else ()
        self.model.show_rows(rows, QUESTION_PAIR_HEADS if self.of_questions else SECTION_HEADS)
        self.table.setVisible(there)
        self.nothing.setVisible(not there)
        self.nothing.setText(NO_QUESTION if self.of_questions else NO_STATE)
        self.note.setText(self._words(comparison) if comparison else "")
        self.start_button.setVisible(there and not self.of_questions)
        self.now_button.setVisible(there)
        self.before_button.setVisible(there and not self.of_questions)
        if rows:
            self.table.setCurrentIndex(self.model.index(0, 0))

    def _words(self, comparison: Comparison) -> str:
        """What happened, and from which state to which."""
        counts = counts_of([one.move for one in comparison.moved])
        if self.of_questions:
            return f"{counts} with the second question"
        before = comparison.before
        since = f"Library {before.generation:,}, {said(before.taken)}"
        return f"{counts} since {since}" + (f"; {NOT_COUNTED}" if self.narrowed else "")

    def show_problem(self, words: str) -> None:
        self.show_comparison(None)
        self.nothing.setText(words)

    def take_focus(self) -> None:
        (self.table if self.comparison else self.choices.button(0)).setFocus()

    def _went(self, shown: MoveRow) -> None:
        if isinstance(shown.key, Moved):
            self.now_button.setEnabled(shown.key.now is not None)
            self.before_button.setEnabled(shown.key.before is not None)

    def _open(self, *, before: bool) -> None:
        shown = self.table.current()
        if shown is not None and isinstance(shown.key, Moved):
            gone = shown.key.now is None
            self.page_wanted.emit(shown.key, before or (gone and not self.of_questions))
