"""The source pane, shared by all: the page, the cited sentence highlighted, the verdict in words.

Back and forward walk through what was opened. Links stay inside the library; one that leaves it
is shown in a banner and opened only on a second, explicit click.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from verbatim_desktop.desktop.copying import where
from verbatim_desktop.desktop.links import Link, LinkKind, read_link
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.own_files import own_file
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.verdicts import verdict_words
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.layouts import column, empty, line
from verbatim_desktop.desktop.widgets.source_bars import (
    Breadcrumbs,
    FindBar,
    SourceFoot,
    SourceHead,
)
from verbatim_desktop.desktop.widgets.source_view import Place, SourceView
from verbatim_desktop.domain.answers import Citation, OpenedCitation
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.text.anchors import block_at

#: Only files that are text are handed to the system to open.
MOST_VISITS = 50


@dataclass(frozen=True, slots=True)
class Visit:
    """One thing that was opened, with all it takes to show it again."""

    document: Document | None
    opened: OpenedCitation | None = None
    others: tuple[Place, ...] = ()
    anchor: str = ""
    number: int = 0
    of: int = 0
    marked: tuple[Place, ...] = ()


class SourcePane(QWidget):
    """stepped: to the next (1) or previous (-1) citation. page_wanted: (Link, Document).
    link_wanted: a public link to a citation's sentence; take_link gets it. returned_to: a citation
    that back or forward shows again.
    """

    stepped = Signal(int)
    page_wanted = Signal(object, object)
    link_wanted = Signal(object)
    returned_to = Signal(object)
    closed = Signal()
    said = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Source")
        self._theme = theme
        self._visits: list[Visit] = []
        self._at = -1
        self._roots: dict[str, str] = {}
        self.view = SourceView(theme)
        self.head = SourceHead(theme)
        self.crumbs = Breadcrumbs(theme)
        self.find_bar = FindBar(theme)
        self.foot = SourceFoot(theme)
        self._banners = column(margins=(16, 0, 16, 0), spacing=8)
        self._lay_out()
        self._connect()
        self._show_empty()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        outer = column(self, spacing=0)
        self._foot_line = line()
        for part in (self.head, line(), self.crumbs, line(), self.find_bar):
            outer.addWidget(part)
        outer.addLayout(self._banners)
        outer.addWidget(self.view, 1)
        outer.addWidget(self._foot_line)
        outer.addWidget(self.foot)
        self._below = column(spacing=0)
        self._holders: dict[QWidget, QWidget] = {}  # each place's part hides itself within
        outer.addLayout(self._below)

    def _connect(self) -> None:
        self.head.back.clicked.connect(self.go_back)
        self.head.forward.clicked.connect(self.go_forward)
        self.head.find_button.clicked.connect(self.open_find)
        self.head.copy_link.clicked.connect(self.copy_link)
        self.head.open_file.clicked.connect(self.open_file)
        self.head.close_pane.clicked.connect(self.closed)
        self.crumbs.heading_wanted.connect(self.view.scroll_to_anchor)
        self.foot.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.foot.following.clicked.connect(lambda: self.stepped.emit(1))
        self.find_bar.wanted.connect(self.find_next)
        self.find_bar.typed.connect(self._find_typed)
        self.find_bar.left.connect(self.close_find)
        self.view.searched.connect(self._say_found)
        self.view.built.connect(self._say_found)
        self.view.followed.connect(self.follow)

    def set_below(self, widget: QWidget | None) -> None:
        """What a place shows under the page, in the place of what another one did."""
        if widget is not None and widget not in self._holders:
            self._holders[widget] = holder = QWidget()
            column(holder, spacing=0).addWidget(widget)
            self._below.addWidget(holder)
        for one, holder in self._holders.items():
            holder.setVisible(one is widget)

    # --- opening -----------------------------------------------------------------------------

    def set_roots(self, roots: dict[str, str]) -> None:
        """Where each source's files lie."""
        self._roots = roots

    def show_citation(
        self, opened: OpenedCitation, number: int, of: int, others: Sequence[OpenedCitation] = ()
    ) -> None:
        places = tuple(
            place
            for other in others
            if (place := place_of(other)) is not None and other.document_id == opened.document_id
        )
        self._visit(
            Visit(opened.document, opened, places, opened.citation.anchor, number, of),
        )

    def show_document(
        self, document: Document, anchor: str = "", marked: tuple[Place, ...] = ()
    ) -> None:
        """A page at a heading. marked: words on the ground of citations."""
        self._visit(Visit(document, anchor=anchor, marked=marked))

    def _visit(self, visit: Visit) -> None:
        del self._visits[self._at + 1 :]
        self._visits.append(visit)
        del self._visits[:-MOST_VISITS]
        self._at = len(self._visits) - 1
        self._show(visit)

    def go_back(self) -> None:
        self._go(self._at - 1)

    def go_forward(self) -> None:
        self._go(self._at + 1)

    def _go(self, at: int) -> None:
        if 0 <= at < len(self._visits):
            self._at = at
            self._show(self._visits[at])
            if (opened := self._visits[at].opened) is not None:
                self.returned_to.emit(opened.citation)

    @property
    def current(self) -> Visit | None:
        return self._visits[self._at] if self._visits else None

    def forget(self) -> None:
        """Nothing is open any more."""
        self._visits, self._at = [], -1
        self._show_empty()

    # --- showing -----------------------------------------------------------------------------

    def _show_empty(self) -> None:
        self.head.title.setText("Source")
        self.crumbs.show_words("Open a citation to see the sentence in its page")
        self.head.set_usable(page=False, link=False, back=False, forward=False)
        empty(self._banners)
        self._show_footer(None)
        self.view.clear_page()

    def _show(self, visit: Visit) -> None:
        empty(self._banners)
        document = visit.document
        self.head.set_usable(
            page=document is not None,
            link=True,
            back=self._at > 0,
            forward=self._at < len(self._visits) - 1,
        )
        self._show_footer(visit)
        if document is None:
            self._show_missing(visit)
            return
        self.head.title.setText(document.title or document.path)
        self.crumbs.show_place(document, heading_path_at(document, visit), visit.anchor)
        place = place_of(visit.opened) if visit.opened is not None else None
        self.view.show_document(document, place, visit.others, visit.anchor, visit.marked)

    def _show_missing(self, visit: Visit) -> None:
        self.view.clear_page()
        citation = visit.opened.citation if visit.opened else None
        if citation is not None:
            self.head.title.setText(citation.heading_path[0])
            self.crumbs.show_words("This page is no longer in the library", citation.path)
            quote = " ".join(citation.quote.split())
            self.say(Notice("bad", "The page is gone.", f"It said: “{quote}”"))

    def _show_footer(self, visit: Visit | None) -> None:
        opened = visit.opened if visit is not None else None
        for part in (self.foot, self._foot_line):
            part.setVisible(opened is not None)
        if visit is not None and opened is not None:
            self.foot.show_verdict(verdict_words(opened), visit.number, visit.of)

    # --- find --------------------------------------------------------------------------------

    def open_find(self) -> None:
        if self.current is not None:
            self.find_bar.open_bar()
            self._find_typed(self.find_bar.field.text())

    def close_find(self) -> bool:
        """False where it was not open."""
        was_open = self.find_bar.isVisible()
        self.find_bar.hide()
        self.view.forget_found()
        if was_open:
            self.view.setFocus()
        return was_open

    def _find_typed(self, text: str) -> None:
        if self.current is not None:
            if not self.view.find_as_typed(text) and len(text) > 1:
                self.view.find_text(text)  # it may stand in a part that is closed
            self._say_found()

    def find_next(self, backward: bool = False) -> None:
        text = self.find_bar.field.text()
        if text and self.current is not None:
            self.view.find_text(text, backward=backward)
            self._say_found()

    def find_previous(self) -> None:
        self.find_next(backward=True)

    def _say_found(self) -> None:
        search = self.view.search
        self.find_bar.show_result(search.in_words(), several=len(search.places) > 1)

    # --- links and files -----------------------------------------------------------------------

    def follow(self, address: str) -> None:
        """A link was clicked; only pages of the library are gone to straight away."""
        visit = self.current
        if visit is None or visit.document is None:
            return
        link = read_link(address)
        if link.kind is LinkKind.HERE:
            if not self.view.scroll_to_anchor(link.anchor):
                self.say(Notice("neutral", "No such heading.", f"This page has no #{link.anchor}."))
        elif link.kind is LinkKind.PAGE:
            self.page_wanted.emit(link, visit.document)
        else:
            self.show_link(link)

    def show_link(self, link: Link) -> None:
        """Say where a link leads, without going there."""
        copy = ("Copy address", lambda: self._copy(link.target))
        if link.kind is LinkKind.WEB:
            notice = Notice("info", "This link leaves your library.", link.target)
            actions = (copy, ("Open in browser", lambda: self._open_web(link.target)))
            self.say(notice, actions)
        elif link.kind is LinkKind.PAGE:
            self.say(Notice("neutral", "Not in this library.", link.target), (copy,))
        else:
            self.say(Notice("warn", "This link is not followed.", link.target), (copy,))

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        empty(self._banners)
        self._banners.addSpacing(8)
        self._banners.addWidget(Banner(self._theme, notice, actions))
        self._banners.addSpacing(8)

    def _open_web(self, address: str) -> None:
        if read_link(address).kind is LinkKind.WEB:
            QDesktopServices.openUrl(QUrl(address))

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.said.emit("Copied")

    def show_outline(self) -> None:
        """The headings of the page, to jump to one."""
        if self.current is not None and self.current.document is not None:
            self.crumbs.open_outline()

    def copy_link(self) -> None:
        """To the sentence where its page is public, else to its place in the library."""
        visit = self.current
        if visit is not None and visit.opened is not None:
            if visit.opened.citation.url:
                self.link_wanted.emit(visit.opened.citation)
            else:
                self._copy(where(visit.opened.citation))
        elif visit is not None and visit.document is not None:
            anchor = f"#{visit.anchor}" if visit.anchor else ""
            self._copy((visit.document.url or visit.document.identity) + anchor)

    def take_link(self, url: str, citation: Citation) -> None:
        """The link that was wanted, "" where the page has none."""
        self._copy(url or where(citation))

    def open_file(self) -> None:
        visit = self.current
        if visit is None or visit.document is None:
            return
        path = self.file_of(visit.document)
        if path is None:
            self.say(Notice("warn", "The file is not there.", visit.document.path))
        else:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def file_of(self, document: Document) -> Path | None:
        """The page's own file, if it is a text file inside its source's folder."""
        return own_file(self._roots.get(document.source, ""), document.path)


def place_of(opened: OpenedCitation) -> Place | None:
    """Where a citation's sentence stands now; None where it stands nowhere."""
    if opened.block is None or opened.start is None or opened.end is None:
        return None
    return Place(opened.block, opened.start, opened.end, opened.citation.marker)


def heading_path_at(document: Document, visit: Visit) -> tuple[str, ...]:
    """The headings above what was opened, the page's title first."""
    if visit.opened is not None and visit.opened.block is not None:
        return document.section_of_block(visit.opened.block).heading_path or (document.title,)
    block = block_at(document, visit.anchor) if visit.anchor and document.sections else None
    if block is not None:
        return document.section_of_block(block).heading_path or (document.title,)
    return (document.title or document.path,)
