"""A list over the window with a field that filters it: Down and Up choose, Enter opens."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QListView, QVBoxLayout, QWidget

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.models.palette import PaletteEntry, PaletteModel
from verbatim_desktop.desktop.spoken import SpokenRows
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.layouts import column, empty, holds_focus, row
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.palette import PaletteRows
from verbatim_desktop.desktop.widgets.text import Text

STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class EntryList(QListView):
    """Entries drawn as the palette draws them. taken: Enter or a click; removed: Delete."""

    taken = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.entries = PaletteModel()
        self.setModel(self.entries)
        self.setItemDelegate(PaletteRows(theme, self))
        SpokenRows(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.clicked.connect(self._take)

    def _take(self, index: QModelIndex) -> None:
        if (entry := self.entries.entry(index)) is not None:
            self.taken.emit(entry)

    def chosen(self) -> PaletteEntry | None:
        return self.entries.entry(self.currentIndex())

    def step(self, steps: int) -> None:
        at = self.entries.step(self.currentIndex().row(), steps)
        self.setCurrentIndex(self.entries.index(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in ENTER:
            self._take(self.currentIndex())
        elif key == Qt.Key.Key_Delete and self.chosen() is not None:
            self.removed.emit(self.chosen())
        else:
            super().keyPressEvent(event)


class ListSheet(Overlay):
    """A title, a field to search with, the list. Says in a banner what was done."""

    def __init__(self, theme: Theme, parent: QWidget, title: str, none: str, width: int) -> None:
        super().__init__(theme, parent, title)
        self._width, self._entries = width, tuple[tuple[PaletteEntry, str], ...]()
        self.card.setObjectName("palette")
        self.title = title
        self.field = QLineEdit()
        self.field.setPlaceholderText("Search")
        self.field.setAccessibleName(f"Search: {title}")
        self.list = EntryList(theme, title)
        self.nothing = Text(theme, none, color="text2", wrap=True)
        self._none = none
        self._banners = column(spacing=8)
        self.body: QVBoxLayout = column(self.card, (16, 12, 16, 12), 8)
        self._head()
        self.field.textChanged.connect(self._filter)

    def _head(self) -> None:
        head = row()
        head.addWidget(Text(self._theme, self.title, size=17, weight=600))
        head.addStretch(1)
        close = Button(self._theme, icon="x", kind=Kind.QUIET, compact=True, tip="Close (Esc)")
        close.clicked.connect(self.close_over)
        head.addWidget(close)
        self.body.addLayout(head)
        self.body.addLayout(self._banners)

    def show_entries(
        self, entries: Sequence[PaletteEntry], words: Sequence[str] | None = None
    ) -> None:
        """words: what each entry is found by; its title where nothing is said."""
        told = words if words is not None else [one.title for one in entries]
        self._entries = tuple(zip(entries, (one.casefold() for one in told), strict=True))
        self._filter()

    def entries(self) -> list[str]:
        """The titles that are listed."""
        model = self.list.entries
        rows = (model.row_at(number) for number in range(model.rowCount()))
        return [one.title for one in rows if isinstance(one, PaletteEntry)]

    def _filter(self) -> None:
        words = self.field.text().casefold().split()
        kept = [one for one, told in self._entries if all(word in told for word in words)]
        self.list.entries.show_entries(kept)
        self.list.setVisible(bool(kept))
        self.nothing.setText(self._none if not self._entries else "Nothing fits what is typed.")
        self.nothing.setVisible(not kept)
        if kept:
            self.list.setCurrentIndex(self.list.entries.index(0))

    def open_list(self) -> None:
        empty(self._banners)
        self.field.clear()
        self.open_over()
        self.field.setFocus()

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        was_pressed = holds_focus(self._banners)  # a button that goes now
        empty(self._banners)
        self._banners.addWidget(Banner(self._theme, notice, actions))
        focus = self.window().focusWidget()
        if was_pressed or not (focus and self.isAncestorOf(focus)):
            self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From the field: Down and Up choose, Enter takes."""
        key = Qt.Key(event.key())
        if key in STEPS and self.field.hasFocus():
            self.list.step(STEPS[key])
        elif key in ENTER and self.field.hasFocus():
            if (entry := self.list.chosen()) is not None:
                self.list.taken.emit(entry)
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        theme = self._theme
        self.fit_width(self._width)
        self.list.setFixedHeight(max(min(theme.px(400), self.height() - theme.px(260)), 60))
