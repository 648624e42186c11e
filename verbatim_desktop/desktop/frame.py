"""The frame of the window: rail, pane, source pane and status bar, and which of them are seen.

Below 1100 px there is room for one: the source pane is shown in place of the pane and gives way
again. F6 goes round the parts. How the window was is remembered in the data folder.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from verbatim_desktop.desktop.keys import sheet_entries
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.panes.ask import AskPane
from verbatim_desktop.desktop.panes.source import SourcePane
from verbatim_desktop.desktop.panes.sources import SourcesPane
from verbatim_desktop.desktop.theme import Mode, Theme
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.key_sheet import KeySheet
from verbatim_desktop.desktop.widgets.layouts import column, empty, line, row
from verbatim_desktop.desktop.widgets.rail import Rail
from verbatim_desktop.desktop.widgets.status_bar import StatusBar

PLACES = [("ask", "ask", "Ask", "Alt+1"), ("sources", "sources", "Sources", "Alt+3")]
MODE_WORDS = {Mode.SYSTEM: "As the system", Mode.LIGHT: "Light", Mode.DARK: "Dark"}
NARROW = 1100
SOURCE_WIDTH = 592


@dataclass(frozen=True, slots=True)
class Panes:
    ask: AskPane
    sources: SourcesPane
    source: SourcePane


class Frame(QWidget):
    def __init__(self, theme: Theme, settings: QSettings, workspace: str, panes: Panes) -> None:
        super().__init__()
        self.setWindowTitle("Verbatim Desktop")
        self.setAccessibleName("Verbatim Desktop")
        self.setObjectName("ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumSize(640, 420)
        self.theme, self.settings = theme, settings
        self.ask, self.sources, self.source = panes.ask, panes.sources, panes.source
        self.place = "ask"
        self._alone = False  # narrow, and the source pane shown in place of the pane
        self._source_open = False
        self._source_width = SOURCE_WIDTH  # where both are seen
        self.rail = Rail(theme, workspace, PLACES)
        self.status = StatusBar(theme)
        self._banners: QVBoxLayout = column(spacing=0)
        self._lay_out()
        self.key_sheet = KeySheet(theme, self, sheet_entries())
        self._make_theme_menu()
        self.rail.chosen.connect(self.show_place)
        self.source.closed.connect(self.close_source)
        self._splitter.splitterMoved.connect(self._keep_width)
        self._restore()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(self.ask)
        self._stack.addWidget(self.sources)
        self._stack.setMinimumWidth(400)
        self.source.setMinimumWidth(320)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._stack)
        self._splitter.addWidget(self.source)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        middle = row(spacing=0)
        middle.addWidget(self.rail)
        middle.addWidget(line(upright=True))
        middle.addWidget(self._splitter, 1)
        outer = column(self, spacing=0)
        outer.addLayout(self._banners)
        outer.addLayout(middle, 1)
        outer.addWidget(line())
        outer.addWidget(self.status)

    def _make_theme_menu(self) -> None:
        menu = QMenu(self)
        self._modes = QActionGroup(menu)
        for mode, words in MODE_WORDS.items():
            action = QAction(words, menu)
            action.setCheckable(True)
            action.setChecked(mode is self.theme.mode)
            action.setData(mode.value)
            action.triggered.connect(lambda _on=False, mode=mode: self.set_mode(mode))
            self._modes.addAction(action)
            menu.addAction(action)
        self.rail.give_theme_menu(menu)

    def set_mode(self, mode: Mode) -> None:
        self.theme.set_mode(mode)
        for action in self._modes.actions():
            action.setChecked(action.data() == mode.value)

    # --- remembering -------------------------------------------------------------------------

    def _restore(self) -> None:
        geometry, width = self.settings.value("geometry"), str(self.settings.value("source", ""))
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self.resize(1440, 900)
        if width.isdecimal():
            self._source_width = int(width)
        self.show_place("ask")

    def remember(self) -> None:
        self.settings.setValue("geometry", self.saveGeometry())
        self.settings.setValue("source", self._source_width)
        self.settings.setValue("theme", self.theme.mode.value)
        self.settings.setValue("zoom", self.theme.zoom)
        self.settings.sync()

    # --- what is seen ------------------------------------------------------------------------

    @property
    def is_narrow(self) -> bool:
        return self.width() < NARROW

    def show_place(self, name: str) -> None:
        self.place = name
        self.rail.choose(name)
        self._stack.setCurrentWidget(self.ask if name == "ask" else self.sources)
        self._alone = False
        self._show_parts()

    def show_source(self, chosen: bool = True) -> None:
        """Show the source pane; in a narrow window it covers the pane only where it was chosen."""
        self._source_open = True
        self._alone = self.is_narrow and (chosen or self._alone)
        self._show_parts()

    def hide_source(self) -> None:
        """What is shown rests on no page; F6 still goes to the last one."""
        self._source_open = False
        self._show_parts()

    def close_source(self) -> None:
        if self._alone:
            self._alone = False
        else:
            self._source_open = False
        self._show_parts()
        self.ask.take_focus()

    def leave_source(self) -> bool:
        """Give the pane its place back; False where it has it."""
        was_alone = self._alone
        if was_alone:
            self.close_source()
        return was_alone

    def _show_parts(self) -> None:
        here = self.place == "ask" and self._source_open
        appears = self.source.isHidden()
        self.source.setVisible(here and (self._alone or not self.is_narrow))
        self._stack.setVisible(not (here and self._alone))
        if appears and not self.source.isHidden() and not self._alone:
            room = self._splitter.width() - self._source_width
            self._splitter.setSizes([room, self._source_width])

    def _keep_width(self, *_moved: int) -> None:
        if not self._alone:
            self._source_width = self.source.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.is_narrow:
            self._alone = False
        self._show_parts()

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        """A banner over the whole window."""
        empty(self._banners)
        holder = QWidget()
        banner = Banner(self.theme, notice, actions)
        banner.closed.connect(lambda: empty(self._banners))
        column(holder, (12, 8, 12, 8)).addWidget(banner)
        self._banners.addWidget(holder)

    # --- parts -------------------------------------------------------------------------------

    def move_part(self, steps: int) -> None:
        """Rail, pane, source: goes round, and brings a hidden source pane back."""
        parts = ["rail", "pane"]
        if self.place == "ask" and self.source.current is not None:
            parts.append("source")
        part = self.part_in_use()
        at = parts.index(part) if part in parts else 1
        self._enter_part(parts[(at + steps) % len(parts)])

    def part_in_use(self) -> str:
        focus = QGuiApplication.focusObject()
        if isinstance(focus, QWidget):
            for name, part in (("rail", self.rail), ("source", self.source)):
                if part is focus or part.isAncestorOf(focus):
                    return name
        return "pane"

    def _enter_part(self, name: str) -> None:
        if name == "source":
            self.show_source()
            self.source.view.setFocus()
            return
        if self._alone:
            self._alone = False
            self._show_parts()
        if name == "rail":
            self.rail.item(self.place).setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.take_pane_focus()

    def take_pane_focus(self) -> None:
        (self.ask if self.place == "ask" else self.sources).take_focus()
