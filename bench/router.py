"""What the router's rules gain, and what share of the time they save.

Every golden question is asked as it stands, and cut to its two most telling words, as people type
them. Measured: how many go straight; for those that go round, where the right section stands with
and without the other words, and the time of both ways.

    python -m bench.router ../shared --only nextjs-issues anthropic-docs
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from bench.golden import GoldenSet, golden_sets
from bench.ranking import place_scores
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.answer.route_query import Route, heading_queries, route_of
from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.evaluation import GoldenQuestion
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.terms import analyse
from verbatim_desktop.workflows.evaluate import DEPTH
from verbatim_desktop.workflows.find_evidence import Found, find_evidence

KEPT = 2  # words of a question that was cut short


@dataclass(frozen=True)
class Way:
    """One question by both ways. scores: nDCG of each; ms: time of each."""

    rewritten: bool
    scores: tuple[float, float]
    levels: tuple[float, float]
    ms: tuple[float, float]


def shortened(question: str) -> str:
    """The two most telling words, in their order."""
    words = [token for token in analyse(question) if token.whole]
    told = sorted(words, key=lambda token: -specificity(token.text))[:KEPT]
    return " ".join(question[t.start : t.end] for t in sorted(told, key=lambda t: t.start))


def ways(golden: GoldenSet, questions: Sequence[GoldenQuestion]) -> Iterator[Way]:
    for question in questions:
        short = shortened(question.question)
        try:
            yield _both(golden, question, short)
        except QuestionUnusable:
            continue


def _both(golden: GoldenSet, question: GoldenQuestion, short: str) -> Way:
    began = time.perf_counter()
    direct = _find(golden, short)
    between = time.perf_counter()
    queries = heading_queries(short, [r.section.heading_path for r in direct.ranking.results[:20]])
    full = _find(golden, short, queries) if queries else direct
    if full.confidence.score < direct.confidence.score:
        full = direct
    ended = time.perf_counter()
    times = (between - began) * 1000, (ended - began) * 1000
    found = (_ndcg(direct, question), _ndcg(full, question))
    sure = (direct.confidence.score, full.confidence.score)
    return Way(bool(queries), found, sure, times)


def _find(golden: GoldenSet, text: str, rewritten: Sequence[str] = ()) -> Found:
    return find_evidence(
        text,
        golden.library,
        golden.index,
        SystemClock(),
        filters=Filters(),
        limit=DEPTH,
        rewritten=rewritten,
    )


def _ndcg(found: Found, question: GoldenQuestion) -> float:
    refs = [result.section for result in found.ranking.results]
    return place_scores([(ref.path, set(ref.anchors)) for ref in refs], question)[0]


def report(golden: GoldenSet) -> str:
    answerable = [q for q in golden.questions if q.relevant]
    direct = [route_of(q.question).route is Route.DIRECT for q in golden.questions]
    measured = list(ways(golden, answerable))
    rewritten = [way for way in measured if way.rewritten]
    times = [median(way.ms[side] for way in measured) for side in (0, 1)]
    cells = (
        golden.name,
        f"{mean(direct):.3f}",
        str(len(measured)),
        str(len(rewritten)),
        f"{mean(way.scores[0] for way in measured):.3f}",
        f"{mean(way.scores[1] for way in measured):.3f}",
        f"{mean(way.scores[0] for way in rewritten):.3f}" if rewritten else "-",
        f"{mean(way.scores[1] for way in rewritten):.3f}" if rewritten else "-",
        f"{times[0]:.1f}",
        f"{times[1]:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> int:
    parser = argparse.ArgumentParser(description="What the router's rules gain.")
    parser.add_argument("shared", type=Path)
    parser.add_argument("--homes", type=Path)
    parser.add_argument("--only", nargs="*", default=())
    options = parser.parse_args()
    for golden in golden_sets(options.shared, options.homes, options.only):
        print(report(golden), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
