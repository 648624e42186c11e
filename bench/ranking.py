"""How well sections and pages are ranked, beside plain BM25, on the golden sets.

Plain BM25 is `prototypes/baseline_bm25.py` of the shared folder, run as it stands on the raw files.
A page counts by its best section; a section is right when it holds the labelled heading, and a
heading counts once. Differences are paired by question, their intervals bootstrapped.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from bench.golden import GoldenSet, golden_sets
from bench.measure import Options, main
from bench.report import Figure, Report, Row, Table
from verbatim_desktop.domain.evaluation import GoldenQuestion
from verbatim_desktop.domain.retrieval import Query, SectionRef
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.workflows.evaluate import DEPTH
from verbatim_desktop.workflows.search_sections import synonyms_of

NAME = "ranking"
GAIN = 0.08
SAMPLES = 10_000
#: The sets that users asked in issues, which together have a goal.
ISSUES = ("nextjs-issues", "gitlab-issues", "github-issues", "zulip-issues")


@dataclass
class Scores:
    """nDCG@10 by question, ours and plain BM25's in the same order."""

    pages: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    sections: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])

    def __add__(self, other: Scores) -> Scores:
        return Scores(self.pages + other.pages, self.sections + other.sections)


@cache
def baseline(shared: Path) -> ModuleType:
    """The definition of plain BM25."""
    path = shared / "prototypes" / "baseline_bm25.py"
    spec = importlib.util.spec_from_file_location("baseline_bm25", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is missing")
    module = importlib.util.module_from_spec(spec)
    __import__("sys").modules["baseline_bm25"] = module
    spec.loader.exec_module(module)
    return module


def ndcg(ranked: Sequence[object], wanted: Sequence[object]) -> float:
    """Of the ten best, with each wanted thing counted once."""
    gains = [1 if key in wanted and key not in ranked[:at] else 0 for at, key in enumerate(ranked)]
    best = sum(1 / np.log2(at + 2) for at in range(min(10, len(set(wanted)))))
    return float(sum(gain / np.log2(at + 2) for at, gain in enumerate(gains[:10])) / best)


def place_scores(
    places: Sequence[tuple[str, set[str]]], question: GoldenQuestion
) -> tuple[float, float | None]:
    """(nDCG of pages, nDCG of sections where a heading is labelled) of ranked places."""
    pages = list(dict.fromkeys(path for path, _ in places))
    by_page = ndcg(pages, [target.doc for target in question.relevant])
    headings = [target for target in question.relevant if target.anchor]
    if not headings:
        return by_page, None
    ranked: list[object] = []
    for path, anchors in places:
        hits = [t for t in headings if t.doc == path and t.anchor in anchors and t not in ranked]
        ranked.append(hits[0] if hits else len(ranked))
    return by_page, ndcg(ranked, headings)


def ours(golden: GoldenSet, questions: Sequence[GoldenQuestion]) -> list[Any]:
    """Ranked places of each question."""
    postings, synonyms = golden.index.reader(), synonyms_of(golden.library)
    queries = [parse_query(question.question, synonyms) for question in questions]
    return [places_of(golden, correct(query, postings)) for query in queries]


def places_of(golden: GoldenSet, query: Query) -> list[tuple[str, set[str]]]:
    """The file and the headings of each ranked section: a page that only shows another page counts
    as that page, whose file a label names."""
    postings = golden.index.reader()
    found = rank(query, postings, DEPTH).results
    numbers = np.array([item.number for item in found], np.int64)
    refs: list[SectionRef] = golden.library.section_refs(postings.keys(numbers))
    return [(ref.shows or ref.path, set(ref.anchors)) for ref in refs]


def plain(shared: Path, corpus: Path, questions: Sequence[GoldenQuestion]) -> list[Any]:
    module = baseline(shared)
    index = module.Index(module.load_folder(corpus))
    hits = index.search([question.question for question in questions])
    return [[(chunk.doc, chunk.anchors) for chunk, _ in its] for its in hits]


def scores_of(shared: Path, golden: GoldenSet) -> Scores:
    questions = [question for question in golden.questions if question.answerable]
    scores = Scores()
    both = zip(
        questions, ours(golden, questions), plain(shared, golden.corpus, questions), strict=True
    )
    for question, our_places, plain_places in both:
        our_page, our_section = place_scores(our_places, question)
        plain_page, plain_section = place_scores(plain_places, question)
        scores.pages.append((our_page, plain_page))
        if our_section is not None and plain_section is not None:
            scores.sections.append((our_section, plain_section))
    return scores


def interval(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """95% of the mean difference over questions drawn again."""
    differences = np.array([ours - plain for ours, plain in pairs])
    drawn = np.random.default_rng(1).integers(0, len(pairs), (SAMPLES, len(pairs)))
    low, high = np.percentile(differences[drawn].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


def row(name: str, pairs: Sequence[tuple[float, float]]) -> Row:
    means = np.array(pairs).mean(axis=0)
    numbers = (len(pairs), 1 / len(pairs), means[0], means[1], means[0] - means[1])
    return Row(name, (*map(float, numbers), *interval(pairs)))


def bench(options: Options) -> Report:
    shared = options.golden.parent.parent
    sets = {golden.name: scores_of(shared, golden) for golden in golden_sets(shared)}
    together = sum((sets[name] for name in ISSUES if name in sets), Scores())
    every = {**sets, "the issue sets": together}
    figures: list[Figure] = []
    tables: list[Table] = []
    for level in ("pages", "sections"):
        rows = [row(name, its) for name, scores in every.items() if (its := getattr(scores, level))]
        gain, low = rows[-1].numbers[4], rows[-1].numbers[5]
        figures += [
            Figure(f"nDCG@10 of {level} over plain BM25, issue sets", gain, "", GAIN, True),
            Figure(f"nDCG@10 of {level} over plain BM25, lower bound", low, "", 0.0, True),
        ]
        columns = ("set", "questions", "one is worth", "ours", "plain BM25", "gain", "low", "high")
        tables.append(Table(f"nDCG@10 of {level}", columns, tuple(rows)))
    return Report(NAME, "Ranking beside plain BM25", tuple(figures), tuple(tables))


if __name__ == "__main__":
    main(bench)
