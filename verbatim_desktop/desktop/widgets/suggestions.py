"""Headings that fit what is being typed, under the field. The field keeps the focus.

Down and Up choose, Enter takes the chosen one, Esc puts the list away; with nothing chosen Enter
means what it always means.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from verbatim_desktop.desktop.models.palette import PaletteEntry, PaletteModel
from verbatim_desktop.desktop.spoken import SpokenRows
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.layouts import column
from verbatim_desktop.desktop.widgets.palette import PaletteRows
from verbatim_desktop.text.counting import counted

STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class Suggestions(QFrame):
    """taken: the title of the suggestion that was chosen."""

    taken = Signal(str)

    def __init__(self, theme: Theme, field: QWidget, below: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setAccessibleName("Suggestions")
        self._theme, self._field, self._below, self._over = theme, field, below, parent
        self.model = PaletteModel()
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(PaletteRows(theme, self.view))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setAccessibleName("Suggestions")
        self._rows = SpokenRows(self.view)
        column(self, (1, 4, 1, 4), 0).addWidget(self.view)
        self.view.clicked.connect(self._take)
        field.installEventFilter(self)
        self.hide()

    def offer(self, entries: Sequence[PaletteEntry]) -> None:
        """Show these under the field; none puts the list away."""
        self.model.show_entries(entries)
        if not entries or not self._field.hasFocus():
            self.hide()
            return
        corner = self._below.mapTo(self._over, QPoint(0, self._below.height() + 4))
        height = len(entries) * self._theme.px(36) + 10
        self.setGeometry(corner.x(), corner.y(), self._below.width(), height)
        self.show()
        self.raise_()
        self._rows.say(counted(len(entries), "suggestion"))

    def chosen(self) -> PaletteEntry | None:
        return self.model.entry(self.view.currentIndex())

    def put_away(self) -> bool:
        """False where it was not open."""
        was_open = self.isVisible()
        self.hide()
        return was_open

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._field and self.isVisible():
            if event.type() == QEvent.Type.FocusOut:
                self.hide()
            elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._pressed(event)
        return False

    def _pressed(self, event: QKeyEvent) -> bool:
        """Whether the key was for the list."""
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in STEPS:
            at = self.model.step(self.view.currentIndex().row(), STEPS[key])
            self.view.setCurrentIndex(self.model.index(at))
            return True
        if key in ENTER and self.chosen() is not None:
            self._take(self.view.currentIndex())
            return True
        return False

    def _take(self, index: QModelIndex) -> None:
        entry = self.model.entry(index)
        if entry is not None:
            self.hide()
            self.taken.emit(entry.title)
