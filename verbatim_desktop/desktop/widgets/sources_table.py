"""The table of sources: a row each, the progress under the one being read, a menu at the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget

from verbatim_desktop.desktop.models.sources import (
    NUMBERS,
    PLACE_ICONS,
    Column,
    SourceRow,
    SourcesModel,
    state_of,
)
from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.progress import ProgressRow
from verbatim_desktop.desktop.widgets.table import CellLook, Table
from verbatim_desktop.domain.documents import IngestProgress, SourceInfo, SourceStatus
from verbatim_desktop.domain.locations import SourcePlace, place_of

MOST_ROWS = 9
LEAST_LOCATION = 120


class SourcesTable(Table):
    """Each signal but cancelled carries the name of a source."""

    chosen = Signal(str)
    read_again_wanted = Signal(str)
    change_wanted = Signal(str)
    folder_wanted = Signal(str)
    remove_wanted = Signal(str)
    documents_wanted = Signal(str)
    watch_wanted = Signal(str, bool)
    cancelled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, self._look, "Sources")
        self.sources = SourcesModel(self)
        self.progress: ProgressRow | None = None
        self._changing = False
        self.setModel(self.sources)
        self.selectionModel().currentRowChanged.connect(self._choose)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(Column.ACTIONS, QHeaderView.ResizeMode.Fixed)
        theme.changed.connect(self._fit)

    # --- what is shown -----------------------------------------------------------------------

    def show_sources(
        self,
        statuses: Sequence[SourceStatus],
        reading: SourceInfo | None,
        step: IngestProgress | None,
        current: str,
        watched: Collection[str] = (),
    ) -> None:
        """These sources, one of them being read so far as step says, and current chosen: the first
        where it is "", none where the library does not know it yet.
        """
        before = self.sources.rows()
        self._changing = True  # where the current row goes, Qt moves to another: nobody chose it
        moved = self.sources.show_sources(statuses, reading, watched)
        self._changing = False
        if moved:
            self._place_buttons()
            self._place_progress(step)
        elif step is None and self.progress is not None:
            self.progress.show_start()  # the same source once more
        if self.sources.rows() != before:
            self._fit()
        self._go_to(self.sources.row_of(current) if current else 0, known=bool(current))

    def _go_to(self, row: int, *, known: bool) -> None:
        """Make a row the current one. known: whoever shows the table knows which it is."""
        index = self.sources.index(row, Column.NAME)  # of no row where there is none
        if row != self.currentIndex().row():
            self.setCurrentIndex(index)
        elif not known:
            self._choose(index)

    def show_step(self, step: IngestProgress) -> None:
        if self.progress is not None:
            self.progress.show_step(step)

    def show_stopping(self) -> None:
        if self.progress is not None:
            self.progress.show_stopping()

    def show_done(self) -> None:
        if self.progress is not None:
            self.progress.show_done()

    def _place_buttons(self) -> None:
        for number in range(self.sources.rowCount()):
            row, index = self.sources.row(number), self.sources.index(number, Column.ACTIONS)
            if row is not None and not row.is_progress and not self._holds(index, Button):
                button = Button(self._theme, icon="more", kind=Kind.QUIET, compact=True)
                button.setAccessibleName(f"Actions for {row.info.name}")
                button.clicked.connect(partial(self._pop_menu, row.info.name, button))
                self.setIndexWidget(index, button)

    def _holds(self, index: QModelIndex, kind: type[QWidget]) -> bool:
        return isinstance(self.indexWidget(index), kind)

    def _place_progress(self, step: IngestProgress | None) -> None:
        """Across the row of the source being read; it stays while that source is read."""
        at = self.sources.progress_row()
        self.clearSpans()
        if at < 0:
            self.progress = None  # it went with its row
            return
        self.setSpan(at, 0, 1, len(Column))
        index = self.sources.index(at, 0)
        if not self._holds(index, ProgressRow):
            self.progress = ProgressRow(self._theme)
            self.progress.cancelled.connect(self.cancelled)
            self.setIndexWidget(index, self.progress)
            if step is not None:
                self.progress.show_step(step)

    def _fit(self) -> None:
        """As high as its rows, up to a few."""
        at = self.sources.progress_row()
        for row in range(self.sources.rowCount()):
            self.setRowHeight(row, self._theme.px(56 if row == at else 32))
        head = self.head
        head.resizeSection(Column.ACTIONS, self._theme.px(40))
        head.measure()
        self._fit_width()

    def _fit_width(self) -> None:
        """The location takes what is left; where that is too little, the table scrolls sideways."""
        head, least = self.horizontalHeader(), self._theme.px(LEAST_LOCATION)
        others = sum(head.sectionSize(number) for number in Column if number != Column.LOCATION)
        fits = self.viewport().width() - others >= least
        mode = QHeaderView.ResizeMode.Stretch if fits else QHeaderView.ResizeMode.Fixed
        head.setSectionResizeMode(Column.LOCATION, mode)
        if not fits:
            head.resizeSection(Column.LOCATION, least)
        rows = range(min(self.sources.rowCount(), MOST_ROWS))
        height = head.height() + sum(self.rowHeight(row) for row in rows)
        bar = 0 if fits else self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(height + bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_width()

    def _look(self, index: QModelIndex | QPersistentModelIndex) -> CellLook:
        row = self.sources.row(index.row())
        number = Column(index.column())
        if row is None or row.is_progress:
            return CellLook()
        if number is Column.NAME:
            return CellLook(weight=500, icon=PLACE_ICONS[place_of(row.info.root)])
        if number is Column.LOCATION:
            return CellLook(size=11, color="text2", mono=True, elide=Qt.TextElideMode.ElideMiddle)
        if number is Column.STATE:
            _words, icon, color = state_of(row)
            return CellLook(color="text" if color == "ok" else color, icon=icon, icon_color=color)
        if number in NUMBERS:
            return CellLook(color="text" if index.data() not in ("0", "") else "text3")
        return CellLook(color="text2")

    # --- one source --------------------------------------------------------------------------

    def _choose(self, current: QModelIndex) -> None:
        row = self.sources.row(current.row())
        if row is not None and not row.is_progress and not self._changing:
            self.chosen.emit(row.info.name)

    def _show_menu(self, at: QPoint) -> None:
        self.menu_of(self.rowAt(at.y())).popup(self.viewport().mapToGlobal(at))

    def _pop_menu(self, name: str, button: Button) -> None:
        number = self.sources.row_of(name)
        self.setCurrentIndex(self.sources.index(number, Column.NAME))
        self.menu_of(number).popup(button.mapToGlobal(button.rect().bottomLeft()))

    def menu_of(self, number: int) -> QMenu:
        """What can be done with the source of a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        row = self.sources.row(number)
        if row is None:
            return menu
        is_git = place_of(row.info.root) is SourcePlace.GIT
        for words, signal in (
            ("Fetch and read again" if is_git else "Read again", self.read_again_wanted),
            ("Change and read again…", self.change_wanted),
            ("Show its documents", self.documents_wanted),
            ("Open the folder", self.folder_wanted),
            ("Remove", self.remove_wanted),
        ):
            action = menu.addAction(words)
            action.setEnabled(not row.reading and row.status is not None)
            action.triggered.connect(partial(signal.emit, row.info.name))
        self._add_watch(menu, row, usable=not is_git)
        menu.insertSeparator(menu.actions()[-1])
        return menu

    def _add_watch(self, menu: QMenu, row: SourceRow, *, usable: bool) -> None:
        """The switch for reading again on every save, before the last action."""
        action = QAction("Read again on every save", menu)
        action.setCheckable(True)
        action.setChecked(row.watched)
        action.setEnabled(usable and row.status is not None)
        name = row.info.name

        def switch(on: bool) -> None:
            self.watch_wanted.emit(name, on)

        action.toggled.connect(switch)
        menu.insertAction(menu.actions()[-1], action)
