"""See how questions rank, why, and what an edit does to that; keep golden sets and run them.

The pane lays out its parts; what they do stands in their controls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from verbatim_desktop.desktop.errands import Inspect
from verbatim_desktop.desktop.golden_control import GoldenControl
from verbatim_desktop.desktop.inspector_export import (
    Exported,
    InspectorExport,
    golden_export,
    moves_export,
    ranking_export,
)
from verbatim_desktop.desktop.keys import Key
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.models.moves import counts_of
from verbatim_desktop.desktop.pane import Context, Pane
from verbatim_desktop.desktop.ranking_control import RankingControl, name_of
from verbatim_desktop.desktop.state import LibraryState
from verbatim_desktop.desktop.widgets.banner import Actions, Banner
from verbatim_desktop.desktop.widgets.button import Button, Kind
from verbatim_desktop.desktop.widgets.compare_view import CompareView
from verbatim_desktop.desktop.widgets.golden_view import GoldenView
from verbatim_desktop.desktop.widgets.layouts import column, empty, holds_focus
from verbatim_desktop.desktop.widgets.pane_header import PaneHeader
from verbatim_desktop.desktop.widgets.query_view import QueryView
from verbatim_desktop.desktop.widgets.segments import Choices
from verbatim_desktop.desktop.widgets.switch import Switch
from verbatim_desktop.desktop.widgets.why_not import WhyNotBox
from verbatim_desktop.desktop.widgets.words_table import WordsTable
from verbatim_desktop.domain.inspection import Comparison, LookedInto

KEYS = (
    Key("compare", "Compare on or off", ("Ctrl+\\",)),
    Key("show_filters", "Filters", ("Ctrl+Shift+F",)),
    Key("ask_why", "Why not this one?", ("Ctrl+Shift+Y",)),
    Key("", "Open the page of a ranked section", shown="Enter"),
    Key("more_like", "More like this section", ("Ctrl+Shift+K",)),
    Key("mark_right", "Mark the section right", ("Ctrl+M",)),
    Key("mark_near", "Mark it near, and no answer", ("Ctrl+Shift+M",)),
    Key("mark_far", "Nothing answers this, it is far off", ("Ctrl+Alt+M",)),
    Key("show_golden", "Golden sets", ("Ctrl+G",), everywhere=True),
    Key("run_golden", "Run the golden set", ("F5",)),
    Key("load_golden", "Load a golden set", ("Ctrl+Shift+I",)),
    Key("export", "Export what is shown", ("Ctrl+E",)),
)
TIGHT = 560


class Part(IntEnum):
    QUERY = 0
    GOLDEN = 1


def make(context: Context) -> InspectorPane:
    return InspectorPane(context)


class InspectorPane(Pane):
    """ranked: a ranking is on its way to the screen. settled: all that is known of it is shown."""

    ranked = Signal()
    settled = Signal()

    source_width = 480

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, "Inspector")
        self._theme = context.theme
        self._generation = -1
        self._golden_banners = column(spacing=8)
        self.steps.begin(self._make(context), ahead=context.ahead)

    def _make(self, context: Context) -> Iterator[None]:
        """Its parts, each a step of its own, then what joins them."""
        theme, lane = context.theme, Lane(context.jobs, context.library, self.fail)
        self._lay_out()
        yield
        compare = CompareView(theme)
        yield
        why = WhyNotBox(theme, self)
        yield
        self.query = QueryView(theme, compare, why, self.banners)
        yield
        self._stack.addWidget(self.query)
        yield
        self.golden = GoldenView(theme)
        yield
        self._add_golden()
        yield
        self.words = WordsTable(theme)
        self.words.hide()
        self.below_source = self.words
        self.ranking = RankingControl(self.query, lane, context.run)
        self.sets = GoldenControl(self.golden, lane, context.library)
        self._export = InspectorExport(self, lane)
        self._connect()

    # --- layout ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme = self._theme
        self.parts = Choices(theme, ("Query", "Golden sets"), "Parts")
        self.compare_button = Switch(theme, "Compare", tip="Compare (Ctrl+\\)")
        self.export_button = Button(
            theme, "Export", icon="export", kind=Kind.QUIET, tip="Export (Ctrl+E)"
        )
        self.more_button = Button(theme, icon="more", kind=Kind.QUIET, tip="Golden question")
        menu = QMenu(self)
        menu.addAction("This is the right section").triggered.connect(self.mark_right)
        menu.addAction("Nothing answers this: near").triggered.connect(self.mark_near)
        menu.addAction("Nothing answers this: far off").triggered.connect(self.mark_far)
        self.more_button.give_menu(menu, arrow=False)
        header = PaneHeader(theme, "Inspector")
        header.insert(self.parts)
        for button in (self.compare_button, self.export_button, self.more_button):
            header.add(button)
        self._stack = QStackedWidget()
        outer = column(self, spacing=0)
        outer.addWidget(header)
        outer.addWidget(self._stack, 1)

    def _add_golden(self) -> None:
        golden = QWidget()
        inner = column(golden, (24, 16, 24, 16), 12)
        inner.addLayout(self._golden_banners)
        inner.addWidget(self.golden, 1)
        self._stack.addWidget(golden)

    def _connect(self) -> None:
        query, ranking = self.query, self.ranking
        self.parts.chosen.connect(self._show_part)
        self.compare_button.toggled.connect(self._set_comparing)
        self.export_button.clicked.connect(self.export)
        self._export.written.connect(self._say)
        ranking.page_wanted.connect(self.marked_page_wanted)
        ranking.looked.connect(self._show_looked)
        ranking.moved.connect(self._say_moved)
        ranking.failed.connect(self.fail)
        ranking.shown.connect(self.ranked)
        ranking.settled.connect(self.settled)
        query.list.menu_wanted.connect(self._show_menu)
        query.chips.synonyms_wanted.connect(self._edit_synonyms)
        query.why.synonyms_wanted.connect(self._edit_synonyms)
        query.why.page_wanted.connect(self.page_wanted)
        query.sources_wanted.connect(lambda: self.command_wanted.emit("show_sources"))
        self.sets.said.connect(self._say_done)
        self.sets.began.connect(self._clear_golden_banners)
        self.sets.failed.connect(self.fail)
        self.golden.asked.connect(self.inspect)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        tight = self.width() < self._theme.px(TIGHT)
        for button, words in ((self.compare_button, "Compare"), (self.export_button, "Export")):
            button.set_words("" if tight else words)
            button.setAccessibleName(words)

    # --- the library -------------------------------------------------------------------------

    def set_library(self, state: LibraryState) -> None:
        """Rank anew where the library is another one."""
        self.query.bar.scope.set_sources([source.info.name for source in state.sources])
        self.query.set_has_source(not state.is_empty)
        if state.summary.generation != self._generation:
            self._generation = state.summary.generation
            self.ranking.library_changed()
            self.sets.read()

    def search_anew(self) -> None:
        self.ranking.library_changed()

    # --- what is shown -----------------------------------------------------------------------

    @property
    def shows_golden(self) -> bool:
        return self._stack.currentIndex() == Part.GOLDEN

    def _show_part(self, number: int) -> None:
        self.parts.choose(number)
        self._stack.setCurrentIndex(number)
        for button in (self.compare_button, self.more_button):
            button.setVisible(number == Part.QUERY)
        self.words.setVisible(number == Part.QUERY and self.words.words.rowCount() > 0)

    def take_focus(self) -> None:
        if self.shows_golden:
            self.golden.take_focus()
        else:
            self.query.take_focus()
            self.ranking.read_names()

    def receive(self, what: object) -> None:
        if isinstance(what, Inspect):
            self.inspect(what.question)

    def inspect(self, question: str) -> None:
        """Rank a question that was asked elsewhere."""
        self._show_part(Part.QUERY)
        self.query.bar.set_text(question)
        self.take_focus()

    def show_golden(self) -> None:
        self._show_part(Part.GOLDEN)
        self.sets.read()
        self.golden.take_focus()

    def escape(self) -> bool:
        if self.query.why.suggestions.put_away() or self.sets.cancel():
            return True
        if self.query.comparing and not self.shows_golden:
            self.compare_button.setChecked(False)
            return True
        return False

    def fail(self, error: Exception) -> None:
        """What was waited for does not come."""
        super().fail(error)
        if self.query.shown is None:
            self.query.show_nothing()

    def leave(self) -> None:
        self.sets.close()

    def _show_looked(self, looked: LookedInto | None) -> None:
        self.words.show_looked(looked)
        if self.shows_golden:
            self.words.hide()

    # --- comparing ---------------------------------------------------------------------------

    def compare(self) -> None:
        self._show_part(Part.QUERY)
        self.compare_button.toggle()

    def _set_comparing(self, on: bool) -> None:
        self.query.set_comparing(on)
        if on:
            empty(self.banners)
            self.ranking.compare()
            self.query.compare.take_focus()
        else:
            self.query.take_focus()

    def _say_moved(self, moved: Comparison | None) -> None:
        """What moved since an earlier state of the library, and the way to see it."""
        if moved is None:
            empty(self.banners)
        elif not self.query.comparing:
            counts = counts_of([one.move for one in moved.moved])
            since = f"Since library {moved.before.generation:,}."
            moved_notice = Notice("info", f"{counts[0].upper()}{counts[1:]}.", since)
            super().say(moved_notice, (("Compare", self.compare),))  # beside its ranking

    # --- one section -------------------------------------------------------------------------

    def show_filters(self) -> None:
        self._show_part(Part.QUERY)
        self.query.bar.filters_button.toggle()
        if self.query.bar.filters_button.isChecked():
            self.query.filters.glob.setFocus()

    def ask_why(self) -> None:
        """Why not the section that is chosen, or one that is named."""
        self._show_part(Part.QUERY)
        self.ranking.read_names()
        if self.query.why.isVisible():
            self.query.show_part(self.query.why)
            self.query.why.field.setFocus()
            self.query.why.field.selectAll()

    def _ask_why_chosen(self) -> None:
        scored = self.ranking.chosen()
        if scored is not None:
            anchor = f"#{scored.section.anchor}" if scored.section.anchor else ""
            self.query.why.ask(name_of(scored.section) + anchor)

    def more_like(self) -> None:
        self.ranking.more_like()

    def row_menu(self) -> QMenu:
        """What can be done with the chosen section."""
        menu = QMenu(self)
        for words, act in (
            ("Open the page", self.ranking.open_rank),
            ("Why not the first?", self._ask_why_chosen),
            ("More like this", self.more_like),
            ("This is the right one", self.mark_right),
        ):
            menu.addAction(words).triggered.connect(lambda _on=False, act=act: act())
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _show_menu(self, _rank: int, at: QPoint) -> None:
        self.row_menu().popup(at)

    def _edit_synonyms(self) -> None:
        self.command_wanted.emit("sources.show_synonyms")

    # --- golden sets -------------------------------------------------------------------------

    def run_golden(self) -> None:
        self._show_part(Part.GOLDEN)
        self.sets.run()

    def load_golden(self) -> None:
        self._show_part(Part.GOLDEN)
        self.sets.choose_file()

    def mark_right(self) -> None:
        """Keep the chosen section as a right one for the question."""
        scored, question = self.ranking.chosen(), self.query.bar.text()
        if scored is not None and question and not self.shows_golden:
            self.sets.label(question, scored.section)

    def mark_near(self) -> None:
        self._mark_none("near")

    def mark_far(self) -> None:
        self._mark_none("far")

    def _mark_none(self, scope: str) -> None:
        question = self.query.bar.text()
        if question and not self.shows_golden:
            self.sets.label_none(question, scope)

    def _say(self, notice: Notice) -> None:
        self.say(notice)

    def _say_done(self, notice: Notice, undo: tuple[str, Callable[[], object]] | None) -> None:
        self.say(notice, (undo,) if undo else ())

    def say(self, notice: Notice, actions: Actions = ()) -> None:
        """A banner in the part that is shown, trouble too."""
        if self.shows_golden:
            self._clear_golden_banners()
            self._golden_banners.addWidget(Banner(self._theme, notice, actions))
        else:
            super().say(notice, actions)

    def _clear_golden_banners(self) -> None:
        """The keyboard does not go with them."""
        if holds_focus(self._golden_banners):
            self.golden.take_focus()
        empty(self._golden_banners)

    # --- export ------------------------------------------------------------------------------

    def exported(self) -> Exported | None:
        """What is shown, as it can be kept; None where nothing is."""
        if self.shows_golden:
            return golden_export(self.golden)
        if self.query.comparing:
            model = self.query.compare.model
            return moves_export(model) if model.rowCount() else None
        shown = self.query.shown
        return ranking_export(shown) if shown is not None and shown.ranking is not None else None

    def export(self) -> None:
        exported = self.exported()
        if exported is None:
            self._say(Notice("neutral", "Nothing to export yet.", ""))
        else:
            self._export.ask_where(exported)

    def write_export(self, path: str) -> None:
        """Export what is shown to a file."""
        if (exported := self.exported()) is not None:
            self._export.write(exported, path)
