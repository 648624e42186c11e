"""An Inspector's core that ranks what a test says, and keeps what it is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from verbatim_desktop.domain.answers import Confidence, Level, Outcome
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.evaluation import EvalReport, MeasuredConfidence, QuestionResult
from verbatim_desktop.domain.inspection import (
    Comparison,
    GoldenEntry,
    GoldenRun,
    GoldenSet,
    LookedInto,
    Moved,
    Placed,
    RunComparison,
    Snapshot,
    Stretch,
    WhyNot,
    WordFall,
)
from verbatim_desktop.domain.retrieval import (
    EvidenceLimits,
    Filters,
    GroupStatistics,
    Query,
    Ranking,
    ScoreBreakdown,
    ScoredSection,
    SectionRef,
    Term,
    TermGroup,
    TermOrigin,
)

NOW = "2026-11-30T09:12:00+00:00"
FLOOR = 7500


def group(typed: str, *added: str) -> TermGroup:
    synonyms = (Term(word, TermOrigin.SYNONYM, 0.4) for word in added)
    return TermGroup(typed, (Term(typed.casefold(), TermOrigin.TYPED), *synonyms))


def query_of(text: str, disabled: frozenset[str] = frozenset()) -> Query:
    groups = [group(word, *(["revert"] if word == "undo" else [])) for word in text.split()]
    kept = [
        replace(one, terms=tuple(t for t in one.terms if t.text not in disabled)) for one in groups
    ]
    return Query(text, tuple(one for one in kept if one.terms))


def ref(ordinal: int, heading: str, path: str = "deploy/rollbacks.mdx") -> SectionRef:
    anchor = heading.casefold().replace(" ", "-")
    return SectionRef(
        1, ordinal, "harbor", path, "/docs/deploy/rollbacks", anchor, (anchor,),
        ("Rollbacks", heading), ordinal, ordinal + 3,
    )  # fmt: skip


BEST = ScoredSection(
    ref(2, "Undo a release"),
    ScoreBreakdown(4100, 3720, 2800, 1300, 2720, -620),
    ("undo", "release"),
    ("database",),
)
SECOND = ScoredSection(
    ref(9, "What a rollback does not undo"),
    ScoreBreakdown(3000, 3000, 0, 1000, 2500, -200),
    ("undo", "database"),
    ("release",),
)
THIRD = ScoredSection(
    ref(0, "Release states"), ScoreBreakdown(3000, 1500, heading=1200), ("release",), ("undo",)
)
HIGH = Confidence(Level.HIGH, 0.9, ("All 2 key words are covered.", "Nothing is missing."))


def many(count: int) -> tuple[ScoredSection, ...]:
    return tuple(
        ScoredSection(ref(at, f"Section {at}"), ScoreBreakdown(20_000 - 50 * at), ("undo",))
        for at in range(count)
    )


class FakeInspector:
    """results: what is ranked. generation: of the library. asked: what was wanted."""

    def __init__(self) -> None:
        self.results: tuple[ScoredSection, ...] = (BEST, SECOND, THIRD)
        self.generation = 47
        self.asked: list[tuple[str, int, Filters, frozenset[str]]] = []
        self.error: Exception | None = None
        self.kept: dict[str, Snapshot] = {}
        self.sets: dict[str, GoldenSet] = {}
        self.kept_runs: list[GoldenRun] = []
        self.ranks: dict[str, int | None] = {}
        self.evidence_limits = EvidenceLimits()
        self.during_run: Callable[[], object] = lambda: None
        self.after_run: Callable[[], object] = lambda: None  # its last step was heard of

    def rank(
        self,
        text: str,
        limit: int = 20,
        filters: Filters = Filters(),  # noqa: B008
        disabled_terms: frozenset[str] = frozenset(),
    ) -> Ranking:
        self.asked.append((text, limit, filters, disabled_terms))
        if self.error is not None:
            raise self.error
        query = query_of(text, disabled_terms)
        if not query.groups:
            raise QuestionUnusable("Every word of this question is switched off.")
        held = tuple(GroupStatistics(one, 0 if one.typed == "osaka" else 38, 2.0)
                     for one in query.groups)  # fmt: skip
        results = () if text == "osaka" else self.results[:limit]
        return Ranking(query, results, held, 20_000, 214, 4806, self.generation, took_ms=12.0)

    def question(self, text: str) -> Query:
        return query_of(text)

    def weigh(self, ranking: Ranking, filters: Filters = Filters()) -> Confidence:  # noqa: B008
        return HIGH

    def look_into(self, ranking: Ranking, scored: ScoredSection) -> LookedInto:
        words = tuple(
            WordFall(one.typed, (), int(one.typed in scored.matched), 38, 2100)
            for one in ranking.query.groups
        )
        excerpt = "Open Releases, choose the release and select Roll back."
        return LookedInto(scored.section, excerpt, ((26, 33),), (Stretch(3, 26, 33),), words)

    def floor(self, ranking: Ranking) -> int:
        return FLOOR

    def limits(self) -> EvidenceLimits:
        return self.evidence_limits

    def save_limits(self, limits: EvidenceLimits) -> None:
        self.evidence_limits = limits

    def section(self, name: str) -> SectionRef:
        for scored in self.results:
            if name.endswith(f"#{scored.section.anchor}"):
                return scored.section
        raise NotFound(f"There is no section {name}.")

    def why_not(
        self,
        text: str,
        section: SectionRef,
        filters: Filters = Filters(),  # noqa: B008
        disabled_terms: frozenset[str] = frozenset(),
    ) -> WhyNot:
        at = [one.section for one in self.results].index(section)
        scored, missing = self.results[at], self.results[at].missing
        reasons = ("It lacks “undo”.", "It is under the floor.")
        return WhyNot(section, at + 1, 214, scored, self.results[0], FLOOR, (), missing, reasons)

    # --- states ------------------------------------------------------------------------------

    def snapshot(self, ranking: Ranking) -> Snapshot:
        places = tuple(
            Placed(
                one.section.source, one.section.path, one.section.anchor, 0,
                one.section.heading_path, one.score, one.section.document_id,
            )
            for one in ranking.results
        )  # fmt: skip
        return Snapshot(ranking.query.text, ranking.generation, NOW, places)

    def remember(self, taken: Snapshot) -> None:
        self.kept[taken.query] = taken

    def remembered(self, query: str) -> Snapshot | None:
        return self.kept.get(query)

    def compare(self, before: Snapshot, now: Snapshot) -> Comparison:
        old = {one.key: (at, one) for at, one in enumerate(before.places, 1)}
        new = {one.key: (at, one) for at, one in enumerate(now.places, 1)}
        moved = [
            Moved(
                (new.get(key) or old[key])[1],
                old[key][0] if key in old else None,
                new[key][0] if key in new else None,
                old[key][1].score if key in old else None,
                new[key][1].score if key in new else None,
            )
            for key in dict.fromkeys((*new, *old))
        ]
        return Comparison(before, now, tuple(moved))

    # --- golden sets -------------------------------------------------------------------------

    def golden_sets(self) -> tuple[GoldenSet, ...]:
        return tuple(self.sets[name] for name in sorted(self.sets))

    def load_golden(self, path: Path, name: str = "") -> GoldenSet:
        golden = GoldenSet(path.stem, (GoldenEntry("q1", "undo release"),), str(path))
        self.sets[golden.name] = golden
        return golden

    def save_golden(self, golden: GoldenSet) -> None:
        self.sets[golden.name] = golden

    def drop_golden(self, name: str) -> GoldenSet:
        return self.sets.pop(name)

    def golden_jsonl(self, golden: GoldenSet) -> str:
        return "".join(f"{one.question}\n" for one in golden.questions)

    def measure_golden(
        self, golden: GoldenSet, name: str, progress: Callable[[IngestProgress], None]
    ) -> GoldenRun:
        total = len(golden.questions)
        for done in range(total):
            self.during_run()
            progress(IngestProgress("measuring", done + 1, total))
        self.after_run()
        return GoldenRun(f"run {len(self.kept_runs)}", golden.name, NOW, self.generation,
                         self.report(golden))  # fmt: skip

    def keep_run(self, run: GoldenRun) -> None:
        self.kept_runs.insert(0, run)

    def report(self, golden: GoldenSet) -> EvalReport:
        results = tuple(
            QuestionResult(
                one.id, 1.0, (), MeasuredConfidence(Level.HIGH, 0.9),
                Outcome.ANSWER if one.relevant else Outcome.TICKET, self.ranks.get(one.id),
            )
            for one in golden.questions
        )  # fmt: skip
        figures = {"ndcg@10": 0.78, "recall@5": 0.8, "mrr@10": 0.7}
        intervals = {f"document.{name}": (0.71, 0.84) for name in figures}
        refusal = {"refused_answerable": 0.1, "answered_near": 0.0, "answered_far": None}
        worth = 0.015
        return EvalReport(
            golden.name, len(results), worth, "lexical", figures, {}, refusal, intervals, {},
            results,
        )  # fmt: skip

    def runs(self, set_name: str = "") -> tuple[GoldenRun, ...]:
        return tuple(run for run in self.kept_runs if run.set == set_name)

    def compare_runs(self, before: GoldenRun, now: GoldenRun) -> RunComparison:
        return RunComparison(before.name, now.name, (), {})
