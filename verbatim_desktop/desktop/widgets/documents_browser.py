"""What the library holds of each page: a list to narrow down, and all that is stored of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QLineEdit, QSplitter, QWidget

from verbatim_desktop.desktop.models.documents import (
    Column,
    DocumentRow,
    DocumentsModel,
    matching,
)
from verbatim_desktop.desktop.models.passages import Passage, PassagesModel
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.combo import Combo
from verbatim_desktop.desktop.widgets.enter import ENTER
from verbatim_desktop.desktop.widgets.layouts import card, column, row
from verbatim_desktop.desktop.widgets.table import CellLook, OpeningTable
from verbatim_desktop.desktop.widgets.text import ElidedText, Text
from verbatim_desktop.domain.documents import Document, DocumentSummary

EVERY_SOURCE = "All sources"
SHORT_HASH = 12


@dataclass(frozen=True, slots=True)
class Shown:
    """A document as it is shown: itself, its passages, and when its source was last read."""

    document: Document
    passages: tuple[Passage, ...]
    read: str = ""


class _Field(QLineEdit):
    """A field whose arrow down goes into the list."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, *ENTER):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class DocumentsBrowser(QWidget):
    """document_wanted carries a DocumentSummary, page_wanted an identity and an anchor."""

    document_wanted = Signal(object)
    page_wanted = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("Documents")
        self._theme = theme
        self._rows: tuple[DocumentRow, ...] = ()
        self._shown: Shown | None = None
        self.model = DocumentsModel(self)
        self.passages = PassagesModel(self)
        self.source = Combo(theme, "Source")
        self.source.setMaximumWidth(theme.px(220))
        self.field = _Field()
        self.field.setAccessibleName("Find a document")
        self.field.setPlaceholderText("Title, route or path")
        self.count = Text(theme, size=12, color="text3")
        self.list = OpeningTable(theme, self._look_of_document, "Documents")
        self.list.setModel(self.model)
        self.sentences = OpeningTable(theme, self._look_of_passage, "Sections and sentences")
        self.sentences.setModel(self.passages)
        self.open_button = Button(theme, "Open the page", icon="open", compact=True, key="⏎")
        self.details = self._make_details()
        self.nothing = Text(theme, color="text3", wrap=True)
        self.nothing.setContentsMargins(16, 12, 16, 12)
        self._lay_out()
        self._connect()
        self.show_loading()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        outer = column(self, (24, 16, 24, 16), 12)
        head = row(spacing=8)
        head.addWidget(self.source)
        head.addWidget(self.field, 1)
        head.addWidget(self.count)
        outer.addLayout(head)
        upper = card()
        upper.setSizePolicy(
            upper.sizePolicy().horizontalPolicy(), self.sizePolicy().verticalPolicy()
        )
        inner = column(upper, (1, 4, 1, 1), 0)
        inner.addWidget(self.list, 1)
        inner.addWidget(self.nothing, 1, Qt.AlignmentFlag.AlignTop)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(12)
        self._split.setObjectName("bare")
        self._split.addWidget(upper)
        self._split.addWidget(self.details)
        self._split.setSizes([300, 360])
        outer.addWidget(self._split, 1)
        stretch = QHeaderView.ResizeMode.Stretch
        for number in (Column.TITLE, Column.PLACE):
            self.list.horizontalHeader().setSectionResizeMode(int(number), stretch)
        self.sentences.horizontalHeader().setSectionResizeMode(0, stretch)
        for table in (self.list, self.sentences):
            table.setMinimumHeight(96)
        self._theme.changed.connect(self._fit)
        self._fit()

    def _make_details(self) -> QFrame:
        theme, details = self._theme, card()
        self._title = ElidedText(theme, weight=600)
        self._identity = ElidedText(
            theme, mode=Qt.TextElideMode.ElideMiddle, size=11, color="text3", mono=True
        )
        self._facts = Text(theme, size=12, color="text2", wrap=True)
        self.stored = Text(theme, size=13, wrap=True)
        self.stored.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.stored.setAccessibleName("Stored text")
        body = column(details, (1, 8, 1, 4), 4)
        head = row(margins=(16, 0, 12, 0), spacing=8)
        head.addWidget(self._title)
        head.addWidget(self._identity, 1)
        head.addWidget(self.open_button)
        body.addLayout(head)
        for part, margins in ((self._facts, (16, 0, 16, 4)), (self.stored, (16, 8, 16, 8))):
            holder = row(margins=margins)
            holder.addWidget(part)
            body.addLayout(holder)
        body.insertWidget(2, self.sentences, 1)
        return details

    def _fit(self) -> None:
        px = self._theme.px
        self.list.setColumnWidth(Column.SECTIONS, px(84))
        self.list.setColumnWidth(Column.VERSION, px(84))
        self.sentences.setColumnWidth(1, px(180))

    def _connect(self) -> None:
        self.field.textChanged.connect(self._narrow)
        self.field.entered.connect(self._enter_list)
        self.source.currentIndexChanged.connect(self._narrow)
        self.list.selectionModel().currentRowChanged.connect(self._choose)
        self.list.row_opened.connect(self.open_page)
        self.sentences.selectionModel().currentRowChanged.connect(self._show_text)
        self.sentences.row_opened.connect(self.open_page)
        self.open_button.clicked.connect(self.open_page)

    # --- the list ----------------------------------------------------------------------------

    def show_loading(self) -> None:
        self._rows = ()
        self.model.show_rows(())
        self.count.setText("")
        self._say("Reading the list of documents…")
        self.details.hide()

    def show_rows(self, rows: Sequence[DocumentRow], source: str = "") -> None:
        """The documents of the library; source is chosen where it is one of theirs."""
        self._rows = tuple(rows)
        names = sorted({one.document.source for one in self._rows})
        kept = source or self.source.currentText()
        self.source.blockSignals(True)
        self.source.clear()
        self.source.addItems([EVERY_SOURCE, *names])
        self.source.setCurrentIndex(names.index(kept) + 1 if kept in names else 0)
        self.source.blockSignals(False)
        self._narrow()

    def _narrow(self) -> None:
        chosen = self.current
        source = self.source.currentText() if self.source.currentIndex() > 0 else ""
        found = matching(self._rows, self.field.text(), source)
        self.model.show_rows(found)
        whole = len(self._rows)
        self.count.setText(f"{len(found):,} of {whole:,}" if whole else "")
        self._say("" if found else self._why_nothing())
        at = self.model.row_of(chosen.identity) if chosen else -1
        if found:
            self.list.setCurrentIndex(self.model.index(max(at, 0), Column.TITLE))
        else:
            self._forget()

    def _why_nothing(self) -> str:
        if not self._rows:
            return "No documents yet. Add a source, and its pages are listed here."
        return "No document is called that. Try a part of its title or path."

    def _say(self, words: str) -> None:
        self.nothing.setText(words)
        self.nothing.setVisible(bool(words))
        self.list.setVisible(not words)

    def _enter_list(self) -> None:
        if self.model.rowCount():
            self.list.setFocus()

    def take_focus(self) -> None:
        self.field.setFocus()
        self.field.selectAll()

    # --- one document ------------------------------------------------------------------------

    @property
    def current(self) -> DocumentSummary | None:
        return self.model.row(self.list.currentIndex().row())

    def _choose(self, index: QModelIndex) -> None:
        one = self.model.row(index.row())
        if one is not None and (
            self._shown is None or self._shown.document.identity != one.identity
        ):
            self.document_wanted.emit(one)

    def _forget(self) -> None:
        self._shown = None
        self.passages.show_rows(())
        self.details.hide()

    def show_document(self, shown: Shown) -> None:
        """A document that was wanted, unless another one is by now."""
        current = self.current
        if current is None or current.identity != shown.document.identity:
            return
        self._shown = shown
        document = shown.document
        self._title.setText(" ".join(document.title.split()))
        self._identity.setText(document.identity)
        self._facts.setText(facts_of(document, shown.read))
        self.passages.show_rows(shown.passages)
        self.details.show()
        if shown.passages:
            self.sentences.setCurrentIndex(self.passages.index(0, 0))
        else:
            self.stored.setText("Nothing on this page can be cited.")

    def _show_text(self, index: QModelIndex) -> None:
        passage = self.passages.row(index.row())
        self.stored.setText(passage.text if passage is not None else "")

    def open_page(self) -> None:
        """The document beside this pane, at the passage that is chosen."""
        one = self.current
        if one is None:
            return
        passage = self.passages.row(self.sentences.currentIndex().row())
        fits = self._shown is not None and self._shown.document.identity == one.identity
        self.page_wanted.emit(one.identity, passage.anchor if passage and fits else "")

    # --- looks -------------------------------------------------------------------------------

    def _look_of_document(self, index: QModelIndex | QPersistentModelIndex) -> CellLook:
        if index.column() == Column.TITLE:
            return CellLook(weight=500)
        if index.column() == Column.PLACE:
            return CellLook(size=11, color="text2", mono=True, elide=Qt.TextElideMode.ElideMiddle)
        return CellLook(color="text2")

    def _look_of_passage(self, index: QModelIndex | QPersistentModelIndex) -> CellLook:
        one = self.passages.row(index.row())
        if index.column() == 1:
            return CellLook(size=11, color="text3", mono=True, elide=Qt.TextElideMode.ElideMiddle)
        return CellLook(weight=600 if one is not None and one.is_section else 400)


def facts_of(document: Document, read: str = "") -> str:
    """All that is known of a document beside its text, in one line."""
    files = len(document.files)
    facts = [
        f"{len(document.sections):,} sections",
        f"{len(document.sentences):,} citable",
        f"hash {document.fingerprint[:SHORT_HASH]}",
        f"updated {document.updated}" if document.updated else "",
        f"read {read}" if read else "",
        f"version {document.version}" if document.version else "",
        f"made of {files} files" if files > 1 else "",
        *(flag.detail or flag.kind.value for flag in document.flags),
    ]
    return "  ·  ".join(fact for fact in facts if fact)
