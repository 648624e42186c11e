"""Which part of Sources is shown, and when it is read anew.

Documents and synonyms are read when they are next seen after the library changed.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget

from verbatim_desktop.desktop import source_work as work
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.synonyms_control import SynonymsControl
from verbatim_desktop.desktop.widgets.documents_browser import DocumentsBrowser
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.sources_overview import SourcesOverview
from verbatim_desktop.domain.documents import DocumentSummary, SourceStatus

SOURCES, DOCUMENTS, SYNONYMS = range(3)
TITLES = ("Sources", "Documents", "Synonyms")


class SourcesParts(QObject):
    """status: what is known of a source by its name."""

    def __init__(
        self,
        tabs: Choices,
        stack: QStackedWidget,
        parts: tuple[SourcesOverview, DocumentsBrowser, SynonymsControl],
        lane: Lane,
        status: Callable[[str], SourceStatus | None],
    ) -> None:
        super().__init__(stack)
        self._tabs, self._stack, self._lane, self._status = tabs, stack, lane, status
        self._overview, self._documents, self._synonyms = parts
        self._stale = {DOCUMENTS, SYNONYMS}
        tabs.chosen.connect(self.show)
        self._documents.document_wanted.connect(self._read_document)

    def set_stale(self) -> None:
        """The library changed: what is shown is read at once, the rest when it is next seen."""
        self._stale = {DOCUMENTS, SYNONYMS}
        self.show(self._stack.currentIndex())

    def search_anew(self) -> None:
        """The synonyms may be others."""
        self._stale.add(SYNONYMS)
        self.show(self._stack.currentIndex())

    def show(self, number: int) -> None:
        self._tabs.choose(number)
        self._stack.setCurrentIndex(number)
        if number in self._stale:
            self._stale.discard(number)
            if number == DOCUMENTS:
                self._read_documents()
            else:
                self._synonyms.read()

    def go_to(self, number: int) -> None:
        self.show(number)
        self.take_focus()

    def show_documents_of(self, name: str) -> None:
        self._stale.discard(DOCUMENTS)
        self._read_documents(name)
        self.go_to(DOCUMENTS)

    def take_focus(self) -> None:
        parts = (self._overview, self._documents, self._synonyms.editor)
        parts[self._stack.currentIndex()].take_focus()

    def _read_documents(self, source: str = "") -> None:
        show = self._documents.show_rows
        self._lane.ask(work.read_documents, lambda rows: show(rows, source), "documents")

    def _read_document(self, one: DocumentSummary) -> None:
        status = self._status(one.source)
        read = status.updated if status is not None else ""
        show = self._documents.show_document
        self._lane.ask(lambda verbatim: work.read_document(verbatim, one, read), show, "document")
