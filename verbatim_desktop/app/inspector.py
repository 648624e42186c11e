"""Inspector: how sections come to be ranked, what an edit does to that, and golden sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verbatim_desktop.app.rooms import searched
from verbatim_desktop.domain.retrieval import EVERYTHING, EvidenceLimits, Filters
from verbatim_desktop.ports import no_progress

if TYPE_CHECKING:
    from pathlib import Path

    from verbatim_desktop.app.rooms import Rooms
    from verbatim_desktop.domain.answers import Confidence
    from verbatim_desktop.domain.evaluation import EvalReport
    from verbatim_desktop.domain.inspection import (
        Comparison,
        GoldenRun,
        GoldenSet,
        LookedInto,
        RunComparison,
        Snapshot,
        WhyNot,
    )
    from verbatim_desktop.domain.retrieval import Query, Ranking, ScoredSection, SectionRef
    from verbatim_desktop.ports import Progress


class Inspector:
    """Looks into rankings; changes nothing but what it keeps: snapshots, golden sets and runs."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def rank(
        self,
        text: str,
        limit: int = 20,
        filters: Filters = EVERYTHING,
        disabled_terms: frozenset[str] = frozenset(),
    ) -> Ranking:
        """Sections best first, some terms left out. Raises as `Verbatim.search` does."""
        from verbatim_desktop.workflows.search_sections import search_sections

        return search_sections(
            text,
            *searched(self._rooms),
            limit=limit,
            filters=filters,
            disabled_terms=disabled_terms,
        )

    def question(self, text: str) -> Query:
        """The question as terms, none left out. Raises QuestionUnusable."""
        from verbatim_desktop.retrieve.typos import correct
        from verbatim_desktop.workflows.search_sections import read_question

        query = read_question(text, self._rooms.library())
        return correct(query, self._rooms.index().reader())

    def weigh(self, ranking: Ranking, filters: Filters = EVERYTHING) -> Confidence:
        """How far the evidence of a ranking carries, as an answer to its question would say."""
        from verbatim_desktop.workflows.find_evidence import judged

        return judged(ranking.query.text, ranking, self._rooms.library(), filters).confidence

    def look_into(self, ranking: Ranking, scored: ScoredSection) -> LookedInto:
        """Where the words fall in a section of a ranking. Raises NotFound for one that is gone."""
        from verbatim_desktop.workflows.look_into import look_into

        return look_into(ranking, scored, self._rooms.library(), self._rooms.index())

    def floor(self, ranking: Ranking) -> int:
        """The score in SCORE_UNITs below which nothing is quoted from a section."""
        from verbatim_desktop.workflows.why_not import floor_of

        return floor_of(ranking, self._rooms.library())

    def limits(self) -> EvidenceLimits:
        """Which ranked sections this workspace writes from."""
        from verbatim_desktop.workflows.evidence_limits import limits_of

        return limits_of(self._rooms.library())

    def save_limits(self, limits: EvidenceLimits) -> None:
        """Write from these sections from now on. Raises UsageError for what cannot be."""
        from verbatim_desktop.workflows.evidence_limits import save_limits

        save_limits(limits, self._rooms.library())

    def section(self, name: str) -> SectionRef:
        """SOURCE/ROUTE-OR-PATH#ANCHOR, the page's first one without an anchor. Raises NotFound."""
        from verbatim_desktop.workflows.search_many import find_section

        return find_section(name, self._rooms.library())

    def why_not(
        self,
        text: str,
        section: SectionRef,
        filters: Filters = EVERYTHING,
        disabled_terms: frozenset[str] = frozenset(),
    ) -> WhyNot:
        """Where a section stands for a question, and why it is not the first."""
        from verbatim_desktop.workflows.why_not import why_not

        return why_not(
            text,
            section,
            self._rooms.library(),
            self._rooms.index(),
            filters=filters,
            disabled_terms=disabled_terms,
        )

    # --- before and after ------------------------------------------------------------------------

    def snapshot(self, ranking: Ranking) -> Snapshot:
        """A ranking that can be held against another one."""
        from verbatim_desktop.workflows.compare_rankings import snapshot

        return snapshot(ranking, self._rooms.clock.now())

    def remember(self, taken: Snapshot) -> None:
        """Keep a ranking until the library changes, to see then what an edit did."""
        from verbatim_desktop.workflows.compare_rankings import remember

        remember(taken, self._rooms.library())

    def remembered(self, query: str) -> Snapshot | None:
        """The ranking of a question that was kept, if there is one."""
        from verbatim_desktop.workflows.compare_rankings import remembered

        return remembered(query, self._rooms.library())

    def compare(self, before: Snapshot, now: Snapshot) -> Comparison:
        """What rose and fell from one ranking to the other."""
        from verbatim_desktop.workflows.compare_rankings import compare

        return compare(before, now)

    # --- golden sets -----------------------------------------------------------------------------

    def golden_sets(self) -> tuple[GoldenSet, ...]:
        from verbatim_desktop.workflows.golden_sets import sets

        return sets(self._rooms.library())

    def load_golden(self, path: Path, name: str = "") -> GoldenSet:
        """Read a golden file and keep it. Raises UnreadableFile."""
        from verbatim_desktop.workflows.golden_sets import load_set

        return load_set(path, self._rooms.library(), name)

    def save_golden(self, golden: GoldenSet) -> None:
        from verbatim_desktop.workflows.golden_sets import save_set

        save_set(golden, self._rooms.library())

    def drop_golden(self, name: str) -> GoldenSet:
        """Keep a set no longer; returns it, so that it can be saved again. Raises NotFound."""
        from verbatim_desktop.workflows.golden_sets import drop_set

        return drop_set(name, self._rooms.library())

    def golden_jsonl(self, golden: GoldenSet) -> str:
        """A set as a golden file."""
        from verbatim_desktop.workflows.golden_sets import as_jsonl

        return as_jsonl(golden)

    def measure_golden(
        self, golden: GoldenSet, name: str = "", progress: Progress = no_progress
    ) -> GoldenRun:
        """Measure a set; `keep_run` keeps what comes of it. Raises Cancelled from progress."""
        from verbatim_desktop.workflows.golden_sets import run_set

        return run_set(golden, *searched(self._rooms), name, progress)

    def runs(self, set_name: str = "") -> tuple[GoldenRun, ...]:
        """Kept runs of a set, or of all, the newest first."""
        from verbatim_desktop.workflows.golden_sets import runs

        return runs(self._rooms.library(), set_name)

    def run(self, name: str) -> GoldenRun:
        """A kept run. Raises NotFound."""
        from verbatim_desktop.workflows.golden_sets import kept_run

        return kept_run(name, self._rooms.library())

    def keep_run(self, run: GoldenRun) -> None:
        from verbatim_desktop.workflows.golden_sets import keep_run

        keep_run(run, self._rooms.library())

    def run_of(self, report: EvalReport, name: str = "") -> GoldenRun:
        """A report of this library as a run that others can be held against."""
        at = self._rooms.clock.now()
        from verbatim_desktop.domain.inspection import GoldenRun

        return GoldenRun(name or at, report.set, at, self._rooms.library().generation(), report)

    def compare_runs(
        self, before: GoldenRun, now: GoldenRun, path: Path | None = None
    ) -> RunComparison:
        """What rose and fell question by question, and by how much the figures differ.

        path: the golden file, where the set is not kept.
        """
        from verbatim_desktop.workflows.golden_sets import compare_runs, set_of, sets

        kept = {golden.name: golden for golden in sets(self._rooms.library())}
        golden = set_of(path) if path else kept.get(now.set)
        entries = golden.questions if golden else ()
        return compare_runs(before, now, {entry.id: entry.question for entry in entries})
