"""Keep a report as a file, in the form that the file's ending names."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.report_text import FORMS, WRITERS
from verbatim_desktop.desktop.source_work import write_report
from verbatim_desktop.desktop.widgets.report_card import ReportCard
from verbatim_desktop.domain.documents import IngestReport


class ReportExport(QObject):
    """written carries a notice."""

    written = Signal(object)

    def __init__(self, card: ReportCard, lane: Lane) -> None:
        super().__init__(card)
        self._card, self._lane = card, lane
        card.export_wanted.connect(self.ask_where)

    def ask_where(self, form: str) -> None:
        """Ask for a file with the system's own dialog."""
        report = self._card.report
        if report is None:
            return
        filters = {name: kind for name, (_words, _ending, kind) in FORMS.items()}
        dialog = QFileDialog(self._card.window(), "Export report")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(filters.values()))
        dialog.selectNameFilter(filters[form])
        dialog.setDefaultSuffix(FORMS[form][1])
        dialog.selectFile(f"{report.source}-ingest.{FORMS[form][1]}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self.write, report, form))
        dialog.open()

    def write(self, report: IngestReport, form: str, path: str) -> None:
        """Write a report to a file, whole or not at all, off the GUI thread."""
        endings = {ending: name for name, (_words, ending, _filter) in FORMS.items()}
        form = endings.get(Path(path).suffix.lstrip(".").lower(), form)
        self._lane.ask(
            lambda _verbatim: write_report(path, WRITERS[form](report)), self.written.emit
        )
