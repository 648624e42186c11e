"""Find out what is to be read: choose or drop a place, look at it, show what it is taken for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.source_work import look_at
from verbatim_desktop.desktop.widgets.sources_overview import SourcesOverview
from verbatim_desktop.domain.documents import SourceInfo
from verbatim_desktop.domain.locations import ARCHIVE_ENDINGS, SourcePlace, place_of

ARCHIVES = "Archives (" + " ".join(f"*{ending}" for ending in ARCHIVE_ENDINGS) + ")"


class AddingControl(QObject):
    """offered: a place was looked at and is shown. wanted: show where adding is done."""

    offered = Signal()
    wanted = Signal()

    def __init__(self, overview: SourcesOverview, lane: Lane) -> None:
        super().__init__(overview)
        self._overview, self._lane = overview, lane
        self._waiting: list[str] = []

    def choose_folder(self, over: QWidget) -> None:
        """Ask for a folder with the system's own dialog."""
        dialog = QFileDialog(over, "Add a folder of Markdown or MDX")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._open(dialog)

    def choose_archive(self, over: QWidget) -> None:
        dialog = QFileDialog(over, "Add a zip or tar archive", "", ARCHIVES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._open(dialog)

    def _open(self, dialog: QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.offer)
        dialog.open()

    def add_repository(self, location: str = "") -> None:
        self._overview.show_adding().show_git(location, self._overview.taken())
        self.wanted.emit()
        self.offered.emit()

    def offer_all(self, locations: Sequence[str]) -> None:
        """Look at several places, one after another."""
        self._waiting = list(locations[1:])
        self.offer(locations[0])

    def offer_next(self) -> None:
        if self._waiting:
            self.offer(self._waiting.pop(0))

    def offer(self, location: str) -> None:
        """Look at a place and show what it would be read as; a repository is not fetched yet."""
        if place_of(location) is SourcePlace.GIT:
            self.add_repository(location)
            return

        def show(info: SourceInfo | None) -> None:
            if info is None:
                self._overview.show_adding().show_unguessed(location, self._overview.taken())
                self.wanted.emit()
                self.offered.emit()
            elif known := self._overview.at_root(info.root):
                again = replace(known, reason=f"This is {known.name}: it is read again.")
                self.show(again, changing=known.name)  # a second one would double its pages
            else:
                self.show(info)

        job = self._lane.ask(lambda verbatim: look_at(verbatim, location), show, "guess")
        job.failed.connect(self._go_on)

    def _go_on(self, _error: Exception) -> None:
        """One place cannot be read; the others that were dropped along with it perhaps can."""
        self.offer_next()

    def change(self, name: str) -> None:
        status = self._overview.status(name)
        if status is not None:
            self.show(status.info, changing=name)

    def show(self, info: SourceInfo, changing: str = "") -> None:
        self._overview.show_adding().show_guess(info, self._overview.taken(changing))
        self.wanted.emit()
        self.offered.emit()
