"""The sources themselves: the table, a source being added, and the report of the chosen one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from verbatim_desktop.desktop.theme import Theme
from verbatim_desktop.desktop.widgets.add_source_card import AddSourceCard
from verbatim_desktop.desktop.widgets.layouts import card, column, scrolled
from verbatim_desktop.desktop.widgets.no_sources import NoSources
from verbatim_desktop.desktop.widgets.report_card import ReportCard
from verbatim_desktop.desktop.widgets.sources_table import SourcesTable
from verbatim_desktop.domain.documents import IngestProgress, SourceInfo, SourceStatus


class SourcesOverview(QWidget):
    """chosen carries the name of a source."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, banners: QVBoxLayout) -> None:
        super().__init__()
        self.setAccessibleName("Sources and reports")
        self._theme = theme
        self.statuses: tuple[SourceStatus, ...] = ()
        self.current = ""
        inner = QWidget()
        self._body = column(inner, (24, 16, 24, 16), 16)
        self._body.addLayout(banners)
        column(self, spacing=0).addWidget(scrolled(inner), 1)

    def make(self) -> Iterator[None]:
        """Its parts, each a step of its own."""
        self.adding = AddSourceCard(self._theme)
        self.adding.hide()
        yield
        self._body.addWidget(self.adding)
        yield
        self.nothing = NoSources(self._theme)
        self._body.addWidget(self.nothing)
        yield
        self.table = SourcesTable(self._theme)
        self.table.chosen.connect(self.choose)
        self._table_card = card()
        column(self._table_card, (1, 4, 1, 1), 0).addWidget(self.table)
        self._body.addWidget(self._table_card)
        yield
        self.report = ReportCard(self._theme)
        yield
        self._body.addWidget(self.report, 1)
        self._body.addStretch(0)
        yield

    def set_statuses(self, statuses: Sequence[SourceStatus]) -> None:
        was_known = self.status(self.current) is not None
        self.statuses = tuple(statuses)
        if was_known and self.status(self.current) is None:
            self.current = ""  # it was removed

    def refresh(
        self,
        reading: SourceInfo | None,
        step: IngestProgress | None,
        watched: Collection[str] = (),
    ) -> None:
        """Show the sources, one of them being read so far as step says."""
        self.table.show_sources(self.statuses, reading, step, self.current, watched)
        self._table_card.setVisible(self.has_rows)
        self.nothing.setVisible(not self.has_rows and self.adding.isHidden())
        self._show_report()

    @property
    def has_rows(self) -> bool:
        return self.table.sources.rowCount() > 0

    def choose(self, name: str) -> None:
        self.current = name
        self._show_report()
        self.chosen.emit(name)

    def _show_report(self) -> None:
        status = self.status(self.current)
        if status is not None:
            self.report.show_report(status)
        else:
            self.report.hide()

    def status(self, name: str) -> SourceStatus | None:
        return next((one for one in self.statuses if one.info.name == name), None)

    # --- adding ------------------------------------------------------------------------------

    def taken(self, changing: str = "") -> frozenset[str]:
        """Names of other sources than the one at hand."""
        return frozenset(one.info.name for one in self.statuses) - {changing}

    def at_root(self, root: str) -> SourceInfo | None:
        """The source that is read from there already."""
        return next((one.info for one in self.statuses if one.info.root == root), None)

    def show_adding(self) -> AddSourceCard:
        self.adding.show()
        self.nothing.hide()
        return self.adding

    def take_focus(self) -> None:
        (self.table if self.has_rows else self.nothing.folder).setFocus()
