"""What a question costs beside FTS5 and tantivy, on libraries of 25,000 and 100,000 sections.

Ours ranks exactly and explains its ten best sections; the peers return the 200 best of the same
words by BM25, as one would have to take from them to score again. The engines take turns, question
by question, in one process. Reading the question is part of it; naming the sections, which a
database does for every engine alike, is not.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from bench.corpora import scaled_library
from bench.index_build import OURS
from bench.libraries import opened, scratch, section_texts
from bench.measure import Options, in_fresh_process, main
from bench.memory import PEERS, build_for
from bench.questions import pick
from bench.report import Figure, Report, Row, Table
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.workflows.search_sections import synonyms_of

NAME = "query-speed"
QUESTIONS = 200
COMPARED = {"SQLite FTS5": 0.3, "tantivy": 15.0}
SHORT = 14  # words

Answer = Callable[[str], object]
Times = dict[str, list[float]]


def cpu_ms(answer: Answer, question: str) -> float:
    began = time.process_time()
    answer(question)
    return (time.process_time() - began) * 1000


def ask_in_turns(engines: dict[str, Answer], questions: Sequence[str]) -> Times:
    """CPU milliseconds of each question with each engine; the first question is asked twice."""
    for answer in engines.values():
        answer(questions[0])
    times: Times = {name: [] for name in engines}
    gc.collect()
    for question in questions:
        for name, answer in engines.items():
            times[name].append(cpu_ms(answer, question))
    return times


def measure(home: Path, folders: dict[str, Path], questions: Sequence[str]) -> tuple[Times, float]:
    """The times, and the share of questions ranked as exhaustive scoring ranks them.

    To be called in a fresh process.
    """
    with opened(home) as (library, index):
        postings = index.reader()
        synonyms = synonyms_of(library)

        def ours(question: str, exhaustive: bool = False) -> object:
            query = correct(parse_query(question, synonyms), postings)
            return rank(query, postings, exhaustive=exhaustive)

        engines: dict[str, Answer] = {OURS: ours}
        engines |= {peer: PEERS[peer][1](folder) for peer, folder in folders.items()}
        times = ask_in_turns(engines, questions)
        exact = [ours(question) == ours(question, exhaustive=True) for question in questions]
        return times, 100 * sum(exact) / len(exact)


def percentile(values: Sequence[float], at: int) -> float:
    return float(np.percentile(values, at))


def bench(options: Options) -> Report:
    figures: list[Figure] = []
    tables: list[Table] = []
    for sections in options.sections:
        with scaled_library(options.corpora, sections) as home, scratch() as place:
            folders = {peer: place / peer for peer in COMPARED}
            for peer, folder in folders.items():
                folder.mkdir()
                in_fresh_process(build_for, PEERS[peer][0], home, folder)
            every = pick(options.golden, section_texts(home), QUESTIONS)
            times, exact = in_fresh_process(measure, home, folders, every)
        figures += speed_figures(times, sections)
        figures.append(
            Figure(f"top 10 as scored exhaustively, {sections:,} sections", exact, "%", 100, True)
        )
        short = [len(question.split()) <= SHORT for question in every]
        tables += [table(times, sections, "all"), table(times, sections, "short", short)]
    note = f"{QUESTIONS} questions; short ones have at most {SHORT} words."
    return Report(NAME, "Speed of a question", tuple(figures), tuple(tables), (note,))


def speed_figures(times: Times, sections: int) -> list[Figure]:
    ours = percentile(times[OURS], 95)
    return [
        Figure(
            f"p95 of our query / {peer} top 200, {sections:,} sections",
            ours / percentile(times[peer], 95),
            "x",
            goal,
        )
        for peer, goal in COMPARED.items()
    ]


def table(times: Times, sections: int, which: str, chosen: Sequence[bool] | None = None) -> Table:
    def row(name: str, values: Sequence[float]) -> Row:
        kept = [v for v, keep in zip(values, chosen or [True] * len(values), strict=True) if keep]
        kept = kept or [0.0]
        ats = (50, 95, 100)
        return Row(name, tuple(map(partial(percentile, kept), ats)))

    return Table(
        f"CPU ms of a question, {sections:,} sections, {which} questions",
        ("engine", "p50", "p95", "max"),
        tuple(row(name, values) for name, values in times.items()),
    )


if __name__ == "__main__":
    main(bench)
