"""Whether two versions that say different things are told apart and set beside each other.

Asks the questions of tests/answer/changed_statements.jsonl of a library that holds both versions of
a documentation: each names a few words of what the newer and the older version say. Then asks the
golden questions of the newer one, and prints each contrast shown, to be read: how many are wrong
cannot be told by words alone.

    python -m bench.changed_statements ../shared
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from bench.libraries import ingest, opened, scratch
from verbatim_desktop.adapters.clock import SystemClock
from verbatim_desktop.domain.answers import Answer, Citation, Outcome
from verbatim_desktop.ports import Library, SearchIndex
from verbatim_desktop.workflows.ask_question import ask_question
from verbatim_desktop.workflows.evaluate import read_golden

ABOUT = "Ask what two versions answer differently, and see whether both are shown."
QUESTIONS = Path(__file__).resolve().parents[1] / "tests" / "answer" / "changed_statements.jsonl"
OLD, NEW = "nextjs-docs-13.5", "nextjs-docs"
GOLDEN = "nextjs-issues"


def met(answer: Answer, new: str, old: str) -> str:
    """How an answer treats a statement that has changed."""
    if answer.outcome is Outcome.TICKET:
        return "refused"
    if answer.contrasts and _says(answer.citations, new) and _says(answer.citations, old):
        return "side by side"
    sources = {citation.source for citation in answer.citations}
    unnamed = [source for source in sources if not any(source in n for n in answer.notes)]
    if unnamed:
        return "not labelled"
    return "from both, each labelled" if len(sources) > 1 else f"{min(sources)} alone, labelled"


def _says(citations: tuple[Citation, ...], words: str) -> bool:
    return any(words in " ".join(citation.quote.split()) for citation in citations)


def shown(answer: Answer) -> list[str]:
    """Each contrast of an answer as a line to read."""
    quotes = {c.marker: f"{c.source}: {' '.join(c.quote.split())}" for c in answer.citations}
    return [
        f"{contrast.kind} | " + " | ".join(quotes[side.marker] for side in contrast.sides)
        for contrast in answer.contrasts
    ]


def ask(question: str, library: Library, index: SearchIndex) -> Answer:
    return ask_question(question, library, index, SystemClock(), "bench")


def changed(library: Library, index: SearchIndex) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in QUESTIONS.read_text("utf-8").splitlines():
        row = json.loads(line)
        answer = ask(row["question"], library, index)
        how = met(answer, row["new"], row["old"])
        found[how] += 1
        print(f"| {row['id']} | {how} |")
        if answer.contrasts and how != "side by side":
            print(*(f"  other contrast: {each}" for each in shown(answer)), sep="\n")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("shared", type=Path)
    options = parser.parse_args()
    golden = read_golden(options.shared / "golden" / "dev" / f"{GOLDEN}.jsonl")
    with scratch() as home:
        ingest(home, [options.shared / "corpora" / name for name in (NEW, OLD)])
        with opened(home) as (library, index):
            found = changed(library, index)
            print(f"\n{found.total()} questions: {dict(found)}\n")
            answers = [ask(question.question, library, index) for question in golden]
    answered = [answer for answer in answers if answer.outcome is not Outcome.TICKET]
    lines = [line for answer in answered for line in shown(answer)]
    print(
        f"{len(answered)} golden questions answered, {len(lines)} contrasts shown:",
        *lines,
        sep="\n",
    )
    return 1 if found["not labelled"] else 0


if __name__ == "__main__":
    sys.exit(main())
