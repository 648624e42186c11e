"""Golden sets: which there are, what a run of one gave, and what moved since an earlier run."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from verbatim_desktop.desktop.golden_text import figure_words, missing_words, worth_words
from verbatim_desktop.desktop.models.moves import (
    QUESTION_HEADS,
    QUESTION_MOVE,
    QUESTION_NUMBERS,
    MoveRow,
    MovesModel,
    counts_of,
    question_rows,
)
from verbatim_desktop.desktop.models.sources import said
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.golden_editor import GoldenEditor
from verbatim_desktop.desktop.widgets.layouts import card, column, empty, row
from verbatim_desktop.desktop.widgets.moves_table import MovesTable
from verbatim_desktop.desktop.widgets.progress import Bar
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.inspection import (
    GoldenEntry,
    GoldenRun,
    GoldenSet,
    Move,
    RunComparison,
)

WIDTHS = {1: 240, 2: 64, 3: 56, 4: 72, 5: 112}
NO_SETS = (
    "A golden set is questions with the sections that are right for them. Load one from a .jsonl "
    "file, or inspect a question and choose “This is the right one” in a section's menu."
)


class GoldenView(QWidget):
    """run_wanted, cancelled, load_wanted, delete_wanted; chosen: another set or run; saved carries
    a GoldenEntry, removed its id, asked a question.
    """

    run_wanted = Signal()
    cancelled = Signal()
    load_wanted = Signal()
    delete_wanted = Signal()
    chosen = Signal()
    saved = Signal(object)
    removed = Signal(str)
    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Golden sets")
        self._theme = theme
        self.golden: GoldenSet | None = None
        self.run: GoldenRun | None = None
        self._keeps_typed = False  # while a set is read anew: the question that is being edited
        self.sets = Combo(theme, "Golden set")
        self.against = Combo(theme, "Run to compare with")
        self.run_button = Button(theme, "Run", icon="play", kind=Kind.PRIMARY)
        self.load_button = Button(theme, "Load a set", icon="open")
        self.more_button = Button(theme, icon="more", kind=Kind.QUIET, tip="More")
        self.cancel_button = Button(theme, "Cancel", icon="stop", key="Esc", compact=True)
        self.bar = Bar(theme)
        self.progress_words = Text(theme, size=12, color="text2")
        self.figures = FlowLayout(24, 4)
        self.model = MovesModel(QUESTION_HEADS, QUESTION_NUMBERS, self)
        self.table = MovesTable(theme, "Golden questions", self.model, QUESTION_MOVE, WIDTHS)
        self.editor = GoldenEditor(theme)
        self.nothing = Text(theme, color="text2", wrap=True)
        self.first_button = Button(theme, "Load a set", icon="open", kind=Kind.PRIMARY)
        self._lay_out()
        self._connect()
        self.show_sets((), "")
        self.show_progress(None)

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        menu = QMenu(self)
        self.add_action = menu.addAction("Add a question")
        self.delete_action = menu.addAction("Delete this set")
        self.more_button.give_menu(menu, arrow=False)
        outer = column(self, spacing=12)
        self._head = QWidget()
        line = FlowLayout(8, 8)
        self._head.setLayout(line)
        self._against_words = Text(self._theme, "Compared with", size=12, color="text2")
        for part in (self.sets, self.run_button, self.load_button, self.more_button):
            line.addWidget(part)
        for part in (self._against_words, self.against):
            line.addWidget(part)
        outer.addWidget(self._head)
        self._progress = QWidget()
        progress = row(self._progress, spacing=12)
        progress.addWidget(self.bar, 1)
        progress.addWidget(self.progress_words)
        progress.addWidget(self.cancel_button)
        outer.addWidget(self._progress)
        holder = QWidget()
        holder.setLayout(self.figures)
        outer.addWidget(holder)
        self._card = card()
        policy = self._card.sizePolicy()
        policy.setVerticalPolicy(self.sizePolicy().verticalPolicy())
        self._card.setSizePolicy(policy)
        column(self._card, (1, 4, 1, 4), 0).addWidget(self.table)
        outer.addWidget(self._card, 1)
        outer.addWidget(self._empty_page(), 1)
        outer.addWidget(self.editor)

    def _empty_page(self) -> QWidget:
        self._empty = QWidget()
        inner = column(self._empty, spacing=4)
        inner.addWidget(Text(self._theme, "No golden sets yet", size=15, weight=600))
        inner.addWidget(self.nothing)
        inner.addSpacing(8)
        inner.addWidget(self.first_button, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addStretch(1)
        return self._empty

    def _connect(self) -> None:
        self.sets.activated.connect(self.chosen)
        self.against.activated.connect(self.chosen)
        self.run_button.clicked.connect(self.run_wanted)
        self.load_button.clicked.connect(self.load_wanted)
        self.first_button.clicked.connect(self.load_wanted)
        self.cancel_button.clicked.connect(self.cancelled)
        self.delete_action.triggered.connect(self.delete_wanted)
        self.add_action.triggered.connect(self.add_question)
        self.table.went.connect(self._edit)
        self.table.opened.connect(self.editor.question.setFocus)
        self.editor.saved.connect(self.saved)
        self.editor.deleted.connect(self.removed)
        self.editor.asked.connect(self.asked)

    # --- what is shown -----------------------------------------------------------------------

    def show_sets(self, names: Sequence[str], current: str) -> None:
        """The kept sets; current is chosen where it is one of them."""
        was_empty = self.first_button.hasFocus()
        self.sets.clear()
        self.sets.addItems(list(names))
        self.sets.setCurrentIndex(max(self.sets.findText(current), 0) if names else -1)
        self.nothing.setText(NO_SETS)
        for part in (self._head, self._card):
            part.setVisible(bool(names))
        if was_empty and names:
            self.table.setFocus()  # before what holds the focus is gone
        self._empty.setVisible(not names)
        if not names:
            self.show_golden(None, (), None, None)

    def name(self) -> str:
        return self.sets.currentText()

    def against_name(self) -> str:
        """The run that is compared with, "" for the one before the last."""
        return str(self.against.currentData() or "")

    def show_golden(
        self,
        golden: GoldenSet | None,
        runs: Sequence[GoldenRun],
        before: GoldenRun | None,
        compared: RunComparison | None,
    ) -> None:
        """A set with its last run, and the earlier run that it is held against."""
        kept = self.table.current()
        chosen = kept.key.id if kept and isinstance(kept.key, GoldenEntry) else ""
        is_same = golden is not None and self.golden is not None and golden.name == self.golden.name
        self._keeps_typed = is_same and self.editor.is_typed_in
        self.golden, self.run = golden, runs[0] if runs else None
        self._offer_runs(runs[1:], before)
        self._show_figures(self.run, before, compared)
        rows = question_rows(golden, self.run, before) if golden else ()
        self.model.show_rows(rows)
        ids = [row.key.id for row in rows if isinstance(row.key, GoldenEntry)]
        if not self._keeps_typed:
            self.editor.show_entry(None)
        if chosen in ids:
            self.table.setCurrentIndex(self.model.index(ids.index(chosen), 0))
        self._keeps_typed = False

    def _offer_runs(self, earlier: Sequence[GoldenRun], before: GoldenRun | None) -> None:
        self.against.clear()
        for run in earlier:
            own = run.name if run.name != run.at else ""
            when = f"{said(run.at)}, library {run.generation:,}"
            self.against.addItem(f"{own} ({when})" if own else when, run.name)
        if before is not None:
            self.against.setCurrentIndex(self.against.findData(before.name))
        for part in (self._against_words, self.against):
            part.setVisible(bool(earlier))

    def _show_figures(
        self, run: GoldenRun | None, before: GoldenRun | None, compared: RunComparison | None
    ) -> None:
        empty(self.figures)
        if run is None:
            return
        words = [*figure_words(run.report, compared), worth_words(run.report)]
        if compared is not None and before is not None:
            answerable = [one.move for one in compared.moves]
            words.insert(0, f"{counts_of(answerable)} since {said(before.at)}")
        for number, one in enumerate(words):
            color = "text" if number == 0 else "text2"
            self.figures.addWidget(Text(self._theme, one, size=12, color=color))
        if missing := missing_words(run.report):
            self.figures.addWidget(Text(self._theme, missing, size=12, color="warn"))

    def show_progress(self, step: IngestProgress | None) -> None:
        """How far a run is; None where none runs. The keyboard goes on with the questions."""
        if self.run_button.hasFocus() or self.cancel_button.hasFocus():
            self.table.setFocus()
        self._progress.setVisible(step is not None)
        self.run_button.setEnabled(step is None)
        self.run_button.setToolTip("" if step is None else "A run is under way")
        if step is not None:
            self.bar.set_part(step.done / step.total if step.total else 0)
            self.progress_words.setText(f"{step.done:,} of {step.total:,} questions")

    @property
    def is_running(self) -> bool:
        return not self._progress.isHidden()

    def moves(self) -> list[Move]:
        return [one.move for one in self.model.rows()]

    # --- editing -----------------------------------------------------------------------------

    def _edit(self, shown: MoveRow) -> None:
        if isinstance(shown.key, GoldenEntry) and not self._keeps_typed:
            self.editor.show_entry(shown.key)

    def add_question(self) -> None:
        """An empty question to fill in."""
        taken = {one.id for one in self.golden.questions} if self.golden else set[str]()
        self.editor.show_entry(GoldenEntry(free_id(taken), ""))
        self.editor.question.setFocus()

    def take_focus(self) -> None:
        if self.golden is None:
            self.first_button.setFocus()
        else:
            self.table.setFocus()


def free_id(taken: set[str]) -> str:
    """The first of q1, q2, … that no question has."""
    number = len(taken) + 1
    while f"q{number}" in taken:
        number += 1
    return f"q{number}"
