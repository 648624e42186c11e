"""How often the sentence that an answer cites first is one that people marked as evidence.

Asks the answerable clapnq questions of the whole library; sentences are compared by words, since
the labelled ones are tokenised. A plain choice stands beside it: of the same page, the sentence
with the highest BM25 score over the page's sentences.

    python -m bench.answer_sentences ../shared
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.arguments import parser_of
from bench.golden import GoldenSet, golden_sets
from verbatim_desktop.judge import figures
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.stem import stem

ABOUT = "Measure how often the first cited sentence is one that people marked as evidence."
SAME = 0.7  # share of common words from which two sentences are one
WHOLE = 0.95  # share of a marked sentence's words that a longer quote must hold
K1, B = 1.2, 0.75


@dataclass(frozen=True)
class Labelled:
    """A question, its page, and each of the page's sentences with whether it is evidence."""

    question: str
    doc: str
    sentences: tuple[tuple[str, bool], ...]


def read(path: Path) -> list[Labelled]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [
        Labelled(
            row["question"],
            row["doc"],
            tuple((sentence["text"], sentence["relevant"]) for sentence in row["sentences"]),
        )
        for row in rows
    ]


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def is_evidence(quote: str, labelled: Labelled) -> bool:
    """Whether a quote is, nearly word for word, a sentence marked as evidence, or holds one whole.

    The corpus is tokenised: its quotation marks read as code, which holds sentences together.
    """
    quoted = Counter(words(quote))

    def alike(text: str) -> float:
        other = Counter(words(text))
        return 2 * (quoted & other).total() / max(1, quoted.total() + other.total())

    def holds(text: str) -> bool:
        other = Counter(words(text))
        return (quoted & other).total() >= WHOLE * other.total() > 0

    best, marked = max((alike(text), marked) for text, marked in labelled.sentences)
    if best >= SAME and marked:
        return True
    return any(marked and holds(text) for text, marked in labelled.sentences)


def first_is_right(golden: GoldenSet, labelled: Labelled) -> tuple[bool, bool]:
    """Whether the first cited sentence is marked as evidence, and whether on the labelled page too.

    Several pages are excerpts of one article: a sentence may stand on two of them.
    """
    found = golden.ask(labelled.question, limit=20)
    if not found.passages:
        return False, False
    first = found.passages[0]
    right = is_evidence(first.sentence.quote, labelled)
    page = found.evidence[first.evidence].ranked.section.path
    return right, right and page == labelled.doc


def plain_is_right(labelled: Labelled) -> bool:
    """BM25 over the sentences of the right page, which it is given."""
    stops = stop_words("en")
    wanted = {stem(word, "en") for word in words(labelled.question) if word not in stops}
    texts = [[stem(word, "en") for word in words(text)] for text, _ in labelled.sentences]
    mean = sum(map(len, texts)) / len(texts)
    holding = Counter(word for text in texts for word in set(text))

    def score(text: Sequence[str]) -> float:
        counts = Counter(text)
        norm = K1 * (1 - B + B * len(text) / mean)
        return math.fsum(
            math.log(1 + (len(texts) - holding[w] + 0.5) / (holding[w] + 0.5))
            * counts[w] * (K1 + 1) / (counts[w] + norm)
            for w in wanted
        )  # fmt: skip

    best = max(range(len(texts)), key=lambda number: (score(texts[number]), -number))
    return labelled.sentences[best][1]


def main() -> int:
    options = parser_of(ABOUT).parse_args()
    rows = read(options.shared / "golden" / "evidence" / "clapnq.jsonl")
    for golden in golden_sets(options.shared, options.homes, only=("clapnq",)):
        asked = [first_is_right(golden, row) for row in rows]
        measured = {
            "first cited sentence": [float(right) for right, _ in asked],
            "the same, on the labelled page": [float(right) for _, right in asked],
            "BM25, page given": [float(plain_is_right(row)) for row in rows],
        }
        print(f"{len(rows)} questions, each worth {1 / len(rows):.3f}")
        for name, values in measured.items():
            low, high = figures.mean_interval(values)
            print(f"{name}: {sum(values) / len(values):.3f} ({low:.3f} to {high:.3f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
