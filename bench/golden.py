"""Golden questions asked of the libraries they belong to, each corpus ingested once."""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.libraries import ingest, opened, scratch
from bench.measure import run_program, verbatim
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.evaluation import GoldenQuestion
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.workflows.evaluate import DEPTH, read_golden
from verbatim_desktop.workflows.find_evidence import Found, find_evidence

SAMPLES = Path(__file__).resolve().parents[1] / "corpus_samples"
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

    def ask_each(self) -> list[Asked]:
        return [Asked(q, self.ask(q.question)) for q in self.questions]


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


@contextmanager
def sample_set() -> Generator[GoldenSet]:
    """The questions of corpus_samples: a small library of two sources."""
    with scratch() as home:
        ingest(home, [SAMPLES / "docs", SAMPLES / "kb"])
        with opened(home) as (library, index):
            questions = tuple(read_golden(SAMPLES / "golden.jsonl"))
            yield GoldenSet("samples", SAMPLES, questions, library, index)


def ask_all(shared: Path, homes: Path | None = None) -> Iterator[tuple[str, list[Asked]]]:
    """Every question of every set, the samples' own last."""
    for golden in golden_sets(shared, homes):
        yield golden.name, golden.ask_each()
    with sample_set() as samples:
        yield samples.name, samples.ask_each()
