"""The ranking between the library and its view.

Every key asks for a ranking; a newer one supersedes what waits, and what comes late is not shown.
What is dearer (weighing it, looking into a section, holding it against what was kept) is asked
for only once the person pauses.
"""

from __future__ import annotations

import gc
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from verbatim_desktop.desktop import inspector_work as work
from verbatim_desktop.desktop.errands import MarkedPage
from verbatim_desktop.desktop.ingest_run import IngestRun
from verbatim_desktop.desktop.inspector_work import Beside, Inspected, SectionName, Wanted
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.widgets.query_view import QueryView
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.inspection import LookedInto, Moved, WhyNot
from verbatim_desktop.domain.retrieval import ScoredSection, SectionRef

PAUSE_MS = 350


class RankingControl(QObject):
    """page_wanted: a MarkedPage. looked: what the chosen section holds, or None. moved: what moved
    since an earlier state (a Comparison). shown: a ranking is on its way to the screen. settled:
    all that is known of it is shown. failed: an error.
    """

    page_wanted = Signal(object)
    looked = Signal(object)
    moved = Signal(object)
    shown = Signal()
    settled = Signal()
    failed = Signal(object)

    def __init__(self, view: QueryView, lane: Lane, run: IngestRun) -> None:
        super().__init__(view)
        self._view, self._lane, self._run = view, lane, run
        self._disabled: frozenset[str] = frozenset()
        self._looked: LookedInto | None = None
        self._opening = False  # the page of the chosen section, once its words are found
        self._names: tuple[SectionName, ...] | None = None
        self._warm = False  # what ranking needs was loaded and seen once
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._look_beside)
        view.bar.typed.connect(self._typed)
        view.bar.narrowed.connect(self.rank)
        view.filters.changed.connect(self._narrow)
        view.chips.toggled.connect(self.toggle)
        view.clear_wanted.connect(self.clear)
        view.list.chosen.connect(self._choose)
        view.list.opened.connect(self.open_rank)
        view.why.wanted.connect(self.ask_why)
        view.compare.wanted.connect(self.compare)
        view.compare.start_wanted.connect(self.start_again)
        view.compare.page_wanted.connect(self._open_moved)

    # --- ranking -----------------------------------------------------------------------------

    def wanted(self) -> Wanted:
        view = self._view
        filters = view.filters.filters(view.bar.scope.chosen())
        return Wanted(view.bar.text(), view.filters.most(), filters, self._disabled)

    def _typed(self) -> None:
        if not self._view.bar.text():
            self._disabled = frozenset()
        self.rank()

    def _narrow(self) -> None:
        self._view.bar.show_filters(self._view.filters.count())
        self.rank()

    def rank(self) -> None:
        """Rank what stands in the field."""
        wanted = self.wanted()
        self._pause.stop()
        self._opening = False
        if not wanted.text:
            self._lane.cancel("inspect")
            self._view.show_nothing()
            self.looked.emit(None)
            return
        self._view.show_waiting()
        self._lane.ask(lambda verbatim: work.inspect(verbatim, wanted), self._show, "inspect")

    def _show(self, inspected: Inspected) -> None:
        same = self._view.shown is not None and self._view.shown.wanted == inspected.wanted
        kept = self._view.list.ranked.chosen if same else 1
        self._view.show_ranking(inspected, kept=kept or 1)
        self._looked = None
        self._pause.start()
        self.shown.emit()

    def toggle(self, term: str) -> None:
        """Leave a term out, or take it in again."""
        self._disabled ^= {term}
        self.rank()

    def clear(self) -> None:
        """No filter, and no term left out."""
        self._disabled = frozenset()
        self._view.bar.scope.choose_all()
        self._view.filters.clear()
        self._narrow()

    def more_like(self) -> None:
        """Rank what is like the chosen section."""
        scored, wanted = self.chosen(), self.wanted()
        if scored is not None:
            self._pause.stop()
            self._lane.ask(
                lambda verbatim: work.more_like(verbatim, scored, wanted), self._show, "inspect"
            )

    def chosen(self) -> ScoredSection | None:
        ranked = self._view.list.ranked
        return ranked.scored_at(ranked.chosen)

    # --- beside the list -----------------------------------------------------------------------

    def _look_beside(self) -> None:
        """The person pauses: weigh what is shown, and look into its chosen section."""
        shown = self._view.shown
        if shown is None or shown.ranking is None or not shown.rows:
            self._view.show_beside(None)
            self.looked.emit(None)
            self.settled.emit()
            return
        ranking, wanted = shown.ranking, shown.wanted
        keep = not self._run.is_running and not shown.like
        self._look_into()
        self._lane.ask(
            lambda verbatim: work.look_beside(verbatim, ranking, wanted, keep=keep),
            self._show_beside,
            "inspect beside",
        )
        if self._view.why.name:
            self.ask_why(self._view.why.name)
        if self._view.comparing:
            self.compare()

    def _show_beside(self, beside: Beside) -> None:
        shown = self._view.shown
        if shown is None or shown.ranking is not beside.ranking:
            return
        if not self._warm:
            self._warm = True
            spare_the_collector()
        self._view.show_beside(beside)
        self.moved.emit(beside.since)
        self.settled.emit()

    def _choose(self, _rank: int) -> None:
        self._looked = None
        self._look_into()

    def _look_into(self) -> None:
        shown, scored = self._view.shown, self.chosen()
        if shown is None or shown.ranking is None or scored is None:
            return
        ranking = shown.ranking
        self._lane.ask(
            lambda verbatim: work.look_into(verbatim, ranking, scored),
            self._show_looked,
            "inspect look",
        )

    def _show_looked(self, looked: LookedInto) -> None:
        scored = self.chosen()
        if scored is None or scored.section != looked.section:
            return
        self._looked = looked
        self._view.list.ranked.show_looked(looked)
        self.looked.emit(looked)
        if self._opening:
            self._open(looked)

    # --- pages -------------------------------------------------------------------------------

    def open_rank(self, _rank: int = 0) -> None:
        """The page of the chosen section, its words marked."""
        scored = self.chosen()
        if scored is not None and self._looked and self._looked.section == scored.section:
            self._open(self._looked)
        else:
            self._opening = True
            self._look_into()

    def _open(self, looked: LookedInto) -> None:
        self._opening = False
        section = looked.section
        page = MarkedPage(section.document_id, name_of(section), section.anchor, looked.places)
        self.page_wanted.emit(page)

    def _open_moved(self, moved: Moved, before: bool) -> None:
        """The page of a section that moved, as it is now or as it was before."""
        comparison, place = self._view.compare.comparison, moved.place
        if before and comparison is not None:
            old = {one.key: one for one in comparison.before.places}
            place = old.get(place.key, place)
        page = MarkedPage(place.document_id, f"{place.source}/{place.path}", place.anchor)
        self.page_wanted.emit(page)

    # --- why not -----------------------------------------------------------------------------

    def read_names(self) -> None:
        """The sections that can be asked about; read once for each state of the library."""
        if self._names is None:
            self._names = ()
            self._lane.ask(work.section_names, self._show_names, "inspect names")

    def _show_names(self, names: tuple[SectionName, ...]) -> None:
        self._names = names
        self._view.why.set_names(names)

    def ask_why(self, name: str) -> None:
        wanted = self.wanted()
        if wanted.text:
            job = self._lane.job(
                lambda verbatim: work.why_not(verbatim, name, wanted), "inspect why"
            )
            job.succeeded.connect(self._show_why)
            job.failed.connect(self._why_failed)

    def _show_why(self, found: WhyNot) -> None:
        self._view.why.show_found(found)

    def _why_failed(self, error: Exception) -> None:
        if isinstance(error, NotFound):
            self._view.why.show_problem("There is no such section")
        elif not isinstance(error, QuestionUnusable):  # the list says that already
            self.failed.emit(error)

    # --- comparing ---------------------------------------------------------------------------

    def compare(self) -> None:
        """Read what the open comparison is to show."""
        view, wanted = self._view.compare, self.wanted()
        second = view.second.text()
        view.narrowed = not wanted.plain
        if not wanted.text or (view.of_questions and not second):
            view.show_comparison(None)
            return
        if view.of_questions:
            other = Wanted(second, wanted.limit, wanted.filters)
            job = self._lane.job(
                lambda verbatim: work.compare_queries(verbatim, wanted, other), "compare"
            )
        else:
            job = self._lane.job(lambda verbatim: work.since_kept(verbatim, wanted), "compare")
        job.succeeded.connect(view.show_comparison)
        job.failed.connect(partial(self._compare_failed))

    def _compare_failed(self, error: Exception) -> None:
        if isinstance(error, (QuestionUnusable, NotFound)):
            self._view.compare.show_problem(str(error))
        else:
            self.failed.emit(error)

    def start_again(self) -> None:
        """Hold what comes against the library as it is now."""
        wanted = self.wanted()
        self._lane.ask(lambda v: work.start_again(v, wanted), lambda _: self._started())

    def _started(self) -> None:
        self.moved.emit(None)
        self.compare()

    # --- the library -------------------------------------------------------------------------

    def library_changed(self) -> None:
        """Rank anew what is shown; what was read of the library before no longer holds."""
        self._names = None
        if self._view.bar.text():
            self.rank()


def spare_the_collector() -> None:
    """Leave all that is loaded by now out of the collector's full rounds.

    Libraries, the index and the names of 25,000 sections stay for good; looking through them again
    and again stops the window for 60 ms while one types.
    """
    gc.freeze()


def name_of(section: SectionRef) -> str:
    """SOURCE/ROUTE-OR-PATH."""
    return f"{section.source}/{section.route.lstrip('/') or section.path}"
