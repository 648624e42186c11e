"""What a reader thinks of an answer: right at once, wrong or missing with a note for the writer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.flow import FlowLayout
from verbatim_desktop.desktop.widgets.layouts import card, column, row
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.text import Text
from verbatim_desktop.domain.feedback import Judgement

#: What is offered beside a note, in this order.
NOTED = (Judgement.WRONG, Judgement.MISSING)
HINTS = {
    Judgement.WRONG: "What is wrong? The writer sees this.",
    Judgement.MISSING: "What should the documentation say?",
}


class FeedbackBar(QWidget):
    """Two buttons; `note` is the card that the second one opens. given: Judgement and note."""

    given = Signal(object, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.right = Button(theme, icon="thumbup", kind=Kind.QUIET, compact=True, tip="Right")
        self.wrong = Button(
            theme, icon="thumbdown", kind=Kind.QUIET, compact=True, tip="Wrong or missing"
        )
        layout = row(self, spacing=4)
        layout.addWidget(self.right)
        layout.addWidget(self.wrong)
        self.note = NoteCard(theme)
        self.note.hide()
        self.right.clicked.connect(self._give_right)
        self.wrong.clicked.connect(self._open_note)
        self.note.kept.connect(self.given)

    def reset(self) -> None:
        """Nothing is said of what is shown now."""
        self.note.hide()
        self.note.field.clear()
        self.show_said(None)

    def show_said(self, judgement: Judgement | None) -> None:
        """Which button was pressed is seen by its tone, and told by its name."""
        self.right.set_tone("ok" if judgement is Judgement.RIGHT else "text2")
        self.wrong.set_tone("warn" if judgement in NOTED else "text2")
        for button, judged in ((self.right, (Judgement.RIGHT,)), (self.wrong, NOTED)):
            said = f", said: {judgement}" if judgement in judged else ""
            button.setAccessibleName(f"{button.toolTip()}{said}")

    def put_away(self) -> bool:
        """Close the note, which keeps what was typed; False where it was not open."""
        was_open = self.note.isVisible()
        self.note.hide()
        if was_open:
            self.wrong.setFocus(Qt.FocusReason.OtherFocusReason)
        return was_open

    def _give_right(self) -> None:
        self.note.hide()
        self.given.emit(Judgement.RIGHT, "")

    def _open_note(self) -> None:
        self.note.show()
        self.note.field.setFocus(Qt.FocusReason.OtherFocusReason)


class NoteCard(QWidget):
    """kept: a Judgement and the note."""

    kept = Signal(object, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.kinds = Choices(theme, ("Wrong", "Missing"), "What is the matter")
        self.field = QLineEdit()
        self.field.setAccessibleName("Note for the writer")
        self.keep_button = Button(theme, "Keep", kind=Kind.PRIMARY)
        cancel = Button(theme, "Cancel", kind=Kind.QUIET, key="Esc")
        frame = card()
        body = column(frame, (12, 12, 12, 12), 8)
        head = FlowLayout(spacing=12, line_spacing=8)
        head.addWidget(Text(theme, "What is the matter with it?", weight=600))
        head.addWidget(self.kinds)
        body.addLayout(head)
        foot = row(spacing=8)
        foot.addWidget(self.field, 1)
        foot.addWidget(cancel)
        foot.addWidget(self.keep_button)
        body.addLayout(foot)
        column(self, (0, 0, 0, 12), 0).addWidget(frame)
        self.kinds.chosen.connect(self._hint)
        self.field.returnPressed.connect(self._keep)
        self.keep_button.clicked.connect(self._keep)
        cancel.clicked.connect(self.hide)
        self._hint()

    def _hint(self, _chosen: int = 0) -> None:
        self.field.setPlaceholderText(HINTS[NOTED[self.kinds.current()]])

    def _keep(self) -> None:
        self.hide()
        self.kept.emit(NOTED[self.kinds.current()], self.field.text().strip())
        self.field.clear()
