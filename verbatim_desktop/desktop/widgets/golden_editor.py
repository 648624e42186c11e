"""One golden question as it is edited: what is asked, and which sections are right."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit

from verbatim_desktop.desktop.models.moves import targets_of, targets_text
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.inspection import GoldenEntry

SCOPES = (
    ("Answered by", ""),
    ("Not answered, near", "near"),
    ("Not answered, far off", "far"),
)


class GoldenEditor(QFrame):
    """saved carries a GoldenEntry, deleted an id, asked a question to be ranked."""

    saved = Signal(object)
    deleted = Signal(str)
    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName("Question")
        self._entry: GoldenEntry | None = None
        self._as_saved = ("", "", 0)
        self.question, self.right = QLineEdit(), QLineEdit()
        self.question.setAccessibleName("Golden question")
        self.right.setAccessibleName("Right sections")
        self.right.setPlaceholderText("source/path#anchor, more of them after a comma")
        self.scope = Combo(theme, "Whether it is answered")
        for words, value in SCOPES:
            self.scope.addItem(words, value)
        self.save_button = Button(theme, "Save", compact=True)
        self.ask_button = Button(theme, "Inspect", icon="search", kind=Kind.QUIET, compact=True)
        self.delete_button = Button(theme, "Delete", icon="trash", kind=Kind.QUIET, compact=True)
        self.problem = Text(theme, size=12, color="bad")
        self._lay_out(theme)
        self.scope.currentIndexChanged.connect(self._fit)
        self.save_button.clicked.connect(self.save)
        self.question.returnPressed.connect(self.save)
        self.right.returnPressed.connect(self.save)
        self.delete_button.clicked.connect(self._delete)
        self.ask_button.clicked.connect(lambda: self.asked.emit(self.question.text()))
        self.show_entry(None)

    def _lay_out(self, theme: Theme) -> None:
        outer = column(self, (16, 12, 16, 12), 8)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.addWidget(Text(theme, "Question", size=12, color="text2"), 0, 0)
        grid.addWidget(self.question, 0, 1)
        grid.addWidget(self.scope, 1, 0)
        grid.addWidget(self.right, 1, 1)
        grid.setColumnStretch(1, 1)
        outer.addLayout(grid)
        foot = row(spacing=8)
        foot.addWidget(self.problem)
        foot.addStretch(1)
        for button in (self.ask_button, self.delete_button, self.save_button):
            foot.addWidget(button)
        outer.addLayout(foot)

    def _shown(self) -> tuple[str, str, int]:
        return self.question.text(), self.right.text(), self.scope.currentIndex()

    @property
    def is_typed_in(self) -> bool:
        """Whether something stands here that is not saved."""
        return self._entry is not None and self._shown() != self._as_saved

    def show_entry(self, entry: GoldenEntry | None) -> None:
        """A question as it is saved; what is typed into the same one stays."""
        known = entry is not None and self._entry is not None and entry.id == self._entry.id
        if known and self.is_typed_in:
            return
        self._fill(entry)
        self._as_saved = self._shown()

    def _fill(self, entry: GoldenEntry | None) -> None:
        self._entry = entry
        self.setVisible(entry is not None)
        self.problem.setText("")
        if entry is None:
            return
        self.question.setText(entry.question)
        self.question.setCursorPosition(0)
        self.right.setText(targets_text(entry.relevant))
        scope = "" if entry.relevant else entry.scope or "near"
        self.scope.setCurrentIndex([value for _words, value in SCOPES].index(scope))
        self._fit()

    def _fit(self) -> None:
        self.right.setEnabled(not self.scope.currentData())

    def save(self) -> None:
        """Save what is typed; a question that is answered by nothing says what is lacking."""
        if self._entry is None:
            return
        scope = str(self.scope.currentData() or "")
        relevant = () if scope else targets_of(self.right.text())
        question = self.question.text().strip()
        if not question:
            self.problem.setText("Type the question.")
        elif not scope and not relevant:
            self.problem.setText("Name the section that answers it, or say that none does.")
        else:
            self.problem.setText("")
            entry = replace(self._entry, question=question, relevant=relevant, scope=scope)
            self._as_saved = self._shown()
            self.saved.emit(entry)

    def _delete(self) -> None:
        if self._entry is not None:
            self._as_saved = self._shown()  # given up
            self.deleted.emit(self._entry.id)
