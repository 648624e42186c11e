"""Count how often words stand in sections of unrelated documentation, for text/everyday.py.

A word's figure is the median over the golden corpora of the share of sections that hold it, so that
no product's own vocabulary gets in.

    python -m bench.everyday_words ../shared
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Sequence

from bench.arguments import parser_of
from bench.golden import golden_sets
from verbatim_desktop.ports import Library
from verbatim_desktop.resources import folder
from verbatim_desktop.text.terms import index_terms

ABOUT = "Count everyday words over the golden corpora and write resources/everyday_words.txt."
LEAST = 0.0005  # the smallest median share that is kept
HEAD = (
    "# How many of a thousand sections hold a word: the median over unrelated documentation.\n"
    "# Written by bench/everyday_words.py; the counts are facts about the golden corpora.\n"
)


def shares(library: Library) -> dict[str, float]:
    """Term -> share of the sections whose body holds it."""
    counts: Counter[str] = Counter()
    total = 0
    for text in library.section_texts(library.live_documents(library.generation())):
        total += 1
        counts.update({term for word in set(text.body.split()) for term, _ in index_terms(word)[0]})
    return {term: count / total for term, count in counts.items()}


def medians(corpora: Sequence[dict[str, float]]) -> dict[str, float]:
    words = {word for corpus in corpora for word in corpus}
    each = {word: statistics.median(corpus.get(word, 0.0) for corpus in corpora) for word in words}
    return {word: share for word, share in each.items() if share >= LEAST and word.isalpha()}


def main() -> int:
    options = parser_of(ABOUT).parse_args()
    found = medians([shares(g.library) for g in golden_sets(options.shared, options.homes)])
    lines = (f"{word}\t{share * 1000:.2f}\n" for word, share in sorted(found.items()))
    (folder() / "everyday_words.txt").write_text(HEAD + "".join(lines), "utf-8")
    print(f"{len(found)} words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
