"""Sources and what the library holds of them: add, read, watch, look through, mend.

The pane lays out its parts and says what they say; what they do stands in their controls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QStackedWidget

from verbatim_desktop.desktop import source_work as work
from verbatim_desktop.desktop.adding_control import AddingControl
from verbatim_desktop.desktop.afterwards import once_painted
from verbatim_desktop.desktop.drift_control import DriftControl
from verbatim_desktop.desktop.errands import AskThis, ShowSource
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.own_files import own_file
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.panes.sources_above import SourcesAbove
from verbatim_desktop.desktop.panes.sources_keys import KEYS as KEYS
from verbatim_desktop.desktop.panes.sources_parts import (
    DOCUMENTS,
    SOURCES,
    SYNONYMS,
    TITLES,
    SourcesParts,
)
from verbatim_desktop.desktop.reading_control import ReadingControl
from verbatim_desktop.desktop.report_export import ReportExport
from verbatim_desktop.desktop.state import LibraryState
from verbatim_desktop.desktop.synonyms_control import SynonymsControl
from verbatim_desktop.desktop.widgets.banner import Actions
from verbatim_desktop.desktop.widgets.button import Kind
from verbatim_desktop.desktop.widgets.documents_browser import DocumentsBrowser
from verbatim_desktop.desktop.widgets.drift_beside import DriftBeside
from verbatim_desktop.desktop.widgets.drift_panel import DriftPanel
from verbatim_desktop.desktop.widgets.layouts import column, empty, line, row
from verbatim_desktop.desktop.widgets.pinned_banner import PinnedBanner
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.sources_header import SourcesHeader
from verbatim_desktop.desktop.widgets.sources_overview import SourcesOverview
from verbatim_desktop.desktop.widgets.synonyms_editor import SynonymsEditor
from verbatim_desktop.domain.answers import Citation
from verbatim_desktop.domain.documents import IngestReport, IngestRequest
from verbatim_desktop.text.counting import counted


def make(context: Context) -> SourcesPane:
    return SourcesPane(context)


class SourcesPane(Pane):
    offered = Signal()  # a place was looked at and is shown
    beside_shown = Signal()  # unfinished readings, watched sources and drift are known

    source_width = 448

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Sources")
        self._theme, self._run, self._samples = context.theme, context.run, context.samples
        self._lane = Lane(context.jobs, context.library, self.fail)
        self.steps.begin(self._make(context), ahead=context.ahead)

    def _make(self, context: Context) -> Iterator[None]:
        """Its parts, each a step of its own, then what joins them."""
        theme = context.theme
        yield from self._lay_out()
        self.overview = SourcesOverview(theme, self.banners)
        self.parts.addWidget(self.overview)
        yield from self.overview.make()
        self.table, self.report = self.overview.table, self.overview.report
        self.adding, self.nothing = self.overview.adding, self.overview.nothing
        self.documents = DocumentsBrowser(theme)
        yield
        self.parts.addWidget(self.documents)
        yield
        self.synonyms = SynonymsEditor(theme)
        self.parts.addWidget(self.synonyms)
        yield
        self.drift = DriftPanel(theme)
        self._beside.hold(self.drift)
        yield
        self._control(context)
        self._connect()
        self._connect_table()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> Iterator[None]:
        self._header = SourcesHeader(self._theme)
        self.add_button, self.again_button = self._header.add_button, self._header.again_button
        self.tabs = Choices(self._theme, TITLES, "Parts", tab=True)
        self.parts = QStackedWidget()
        self._beside = DriftBeside(self._theme, self.parts)
        pinned = PinnedBanner()
        self._above = SourcesAbove(self._theme, pinned)
        yield
        tabs = row(margins=(24, 0, 24, 0))
        tabs.addWidget(self.tabs)
        outer = column(self, spacing=0)
        outer.addWidget(self._header)
        outer.addLayout(tabs)
        outer.addWidget(line())
        outer.addWidget(pinned)
        outer.addWidget(self._beside, 1)

    def _control(self, context: Context) -> None:
        lane = self._lane
        self.reading = ReadingControl(context.run, lane, context.library, self)
        self._adder = AddingControl(self.overview, lane)
        self._synonyms = SynonymsControl(self.synonyms, lane)
        self._drift = DriftControl(self.drift, lane)
        self._export = ReportExport(self.report, lane)
        parts = (self.overview, self.documents, self._synonyms)
        self._seen = SourcesParts(self.tabs, self.parts, parts, lane, self.reading.status)

    def _connect(self) -> None:
        self._header.folder_wanted.connect(self.choose_folder)
        self._header.archive_wanted.connect(self.choose_archive)
        self._header.repository_wanted.connect(self.add_repository)
        self._header.again_wanted.connect(self.read_all_again)
        self.nothing.folder_wanted.connect(self.choose_folder)
        self.nothing.archive_wanted.connect(self.choose_archive)
        self.nothing.repository_wanted.connect(self.add_repository)
        self.nothing.samples_wanted.connect(self.load_samples)
        self.adding.accepted.connect(self._accept)
        self.adding.dismissed.connect(self.dismiss)
        self._adder.offered.connect(self.offered)
        self._adder.wanted.connect(partial(self._seen.show, SOURCES))
        self._export.written.connect(self.say)
        self.report.open_wanted.connect(self._open_file)
        self.documents.page_wanted.connect(self.page_wanted)
        self._synonyms.saved.connect(self._above.say)
        self._synonyms.saved.connect(lambda: self.search_changed.emit())
        self._drift.mended.connect(self._above.say)
        self._drift.changed.connect(self._read_beside)
        self._above.review_wanted.connect(self.show_drift)
        self.drift.page_wanted.connect(self.page_wanted)
        self.drift.citation_wanted.connect(self._open_citation)
        self.drift.ask_wanted.connect(self._ask_again)
        self.drift.closed.connect(self.close_drift)

    def _connect_table(self) -> None:
        table, reading = self.table, self.reading
        table.read_again_wanted.connect(self.read_again)
        table.change_wanted.connect(self.change)
        table.documents_wanted.connect(self._seen.show_documents_of)
        table.folder_wanted.connect(self._open_folder)
        table.watch_wanted.connect(reading.watch)
        table.remove_wanted.connect(self.remove)
        table.cancelled.connect(self.cancel)
        self._run.progressed.connect(table.show_step)
        reading.said.connect(self._say_or_clear)
        reading.chosen.connect(self.overview.choose)
        reading.moved.connect(self._refresh)
        reading.done.connect(table.show_done)
        reading.changed.connect(self.changed)
        reading.broke.connect(self.broke)
        reading.change_wanted.connect(self._change_address)
        reading.asking_wanted.connect(partial(self.command_wanted.emit, "show_ask"))

    # --- what is shown -----------------------------------------------------------------------

    def set_library(self, state: LibraryState) -> None:
        self.reading.set_statuses(state.sources)
        self.overview.set_statuses(state.sources)
        self.nothing.set_samples(present=bool(self._samples()))
        self._refresh()
        self._seen.set_stale()
        once_painted(self, self._read_beside)

    def search_anew(self) -> None:
        self._seen.search_anew()

    def take_focus(self) -> None:
        self._seen.take_focus()

    def receive(self, what: object) -> None:
        if isinstance(what, ShowSource):
            self._seen.show(SOURCES)
            self.overview.choose(what.name)
            self._refresh()

    def escape(self) -> bool:
        return self.cancel() or self.dismiss() or self.close_drift()

    def leave(self) -> None:
        self.reading.close()

    def count_text(self) -> str:
        return self._header.count.text()

    @property
    def is_reading(self) -> bool:
        return self._run.is_running

    def _refresh(self) -> None:
        at_hand = self.reading.source_at_hand()
        count = len(self.overview.statuses)
        self._header.count.setText(counted(count, "source") if count else "")
        self.overview.refresh(at_hand, self._run.last_step, self.reading.looked_at)
        self.again_button.setVisible(count > 0)
        self.again_button.setEnabled(at_hand is None)
        self.add_button.set_kind(Kind.PRIMARY if self.overview.has_rows else Kind.PLAIN)

    def _read_beside(self) -> None:
        self._lane.ask(work.read_beside, self._show_beside, "sources beside")

    def _show_beside(self, beside: work.Beside) -> None:
        """Readings to go on with, sources to watch, citations that drifted."""
        watched = self.reading.watched
        self.reading.show_beside(beside)
        if watched != beside.watched:
            self._refresh()
        self._above.set_drifted(beside.drifted)
        if self._beside.is_open:
            self._drift.read()
        self.beside_shown.emit()

    def _say_or_clear(self, notice: Notice | None, actions: Actions) -> None:
        if notice is None:
            self.clear_banners()
        else:
            self.say(notice, actions)

    # --- the parts ---------------------------------------------------------------------------

    def show_documents(self) -> None:
        self._seen.go_to(DOCUMENTS)

    def show_synonyms(self) -> None:
        self._seen.go_to(SYNONYMS)

    def save_synonyms(self) -> None:
        self.synonyms.save_all()

    # --- drifted citations -------------------------------------------------------------------

    def show_drift(self) -> None:
        self._beside.open()
        self._above.set_listed(True)
        self.drift.show_loading()
        self._drift.read()
        self.drift.take_focus()

    def close_drift(self) -> bool:
        """False where it was not open."""
        was_open = self._beside.shut()
        if was_open:
            self._above.set_listed(False)
            self.take_focus()
        return was_open

    def _ask_again(self, question: str) -> None:
        self.place_wanted.emit("ask", AskThis(question))

    def _open_citation(self, citation: Citation) -> None:
        self.citation_wanted.emit((citation,), 0, True)

    # --- adding ------------------------------------------------------------------------------

    def choose_folder(self) -> None:
        self._adder.choose_folder(self.window())

    def choose_archive(self) -> None:
        self._adder.choose_archive(self.window())

    def add_repository(self) -> None:
        self._adder.add_repository()

    def offer_all(self, locations: Sequence[str]) -> None:
        empty(self.banners)
        self._adder.offer_all(locations)

    def offer(self, location: str) -> None:
        empty(self.banners)
        self._adder.offer(location)

    def change(self, name: str) -> None:
        self._adder.change(name)

    def _change_address(self, address: str) -> None:
        """A repository that could not be read, perhaps for its address."""
        self.clear_banners()
        self._adder.add_repository(address)

    def dismiss(self) -> bool:
        """Put the card away; False where it was not open."""
        was_open = not self.adding.isHidden()
        self.adding.hide()
        self._refresh()
        self._adder.offer_next()
        return was_open

    def _accept(self, request: IngestRequest) -> None:
        self.adding.hide()
        self.read([request])
        self.take_focus()  # the card had it
        self._adder.offer_next()

    # --- reading -----------------------------------------------------------------------------

    def read(self, requests: Sequence[IngestRequest]) -> None:
        empty(self.banners)
        self.reading.read(requests)

    def read_again(self, name: str) -> None:
        empty(self.banners)
        self.reading.read_again(name)

    def read_all_again(self) -> None:
        self.reading.read_all_again()

    def load_samples(self) -> None:
        """Read the sample sources."""
        self._seen.show(SOURCES)
        self.read(self._samples())
        self.take_focus()

    def cancel(self) -> bool:
        """Stop reading; False where nothing is being read."""
        if not self._run.cancel():
            return False
        self.table.show_stopping()
        return True

    def remove(self, name: str) -> None:
        self.reading.remove(name)

    def _open_folder(self, name: str) -> None:
        """The folder of a source's files; of an archive the one it lies in."""
        status = self.reading.status(name)
        if status is None:
            return
        folder = Path(status.info.folder or Path(status.info.root).parent)
        if folder.is_dir():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _open_file(self, name: str, path: str) -> None:
        """A file of a source that could not be read, in the system's own editor."""
        status = self.reading.status(name)
        found = own_file(status.info.folder, path) if status is not None else None
        if found is None:
            self.say(Notice("warn", "The file is not there.", path))
        else:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(found)))

    # --- the report --------------------------------------------------------------------------

    def export_report(self) -> None:
        self._export.ask_where("markdown")

    def export_to(self, report: IngestReport, form: str, path: str) -> None:
        self._export.write(report, form, path)
