"""An inspector that knows one earlier run by heart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from verbatim_desktop.domain.answers import Level, Outcome
from verbatim_desktop.domain.errors import NotFound
from verbatim_desktop.domain.evaluation import EvalReport, MeasuredConfidence, QuestionResult
from verbatim_desktop.domain.inspection import GoldenRun, RunComparison
from verbatim_desktop.workflows.golden_sets import compare_runs


def result(identity: str, rank: int | None, answered: bool = True) -> QuestionResult:
    gain = 1 / rank if rank else 0.0
    names: list[str] = ["recall@5", "recall@10", "mrr@10", "ndcg@10"]
    figures = dict.fromkeys(names, gain)
    confidence = MeasuredConfidence(Level.HIGH if answered else Level.LOW, 0.9)
    outcome = Outcome.ANSWER if answered else Outcome.TICKET
    return QuestionResult(identity, 1.0, (), confidence, outcome, rank, figures)


BEFORE = (result("a", 3), result("b", 1), result("c", None, answered=False))
NOW = (result("a", 1), result("b", 2), result("c", 4))


class SampleInspector:
    def __init__(self) -> None:
        self.kept: list[GoldenRun] = []

    def run(self, name: str) -> GoldenRun:
        if name != "before":
            raise NotFound(f"There is no kept run “{name}”. `verbatim eval --save NAME` keeps one.")
        return GoldenRun(name, "golden", "2026-11-29T08:00:00Z", 4, self._report(BEFORE))

    def run_of(self, report: EvalReport, name: str = "") -> GoldenRun:
        self._measured = report
        at = "2026-11-30T08:00:00Z"
        return GoldenRun(name or at, report.set, at, 5, replace(report, results=NOW))

    def _report(self, results: tuple[QuestionResult, ...]) -> EvalReport:
        return EvalReport("golden", 3, 0.33, "lexical", {}, {}, {}, {}, {}, results)

    def keep_run(self, run: GoldenRun) -> None:
        self.kept.append(run)

    def compare_runs(
        self, before: GoldenRun, now: GoldenRun, path: Path | None = None
    ) -> RunComparison:
        return compare_runs(before, now, {})
