"""Below the reply: how long it is, what its citations are worth, and how it is copied."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.tips import set_plain_tip
from verbatim_desktop.desktop.widgets.button import Button, Kind, SplitButton
from verbatim_desktop.desktop.widgets.layouts import column, line, row
from verbatim_desktop.desktop.widgets.text import Text

FORMATS = {"html": "Rich text", "text": "Plain text", "markdown": "Markdown"}
KEYS = {"html": "Ctrl+Enter", "markdown": "Ctrl+Shift+C"}


class ReplyBar(QWidget):
    """copy_wanted: in the chosen format. format_chosen: "html", "text" or "markdown"."""

    copy_wanted = Signal()
    format_chosen = Signal(str)
    export_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.format = "html"
        self.facts = Text(theme, color="text2", wrap=True)
        self.copy = Button(theme, "Copy rich text", icon="copy", kind=Kind.PRIMARY)
        self.arrow = Button(theme, icon="up", tip="Formats")
        self.sources = QAction("With citations", self)
        self.marked = QAction("Leave out marked sentences", self)
        self._make_menu()
        outer = column(self, spacing=0)
        outer.addWidget(line())
        holder = QWidget()
        inside = row(holder, (24, 12, 16, 12), 16)
        inside.addWidget(self.facts, 1)
        inside.addWidget(SplitButton(self.copy, self.arrow))
        outer.addWidget(holder)
        self.copy.clicked.connect(self.copy_wanted)
        self.show_facts("")

    def _make_menu(self) -> None:
        menu = QMenu(self)
        self._formats = QActionGroup(menu)
        for format, words in FORMATS.items():
            action = QAction(f"{words}\t{KEYS.get(format, '')}".rstrip("\t"), menu)
            action.setCheckable(True)
            action.setChecked(format == self.format)
            action.setData(format)
            action.triggered.connect(partial(self._chosen, format))
            self._formats.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        for action in (self.sources, self.marked):
            action.setCheckable(True)
            menu.addAction(action)
        self.sources.setChecked(True)
        menu.addSeparator()
        export = menu.addAction("Export to a file…\tCtrl+E")
        export.triggered.connect(lambda: self.export_wanted.emit())
        self.arrow.give_menu(menu, arrow=False)

    def _chosen(self, format: str, _on: bool = False) -> None:
        self.set_format(format)
        self.format_chosen.emit(format)

    def set_format(self, format: str) -> None:
        self.format = format if format in FORMATS else "html"
        self.copy.set_words(f"Copy {FORMATS[self.format].lower()}".replace("markdown", "Markdown"))
        for action in self._formats.actions():
            action.setChecked(action.data() == self.format)

    def menu_actions(self) -> dict[str, QAction]:
        return {str(action.data()): action for action in self._formats.actions()}

    def show_facts(self, words: str) -> None:
        self.facts.setText(words)

    def set_blocked(self, why: str) -> None:
        """Copying waits for something; the formats do not."""
        self.copy.setEnabled(not why)
        set_plain_tip(self.copy, why or "Copy the reply (Ctrl+Enter)")
