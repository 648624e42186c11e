"""Run the benches, print what they found, and keep it as pages under docs/benchmarks/results.

    python3 dev.py bench CORPUS... [--only NAME] [--golden DIR] [--repeats N] [--json]

Each bench is a process of its own, one after the other, so that none warms another's caches.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
from collections.abc import Sequence

from bench.measure import ROOT, SECTIONS, Options, add_options, options_of
from bench.report import Report, figure_lines, machine, markdown
from verbatim_desktop.domain.plain import from_plain, to_plain

RESULTS = ROOT / "docs" / "benchmarks" / "results"
#: In the order they run; each module prints a report with --json.
BENCHES = (
    "ingest",
    "index_build",
    "query_speed",
    "exactness",
    "memory",
    "cold_start",
    "event_loop",
    "keystroke",
    "typing_speed",
    "cancelling",
    "ranking",
)
NEED_GOLDEN = {"ranking"}


def main(arguments: Sequence[str] | None = None) -> int:
    options, names, as_json = read_options(arguments)
    reports: list[Report] = []
    for name in names:
        if name in NEED_GOLDEN and not options.golden.is_dir():
            say(f"{name} needs golden questions: name their folder with --golden")
            continue
        say(f"{name} ...")
        reports.append(run_bench(name, options))
        if not as_json:
            keep(reports[-1], typed(name, options))
            print(markdown(reports[-1]), flush=True)
    print(as_text(reports) if as_json else "\n".join(summary(reports)), flush=True)
    return 0


def read_options(arguments: Sequence[str] | None) -> tuple[Options, tuple[str, ...], bool]:
    parser = argparse.ArgumentParser(
        prog="dev.py bench",
        description="Measure what the program costs, beside other engines, on folders of pages.",
    )
    add_options(parser)
    parser.add_argument(
        "--only", action="append", choices=BENCHES, metavar="NAME", help=", ".join(BENCHES)
    )
    chosen = parser.parse_args(arguments)
    return options_of(chosen), tuple(chosen.only or BENCHES), chosen.json


def run_bench(name: str, options: Options) -> Report:
    """Run one bench in a process of its own. Exits with its message where it fails."""
    command = [sys.executable, "-m", f"bench.{name}", *map(str, options.corpora), "--json"]
    command += ["--golden", str(options.golden), "--repeats", str(options.repeats)]
    command += ["--sections", *map(str, options.sections)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the bench {name} failed")
    return from_plain(Report, json.loads(done.stdout))


def keep(report: Report, command: str) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    page = markdown(report, command, today)
    (RESULTS / f"{report.name}.md").write_text(page, encoding="utf-8")


def typed(name: str, options: Options) -> str:
    """The command that a report came from, with the names of folders and not where they are."""
    corpora = " ".join(folder.name for folder in options.corpora)
    words = f"python3 dev.py bench {corpora} --only {name}"
    if options.repeats:
        words += f" --repeats {options.repeats}"
    if options.sections != SECTIONS:
        words += f" --sections {' '.join(map(str, options.sections))}"
    return words


def as_text(reports: Sequence[Report]) -> str:
    return json.dumps({"machine": machine(), "reports": to_plain(tuple(reports))}, indent=2)


def summary(reports: Sequence[Report]) -> list[str]:
    """Every figure that has a goal."""
    figures = [figure for report in reports for figure in report.figures]
    return ["# All goals", "", *figure_lines(item for item in figures if item.goal is not None)]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
