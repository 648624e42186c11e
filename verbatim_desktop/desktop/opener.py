"""Bring citations, neighbouring sections and linked pages into the source pane."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from verbatim_desktop.desktop.errands import MarkedPage
from verbatim_desktop.desktop.jobs import Jobs
from verbatim_desktop.desktop.links import Link
from verbatim_desktop.desktop.opening import Opened, open_among, open_linked, open_marked, open_page
from verbatim_desktop.desktop.panes.source import SourcePane
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.source_view import Place
from verbatim_desktop.domain.answers import Citation, DeepLink
from verbatim_desktop.domain.documents import Document


class Opener(QObject):
    """shown: something new stands in the source pane, and whether a person chose it. failed: an
    error.
    """

    shown = Signal(bool)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, library: OpenLibrary, pane: SourcePane) -> None:
        super().__init__(pane)
        self._jobs, self._library, self._pane = jobs, library, pane
        pane.page_wanted.connect(self.open_link)
        pane.link_wanted.connect(self.find_link)

    def open_citation(self, citations: tuple[Citation, ...], at: int, chosen: bool) -> None:
        job = self._jobs.start(lambda: open_among(self._library(), citations, at), channel="source")
        job.succeeded.connect(partial(self._show_citation, chosen))
        job.failed.connect(self.failed)

    def _show_citation(self, chosen: bool, opened: Opened) -> None:
        self.shown.emit(chosen)
        self._pane.show_citation(opened.citation, opened.number, opened.of, opened.others)

    def open_page(self, name: str, anchor: str, *, enter: bool = False) -> None:
        """A page by SOURCE/ROUTE-OR-PATH, at one of its headings. enter: with the focus in it."""
        job = self._jobs.start(lambda: open_page(self._library(), name), channel="source")
        job.succeeded.connect(partial(self._show_page, anchor))
        if enter:
            job.succeeded.connect(self._enter)
        job.failed.connect(self.failed)

    def _enter(self, _document: object) -> None:
        self._pane.view.setFocus()

    def open_marked(self, page: MarkedPage) -> None:
        """A page at a heading, with words marked."""
        job = self._jobs.start(lambda: open_marked(self._library(), page), channel="source")
        job.succeeded.connect(self._show_marked)
        job.failed.connect(self.failed)

    def _show_marked(self, found: tuple[Document, MarkedPage]) -> None:
        document, page = found
        marks = tuple(Place(one.block, one.start, one.end) for one in page.marks)
        self.shown.emit(True)
        self._pane.show_document(document, page.anchor, marks)

    def open_link(self, link: Link, document: Document) -> None:
        """A link of a page: to another page of the library, or said to lead nowhere."""
        job = self._jobs.start(
            lambda: open_linked(self._library(), link, document), channel="source"
        )
        job.succeeded.connect(partial(self._show_linked, link))
        job.failed.connect(self.failed)

    def find_link(self, citation: Citation) -> None:
        """The public address of a citation's sentence as it stands now."""
        job = self._jobs.start(lambda: self._library().audit.deep_link(citation), channel="link")
        job.succeeded.connect(partial(self._take_link, citation))
        job.failed.connect(self.failed)

    def _take_link(self, citation: Citation, link: DeepLink) -> None:
        self._pane.take_link(link.url, citation)

    def _show_linked(self, link: Link, found: Document | None) -> None:
        if found is None:
            self._pane.show_link(link)
        else:
            self._show_page(link.anchor, found)

    def _show_page(self, anchor: str, document: Document) -> None:
        self.shown.emit(True)
        self._pane.show_document(document, anchor)
