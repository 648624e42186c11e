"""The head of the Sources pane: ways to add a source, and to read them all again."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.pane_header import PaneHeader

TIGHT = 600  # narrower than this, what can be an icon is one


class SourcesHeader(PaneHeader):
    folder_wanted = Signal()
    archive_wanted = Signal()
    repository_wanted = Signal()
    again_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Sources")
        self.add_button = Button(theme, "Add source", icon="plus", kind=Kind.PRIMARY, key="Ctrl O")
        self.again_button = Button(
            theme, "Re-ingest all", icon="refresh", kind=Kind.QUIET, tip="Read all again (Ctrl+R)"
        )
        self.more_button = Button(theme, icon="more", kind=Kind.QUIET, tip="Other ways to add")
        menu = QMenu(self)
        menu.addAction("A folder…").triggered.connect(self.folder_wanted)
        menu.addAction("A zip or tar archive…").triggered.connect(self.archive_wanted)
        menu.addAction("A git repository…").triggered.connect(self.repository_wanted)
        self.more_button.give_menu(menu, arrow=False)
        self.add_button.clicked.connect(self.folder_wanted)
        self.again_button.clicked.connect(self.again_wanted)
        for button in (self.again_button, self.more_button, self.add_button):
            self.add(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        tight = self.width() < self._theme.px(TIGHT)
        self.again_button.set_words("" if tight else "Re-ingest all")
        self.again_button.setAccessibleName("Re-ingest all")
