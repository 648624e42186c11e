"""Add, read again and remove sources, watch a reading, and see what it did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSaveFile, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from verbatim_desktop.desktop.keys import Key
from verbatim_desktop.desktop.messages import Notice, notice_of
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.report_text import report_as_json, report_as_markdown
from verbatim_desktop.desktop.state import LibraryState
from verbatim_desktop.desktop.widgets.add_source_card import AddSourceCard
from verbatim_desktop.desktop.widgets.answer_view import counted
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.layouts import card, column, empty, scrolled
from verbatim_desktop.desktop.widgets.no_sources import NoSources
from verbatim_desktop.desktop.widgets.pane_header import PaneHeader
from verbatim_desktop.desktop.widgets.report_card import ReportCard
from verbatim_desktop.desktop.widgets.sources_table import SourcesTable
from verbatim_desktop.domain.documents import (
    IngestReport,
    IngestRequest,
    ParseMode,
    SourceInfo,
    SourceKind,
    SourceStatus,
)

KEYS = (
    Key("choose_folder", "Add a source", ("Ctrl+O",), everywhere=True),
    Key("read_all_again", "Read all sources again", ("Ctrl+R",), everywhere=True),
    Key("load_samples", "Read the samples"),
)


def make(context: Context) -> SourcesPane:
    return SourcesPane(context)


class SourcesPane(Pane):
    offered = Signal()  # a folder was looked at and is shown

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Sources")
        theme = context.theme
        self._theme, self._jobs, self._library = theme, context.jobs, context.library
        self._run, self._samples = context.run, context.samples
        self._statuses: tuple[SourceStatus, ...] = ()
        self._chosen = ""
        self._offered: list[str] = []
        self._was_empty = False  # before the reading at hand
        self._read = 0  # pages, in the reading at hand
        self.table = SourcesTable(theme)
        self.report = ReportCard(theme)
        self.adding = AddSourceCard(theme)
        self.nothing = NoSources(theme)
        self.add_button = Button(theme, "Add source", icon="plus", kind=Kind.PRIMARY, key="Ctrl O")
        self.again_button = Button(
            theme, "Re-ingest all", icon="refresh", kind=Kind.QUIET, tip="Read all again (Ctrl+R)"
        )
        self._lay_out()
        self._connect()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._header = PaneHeader(self._theme, "Sources")
        self._header.add(self.again_button)
        self._header.add(self.add_button)
        self._table_card = card()
        column(self._table_card, (1, 4, 1, 1), 0).addWidget(self.table)
        inner = QWidget()
        body = column(inner, (24, 16, 24, 16), 16)
        body.addLayout(self.banners)
        body.addWidget(self.adding)
        body.addWidget(self.nothing)
        body.addWidget(self._table_card)
        body.addWidget(self.report, 1)
        body.addStretch(0)
        self.adding.hide()
        outer = column(self, spacing=0)
        outer.addWidget(self._header)
        outer.addWidget(scrolled(inner), 1)

    def _connect(self) -> None:
        self.add_button.clicked.connect(self.choose_folder)
        self.nothing.folder_wanted.connect(self.choose_folder)
        self.nothing.samples_wanted.connect(self.load_samples)
        self.again_button.clicked.connect(self.read_all_again)
        self.adding.accepted.connect(self._accept)
        self.adding.dismissed.connect(self.dismiss)
        self.report.export_wanted.connect(self._export)
        self.table.chosen.connect(self._choose)
        self.table.read_again_wanted.connect(self.read_again)
        self.table.change_wanted.connect(self.change)
        self.table.folder_wanted.connect(self._open_folder)
        self.table.remove_wanted.connect(self.remove)
        self.table.cancelled.connect(self.cancel)
        self._run.started.connect(self._started)
        self._run.progressed.connect(self.table.show_step)
        self._run.reported.connect(self._reported)
        self._run.failed.connect(self._run_failed)
        self._run.finished.connect(self._run_finished)

    # --- what is shown -----------------------------------------------------------------------

    def set_library(self, state: LibraryState) -> None:
        self._statuses = state.sources
        self.nothing.set_samples(present=bool(self._samples()))
        self._refresh()

    def take_focus(self) -> None:
        (self.table if self.table.sources.rowCount() else self.nothing.folder).setFocus()

    def count_text(self) -> str:
        return self._header.count.text()

    @property
    def is_reading(self) -> bool:
        return self._run.is_running

    def _refresh(self) -> None:
        reading = self._reading()
        count = len(self._statuses)
        self._header.count.setText(counted(count, "source") if count else "")
        self.table.show_sources(self._statuses, reading, self._run.last_step, self._chosen)
        some = self.table.sources.rowCount() > 0
        self._table_card.setVisible(some)
        self.again_button.setVisible(count > 0)
        self.again_button.setEnabled(reading is None)
        self.nothing.setVisible(not some and self.adding.isHidden())
        self.add_button.set_kind(Kind.PRIMARY if some else Kind.PLAIN)
        self._show_report()

    def _reading(self) -> SourceInfo | None:
        """The source at hand, as the library knows it or as it was asked for."""
        request = self._run.current
        if request is None:
            return None
        for status in self._statuses:
            if status.info.name == request.name:
                return status.info
        return SourceInfo(
            name=request.name or Path(request.location).name,
            kind=request.kind or SourceKind.DOCS,
            mode=request.mode or ParseMode.MARKDOWN,
            root=request.location,
        )

    # --- one source --------------------------------------------------------------------------

    def _choose(self, name: str) -> None:
        self._chosen = name
        self._show_report()

    def _show_report(self) -> None:
        status = self._status(self._chosen)
        if status is not None:
            self.report.show_report(status)
        else:
            self.report.hide()

    def _status(self, name: str) -> SourceStatus | None:
        return next((one for one in self._statuses if one.info.name == name), None)

    def _open_folder(self, name: str) -> None:
        status = self._status(name)
        if status is not None and Path(status.info.root).is_dir():
            QDesktopServices.openUrl(QUrl.fromLocalFile(status.info.root))

    # --- adding ------------------------------------------------------------------------------

    def choose_folder(self) -> None:
        """Ask for a folder with the system's own dialog."""
        dialog = QFileDialog(self.window(), "Add a folder of Markdown or MDX")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.offer)
        dialog.open()

    def offer_all(self, locations: Sequence[str]) -> None:
        """Look at several folders, one after another."""
        self._offered = list(locations[1:])
        self.offer(locations[0])

    def _offer_next(self) -> None:
        if self._offered:
            self.offer(self._offered.pop(0))

    def offer(self, location: str) -> None:
        """Look at a folder and show what it would be read as."""
        empty(self.banners)
        job = self._jobs.start(lambda: self._library().guess(location), channel="guess")
        job.succeeded.connect(self._show_guess)
        job.failed.connect(self.fail)

    def change(self, name: str) -> None:
        status = self._status(name)
        if status is not None:
            self._show_guess(status.info, changing=name)

    def _show_guess(self, info: SourceInfo, changing: str = "") -> None:
        taken = frozenset(one.info.name for one in self._statuses) - {changing}
        self.adding.show()
        self.nothing.hide()
        self.adding.show_guess(info, taken)
        self.offered.emit()

    def dismiss(self) -> bool:
        """Put the card away; False where it was not open."""
        was_open = not self.adding.isHidden()
        self.adding.hide()
        self._refresh()
        self._offer_next()
        return was_open

    def _accept(self, request: IngestRequest) -> None:
        self.adding.hide()
        self.read([request])
        self._offer_next()

    # --- reading -----------------------------------------------------------------------------

    def read(self, requests: Sequence[IngestRequest]) -> None:
        empty(self.banners)
        if requests:
            self._chosen = requests[0].name
        if not self._run.is_running:
            self._was_empty, self._read = not self._statuses, 0
        self._run.start(requests)

    def read_again(self, name: str) -> None:
        status = self._status(name)
        if status is not None:
            self.read([request_of(status.info)])

    def read_all_again(self) -> None:
        if self._statuses and not self._run.is_running:
            self.read([request_of(status.info) for status in self._statuses])

    def load_samples(self) -> None:
        """Read the sample sources."""
        self.read(self._samples())
        self.take_focus()

    def escape(self) -> bool:
        return self.cancel() or self.dismiss()

    def _go_asking(self) -> None:
        self.command_wanted.emit("show_ask")

    def cancel(self) -> bool:
        """Stop reading; False where nothing is being read."""
        if not self._run.cancel():
            return False
        self.table.show_stopping()
        return True

    def _started(self, _request: IngestRequest) -> None:
        self._refresh()

    def _reported(self, report: IngestReport) -> None:
        self._chosen = report.source
        self._read += report.documents
        if report.cancelled:
            self.say(Notice("neutral", "Stopped.", "What was read so far is kept."))
        self.changed.emit()

    def _run_failed(self, request: IngestRequest, error: Exception) -> None:
        again = ("Try again", partial(self.read, [request]))
        self.say(notice_of(error), (again,))
        self.broke.emit(error)

    def _run_finished(self) -> None:
        """The first sources are read: there is something to ask now."""
        self._refresh()
        if self._was_empty and self._read:
            self._was_empty = False
            fact = f"{counted(self._read, 'page')} can be asked now."
            self.say(Notice("ok", fact, ""), (("Ask a question", self._go_asking),))

    # --- removing ----------------------------------------------------------------------------

    def remove(self, name: str) -> None:
        status = self._status(name)
        if status is None:
            return
        job = self._jobs.start(lambda: self._library().remove_source(name))
        job.succeeded.connect(partial(self._removed, status))
        job.failed.connect(self.fail)

    def _removed(self, status: SourceStatus, _nothing: object) -> None:
        undo = ("Undo", partial(self.read, [request_of(status.info)]))
        pages = counted(status.documents, "page")
        notice = Notice(
            "neutral",
            f"{status.info.name} was removed.",
            f"{pages} left the library; its files stay.",
        )
        self.say(notice, (undo,))
        self.changed.emit()

    # --- notices and files -----------------------------------------------------------------------

    def _export(self, form: str) -> None:
        report = self.report.report
        if report is None:
            return
        ending, kind = ("json", "JSON (*.json)") if form == "json" else ("md", "Markdown (*.md)")
        dialog = QFileDialog(
            self.window(), "Export report", f"{report.source}-ingest.{ending}", kind
        )
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self.export_to, report, form))
        dialog.open()

    def export_to(self, report: IngestReport, form: str, path: str) -> None:
        """Write a report to a file, whole or not at all."""
        text = report_as_json(report) if form == "json" else report_as_markdown(report)
        file = QSaveFile(path)
        written = file.open(QSaveFile.OpenModeFlag.WriteOnly) and file.write(text.encode()) >= 0
        if written and file.commit():
            self.say(Notice("ok", "Report exported.", path))
        else:
            self.say(Notice("bad", "The report was not written.", file.errorString()))


def request_of(info: SourceInfo) -> IngestRequest:
    """Read a source again as it was read before."""
    return IngestRequest(
        location=info.root,
        kind=info.kind,
        mode=info.mode,
        name=info.name,
        base_url=info.base_url,
        ignore=info.ignore,
        version=info.version,
        internal=info.internal,
    )
