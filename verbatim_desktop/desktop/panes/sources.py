"""Sources and what the library holds of them: add, read, watch, look through, mend.

The pane lays out its parts and says what they say; what they do stands in their controls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget

from verbatim_desktop.desktop import source_work as work
from verbatim_desktop.desktop.adding_control import AddingControl
from verbatim_desktop.desktop.drift_control import DriftControl
from verbatim_desktop.desktop.errands import AskThis, ShowSource
from verbatim_desktop.desktop.keys import Key
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.reading_control import ReadingControl
from verbatim_desktop.desktop.report_export import ReportExport
from verbatim_desktop.desktop.state import LibraryState
from verbatim_desktop.desktop.synonyms_control import SynonymsControl
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.button import Kind
from verbatim_desktop.desktop.widgets.documents_browser import DocumentsBrowser
from verbatim_desktop.desktop.widgets.drift_panel import DriftPanel
from verbatim_desktop.desktop.widgets.layouts import column, empty, line, row
from verbatim_desktop.desktop.widgets.pinned_banner import PinnedBanner
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.sources_header import SourcesHeader
from verbatim_desktop.desktop.widgets.sources_overview import SourcesOverview
from verbatim_desktop.desktop.widgets.synonyms_editor import SynonymsEditor
from verbatim_desktop.domain.documents import DocumentSummary, IngestReport, IngestRequest
from verbatim_desktop.text.counting import counted

KEYS = (
    Key("choose_folder", "Add a folder", ("Ctrl+O",), everywhere=True),
    Key("choose_archive", "Add a zip or tar archive", ("Ctrl+Shift+O",), everywhere=True),
    Key("add_repository", "Add a git repository", ("Ctrl+Shift+U",), everywhere=True),
    Key("read_all_again", "Read all sources again", ("Ctrl+R",), everywhere=True),
    Key("show_documents", "Documents and sections", ("Ctrl+Shift+D",), everywhere=True),
    Key("show_synonyms", "Synonyms", ("Ctrl+Shift+S",), everywhere=True),
    Key("show_drift", "Drifted citations", ("Ctrl+D",), everywhere=True),
    Key("export_report", "Export the report", ("Ctrl+E",)),
    Key("save_synonyms", "Save the synonyms", ("Ctrl+S",)),
    Key("load_samples", "Read the samples", ("Ctrl+Shift+B",)),
)
SOURCES, DOCUMENTS, SYNONYMS = range(3)
DRIFT_WIDTH = 448
ALONE = 860  # in a narrower pane the drifted citations stand alone


def make(context: Context) -> SourcesPane:
    return SourcesPane(context)


class SourcesPane(Pane):
    offered = Signal()  # a place was looked at and is shown
    beside_shown = Signal()  # unfinished readings, watched sources and drift are known

    source_width = 448

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Sources")
        theme = context.theme
        self._theme, self._run, self._samples = theme, context.run, context.samples
        self._lane = Lane(context.jobs, context.library, self.fail)
        self._drifted = 0
        self._can_undo = False  # what was done last, with the banner above
        self._stale = {DOCUMENTS, SYNONYMS}  # parts to be read anew when they are next shown
        self.overview = SourcesOverview(theme, self.banners)
        self.documents = DocumentsBrowser(theme)
        self.synonyms = SynonymsEditor(theme)
        self.drift = DriftPanel(theme)
        self.table, self.report = self.overview.table, self.overview.report
        self.adding, self.nothing = self.overview.adding, self.overview.nothing
        self.reading = ReadingControl(context.run, self._lane, context.library, self)
        self._adder = AddingControl(self.overview, self._lane)
        self._synonyms = SynonymsControl(self.synonyms, self._lane)
        self._drift = DriftControl(self.drift, self._lane)
        self._export = ReportExport(self.report, self._lane)
        self._header = SourcesHeader(theme)
        self.add_button, self.again_button = self._header.add_button, self._header.again_button
        self.tabs = Choices(theme, ("Sources", "Documents", "Synonyms"), "Parts", tab=True)
        self._above = PinnedBanner()
        self._lay_out()
        self._connect()
        self._connect_table()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.parts = QStackedWidget()
        for part in (self.overview, self.documents, self.synonyms):
            self.parts.addWidget(part)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.parts)
        self._splitter.addWidget(self.drift)
        self._splitter.setStretchFactor(0, 1)
        self.drift.hide()
        tabs = row(margins=(24, 0, 24, 0))
        tabs.addWidget(self.tabs)
        outer = column(self, spacing=0)
        outer.addWidget(self._header)
        outer.addLayout(tabs)
        outer.addWidget(line())
        outer.addWidget(self._above)
        outer.addWidget(self._splitter, 1)

    def _connect(self) -> None:
        self._header.folder_wanted.connect(self.choose_folder)
        self._header.archive_wanted.connect(self.choose_archive)
        self._header.repository_wanted.connect(self.add_repository)
        self._header.again_wanted.connect(self.read_all_again)
        self.tabs.chosen.connect(self._show_part)
        self.nothing.folder_wanted.connect(self.choose_folder)
        self.nothing.archive_wanted.connect(self.choose_archive)
        self.nothing.repository_wanted.connect(self.add_repository)
        self.nothing.samples_wanted.connect(self.load_samples)
        self.adding.accepted.connect(self._accept)
        self.adding.dismissed.connect(self.dismiss)
        self._adder.offered.connect(self.offered)
        self._adder.wanted.connect(partial(self._show_part, SOURCES))
        self._export.written.connect(self.say)
        self.documents.document_wanted.connect(self._read_document)
        self.documents.page_wanted.connect(self.page_wanted)
        self._synonyms.saved.connect(self._say_above)
        self._drift.mended.connect(self._say_above)
        self._drift.changed.connect(self._read_beside)
        self.drift.page_wanted.connect(self.page_wanted)
        self.drift.ask_wanted.connect(self._ask_again)
        self.drift.closed.connect(self.close_drift)

    def _connect_table(self) -> None:
        table, reading = self.table, self.reading
        table.read_again_wanted.connect(self.read_again)
        table.change_wanted.connect(self.change)
        table.documents_wanted.connect(self._show_documents_of)
        table.folder_wanted.connect(self._open_folder)
        table.watch_wanted.connect(reading.watch)
        table.remove_wanted.connect(self.remove)
        table.cancelled.connect(self.cancel)
        self._run.progressed.connect(table.show_step)
        reading.said.connect(self._say_or_clear)
        reading.chosen.connect(self.overview.choose)
        reading.moved.connect(self._refresh)
        reading.changed.connect(self.changed)
        reading.broke.connect(self.broke)
        reading.asking_wanted.connect(partial(self.command_wanted.emit, "show_ask"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_drift()

    # --- what is shown -----------------------------------------------------------------------

    def set_library(self, state: LibraryState) -> None:
        self.reading.set_statuses(state.sources)
        self.overview.set_statuses(state.sources)
        self.nothing.set_samples(present=bool(self._samples()))
        self._stale = {DOCUMENTS, SYNONYMS}
        self._refresh()
        self._show_part(self.parts.currentIndex())
        self._read_beside()

    def take_focus(self) -> None:
        parts = (self.overview, self.documents, self.synonyms)
        parts[self.parts.currentIndex()].take_focus()

    def receive(self, what: object) -> None:
        if isinstance(what, ShowSource):
            self._show_part(SOURCES)
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
        self.overview.refresh(at_hand, self._run.last_step, self.reading.watched)
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
        self._drifted = beside.drifted
        if not self._can_undo:
            self._say_drift()
        if not self.drift.isHidden():
            self._drift.read()
        self.beside_shown.emit()

    # --- the parts ---------------------------------------------------------------------------

    def _show_part(self, number: int) -> None:
        """A part of the pane; it is read first where it is not what it was."""
        self.tabs.choose(number)
        self.parts.setCurrentIndex(number)
        if number in self._stale:
            self._stale.discard(number)
            if number == DOCUMENTS:
                self._read_documents()
            else:
                self._synonyms.read()

    def _go_to(self, number: int) -> None:
        self._show_part(number)
        self.take_focus()

    def show_documents(self) -> None:
        self._go_to(DOCUMENTS)

    def show_synonyms(self) -> None:
        self._go_to(SYNONYMS)

    def save_synonyms(self) -> None:
        self.synonyms.save_all()

    def _read_documents(self, source: str = "") -> None:
        show = self.documents.show_rows
        self._lane.ask(work.read_documents, lambda rows: show(rows, source), "documents")

    def _show_documents_of(self, name: str) -> None:
        self._stale.discard(DOCUMENTS)
        self._read_documents(name)
        self._go_to(DOCUMENTS)

    def _read_document(self, one: DocumentSummary) -> None:
        status = self.reading.status(one.source)
        read = status.updated if status is not None else ""
        show = self.documents.show_document
        self._lane.ask(lambda verbatim: work.read_document(verbatim, one, read), show, "document")

    # --- drifted citations -------------------------------------------------------------------

    def show_drift(self) -> None:
        self.drift.show()
        self._fit_drift()
        self._say_drift()
        self.drift.show_loading()
        self._drift.read()
        self.drift.take_focus()

    def close_drift(self) -> bool:
        """False where it was not open."""
        was_open = not self.drift.isHidden()
        self.drift.hide()
        self.parts.show()
        if was_open:
            self._say_drift()
            self.take_focus()
        return was_open

    def _fit_drift(self) -> None:
        """Beside what is shown, or in its place where there is no room for both."""
        alone = self.width() < self._theme.px(ALONE)
        is_open = not self.drift.isHidden()
        self.parts.setVisible(not (is_open and alone))
        if is_open and not alone:
            width = self._theme.px(DRIFT_WIDTH)
            self._splitter.setSizes([self.width() - width, width])

    def _say_drift(self) -> None:
        """How many citations drifted, while their list is not open."""
        self._put_above(None)
        if self._drifted and self.drift.isHidden():
            fact = f"{counted(self._drifted, 'citation')} drifted."
            notice = Notice("warn", fact, "They no longer read as they were cited.")
            review = (("Review  Ctrl D", self.show_drift),)
            self._put_above(Banner(self._theme, notice, review, icon="drift"))

    def _ask_again(self, question: str) -> None:
        self.place_wanted.emit("ask", AskThis(question))

    # --- notices -----------------------------------------------------------------------------

    def _say_above(self, notice: Notice, action: tuple[str, Callable[[], object]] | None) -> None:
        """A banner that is seen whatever part is shown."""
        banner = Banner(self._theme, notice, (action,) if action else ())
        banner.closed.connect(self._say_drift)
        self._put_above(banner)
        self._can_undo = action is not None

    def _put_above(self, banner: Banner | None) -> None:
        self._can_undo = False
        self._above.put(banner)

    def _say_or_clear(self, notice: Notice | None, actions: Actions) -> None:
        if notice is None:
            empty(self.banners)
        else:
            self.say(notice, actions)

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
        self._show_part(SOURCES)
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

    # --- the report --------------------------------------------------------------------------

    def export_report(self) -> None:
        self._export.ask_where("markdown")

    def export_to(self, report: IngestReport, form: str, path: str) -> None:
        self._export.write(report, form, path)
