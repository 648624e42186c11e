"""How time is taken: CPU seconds of a process with its threads and children, wall time beside them.

Other programs share the machine, so what is compared is measured in turns within one run, and the
figures are ratios of medians. Needs POSIX; memory needs Linux.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import ParamSpec, TypeVar

from bench.report import Report, markdown
from verbatim_desktop.domain.plain import to_plain

P = ParamSpec("P")
R = TypeVar("R")

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = (25_000, 100_000)
GOLDEN = ROOT.parent / "shared" / "golden" / "dev"


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that something took."""

    cpu: float
    wall: float


@dataclass(slots=True)
class Watch:
    """Filled when the block that it stands for ends."""

    cost: Cost = Cost(0.0, 0.0)


def _cpu(whose: int) -> float:
    usage = resource.getrusage(whose)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def measured() -> Generator[Watch]:
    """Measure a block in this process; programs that it ran and waited for count too."""
    watch = Watch()
    gc.collect()
    cpu = time.process_time() + _cpu(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter()
    yield watch
    wall = time.perf_counter() - wall
    watch.cost = Cost(time.process_time() + _cpu(resource.RUSAGE_CHILDREN) - cpu, wall)


def run_program(command: Sequence[str | Path], **environment: str) -> Cost:
    """Run a program to its end, quietly. Raises CalledProcessError where it fails."""
    words = [str(word) for word in command]
    with measured() as watch:
        done = subprocess.run(
            words,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
    if done.returncode:
        sys.stderr.write(done.stderr.decode("utf-8", "replace"))
        raise subprocess.CalledProcessError(done.returncode, words)
    return watch.cost


def in_fresh_process(work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """What a function of a module returns when it is called in a new interpreter."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=context) as pool:
        return pool.submit(work, *args, **kwargs).result()


def in_turns(repeats: int, *jobs: Callable[[], Cost]) -> list[list[Cost]]:
    """The costs of each job; the jobs take turns, so that noise falls on all of them."""
    costs: list[list[Cost]] = [[] for _ in jobs]
    for _ in range(repeats):
        for job, its in zip(jobs, costs, strict=True):
            its.append(job())
    return costs


def cpu(costs: Sequence[Cost]) -> float:
    """Median CPU seconds."""
    return median(cost.cpu for cost in costs)


def wall(costs: Sequence[Cost]) -> float:
    """Median wall seconds."""
    return median(cost.wall for cost in costs)


def verbatim() -> list[str]:
    """The command line of this checkout, as a command to put words after."""
    return [sys.executable, "-m", "verbatim_desktop"]


# --- One command line for every bench ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    """What a bench is run on."""

    corpora: tuple[Path, ...]
    golden: Path = GOLDEN
    repeats: int = 0  # 0: as many as the bench finds right
    sections: tuple[int, ...] = SECTIONS

    def times(self, usual: int) -> int:
        return self.repeats or usual


def parse_options(arguments: Sequence[str] | None, about: str) -> tuple[Options, bool]:
    """The options of a bench, and whether JSON is wanted."""
    parser = argparse.ArgumentParser(description=about)
    add_options(parser)
    chosen = parser.parse_args(arguments)
    return options_of(chosen), chosen.json


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS", help="folder of pages")
    parser.add_argument("--golden", type=Path, default=GOLDEN, help="folder of golden questions")
    parser.add_argument("--repeats", type=int, default=0, help="how often to measure")
    parser.add_argument(
        "--sections",
        nargs="+",
        type=int,
        default=SECTIONS,
        metavar="N",
        help="sizes of the libraries that the index is measured on (25000 100000)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")


def options_of(chosen: argparse.Namespace) -> Options:
    for folder in chosen.corpora:
        if not folder.is_dir():
            raise SystemExit(f"{folder} is not a folder")
    corpora = tuple(folder.resolve() for folder in chosen.corpora)
    return Options(corpora, chosen.golden.resolve(), chosen.repeats, tuple(chosen.sections))


def main(bench: Callable[[Options], Report], arguments: Sequence[str] | None = None) -> None:
    """Run one bench from the command line and print what it found."""
    options, as_json = parse_options(arguments, sys.modules[bench.__module__].__doc__ or "")
    report = bench(options)
    print(json.dumps(to_plain(report)) if as_json else markdown(report), flush=True)
