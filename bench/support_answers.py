"""Write out the answers to questions that a support agent would ask, for reading and rating.

The questions (support_questions.jsonl) are our own, written while reading the documentation, each
with the page that answers it and what the answer must say. `read` tells when its answer was first
read: while rules were mended by it, only then (held out), or afterwards.

    python -m bench.support_answers ../shared --homes /tmp/homes > answers.txt
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from bench.arguments import parser_of
from bench.libraries import ingest, opened, scratch
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Answer
from verbatim_desktop.workflows.ask_question import answered

ABOUT = "Write out the answers to our own questions, for reading and rating."
QUESTIONS = Path(__file__).with_name("support_questions.jsonl")


@dataclass(frozen=True)
class Asked:
    """A question, the page that answers it, and what the answer must say, in our words."""

    id: str
    corpus: str
    question: str
    page: str
    wanted: str
    read: str


def questions() -> list[Asked]:
    lines = QUESTIONS.read_text("utf-8").splitlines()
    return sorted((Asked(**json.loads(line)) for line in lines), key=lambda each: each.corpus)


def answers(shared: Path, homes: Path, asked: Sequence[Asked]) -> Iterator[tuple[Asked, Answer]]:
    """Each question asked of the documentation it belongs to, which is ingested once."""
    for corpus, own in groupby(asked, key=lambda each: each.corpus):
        home = homes / corpus
        if not home.exists():
            ingest(home, [shared / "corpora" / corpus])
        with opened(home) as (library, index):
            for each in own:
                yield each, answered(each.question, library, index, SystemClock(), each.id)[0]


def lines(asked: Asked, answer: Answer) -> Iterator[str]:
    yield f"### {asked.id} ({asked.read}): {asked.question}"
    yield f"Should say: {asked.wanted} ({asked.page})"
    yield f"{answer.outcome.value}, {answer.confidence.level.value}"
    yield answer.text
    yield from (f"[{each.marker}] {each.path}#{each.anchor}" for each in answer.citations)
    yield ""


def main() -> int:
    options = parser_of(ABOUT).parse_args()
    with ExitStack() as stack:
        homes = options.homes or stack.enter_context(scratch())
        for asked, answer in answers(options.shared, homes, questions()):
            print(*lines(asked, answer), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
