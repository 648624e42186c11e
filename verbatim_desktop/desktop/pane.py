"""What the frame asks of a pane, and what a pane may ask of the frame.

A pane is one file in panes/: it makes a Pane in `make(context)`, names its keys in `KEYS` (an
action is a method of the pane without arguments) and has one row in places.py. It is made when it
is first shown, and never touches the library on the GUI thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.messages import Notice, tell
from verbatim_desktop.desktop.samples import sample_requests
from verbatim_desktop.desktop.spoken import Role
from verbatim_desktop.desktop.state import LibraryState, OpenLibrary
from verbatim_desktop.desktop.steps import Steps
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.layouts import column, empty, holds_focus
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.data_folder import FolderMoved
from verbatim_desktop.domain.documents import IngestRequest


@dataclass(frozen=True, slots=True)
class Context:
    """What every pane is made from. folder: the data folder; None where there is none."""

    theme: Theme
    jobs: Jobs
    library: OpenLibrary  # called on the background lane only
    run: IngestRun
    settings: QSettings
    folder: Path | None = None
    samples: Callable[[], tuple[IngestRequest, ...]] = sample_requests
    moved: Callable[[FolderMoved], object] = lambda _moved: None  # the data is elsewhere now
    ahead: bool = False  # nobody waits for the pane yet: it is made a part at a time


class Pane(QWidget):
    """One place of the window. steps: what is left of making what it cannot be used without.

    citation_wanted: citations (a tuple), which of them to open in the source pane, and whether a
    person chose it. page_wanted: SOURCE/ROUTE-OR-PATH and an anchor. marked_page_wanted: a
    MarkedPage. source_unwanted: what is
    shown rests on no page. place_wanted: another place, and what it is to receive. command_wanted:
    an action of the key table, as "place.action" ("action" alone for one of the frame).
    """

    spoken_role = Role.Pane

    said = Signal(str)  # for the status bar
    broke = Signal(object)  # an error that is our bug
    changed = Signal()  # the library is not what it was
    search_changed = Signal()  # it is, and is searched otherwise: with other synonyms, by meaning
    citation_wanted = Signal(object, int, bool)
    page_wanted = Signal(str, str)
    marked_page_wanted = Signal(object)
    source_unwanted = Signal()
    place_wanted = Signal(str, object)
    command_wanted = Signal(str)

    #: How wide the shared source pane stands beside this one; 0: never.
    source_width = 0
    #: What stands under the page in the shared source pane while this place is shown.
    below_source: QWidget | None = None

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setObjectName("ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(name)
        self._pane_theme = theme
        self.steps = Steps()
        #: Where say() puts banners; the pane lays it out near their cause.
        self.banners: QVBoxLayout = column(spacing=8)

    def build_next(self) -> bool:
        """Build one more part that is not seen yet; False where all are there."""
        return self.steps.take()

    def take_focus(self) -> None:
        """Put the focus where a person begins here."""
        self.setFocus()

    def set_library(self, state: LibraryState) -> None:
        """Take in what the library holds now; also called once when the pane is made."""

    def search_anew(self) -> None:
        """Somewhere it was changed how the library is searched."""

    def receive(self, what: object) -> None:
        """Take in what another pane sent here with place_wanted."""

    def escape(self) -> bool:
        """Cancel what runs here, else close what is open; False where there is neither."""
        return False

    def open_number(self, number: int) -> None:
        """Open the citation with this marker."""

    def step(self, steps: int) -> None:
        """To the next (1) or previous (-1) citation."""

    def mark_citation(self, citation: Citation) -> None:
        """The source pane went back to a citation, which may be this pane's."""

    def leave(self) -> None:
        """The window closes: keep what must not be lost."""

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        """A banner, in the place of the one before."""
        self.put_banner(Banner(self._pane_theme, notice, actions))

    def put_banner(self, banner: Banner) -> None:
        self.clear_banners()
        self.banners.addWidget(banner)

    def clear_banners(self) -> None:
        """The keyboard does not go with them."""
        if holds_focus(self.banners):
            self.take_focus()
        empty(self.banners)

    def fail(self, error: Exception) -> None:
        """For Job.failed: a banner; where it is our bug the window's own."""
        self.fail_with(error, ())

    def fail_with(self, error: Exception, actions: Actions) -> None:
        """The same, with what can be done about it."""
        tell(error, lambda notice: self.say(notice, actions), self.broke.emit)


def is_same(one: Citation, other: Citation) -> bool:
    """Whether two are the same citation, whatever was found when each was read back."""
    return (one.marker, one.identity, one.quote) == (other.marker, other.identity, other.quote)
