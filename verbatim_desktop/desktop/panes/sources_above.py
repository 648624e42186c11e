"""What stands over all parts of Sources: what was just done, with its undo, else what drifted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.pinned_banner import PinnedBanner
from verbatim_desktop.text.counting import counted


class SourcesAbove(QObject):
    """review_wanted: the drifted citations are to be seen."""

    review_wanted = Signal()

    def __init__(self, theme: Theme, place: PinnedBanner) -> None:
        super().__init__(place)
        self._theme, self._place = theme, place
        self._drifted = 0
        self._listed = False  # the drifted citations are open, and need no banner
        self._can_undo = False  # what was done last, with the banner that stands there
        self._said: int = (
            0  # what the banner that stands there says; 0 where it says something else
        )

    def set_drifted(self, count: int) -> None:
        """So many drifted; what can be undone stays until it is closed."""
        self._drifted = count
        if not self._can_undo:
            self._show_drifted()

    def set_listed(self, listed: bool) -> None:
        self._listed = listed
        self._show_drifted()

    def say(self, notice: Notice, action: tuple[str, Callable[[], object]] | None) -> None:
        """What was done, in place of what stood there."""
        banner = Banner(self._theme, notice, (action,) if action else ())
        banner.closed.connect(self._show_drifted)
        self._place.put(banner)
        self._can_undo, self._said = action is not None, 0

    def _show_drifted(self) -> None:
        """How many drifted, while they are not listed; a banner that says so already stays."""
        count: int = 0 if self._listed else self._drifted
        if count and count == self._said and not self._can_undo and self._place.holds_banner:
            return
        self._can_undo, self._said = False, count
        if not count:
            self._place.put(None)
            return
        fact = f"{counted(count, 'citation')} drifted."
        notice = Notice("warn", fact, "They no longer read as they were cited.")
        review = (("Review  Ctrl D", self.review_wanted.emit),)
        self._place.put(Banner(self._theme, notice, review, icon="drift"))
