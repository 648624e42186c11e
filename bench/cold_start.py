"""How long a person waits for a program that is not running: from the terminal, and for the window.

Wall time from starting the process to its end, with the files in the system's cache, and that of
an empty Python beside it: on a busy machine both grow alike. The window is drawn without a screen
and the process ends when it has been painted.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from bench.libraries import ingest, scratch, section_texts
from bench.measure import Cost, Options, cpu, in_turns, main, run_program, wall
from bench.questions import pick
from bench.report import Figure, Report, Table

NAME = "cold-start"
GOAL_SECONDS = 0.8
REPEATS = 9


def door(name: str) -> list[str]:
    """A program of this environment, as a person starts it."""
    return [str(Path(sys.executable).with_name(name))]


def ask(home: Path, question: str) -> Cost:
    return run_program([*door("verbatim"), "--home", home, "ask", question])


def window(home: Path) -> Cost:
    command = [*door("verbatim-desktop"), "--home", home, "--time-start"]
    return run_program(command, QT_QPA_PLATFORM="offscreen")


def empty_python() -> Cost:
    return run_program([sys.executable, "-c", "pass"])


def bench(options: Options) -> Report:
    with scratch() as home:
        ingest(home, options.corpora)
        texts = section_texts(home)
        [question] = pick(options.golden, texts, 1)
        jobs = {
            "question to answer, `verbatim ask`": partial(ask, home, question),
            "window painted, `verbatim-desktop --time-start`": partial(window, home),
            "empty Python, `python -c pass`": empty_python,
        }
        in_turns(1, *jobs.values())  # the system's cache, and Python's compiled files
        costs = in_turns(options.times(REPEATS), *jobs.values())
    rows = tuple(
        (what, wall(its), min(cost.wall for cost in its), cpu(its))
        for what, its in zip(jobs, costs, strict=True)
    )
    return Report(
        NAME,
        f"Cold start, {len(texts):,} sections",
        tuple(
            Figure(f"{what}, wall", median_wall, "s", None if "empty" in what else GOAL_SECONDS)
            for what, median_wall, _, _ in rows
        ),
        (Table("Seconds", ("what", "median wall s", "least wall s", "median CPU s"), rows),),
        (f"{options.times(REPEATS)} starts of each, in turns.",),
    )


if __name__ == "__main__":
    main(bench)
