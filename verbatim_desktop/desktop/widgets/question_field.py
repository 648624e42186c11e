"""The question: Enter asks, Shift+Enter makes a new line, the field grows with its text."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.enter import ENTER

MOST_LINES = 8


class QuestionField(QPlainTextEdit):
    submitted = Signal()
    focused = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("question")
        self.setAccessibleName("Question")
        self.setPlaceholderText("Ask your documentation")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.textChanged.connect(self._fit)
        theme.changed.connect(self._restyle)
        self._restyle()

    def question(self) -> str:
        return self.toPlainText().strip()

    def set_question(self, text: str) -> None:
        self.setPlainText(text)
        self.moveCursor(self.textCursor().MoveOperation.End)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in ENTER
        if enter and event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            self.submitted.emit()
        elif enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Only words are pasted."""
        if source.hasText():
            self.insertPlainText(source.text())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        for part in (self, self.viewport()):  # the viewport's is the placeholder's
            part.setFont(self._theme.font(15))
        palette = self.palette()
        color = self._theme.color("text3")
        palette.setColor(QPalette.ColorRole.PlaceholderText, color)
        palette.setColor(QPalette.ColorRole.Text, self._theme.color("text"))
        self.setPalette(palette)
        self._fit()

    def _fit(self) -> None:
        lines = min(max(round(self.document().size().height()), 1), MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + self._theme.px(6))
