"""A field whose text holds once it is left: Esc puts back what stood there, and then is as ever."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit


class KeptField(QLineEdit):
    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self._before = text
        self.textChanged.connect(self._changed)
        self.editingFinished.connect(self._keep)

    def _changed(self, text: str) -> None:
        if not self.isModified():  # the program set it
            self._before = text

    def _keep(self) -> None:
        self._before = self.text()
        self.setModified(False)

    @property
    def holds_more(self) -> bool:
        """Whether there is something to take back."""
        return self.text() != self._before

    def event(self, event: QEvent) -> bool:
        """While something else is typed in it, Esc is this field's and not the window's."""
        if event.type() == QEvent.Type.ShortcutOverride and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes(event):
            self.setText(self._before)
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def _takes(self, event: QEvent) -> bool:
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        return is_escape and self.holds_more
