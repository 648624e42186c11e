"""Whether each golden question, and a mistyped one of each, is ranked as the oracle ranks it.

python -m bench.golden_exactness ../shared
"""

from __future__ import annotations

import random
import sys

from bench.arguments import parser_of
from bench.exactness import agrees, queries
from bench.golden import GoldenSet, golden_sets
from bench.oracle import Oracle
from bench.typos import mistyped
from verbatim_desktop.workflows.search_sections import synonyms_of


def shares(golden: GoldenSet) -> tuple[int, int]:
    """(how many are ranked alike, of how many)."""
    library = golden.library
    texts = list(library.section_texts(library.live_documents(library.generation())))
    oracle, postings = Oracle(texts), golden.index.reader()
    asked = [question.question for question in golden.questions]
    wrong = [mistyped(text, random.Random(text)) for text in asked]
    every = [*asked, *(text for text in wrong if text)]
    same = [
        agrees(query, postings, oracle) for query in queries(every, synonyms_of(library), postings)
    ]
    return sum(same), len(same)


def main() -> int:
    options = parser_of("Compare golden rankings with the oracle's.", only=True).parse_args()
    bad = 0
    for golden in golden_sets(options.shared, options.homes, options.only):
        same, total = shares(golden)
        print(f"{golden.name}: {same} of {total} ranked as the oracle ranks them", flush=True)
        bad += total - same
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
