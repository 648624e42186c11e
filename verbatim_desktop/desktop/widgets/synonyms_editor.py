"""The workspace's synonyms as text, checked while one types.

Nothing is saved that cannot be read; what was saved can be undone.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import column, row
from verbatim_desktop.desktop.widgets.qt_values import selection
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.documents import FileNote

#: After the last key, in milliseconds.
PAUSE_MS = 150
MOST_SAID = 3

HELP = (
    "One line each. “env, environment variable” stand for each other; “k8s => kubernetes” looks "
    "for the right as well where the left is typed; # begins a remark."
)


class SynonymsEditor(QWidget):
    """check_wanted and save_wanted carry the text; program_wanted: go back to the program's own."""

    check_wanted = Signal(str)
    save_wanted = Signal(str)
    program_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Synonyms")
        self._theme = theme
        self._saved = ""
        self._problems: tuple[FileNote, ...] = ()
        self._checked = ""
        self.editor = QTextEdit()
        self.editor.setObjectName("field")
        self.editor.setAcceptRichText(False)
        self.editor.setTabChangesFocus(True)
        self.editor.setAccessibleName("Synonyms, one line each")
        self.whose = Text(theme, color="text2")
        self.state = Text(theme, size=12, color="text2", wrap=True)
        self.save = Button(theme, "Save", kind=Kind.PRIMARY, key="Ctrl S")
        self.drop = Button(theme, "Take back changes", icon="undo")
        self.program = Button(theme, "Use the program’s own", kind=Kind.QUIET)
        self._marks: list[QTextEdit.ExtraSelection] = []
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._lay_out()
        self._connect()
        self.show_loading()

    def _lay_out(self) -> None:
        outer = column(self, (24, 16, 24, 16), 12)
        outer.addWidget(self.whose)
        outer.addWidget(Text(self._theme, HELP, size=12, color="text3", wrap=True))
        outer.addWidget(self.editor, 1)
        outer.addWidget(self.state)
        foot = row(spacing=8)
        foot.addWidget(self.program)
        foot.addStretch(1)
        foot.addWidget(self.drop)
        foot.addWidget(self.save)
        outer.addLayout(foot)

    def _connect(self) -> None:
        self.editor.textChanged.connect(self._changed)
        self._pause.timeout.connect(lambda: self.check_wanted.emit(self.text()))
        self.save.clicked.connect(self.save_all)
        self.drop.clicked.connect(self.take_back)
        self.program.clicked.connect(self.program_wanted)
        self._theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.editor.setFont(self._theme.font(12, mono=True))
        self._mark()

    # --- text --------------------------------------------------------------------------------

    def text(self) -> str:
        return self.editor.toPlainText()

    @property
    def is_changed(self) -> bool:
        return self.text() != self._saved

    def show_loading(self) -> None:
        self.editor.setReadOnly(True)
        self.whose.setText("Reading the synonyms…")
        self._refresh()

    def show_text(self, text: str, own: bool) -> None:
        """The text as it is saved. What was typed and not saved stays, until it is taken back;
        lines that were saved elsewhere meanwhile come to it, so that saving it does not undo them.
        """
        keep = not self.editor.isReadOnly() and self.is_changed
        before, self._saved = self._saved, text.rstrip("\n") + "\n"
        self.editor.setReadOnly(False)
        self.whose.setText("Your own synonyms" if own else "The program’s own synonyms")
        self.program.setVisible(own)
        if not keep:
            self._put(self._saved)
        elif (joined := carried(before, self._saved, self.text())) != self.text():
            self._put(joined)
        self._changed()

    def _put(self, text: str) -> None:
        """Another text, as one step that Ctrl+Z undoes."""
        cursor = QTextCursor(self.editor.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.editor.moveCursor(QTextCursor.MoveOperation.Start)

    def forget_changes(self) -> None:
        """What stands here is saved, or given up: the next text takes its place."""
        self._saved = self.text()

    def take_back(self) -> None:
        self._put(self._saved)

    def save_all(self) -> None:
        if self.save.isEnabled():
            self.save_wanted.emit(self.text())

    # --- checking ----------------------------------------------------------------------------

    def _changed(self) -> None:
        self._pause.start()
        self._refresh()

    def show_problems(self, text: str, problems: Sequence[FileNote]) -> None:
        """What is wrong with a text; one that is no longer there is passed by."""
        if text == self.text():
            self._checked, self._problems = text, tuple(problems)
            self._refresh()

    def _refresh(self) -> None:
        changed = not self.editor.isReadOnly() and self.is_changed
        known = self._checked == self.text()
        problems = self._problems if known else ()
        self.save.setEnabled(changed and known and not problems)
        self.drop.setEnabled(changed)
        if problems:
            said = "  ".join(
                f"{note.path.capitalize()}: {note.reason}" for note in problems[:MOST_SAID]
            )
            more = len(problems) - MOST_SAID
            self.state.setText(said + (f"  And {more:,} more." if more > 0 else ""))
            self.state.set_color("bad")
        else:
            self.state.setText("Changed, not saved yet." if changed else "")
            self.state.set_color("text2")
        self._mark()

    def _mark(self) -> None:
        """A ground under each line that cannot be read."""
        self._marks = [self._mark_of(number) for number in lines_of(self._problems)]
        self.editor.setExtraSelections(self._marks)

    def _mark_of(self, number: int) -> QTextEdit.ExtraSelection:
        cursor = QTextCursor(self.editor.document().findBlockByNumber(number - 1))
        shape = cursor.charFormat()
        shape.setBackground(self._theme.color("badbg"))
        shape.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return selection(cursor, shape)

    def take_focus(self) -> None:
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)


def carried(before: str, after: str, typed: str) -> str:
    """What is typed, with the lines that came to a text and without those that went from it."""
    old, new, own = before.splitlines(), after.splitlines(), typed.splitlines()
    gone = {line for line in old if line not in new}
    came = [line for line in new if line not in old and line not in own]
    if not gone.intersection(own) and not came:
        return typed
    return "\n".join([*(line for line in own if line not in gone), *came]) + "\n"


def lines_of(problems: Sequence[FileNote]) -> list[int]:
    """The numbers of the lines that problems speak of, from 1."""
    numbers = (note.path.removeprefix("line ") for note in problems)
    return [int(number) for number in numbers if number.isdigit()]
