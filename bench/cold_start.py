"""How long a person waits for a program that is not running: from the terminal, and for the window.

Wall time from starting the process to its end, with the files in the system's cache and Python's
compiled ones beside them, as in an installed program. CPU time and an empty Python stand beside it,
since wall time on a busy machine says little. The window is drawn without a screen, and the process
ends when it has been painted.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from bench.libraries import ingest, scratch, section_texts
from bench.measure import Cost, Options, cpu, in_turns, main, run_program, wall
from bench.questions import pick
from bench.report import Figure, Report, Row, Table

NAME = "cold-start"
GOAL_SECONDS = 0.8
REPEATS = 9


def door(name: str) -> list[str]:
    """A program of this environment, as a person starts it."""
    return [str(Path(sys.executable).with_name(name))]


def started(compiled: Path, name: str, *words: str | Path) -> Cost:
    """Run a program to its end. compiled: where Python keeps what it compiled."""
    return run_program(
        [*door(name), *words],
        QT_QPA_PLATFORM="offscreen",
        PYTHONDONTWRITEBYTECODE="",
        PYTHONPYCACHEPREFIX=str(compiled),
    )


def empty_python() -> Cost:
    return run_program([sys.executable, "-c", "pass"])


def bench(options: Options) -> Report:
    with scratch() as place:
        home, compiled = place / "home", place / "compiled"
        ingest(home, options.corpora)
        texts = section_texts(home)
        [question] = pick(options.golden, texts, 1)
        jobs = {
            "question to answer, `verbatim ask`": partial(
                started, compiled, "verbatim", "--home", home, "ask", question
            ),
            "window painted, `verbatim-desktop --time-start`": partial(
                started, compiled, "verbatim-desktop", "--home", home, "--time-start"
            ),
            "empty Python, `python -c pass`": empty_python,
        }
        in_turns(1, *jobs.values())  # the system's cache, and Python's compiled files
        costs = in_turns(options.times(REPEATS), *jobs.values())
    rows = tuple(
        Row(what, (wall(its), min(cost.wall for cost in its), cpu(its)))
        for what, its in zip(jobs, costs, strict=True)
    )
    return Report(
        NAME,
        f"Cold start, {len(texts):,} sections",
        tuple(
            Figure(
                f"{row.what}, wall",
                row.numbers[0],
                "s",
                None if "empty" in row.what else GOAL_SECONDS,
            )
            for row in rows
        ),
        (Table("Seconds", ("what", "median wall s", "least wall s", "median CPU s"), rows),),
        (f"{options.times(REPEATS)} starts of each, in turns.",),
    )


if __name__ == "__main__":
    main(bench)
