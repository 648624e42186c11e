"""The frame of the window: rail, pane, source pane and status bar, and which of them are seen.

Below 1100 px there is room for one: the source pane is shown in place of the pane and gives way
again. F6 goes round the parts. How the window was is remembered in the data folder.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from verbatim_desktop.desktop.key_table import sheet_entries
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.panes.source import SourcePane
from verbatim_desktop.desktop.places import PLACES, place_named
from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.theme import MODE_WORDS, Mode
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.key_sheet import KeySheet
from verbatim_desktop.desktop.widgets.layouts import column, empty, line, row
from verbatim_desktop.desktop.widgets.overlay import Overlay
from verbatim_desktop.desktop.widgets.rail import Rail
from verbatim_desktop.desktop.widgets.status_bar import StatusBar

NARROW = 1100
FIRST = "ask"
SETTINGS = "settings"


class Frame(QWidget):
    """palette_wanted: the list of what can be done or opened, with what stands in its field."""

    spoken_role = Role.Window

    palette_wanted = Signal(str)
    workspaces_wanted = Signal()
    log_wanted = Signal()

    def __init__(self, context: Context, workspace: str) -> None:
        super().__init__()
        self.setWindowTitle("Verbatim Desktop")
        self.setAccessibleName("Verbatim Desktop")
        self.setObjectName("ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumSize(640, 420)
        self.context = context
        self.theme, self.settings = context.theme, context.settings
        self.place = FIRST
        self._worked_at = FIRST  # the last place that is no aside, as the settings are one
        self.source = SourcePane(self.theme)
        self._panes: dict[str, Pane] = {}
        self._prepared: dict[str, Pane] = {}  # made, and not shown yet
        self._moved = False  # to another place, with a width of its own
        self._alone = False  # narrow, and the source pane shown in place of the pane
        self._beside: set[str] = set()  # places that the source pane is open beside
        self._widths: dict[str, int] = {}  # of the source pane, where a person changed it
        self._key_sheet: KeySheet | None = None
        self.rail = Rail(self.theme, workspace, PLACES)
        self.status = StatusBar(self.theme)
        self._banners: QVBoxLayout = column(spacing=0)
        self._lay_out()
        self._make_theme_menu()
        self.rail.chosen.connect(self.show_place)
        self.rail.tile.clicked.connect(self.workspaces_wanted)
        self.source.closed.connect(self.close_source)
        self._splitter.splitterMoved.connect(self._keep_width)
        self._restore()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
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
        geometry = self.settings.value("geometry")
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            self.resize(1440, 900)
        for place in PLACES:
            width = str(self.settings.value(f"source/{place.name}", ""))
            if width.isdecimal():
                self._widths[place.name] = int(width)

    def remember(self) -> None:
        self.settings.setValue("geometry", self.saveGeometry())
        for name, width in self._widths.items():
            self.settings.setValue(f"source/{name}", width)
        self.settings.setValue("theme", self.theme.mode.value)
        self.settings.setValue("zoom", self.theme.zoom)
        self.settings.setValue("place", self._worked_at)
        self.settings.sync()

    def _remembered_place(self) -> str:
        """Where a person worked last; the first place where that is not known."""
        kept = str(self.settings.value("place", ""))
        names = [place.name for place in PLACES if place.name != SETTINGS]
        return kept if kept in names else FIRST

    # --- panes -------------------------------------------------------------------------------

    def pane(self, name: str) -> Pane:
        """The pane of a place, made when it is first asked for."""
        if name not in self._panes:
            pane = self._prepared.pop(name, None) or self._make(name, self.context)
            pane.steps.finish()
            self._panes[name] = pane
            self._dress(pane)
            self.join(name, pane)
        return self._panes[name]

    def _make(self, name: str, context: Context) -> Pane:
        return place_named(name).module().make(context)

    def _dress(self, pane: Pane) -> bool:
        """Take a pane in, which gives its parts their look; False where it was taken in before."""
        is_new = self._stack.indexOf(pane) < 0
        if is_new:
            self._stack.addWidget(pane)
        return is_new

    def prepare(self, name: str) -> bool:
        """Make a pane, or one more of its parts, before it is asked for; False where all is there.

        It is joined to nothing yet, and asks nothing of the library.
        """
        pane = self._prepared.get(name) or self._panes.get(name)
        if pane is None:
            self._prepared[name] = self._make(name, replace(self.context, ahead=True))
            return True
        return self._dress(pane) or pane.build_next()

    def prepared(self) -> tuple[Pane, ...]:
        """Panes that are made and were not asked for yet."""
        return tuple(self._prepared.values())

    def drop_prepared(self) -> None:
        """What was made and never shown goes with the window, on its thread: a widget that no other
        holds would go wherever Python looks for garbage next.
        """
        for pane in self._prepared.values():
            pane.steps.finish()  # parts of half a pane hang on no other widget
            pane.deleteLater()
        self._prepared.clear()

    def join(self, name: str, pane: Pane) -> None:
        """A pane was made: connect it."""

    @property
    def current_pane(self) -> Pane:
        return self.pane(self.place)

    def made_panes(self) -> tuple[Pane, ...]:
        return tuple(self._panes.values())

    # --- what is seen ------------------------------------------------------------------------

    @property
    def is_narrow(self) -> bool:
        return self.width() < NARROW

    @property
    def takes_source(self) -> bool:
        """Whether the source pane may stand beside the pane in use."""
        return self.current_pane.source_width > 0

    def show_place(self, name: str) -> None:
        self._moved = self.place != name
        self.place = name
        if name != SETTINGS:
            self._worked_at = name
        self.rail.choose(name)
        self._stack.setCurrentWidget(self.pane(name))
        self._alone = False
        self._show_parts()

    def show_source(self, chosen: bool = True) -> None:
        """Show the source pane; in a narrow window it covers the pane only where it was chosen."""
        if not self.takes_source:
            return
        self._beside.add(self.place)
        self._alone = self.is_narrow and (chosen or self._alone)
        self._show_parts()

    def hide_source(self) -> None:
        """What is shown rests on no page; F6 still goes to the last one."""
        self._beside.discard(self.place)
        self._show_parts()

    def close_source(self) -> None:
        was_inside = self.part_in_use() != "pane"
        if self._alone:
            self._alone = False
        else:
            self._beside.discard(self.place)
        self._show_parts()
        if was_inside:
            self._give_back()

    def put_source_away(self) -> bool:
        """Close the source pane beside the pane; False where it is not seen. The focus stays where
        it is, unless it was in there.
        """
        if self.source.isHidden():
            return False
        was_inside = self.part_in_use() == "source"
        self.hide_source()
        if was_inside:
            self._give_back()
        return True

    def _give_back(self) -> None:
        """The focus to where it was in the pane: a digit that is pressed there next opens the next
        citation, and would stand in the question instead of it.
        """
        last = cast("QWidget | None", self.current_pane.focusWidget())
        if last is not None and last.isVisible() and last.isEnabled():
            last.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.take_pane_focus()

    def leave_source(self) -> bool:
        """Give the pane its place back; False where it has it."""
        was_alone = self._alone
        if was_alone:
            self.close_source()
        return was_alone

    def _show_parts(self) -> None:
        here = self.takes_source and self.place in self._beside
        self.source.set_below(self.current_pane.below_source)
        appears = self.source.isHidden()
        self.source.setVisible(here and (self._alone or not self.is_narrow))
        covered = here and self._alone
        goes_along = covered and self._stack.isVisible() and self.part_in_use() == "pane"
        self._stack.setVisible(not covered)
        if goes_along:  # Qt would choose the rail
            self.source.view.setFocus()
        if not self.source.isHidden() and not self._alone and (appears or self._moved):
            width = self._widths.get(self.place, self.current_pane.source_width)
            self._splitter.setSizes([self._splitter.width() - width, width])
        self._moved = False

    def _keep_width(self, *_moved: int) -> None:
        if not self._alone:
            self._widths[self.place] = self.source.width()

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
        if self.takes_source and self.source.current is not None:
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
        self.current_pane.take_focus()

    # --- the key sheet -------------------------------------------------------------------------

    def show_keys(self) -> None:
        if self._key_sheet is None:
            self._key_sheet = KeySheet(self.theme, self)
        self._key_sheet.open_with(sheet_entries(self.place))

    @property
    def is_covered(self) -> bool:
        """Whether something is laid over the window, so that its banners are not read."""
        return any(overlay.isVisible() for overlay in self.findChildren(Overlay))

    def close_overlays(self) -> bool:
        """Close what is laid over the window; False where nothing is."""
        return any(overlay.close_over() for overlay in self.findChildren(Overlay))
