"""Whether what was removed is answered as if it still held.

Asks the questions of tests/answer/removed_features.jsonl of the newest documentation alone, and of
a library that holds an older version beside it. A question passes when it is refused, when the
answer opens with a sentence that says what became of the thing, or when every sentence from the
older version is named as such and the newer ones carry their limit.

    python -m bench.removed_features ../shared
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.libraries import ingest, opened, scratch
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.answer.flags import ENDINGS, worded
from verbatim_desktop.domain.answers import Answer, Outcome
from verbatim_desktop.domain.documents import Flag
from verbatim_desktop.workflows.ask_question import ask_question

ABOUT = "Ask about removed features and see whether they are answered as if they still held."
QUESTIONS = Path(__file__).resolve().parents[1] / "tests" / "answer" / "removed_features.jsonl"
OLD, NEW = "nextjs-docs-13.5", "nextjs-docs"


@dataclass(frozen=True)
class Row:
    """One question and how it was met: refused, says so, flagged, or as if it held."""

    id: str
    met: str
    opening: str


def met(answer: Answer) -> str:
    """How an answer treats a removed feature."""
    if answer.outcome is Outcome.TICKET:
        return "refused"
    first = answer.citations[0]
    if _limits(first.quote, first.flags):
        return "says so"
    old = [c.marker for c in answer.citations if c.source == OLD]
    if old and all(any(f"[{marker}]" in note for note in answer.notes) for marker in old):
        return "names the version"
    flagged = [c for c in answer.citations if _limits(c.quote, c.flags)]
    return "flagged" if flagged else "as if it held"


def _limits(quote: str, flags: Sequence[Flag]) -> bool:
    return any(flag.kind in ENDINGS for flag in (*flags, *worded(quote)))


def ask_all(home: Path) -> list[Row]:
    rows: list[Row] = []
    with opened(home) as (library, index):
        for line in QUESTIONS.read_text("utf-8").splitlines():
            row = json.loads(line)
            answer = ask_question(row["question"], library, index, SystemClock(), row["id"])
            opening = answer.citations[0].quote if answer.citations else ""
            rows.append(Row(row["id"], met(answer), " ".join(opening.split())))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("shared", type=Path)
    options = parser.parse_args()
    wrong = 0
    for names in ((NEW,), (NEW, OLD)):
        with scratch() as home:
            ingest(home, [options.shared / "corpora" / name for name in names])
            rows = ask_all(home)
        print(f"\n{' and '.join(names)}\n")
        for row in rows:
            print(f"| {row.id} | {row.met} | {row.opening[:90]} |")
        held = sum(row.met == "as if it held" for row in rows)
        print(f"\n{len(rows)} questions, {held} answered as if it held")
        wrong += held
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
