"""What a page of Settings is: a title, what it is about, groups of rows, and a place for banners.

Each change is made at once, on a background lane; what goes wrong is said beside its row where it
has one, else above the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.long_call import LongCall
from verbatim_desktop.desktop.messages import Notice, is_bug, tell
from verbatim_desktop.desktop.pane import Context
from verbatim_desktop.desktop.steps import Steps
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.layouts import column, empty
from verbatim_desktop.desktop.widgets.setting_row import Group, SettingRow
from verbatim_desktop.desktop.widgets.text import Text

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim


T = TypeVar("T")


class Findable(Protocol):
    """What can be found by words and gone to."""

    @property
    def words(self) -> str: ...

    @property
    def heading(self) -> str: ...

    def set_found(self, found: bool) -> None: ...

    def take_focus(self) -> None: ...

    def place(self) -> QWidget: ...


class Faulted(Protocol):
    """What a fault can be said beside."""

    def say_error(self, words: str, /) -> None: ...


class SettingsPage(QWidget):
    """name: as ShowSetting names it. read() is called each time the page is shown. steps: what is
    left of making it.
    """

    broke = Signal(object)
    command_wanted = Signal(str)
    library_changed = Signal()
    search_changed = Signal()

    name = ""
    title = ""
    about = ""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context, self.theme = context, context.theme
        self.setAccessibleName(self.title)
        self.steps = Steps()
        self.rows: list[Findable] = []
        self.calls: list[LongCall] = []
        self.lane = Lane(context.jobs, context.library, self.fail)
        self._changes = 0
        self._page = column(self, (0, 0, 0, 24), 8)
        self._page.addWidget(Text(self.theme, self.title, size=17, weight=600))
        self._page.addWidget(Text(self.theme, self.about, color="text2", wrap=True))
        self._page.addSpacing(8)
        self.banners = column(spacing=8)
        self._page.addLayout(self.banners)

    def read(self) -> None:
        """Look at what is set, and show it."""

    def escape(self) -> bool:
        """Stop what runs here; False where nothing does."""
        stopped = [call.cancel() for call in self.calls]
        return any(stopped)

    def leave(self) -> None:
        for call in self.calls:
            call.close()

    # --- layout ------------------------------------------------------------------------------

    def add(self, widget: QWidget) -> None:
        self._page.addWidget(widget)

    def add_title(self, words: str) -> None:
        self._page.addSpacing(8)
        self._page.addWidget(Text(self.theme, words, size=12, weight=600, color="text2", wrap=True))

    def group(self, title: str, *rows: SettingRow) -> Group:
        """Rows under a small title."""
        if title:
            self.add_title(title)
        group = Group(title or self.title)
        for row in rows:
            group.add(row)
            self.rows.append(row)
        self._page.addWidget(group)
        return group

    def end(self) -> None:
        self._page.addStretch(1)

    # --- saying ------------------------------------------------------------------------------

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        self._put(Banner(self.theme, notice, actions))

    def _put(self, banner: Banner) -> None:
        empty(self.banners)
        self.banners.addWidget(banner)

    def ask_first(self, notice: Notice, words: str, act: Callable[[], object]) -> None:
        """Before what cannot be undone: a banner whose first action has the focus."""
        banner = Banner(self.theme, notice, ((words, act), ("Keep it", self.quiet)))
        self._put(banner)
        banner.focus_first()

    def quiet(self) -> None:
        empty(self.banners)

    def fail(self, error: Exception) -> None:
        tell(error, self.say, self.broke.emit)

    # --- doing -------------------------------------------------------------------------------

    def look(
        self, read: Callable[[Verbatim], T], then: Callable[[T], object], channel: str = ""
    ) -> None:
        """Read what is set and show it; read anew what a change has overtaken on the way."""
        before = self._changes

        def show(found: T) -> None:
            if self._changes == before:
                then(found)
            else:
                self.look(read, then, channel)

        self.lane.ask(read, show, channel)

    def long_call(
        self, failed: Callable[[Exception], object] | None = None, *, keeps: bool = False
    ) -> LongCall:
        """A lane of its own for what may take its time. keeps: as of a LongCall."""
        call = LongCall(self.context.library, self, keeps=keeps)
        call.failed.connect(failed or self.fail)
        self.calls.append(call)
        return call

    def change(
        self,
        row: Faulted,
        make: Callable[[Verbatim], T],
        then: Callable[[T], object] | None = None,
    ) -> None:
        """Make a change at once; what the world has against it is said beside its row."""
        row.say_error("")
        self._changes += 1
        job = self.context.jobs.start(lambda: make(self.context.library()))
        if then is not None:
            job.succeeded.connect(then)

        def refused(error: Exception) -> None:
            if is_bug(error):
                self.fail(error)
            else:
                row.say_error(str(error))

        job.failed.connect(refused)
