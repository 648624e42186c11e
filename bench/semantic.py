"""What the optional search by meaning adds to the lexical ranking, set by set.

Turns it on for each golden set's library, embeds what has no vector yet (slow: about 15 sections a
second of one core), and ranks every answerable question both ways.

    python -m bench.semantic ../shared --homes DIR --only zulip-issues

With --confidence it tells instead what becomes of refusal: every question is asked both ways, and
judged by the shipped numbers, which were fitted on words alone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from bench.golden import GoldenSet, golden_sets
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.adapters.embedder.leg import LocalMeaning, open_embedder
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store.store import open_store
from verbatim_desktop.domain.meaning import Fusion
from verbatim_desktop.domain.retrieval import Filters, Ranking
from verbatim_desktop.judge import calibration, figures
from verbatim_desktop.ports import Meaning, SearchIndex
from verbatim_desktop.retrieve.meaning import DEPTH
from verbatim_desktop.workflows.embed_library import embed_library
from verbatim_desktop.workflows.find_evidence import find_evidence
from verbatim_desktop.workflows.search_sections import search_sections, with_meaning

ABOUT = "Measure what the search by meaning adds."
EVERYTHING = Filters()


def page_ndcg(ranking: Ranking, wanted: set[str]) -> float:
    refs = (scored.section for scored in ranking.results)
    pages = list(dict.fromkeys(ref.shows or ref.path for ref in refs))
    return figures.ranking_figures(pages, wanted)["ndcg@10"]


def gains(golden: GoldenSet, homes: Path, ways: Sequence[Fusion]) -> dict[str, list[float]]:
    """nDCG@10 of pages of each question: lexical, and with each fusion."""
    store = open_store(Home(homes / golden.name))
    with closing(store):
        embedder, vectors = open_embedder(""), store.vectors()
        embed_library(golden.library, embedder, vectors)
        found: dict[str, list[float]] = {"lexical": [], **{way.value: [] for way in ways}}
        legs = {way: LocalMeaning(embedder, way, golden.library, vectors) for way in ways}
        for question in golden.questions:
            if not question.answerable:
                continue
            wanted = {target.doc for target in question.relevant}
            ranking = search_sections(
                question.question,
                golden.library,
                golden.index,
                SystemClock(),
                limit=DEPTH,
                filters=EVERYTHING,
            )
            found["lexical"].append(page_ndcg(ranking, wanted))
            for way, leg in legs.items():
                found[way.value].append(page_ndcg(with_meaning(ranking, leg), wanted))
    return found


@dataclass(frozen=True)
class Judged:
    """The confidence of each question by its scope: "answerable", "near" or "far"."""

    scores: dict[str, list[float]]

    def answered(self, scope: str) -> float | None:
        its = self.scores.get(scope)
        return sum(s >= calibration.ANSWER_FROM for s in its) / len(its) if its else None

    def auroc(self, scope: str) -> float | None:
        right, wrong = self.scores["answerable"], self.scores.get(scope)
        return figures.auroc(right, wrong) if wrong else None


class BothLegs:
    """An index that searches by meaning too, whatever the workspace has chosen."""

    def __init__(self, index: SearchIndex, leg: Meaning) -> None:
        self._index, self._leg = index, leg

    def __getattr__(self, name: str) -> object:
        return getattr(self._index, name)

    def meaning(self) -> Meaning:
        return self._leg


def judged(golden: GoldenSet, index: SearchIndex) -> Judged:
    scores: dict[str, list[float]] = {}
    for question in golden.questions:
        found = find_evidence(
            question.question, golden.library, index, SystemClock(), filters=EVERYTHING, limit=DEPTH
        )
        scores.setdefault(question.scope or "answerable", []).append(found.confidence.score)
    return Judged(scores)


def confidences(golden: GoldenSet, homes: Path) -> tuple[Judged, Judged]:
    """By words alone, and with likeness joined by value."""
    store = open_store(Home(homes / golden.name))
    with closing(store):
        embedder, vectors = open_embedder(""), store.vectors()
        embed_library(golden.library, embedder, vectors)
        leg = LocalMeaning(embedder, Fusion.VALUE, golden.library, vectors)
        both = cast(SearchIndex, BothLegs(golden.index, leg))
        return judged(golden, golden.index), judged(golden, both)


def confidence_line(name: str, alone: Judged, both: Judged) -> str:
    def pair(one: float | None, other: float | None) -> str:
        return "" if one is None or other is None else f"{one:.3f}, {other:.3f}"

    cells = [pair(alone.auroc(scope), both.auroc(scope)) for scope in ("near", "far")]
    cells += [
        pair(alone.answered(scope), both.answered(scope)) for scope in ("near", "far", "answerable")
    ]
    return f"| {name} | {' | '.join(cells)} |"


def print_confidences(shared: Path, homes: Path, only: Sequence[str]) -> None:
    print("Words alone, with meaning joined by value:\n")
    print("| set | AUROC near | AUROC far | near answered | far answered | answerable answered |")
    print("|---|---|---|---|---|---|")
    for golden in golden_sets(shared, homes, only=only):
        print(confidence_line(golden.name, *confidences(golden, homes)), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--homes", type=Path, required=True, help="keep the libraries here")
    parser.add_argument("--only", action="append", default=[], metavar="SET")
    parser.add_argument("--confidence", action="store_true", help="what becomes of refusal")
    options = parser.parse_args()
    if options.confidence:
        print_confidences(options.shared, options.homes, options.only)
        return 0
    ways = list(Fusion)
    print("| set | questions | lexical | by value | by places |\n|---|---|---|---|---|")
    for golden in golden_sets(options.shared, options.homes, only=options.only):
        found = gains(golden, options.homes, ways)
        lexical = found["lexical"]
        cells = [f"{sum(lexical) / len(lexical):.3f}"]
        for way in ways:
            differences = [b - a for a, b in zip(lexical, found[way.value], strict=True)]
            low, high = figures.mean_interval(differences)
            cells.append(f"{sum(differences) / len(differences):+.3f} ({low:+.3f} to {high:+.3f})")
        print(f"| {golden.name} | {len(lexical)} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
