"""What the last ingest of a source did, file by file, and a way to keep it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QMenu

from verbatim_desktop.desktop.models.report import ACTION, SIZE, FilesModel
from verbatim_desktop.desktop.models.sources import said
from verbatim_desktop.desktop.own_files import is_text_file
from verbatim_desktop.desktop.report_text import FORMS
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.layouts import IconLabel, column, line, row
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.table import CellLook, OpeningTable
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.documents import FileNote, IngestReport, SourceStatus
from verbatim_desktop.text.counting import counted

TABS = ("Changed", "Unchanged", "Removed", "Not indexed", "Warnings")
CHANGED, NOT_INDEXED, WARNINGS = 0, 3, 4


def _look(index: QModelIndex | QPersistentModelIndex) -> CellLook:
    if index.column() == 0:
        return CellLook(size=12, mono=True, elide=Qt.TextElideMode.ElideMiddle)
    return CellLook(color={SIZE: "text3", ACTION: "accent"}.get(index.column(), "text2"))


class _Files(QFrame):
    """A table of files with a title, as high as its rows allow. opened: a path.

    opens: its files can be opened, by Enter, a double click, or a click on the word.
    """

    opened = Signal(str)

    def __init__(
        self, theme: Theme, icon: str, color: str, title: str, *, opens: bool = False
    ) -> None:
        super().__init__()
        self._title, self.opens = title, opens
        self.model = FilesModel(self)
        self.table = OpeningTable(theme, _look, title)
        self.table.setModel(self.model)
        if opens:
            self.table.setAccessibleDescription("Enter opens the file")
            self.table.row_opened.connect(self._open)
            self.table.clicked.connect(self._click)
        else:
            self.table.setSelectionMode(OpeningTable.SelectionMode.NoSelection)
        self.count = Text(theme, size=12, color="text3")
        outer = column(self, spacing=0)
        head = row(margins=(16, 10, 16, 4), spacing=8)
        if icon:  # without one the tab says it all
            head.addWidget(IconLabel(theme, icon, 14, color))
            head.addWidget(Text(theme, title, size=12, weight=600, color="text2"))
            head.addWidget(self.count)
            head.addStretch(1)
            outer.addLayout(head)
        outer.addWidget(self.table, 1)

    def show_notes(self, notes: Sequence[FileNote]) -> None:
        self.model.show_notes(notes, opens=self.opens and bool(notes))
        if self.opens and notes:
            first, keep = self.model.index(0, 0), QItemSelectionModel.SelectionFlag.NoUpdate
            self.table.selectionModel().setCurrentIndex(first, keep)  # for the keyboard to be at

    def _click(self, index: QModelIndex) -> None:
        if index.column() == ACTION:
            self._open()

    def _open(self) -> None:
        note = self.model.row(self.table.currentIndex().row())
        if self.opens and note is not None and is_text_file(note.path):
            self.opened.emit(note.path)

    def fit(self, *, fill: bool) -> None:
        """Show or hide by what there is; fill takes the room that is left."""
        rows = self.model.rowCount()
        self.count.setText(f"{rows:,}")
        self.setVisible(rows > 0)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        if self.model.columnCount() > 1:
            head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for last in range(SIZE, self.model.columnCount()):
            head.setSectionResizeMode(last, QHeaderView.ResizeMode.ResizeToContents)
        height = self.table.height_of_rows()
        self.table.setMaximumHeight(16_777_215 if fill else height)
        self.table.setMinimumHeight(min(height, 160))


def first_of_use(counts: Sequence[int]) -> int:
    """The tab that says most of a reading: what was not read, what changed, what to beware of."""
    return next((one for one in (NOT_INDEXED, CHANGED, WARNINGS) if counts[one]), CHANGED)


class ReportCard(QFrame):
    """export_wanted carries a name of report_text.FORMS; open_wanted a source's name and a path."""

    export_wanted = Signal(str)
    open_wanted = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName("Report")
        self._theme = theme
        self.report: IngestReport | None = None
        self._shown: tuple[str, str, IngestReport | None] = ("", "", None)
        self._about = ElidedText(theme, color="text2")
        self.tabs = Choices(theme, TABS, "Parts of the report", tab=True)
        self.export = Button(theme, "Export report", icon="download", compact=True)
        self._upper = _Files(theme, "", "text2", "Files")
        self._skipped = _Files(theme, "info", "text2", "Skipped")
        self._failed = _Files(theme, "bad", "bad", "Failed", opens=True)
        self._nothing = Text(theme, color="text3")
        self._lay_out()
        self.tabs.chosen.connect(self._show_tab)
        self._failed.opened.connect(self._open)
        self.hide()

    def _lay_out(self) -> None:
        menu = QMenu(self)
        for name, (words, _ending, _filter) in FORMS.items():
            menu.addAction(words).triggered.connect(
                lambda _on=False, name=name: self.export_wanted.emit(name)
            )
        self.export.give_menu(menu)
        outer = column(self, (1, 1, 1, 8), 0)
        head = row(margins=(16, 10, 16, 0), spacing=8)
        head.addWidget(Text(self._theme, "Report", weight=600))
        head.addWidget(self._about, 1)
        head.addWidget(self.export)
        outer.addLayout(head)
        tabs = row(margins=(16, 0, 16, 0))
        tabs.addWidget(self.tabs)
        outer.addLayout(tabs)
        outer.addWidget(line())
        outer.addWidget(self._upper, 1)
        outer.addWidget(self._failed)
        outer.addWidget(self._skipped, 1)
        self._nothing.setContentsMargins(16, 12, 16, 12)
        outer.addWidget(self._nothing)
        outer.addStretch(0)

    def show_report(self, status: SourceStatus) -> None:
        """The report of a source's last ingest; nothing where there was none.

        The one that is shown already stays as it is, with the tab that a person chose.
        """
        report = status.report
        shown = (status.info.name, status.updated, report)
        if shown == self._shown and not self.isHidden():
            return
        self._shown, self.report = shown, report
        self._failed.opens = bool(status.info.folder)  # in an archive there is no file to open
        self.setVisible(report is not None)
        if report is None:
            return
        stopped = ", stopped early" if report.cancelled else ""
        about = f"{status.info.name}, {said(status.updated)}, {report.seconds:.1f} s{stopped}"
        self._about.setText(about)
        changed = report.added + report.changed
        counts = (
            changed,
            report.unchanged,
            report.removed,
            len(report.skipped) + len(report.failed),
            len(report.warnings),
        )
        for number, count in enumerate(counts):
            self.tabs.button(number).set_count(count)
        self.tabs.choose(first_of_use(counts))
        self._show_tab(self.tabs.current())

    def _open(self, path: str) -> None:
        if self.report is not None:
            self.open_wanted.emit(self.report.source, path)

    def shown_files(self) -> list[str]:
        """The files of the tab in use, each with its reason."""
        return [
            f"{note.path}: {note.reason}" if note.reason else note.path
            for part in (self._upper, self._failed, self._skipped)
            for row in range(part.model.rowCount())
            if (note := part.model.row(row)) is not None
        ]

    def _show_tab(self, number: int) -> None:
        report = self.report
        if report is None:
            return
        self._upper.model.show_notes(())
        self._skipped.show_notes(report.skipped if number == NOT_INDEXED else ())
        self._failed.show_notes(report.failed if number == NOT_INDEXED else ())
        if number == CHANGED:
            self._upper.model.show_paths(report.changed_paths)
        elif number == 2:
            self._upper.model.show_paths(report.removed_paths)
        elif number == WARNINGS:
            self._upper.model.show_notes(report.warnings)
        self._upper.fit(fill=True)
        self._failed.fit(fill=False)
        self._skipped.fit(fill=True)
        empty = not any(
            part.model.rowCount() for part in (self._upper, self._failed, self._skipped)
        )
        self._nothing.setVisible(empty)
        self._nothing.setText(self._words_for_empty(number, report))

    def _words_for_empty(self, number: int, report: IngestReport) -> str:
        if number == 1 and report.unchanged:
            pages = counted(report.unchanged, "page")
            return f"{pages} stayed the same and were not read again."
        words = (
            "No page changed.",
            "No page was the same as before.",
            "No page was removed.",
            "Every file was read.",
            "Nothing to warn about.",
        )
        return words[number]
