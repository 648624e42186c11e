"""How often an answer opens in a section that people named, and how often it quotes one.

Asks the answerable questions of golden/dev and of the samples, confident or not. A page named
without a heading is hit by any of its sections.

    python -m bench.answer_sections ../shared
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.arguments import parser_of
from bench.golden import Asked, ask_all
from verbatim_desktop.domain.evaluation import GoldenQuestion
from verbatim_desktop.domain.retrieval import SectionRef

ABOUT = "Measure how often answers open in, and quote, a section that people named."


@dataclass(frozen=True)
class Told:
    """What one answer cites. ranked: whether the best section is a named one."""

    ranked: bool
    opens: bool
    quotes: bool
    passages: int


def is_named(question: GoldenQuestion, section: SectionRef) -> bool:
    names = {section.path, f"{section.source}/{section.path}"}
    return any(
        target.doc in names and (not target.anchor or target.anchor in section.anchors)
        for target in question.relevant
    )


def told(asked: Asked) -> Told:
    found = asked.found
    named = [
        is_named(asked.question, found.evidence[passage.evidence].ranked.section)
        for passage in found.passages
    ]
    best = found.ranking.results[:1]
    return Told(
        any(is_named(asked.question, result.section) for result in best),
        any(named[:1]),
        any(named),
        len(named),
    )


def lines(name: str, rows: Sequence[Told]) -> Iterator[str]:
    count = len(rows)
    yield (
        f"| {name} | {count} | {sum(row.ranked for row in rows)} | "
        f"{sum(row.opens for row in rows)} | {sum(row.quotes for row in rows)} | "
        f"{sum(row.passages for row in rows) / max(1, count):.1f} |"
    )


def main() -> int:
    options = parser_of(ABOUT).parse_args()
    print("| set | questions | best section named | opens in one | quotes one | passages |")
    print("|---|---|---|---|---|---|")
    everything: list[Told] = []
    for name, asked in ask_all(options.shared, options.homes):
        rows = [told(each) for each in asked if each.question.answerable]
        everything += rows
        print(*lines(name, rows), sep="\n")
    print(*lines("all", everything), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
