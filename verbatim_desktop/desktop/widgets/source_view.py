"""The rendered document, with the cited sentence highlighted and in sight.

A page is built in short steps between events. Where a target is asked for before its block is
there, it is shown as soon as it is. Parts that are folded on the page are closed until a person
opens them, or something in them is to be shown or was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QPoint, QRectF, QTimer, QUrl, Signal
from PySide6.QtGui import QPaintEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.folds import fold_at, folds_of, folds_with
from verbatim_desktop.desktop.widgets.page import FOLD, Page
from verbatim_desktop.desktop.widgets.page_formats import dotted, found, highlighted
from verbatim_desktop.desktop.widgets.page_search import PageSearch
from verbatim_desktop.desktop.widgets.qt_values import selection
from verbatim_desktop.desktop.widgets.safe_browser import SafeBrowser
from verbatim_desktop.desktop.widgets.source_paint import SourcePaint, rect_at
from verbatim_desktop.domain.documents import Document
from verbatim_desktop.text.anchors import block_at

#: How long one step may keep the event loop.
STEP_SECONDS = 0.008


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one block, and the marker of the citation that points there."""

    block: int
    start: int
    end: int
    marker: int = 0


class SourceView(SafeBrowser):
    """built is emitted when the page is whole; shown_target when the target is in sight; searched
    when what was looked for was found in parts that had to be opened.
    """

    built = Signal()
    shown_target = Signal()
    searched = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._paint = SourcePaint(self, theme)
        self._page: Page | None = None
        self._steps: Iterator[None] | None = None
        self._active: Place | None = None
        self._others: tuple[Place, ...] = ()
        self._marked: tuple[Place, ...] = ()
        self._anchor = ""
        self._wanted = False
        self._opened: set[int] = set()  # folds of the page that is shown, by their first block
        self._held: int | None = None  # where it was scrolled to, while a fold is opened
        self.search = PageSearch()
        self._sought = ""  # to be found once the folds it stands in are open
        self._selections: list[QTextEdit.ExtraSelection] = []  # Qt keeps no cursors alive
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._build_some)
        self.setAccessibleName("Document")
        theme.changed.connect(self._rebuild)

    # --- what is shown -----------------------------------------------------------------------

    @property
    def page(self) -> Page | None:
        return self._page

    def show_document(
        self,
        document: Document,
        active: Place | None = None,
        others: Sequence[Place] = (),
        anchor: str = "",
        marked: Sequence[Place] = (),
    ) -> None:
        """Show a page at a place, at a heading, or from its top. marked: words that stand out."""
        self._active, self._others, self._anchor = active, tuple(others), anchor
        self._marked = tuple(marked)
        self._wanted, self._held, self._sought = True, None, ""
        if self._page is None or self._page.source is not document:
            self._opened = set()
            self._open_target(document)
            self._start(document)
        elif self._open_target(document):
            self._start(document)
        else:
            self._mark()
            self._reach()

    def _open_target(self, document: Document) -> bool:
        """Open the part that holds what is to be shown; False where it stands open."""
        place = self._active
        block = place.block if place else block_at(document, self._anchor) if self._anchor else None
        fold = fold_at(folds_of(document), block) if block is not None else None
        if fold is None or fold in self._opened:
            return False
        self._opened.add(fold)
        return True

    def _report(self, url: QUrl) -> None:
        """A link of ours opens or closes a part; every other one is reported."""
        written, page = url.toString(), self._page
        number = written.removeprefix(FOLD)
        if written.startswith(FOLD) and number.isdecimal() and page is not None:
            self._opened ^= {int(number)}
            self._held = self.verticalScrollBar().value()
            self._start(page.source)
        else:
            super()._report(url)

    def clear_page(self) -> None:
        self._timer.stop()
        self._page, self._steps, self._active, self._others = None, None, None, ()
        self.search.look("", "", 0)
        self._selections = []
        self.setExtraSelections([])
        self._put_in(QTextDocument(self))
        self.viewport().setUpdatesEnabled(True)

    def _rebuild(self) -> None:
        if self._page is not None:
            self._wanted = True
            self._start(self._page.source)

    def _start(self, document: Document) -> None:
        self.setExtraSelections([])
        self.search.lose_places()
        folds = folds_of(document)
        closed = frozenset(fold.start for fold in folds) - self._opened
        text = QTextDocument(self)
        self._page = Page(document, self._theme, text, folds=folds, closed=closed)
        self._steps = self._page.steps()
        self.viewport().setUpdatesEnabled(False)  # until what was asked for can be shown
        self._build_some()
        self._put_in(text)
        if self._page.done:
            self._finish()
        else:
            self._timer.start()
            self._reach()

    def _put_in(self, text: QTextDocument) -> None:
        """In the place of the page before, which Qt would keep for as long as this lives."""
        before = self.document()
        is_page = before.parent() is self  # Qt's own first one goes by itself
        self.setDocument(text)
        if is_page:
            before.deleteLater()

    def _build_some(self) -> None:
        until = perf_counter() + STEP_SECONDS
        while self._steps is not None and perf_counter() < until:
            try:
                next(self._steps)
            except StopIteration:
                self._steps = None
        if self._steps is None:
            self._timer.stop()
            if self.document() is self._page_text():
                self._finish()

    def _page_text(self) -> QTextDocument | None:
        return self._page.text if self._page is not None else None

    def _finish(self) -> None:
        if self.search.text:  # the page was built anew
            self._look(self.search.text, self.textCursor().position())
        self._mark()
        self._reach()
        self.built.emit()

    @property
    def is_built(self) -> bool:
        return self._page is not None and self._page.done

    # --- the cited sentence ------------------------------------------------------------------

    def cited_ranges(self) -> list[tuple[int, int]]:
        """Where the highlighted sentence stands in the text document."""
        if self._page is None or self._active is None:
            return []
        place = self._active
        return self._page.ranges(place.block, place.start, place.end)

    def highlighted_text(self) -> str:
        """What is highlighted, as a person would copy it; table cells parted by " | "."""
        texts: list[str] = []
        for first, last in self.cited_ranges():
            cursor = self._cursor(first, last)
            texts.append(cursor.selectedText().replace("\u2028", "\n"))
        return " | ".join(texts)

    def _cursor(self, first: int, last: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(first)
        cursor.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _mark(self) -> None:
        page = self._page
        if page is None:
            return
        self._selections = []
        active = self._active
        for place in self._marked:
            if page.has_block(place.block):
                ranges = page.ranges(place.block, place.start, place.end)
                self._select(ranges, highlighted(self._theme))
        for place in self._others:
            if active is None or (place.block, place.start) != (active.block, active.start):
                self._select(page.ranges(place.block, place.start, place.end), dotted(self._theme))
        if active is not None:
            ranges = page.ranges(active.block, active.start, active.end)
            self._select(ranges, highlighted(self._theme))
        current = self.search.current
        self._select([one for one in self.search.places if one != current], found(self._theme))
        if current is not None:
            self._select([current], found(self._theme, current=True))
        self.setExtraSelections(self._selections)
        self.viewport().update()

    def _select(self, ranges: list[tuple[int, int]], form: QTextCharFormat) -> None:
        for first, last in ranges:
            self._selections.append(selection(self._cursor(first, last), form))

    def _reach(self) -> None:
        """Scroll to what was asked for, once it is there."""
        page = self._page
        if page is None:
            return
        if self._held is not None and page.done:
            self.viewport().setUpdatesEnabled(True)
            self.verticalScrollBar().setValue(self._held)
            self._held = None
            self._seek()
        if not self._wanted:
            return
        if self._active is not None:
            if not page.has_block(self._active.block) and not page.done:
                return
            self._mark()
            ranges = self.cited_ranges()
            if ranges:
                self._scroll_to(ranges[0][0], ranges[-1][1])
        elif self._anchor:
            if not self.scroll_to_anchor(self._anchor) and not page.done:
                return
        else:
            self.verticalScrollBar().setValue(0)
        self.viewport().setUpdatesEnabled(True)
        if page.done:
            self._wanted = False
            self.shown_target.emit()

    def scroll_to_position(self, position: int) -> None:
        """Bring a position to the upper quarter of the view."""
        self._scroll_to(position, position)

    def scroll_to_anchor(self, anchor: str) -> bool:
        """Bring what an anchor leads to into view; False where the page has no such place."""
        position = self._page.position_of(anchor) if self._page else None
        if position is None:
            return False
        self.scroll_to_position(position)
        return True

    def _scroll_to(self, first: int, last: int) -> None:
        top = rect_at(self, first).top()
        bottom = rect_at(self, last).bottom()
        height = self.viewport().height()
        bar = self.verticalScrollBar()
        margin = self._theme.px(24)
        if top < margin or bottom > height - margin:
            space = max(height // 4, margin)
            if bottom - top > height - space - margin:
                space = margin
            bar.setValue(round(bar.value() + top - space))

    def cited_in_sight(self) -> bool:
        """Whether the highlighted sentence begins and ends inside the viewport."""
        ranges = self.cited_ranges()
        area = QRectF(self.viewport().rect())
        return bool(ranges) and all(
            area.intersects(rect_at(self, at).adjusted(0, 0, 1, 0))
            for at in (ranges[0][0], ranges[-1][1])
        )

    # --- find --------------------------------------------------------------------------------

    def find_text(self, text: str, *, backward: bool = False) -> bool:
        """Go to the next place of a text, starting over at the end; every place of it is marked.

        A place in a closed part opens it.
        """
        if text and self._open_folds_with(text):
            return True
        if text == self.search.text:
            self.search.step(-1 if backward else 1)
        else:
            self._look(text, self.textCursor().position(), backward=backward)
        return self._show_found()

    def find_as_typed(self, text: str) -> bool:
        """Mark every place of a text that is still being typed, and go to the nearest one."""
        current = self.search.current
        self._look(text, current[0] if current else self._top_position())
        return self._show_found()

    def forget_found(self) -> None:
        self._look("", 0)
        self._mark()

    def _look(self, text: str, position: int, *, backward: bool = False) -> None:
        self.search.look(self.document().toPlainText(), text, position, backward=backward)

    def _top_position(self) -> int:
        """The first character that is in sight."""
        return self.cursorForPosition(QPoint(0, 0)).position()

    def _show_found(self) -> bool:
        self._mark()
        if (place := self.search.current) is None:
            return False
        cursor = QTextCursor(self.document())
        cursor.setPosition(place[0])
        self.setTextCursor(cursor)
        self._scroll_to(*place)
        return True

    def _open_folds_with(self, text: str) -> bool:
        """Open the closed parts that hold a text, to be found in them; False where none does."""
        page = self._page
        if page is None or not page.done:
            return False
        hidden = set(folds_with(page.source, page.folds, text)) & page.closed
        if not hidden:
            return False
        self._opened |= hidden
        self._sought, self._held = text, self.verticalScrollBar().value()
        self._start(page.source)
        return True

    def _seek(self) -> None:
        sought, self._sought = self._sought, ""
        if sought:
            self._look(sought, self._top_position())
            self._show_found()
            self.searched.emit()

    # --- painting ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        cited, active = self.cited_ranges(), self._active
        self._paint.draw_behind(cited)
        super().paintEvent(event)
        if cited and active is not None and active.marker:
            self._paint.draw_chip(cited[0][0], active.marker)
