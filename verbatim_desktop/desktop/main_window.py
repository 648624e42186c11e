"""The one window: the frame with its panes, standing on the library and on what reads sources.

Nothing here touches the library on the GUI thread; it is read on the background lane.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSettings, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QPaintEvent,
)

from verbatim_desktop.desktop.commands import Commands
from verbatim_desktop.desktop.frame import FIRST, SETTINGS, Frame
from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.messages import Defects, is_bug, tell
from verbatim_desktop.desktop.models.sources import said
from verbatim_desktop.desktop.opener import Opener
from verbatim_desktop.desktop.palette_control import PaletteControl
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.places import place_named
from verbatim_desktop.desktop.provider_words import OFFLINE
from verbatim_desktop.desktop.reading_queue import ReadingQueue
from verbatim_desktop.desktop.samples import sample_requests
from verbatim_desktop.desktop.sheets import Sheets, crash_notice
from verbatim_desktop.desktop.state import LibraryState, OpenLibrary, read_state
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.warming import Warming
from verbatim_desktop.desktop.widgets.banner import Actions
from verbatim_desktop.desktop.widgets.palette import Palette
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.data_folder import FolderMoved
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.locations import SourcePlace, called, place_of
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.desktop.panes.ask import AskPane
    from verbatim_desktop.desktop.panes.sources import SourcesPane

#: Writes a defect to the log and says where; "" where it cannot.
ReportDefect = Callable[[BaseException], str]


@dataclass(frozen=True, slots=True)
class Outside:
    """What the window needs from beyond it."""

    library: OpenLibrary
    run: IngestRun
    settings: QSettings
    report_defect: ReportDefect
    workspace: str = "default"
    folder: Path | None = None  # the data folder
    switch: Callable[[str], None] = lambda _workspace: None  # to another workspace
    moved: Callable[[FolderMoved], object] = lambda _moved: None  # the data, to another folder
    let_go: Callable[[], None] = lambda: None  # of the library, on the background lane


class MainWindow(Frame):
    first_painted = Signal()
    state_shown = Signal()

    def __init__(self, theme: Theme, outside: Outside) -> None:
        self._outside = outside
        self._painted = False
        self._state: LibraryState | None = None
        self._defects = Defects()
        self.jobs = Jobs()
        self.jobs.hold()
        self._queue = ReadingQueue(outside.settings, outside.workspace)
        self.samples = sample_requests()
        context = Context(
            theme,
            self.jobs,
            outside.library,
            outside.run,
            outside.settings,
            outside.folder,
            lambda: self.samples,
            outside.moved,
        )
        super().__init__(context, outside.workspace)
        self.setAcceptDrops(True)
        self.commands = Commands(self)
        self.opener = Opener(self.jobs, outside.library, self.source)
        self.palette_box = Palette(theme, self)
        self.palette_control = PaletteControl(
            self.palette_box, self.commands, self.jobs, outside.library
        )
        self.warming = Warming(self.prepare, self)
        self.sheets = Sheets(theme, self, self.jobs, outside)
        self._connect()
        # A first run begins where the samples are offered, whatever was looked at before.
        self.show_place(self._remembered_place() if self._expects_library else FIRST)
        self.take_pane_focus()  # else it would begin in the rail
        theme.dress(self)

    def _connect(self) -> None:
        run = self._outside.run
        self.status.keys_wanted.connect(self.show_keys)
        self.status.palette_wanted.connect(lambda: self.palette_wanted.emit(""))
        self.palette_wanted.connect(self.palette_control.open)
        self.workspaces_wanted.connect(lambda: self.sheets.workspaces.open())
        self.log_wanted.connect(self.sheets.show_log)
        self.sheets.broke.connect(self._broke)
        self.palette_control.page_wanted.connect(partial(self.open_page, enter=True))
        self.palette_control.place_wanted.connect(self.send)
        self.source.stepped.connect(self._step)
        self.source.returned_to.connect(self._returned_to)
        self.source.said.connect(self.status.say)
        self.opener.shown.connect(self.show_source)
        self.opener.failed.connect(self._open_failed)
        self.warming.imported.connect(self.commands.register)
        self.warming.failed.connect(self._broke)
        run.started.connect(self._show_run)
        run.progressed.connect(self._show_run)
        run.finished.connect(self._run_finished)

    @property
    def _expects_library(self) -> bool:
        """Before the library is read: whether this workspace held one last time."""
        return str(self._outside.settings.value(self._has_library, "")) == "true"

    @property
    def _has_library(self) -> str:
        return f"has_library/{self.workspace}"

    def join(self, name: str, pane: Pane) -> None:
        pane.said.connect(self.status.say)
        pane.broke.connect(self._broke)
        pane.changed.connect(self.refresh)
        pane.search_changed.connect(self._search_changed)
        pane.citation_wanted.connect(self.opener.open_citation)
        pane.page_wanted.connect(self.open_page)
        pane.marked_page_wanted.connect(self.opener.open_marked)
        pane.source_unwanted.connect(self.hide_source)
        pane.place_wanted.connect(self.send)
        pane.command_wanted.connect(self.commands.run)
        self.commands.register(place_named(name))
        if name == FIRST:
            cast("AskPane", pane).expect_library(self._expects_library)
        if self._state is not None:
            pane.set_library(self._state)

    def _search_changed(self) -> None:
        for pane in self.made_panes():
            pane.search_anew()

    @property
    def ask(self) -> AskPane:
        return cast("AskPane", self.pane("ask"))

    @property
    def sources(self) -> SourcesPane:
        return cast("SourcesPane", self.pane("sources"))

    def open_page(self, name: str, anchor: str, *, enter: bool = False) -> None:
        """A page beside the pane in use, or beside Ask where that pane takes none.

        enter: the focus goes there as well.
        """
        if not self.takes_source:
            self.show_place(FIRST)
        self.opener.open_page(name, anchor, enter=enter)

    def _step(self, steps: int) -> None:
        self.current_pane.step(steps)

    def _returned_to(self, citation: Citation) -> None:
        self.current_pane.mark_citation(citation)

    def send(self, name: str, what: object) -> None:
        """Go to a place and hand it something."""
        self.show_place(name)
        self.take_pane_focus()
        self.current_pane.receive(what)

    # --- starting and closing ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._after_first_paint)

    def _after_first_paint(self) -> None:
        self.first_painted.emit()
        self.refresh()
        self.jobs.release()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the reading, wait for the call in flight, remember how the window was."""
        self.remember()
        self._queue.remember(self._outside.run.waiting)
        for name in sorted(self._panes, key=lambda one: one != SETTINGS):
            self._panes[name].leave()  # the settings first: the others may wait for what they do
        self._outside.run.close()
        self.warming.close()
        self.drop_prepared()
        self.jobs.close(self._outside.let_go)
        event.accept()

    # --- the library -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read what the panes show of the library."""
        job = self.jobs.start(lambda: read_state(self._outside.library()), channel="state")
        job.succeeded.connect(self._show_state)
        job.failed.connect(self._state_failed)

    def _show_state(self, state: LibraryState) -> None:
        self.rail.tile.set_name(state.summary.workspace)
        is_first, self._state = self._state is None, state
        for pane in self.made_panes():
            pane.set_library(state)
        self.source.set_roots({one.info.name: one.info.folder for one in state.sources})
        self._outside.settings.setValue(self._has_library, "false" if state.is_empty else "true")
        self._show_facts(state)
        self.status.show_provider(state.writer, offline=state.writer == OFFLINE)
        if is_first and self.part_in_use() == "rail":  # there was nothing to have the focus yet
            self.take_pane_focus()
        self.state_shown.emit()
        self.warming.begin()
        if waiting := self._queue.take():
            self.sources.read(waiting)

    def _show_facts(self, state: LibraryState) -> None:
        summary = state.summary
        name = "Default workspace" if summary.workspace == "default" else summary.workspace
        if state.is_empty:
            self.status.show_facts(name, "No sources yet")
            return
        self.status.show_facts(
            name,
            counted(summary.documents, "page"),
            counted(summary.sections, "section"),
            f"Library {summary.generation:,}, {said(summary.updated)}",
        )

    def _state_failed(self, error: Exception) -> None:
        self.warming.begin()
        again = (("Try again", self.refresh),)
        tell(error, lambda notice: self.say(notice, again), partial(self.show_defect, again=again))

    def load_samples(self) -> None:
        self.commands.run("sources.load_samples")

    @property
    def workspace(self) -> str:
        return self._outside.workspace

    def offer_folders(self, folders: Sequence[str]) -> None:
        """Show what folders would be read as."""
        self.show_place("sources")
        self.sources.offer_all(folders)

    def _show_run(self, step: object = None) -> None:
        request = self._outside.run.current
        if request is None:
            return
        part = ""
        if isinstance(step, IngestProgress) and step.total:
            part = f" {step.done / step.total:.0%}"
        self.status.show_run((request.name or called(request.location)) + part)

    def _run_finished(self) -> None:
        self.status.show_run("")

    # --- dropped folders ---------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if folders := dropped_folders(event):
            event.acceptProposedAction()
            self.status.say(f"Drop to add {counted(len(folders), 'source')}")

    def dropEvent(self, event: QDropEvent) -> None:
        folders = dropped_folders(event)
        if folders:
            event.acceptProposedAction()
            self.offer_folders(folders)

    # --- trouble -----------------------------------------------------------------------------

    def _open_failed(self, error: Exception) -> None:
        self.current_pane.fail(error)

    def _broke(self, error: Exception) -> None:
        if is_bug(error):
            self.show_defect(error)

    def show_defect(self, error: BaseException, again: Actions = ()) -> None:
        """A bug of ours: log it, say so calmly and once for each cause, and offer what to send us.

        again: what is offered beside that.
        """
        where, times = self._outside.report_defect(error), self._defects.times(error)
        details = partial(self.sheets.show_crash, error, where, times)
        if self.is_covered:
            details()
        else:
            self.say(crash_notice(where, times), (("Details", details), *again))


def dropped_folders(event: QDropEvent) -> list[str]:
    """The folders and archives among what is dragged over the window."""
    paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    return [path for path in paths if Path(path).is_dir() or _is_archive(path)]


def _is_archive(path: str) -> bool:
    return place_of(path) is SourcePlace.ARCHIVE and Path(path).is_file()
