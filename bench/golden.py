"""Golden questions asked of the libraries they belong to, each corpus ingested once."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.libraries import opened, scratch
from bench.measure import run_program, verbatim
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.evaluation import GoldenQuestion
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.workflows.evaluate import DEPTH, read_golden
from verbatim_desktop.workflows.find_evidence import Found, find_evidence

DONE = "ingested"  # marks a kept library as whole


@dataclass(frozen=True)
class Asked:
    """A golden question and what its library holds on it."""

    question: GoldenQuestion
    found: Found


@dataclass(frozen=True)
class GoldenSet:
    """A set of questions and the open library of its corpus."""

    name: str
    corpus: Path
    questions: tuple[GoldenQuestion, ...]
    library: Library
    index: SearchIndex

    def ask(self, question: str, limit: int = DEPTH) -> Found:
        return find_evidence(
            question, self.library, self.index, SystemClock(), filters=Filters(), limit=limit
        )


def golden_sets(
    shared: Path, homes: Path | None = None, only: Collection[str] = ()
) -> Iterator[GoldenSet]:
    """Every set of golden/dev, or only some.

    homes: where ingested libraries are kept, else they are thrown away.
    """
    described = json.loads((shared / "golden" / "sets.json").read_text("utf-8"))
    with ExitStack() as stack:
        folder = homes or stack.enter_context(scratch())
        for name, about in described.items():
            if only and name not in only:
                continue
            home, corpus = folder / name, shared / about["corpus"]
            if not (home / DONE).exists():
                command = [*verbatim(), "--home", home, "ingest", "--kind", about["kind"], corpus]
                run_program(command)
                (home / DONE).touch()
            questions = read_golden(shared / "golden" / "dev" / f"{name}.jsonl")
            with opened(home) as (library, index):
                yield GoldenSet(name, corpus, questions, library, index)


def ask_all(shared: Path, homes: Path | None = None) -> Iterator[tuple[str, list[Asked]]]:
    """Every question of every set."""
    for golden in golden_sets(shared, homes):
        yield golden.name, [Asked(q, golden.ask(q.question)) for q in golden.questions]
