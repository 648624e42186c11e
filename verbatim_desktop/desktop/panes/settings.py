"""Settings: pages at the left, one of them shown; each change holds at once.

A page is one file in pages/ and one row in PAGES; it looks at what is set when it is shown.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QStackedWidget, QWidget

from verbatim_desktop.desktop.errands import ShowSetting
from verbatim_desktop.desktop.keys import Key
from verbatim_desktop.desktop.messages import Notice, tell
from verbatim_desktop.desktop.pages.about import AboutPage
from verbatim_desktop.desktop.pages.appearance import AppearancePage
from verbatim_desktop.desktop.pages.budget import BudgetPage
from verbatim_desktop.desktop.pages.data import DataPage
from verbatim_desktop.desktop.pages.page import Findable, SettingsPage
from verbatim_desktop.desktop.pages.privacy import PrivacyPage
from verbatim_desktop.desktop.pages.providers import ProvidersPage
from verbatim_desktop.desktop.pages.retrieval import RetrievalPage
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.widgets.banner import Actions
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.layouts import column, line, row, scrolled
from verbatim_desktop.desktop.widgets.pane_header import PaneHeader
from verbatim_desktop.desktop.widgets.settings_nav import SettingsNav
from verbatim_desktop.desktop.widgets.text import Text

PAGES: tuple[type[SettingsPage], ...] = (
    AppearancePage,
    ProvidersPage,
    RetrievalPage,
    PrivacyPage,
    BudgetPage,
    DataPage,
    AboutPage,
)
NAMES = tuple(page.name for page in PAGES)
KEYS = (
    Key("find_setting", "Find a setting", ("Ctrl+F",)),
    Key("find_next", "Next place that holds it", ("F3",)),
    Key("show_providers", "Providers and keys", ("Ctrl+Alt+P",), everywhere=True),
    Key("show_budget", "Budget and limits", ("Ctrl+Alt+B",), everywhere=True),
    Key("show_data", "Data, backup and restore", ("Ctrl+Alt+L",), everywhere=True),
    Key("show_diagnostics", "Diagnostics", ("Ctrl+Alt+I",), everywhere=True),
)
MEASURE = 910
#: Below this width of the pane its pages are chosen in a box.
NARROW = 760


def make(context: Context) -> SettingsPane:
    return SettingsPane(context)


class SettingsPane(Pane):
    page_shown = Signal(str)

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Settings")
        self._theme, self._context = context.theme, context
        self._made: dict[int, SettingsPage] = {}  # by number; made when it is first wanted
        titles = [page.title for page in PAGES]
        self.nav = SettingsNav(context.theme, titles)
        self.box = Combo(context.theme, "Pages of the settings", titles)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Find a setting  (Ctrl+F)")
        self.field.setAccessibleName("Find a setting")
        self.found_words = Text(context.theme, "", size=12, color="text2")
        self._found: list[tuple[int, Findable]] = []
        self._at = -1
        self._lay_out()
        self._connect()
        self._choose(NAMES.index("providers"))

    def _lay_out(self) -> None:
        header = PaneHeader(self._theme, "Settings")
        header.add(self.found_words)
        header.add(self.field)
        self._stack = QStackedWidget()
        self._areas: list[QScrollArea] = []
        self._bodies: list[QHBoxLayout] = []
        for _page in PAGES:
            inner = QWidget()
            self._bodies.append(row(inner, (24, 20, 24, 8), 0))
            self._bodies[-1].addStretch(0)
            area = scrolled(inner)
            self._areas.append(area)
            self._stack.addWidget(area)
        self._divider = line(upright=True)
        middle = row(spacing=0)
        middle.addWidget(self.nav)
        middle.addWidget(self._divider)
        right = column(spacing=0)
        self._choice = QWidget()
        row(self._choice, (24, 12, 24, 0)).addWidget(self.box, 1)
        right.addWidget(self._choice)
        right.addWidget(self._stack, 1)
        middle.addLayout(right, 1)
        outer = column(self, spacing=0)
        outer.addWidget(header)
        outer.addLayout(middle, 1)
        self._theme.changed.connect(self._fit)
        self._fit()

    def _connect(self) -> None:
        self.nav.chosen.connect(self._show)
        self.box.activated.connect(self._show)
        self.field.textChanged.connect(self._find)
        self.field.returnPressed.connect(self.enter_found)

    # --- pages -------------------------------------------------------------------------------

    def _page_at(self, number: int, *, ahead: bool = False) -> SettingsPage:
        """A page, made when it is first wanted, or a step at a time ahead of that."""
        if number not in self._made:
            context = replace(self._context, ahead=ahead)
            page = self._made[number] = PAGES[number](context)
            page.setMaximumWidth(self._theme.px(MEASURE))
            self._bodies[number].insertWidget(0, page, 1)
            page.broke.connect(self.broke)
            page.command_wanted.connect(self.command_wanted)
            page.library_changed.connect(self.changed)
            page.search_changed.connect(self.search_changed)
        if not ahead:
            self._made[number].steps.finish()
        return self._made[number]

    @property
    def pages(self) -> list[SettingsPage]:
        return [self._page_at(number) for number in range(len(PAGES))]

    def build_next(self) -> bool:
        if any(page.steps.take() for page in self._made.values()):
            return True
        number = next((one for one in range(len(PAGES)) if one not in self._made), -1)
        if number >= 0:
            self._page_at(number, ahead=True)
        return number >= 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < self._theme.px(NARROW)
        self.nav.setVisible(not narrow)
        self._divider.setVisible(not narrow)
        self._choice.setVisible(narrow)
        self.field.setFixedWidth(min(self._theme.px(240), max(self.width() // 3, 80)))
        for page in self._made.values():
            page.setMaximumWidth(self._theme.px(MEASURE))

    # --- what is shown -----------------------------------------------------------------------

    @property
    def page(self) -> SettingsPage:
        return self._page_at(self._stack.currentIndex())

    def page_named(self, name: str) -> SettingsPage:
        return self._page_at(NAMES.index(name))

    def show_page(self, name: str) -> None:
        self._show(NAMES.index(name))

    def _show(self, number: int) -> None:
        page = self._page_at(number)
        self._choose(number)
        if self.isVisible():
            page.read()
        self.page_shown.emit(page.name)

    def _choose(self, number: int) -> None:
        self.nav.choose(number)
        self.box.setCurrentIndex(number)
        self._stack.setCurrentIndex(number)

    def showEvent(self, event: QShowEvent) -> None:
        """Coming here looks at what is set: it may have been set elsewhere."""
        super().showEvent(event)
        self.page.read()

    def take_focus(self) -> None:
        if self._choice.isVisible():
            self.box.setFocus()
        else:
            self.nav.take_focus()

    def receive(self, what: object) -> None:
        if isinstance(what, ShowSetting):
            self.show_page(what.page)
            self.take_focus()

    def escape(self) -> bool:
        if self.field.text():
            self.field.clear()
            self.take_focus()
            return True
        return self.page.escape()

    def leave(self) -> None:
        for page in self._made.values():
            page.leave()

    def fail(self, error: Exception) -> None:
        tell(error, self.page.say, self.broke.emit)

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        self.page.say(notice, actions)

    def show_providers(self) -> None:
        self.show_page("providers")
        self.take_focus()

    def show_budget(self) -> None:
        self.show_page("budget")
        self.take_focus()

    def show_data(self) -> None:
        self.show_page("data")
        self.take_focus()

    def show_diagnostics(self) -> None:
        self.show_page("about")
        self.take_focus()

    # --- finding a setting ---------------------------------------------------------------------

    def find_setting(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _find(self, text: str) -> None:
        """Pages and rows that hold every word; the first of them is shown."""
        words = text.casefold().split()
        self._found = []
        pages: list[int] = []
        for number, page in enumerate(self.pages):
            hits = [one for one in page.rows if words and all(w in one.words for w in words)]
            for one in page.rows:
                one.set_found(one in hits)
            titled = all(word in f"{page.title} {page.about}".casefold() for word in words)
            if hits or titled:
                pages.append(number)
            self._found += [(number, one) for one in hits]
        self._found.sort(key=lambda found: not _names(self.pages[found[0]], found[1], words))
        self.nav.narrow(pages if words else range(len(self.pages)))
        self._at = -1
        self._say_found(words, pages)
        if self._found:
            self.find_next()
        elif words and pages:
            self._show(pages[0])

    def _say_found(self, words: list[str], pages: list[int]) -> None:
        count = len(self._found) or len(pages)
        self.found_words.setText("" if not words else f"{count:,} found" if count else "None found")

    def find_next(self) -> None:
        if not self._found:
            return
        self._at = (self._at + 1) % len(self._found)
        number, found = self._found[self._at]
        if number != self._stack.currentIndex():
            self._show(number)
        area = self._areas[number]
        QTimer.singleShot(0, area, lambda: area.ensureWidgetVisible(found.place()))

    def enter_found(self) -> None:
        """Into the setting that was found."""
        if self._found:
            self._found[max(self._at, 0)][1].take_focus()
        else:
            self.take_focus()


def _names(page: SettingsPage, one: Findable, words: list[str]) -> bool:
    """Whether a setting, or the page it stands on, is called so."""
    return all(word in f"{one.heading} {page.title.casefold()}" for word in words)
