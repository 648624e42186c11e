"""What two typing errors in a question cost, and what of it the correction wins back.

Two different words of at least four letters, no function words, get one slip each: a letter left
out, doubled, hit beside, or swapped with the next. Seeded: the same errors on every run, three
variants of each question. Questions with fewer such words are left out.

    python -m bench.typos ../shared
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bench.arguments import parser_of
from bench.golden import GoldenSet, golden_sets
from bench.ranking import ISSUES, place_scores, places_of
from verbatim_desktop.domain.evaluation import GoldenQuestion
from verbatim_desktop.domain.retrieval import Query
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.workflows.search_sections import synonyms_of

ERRORS = 2
VARIANTS = 3
SAMPLES = 5_000
GOAL = 1 / 3
LEAST_LOSS = 0.04  # of nDCG; less is noise, of which no share can be told
_WORD = re.compile(r"[A-Za-z]{4,}")
#: Keys beside each other, a row of a keyboard a word.
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
Floats = npt.NDArray[np.float64]


def slip(word: str, chance: random.Random) -> str:
    """The word with one typing error, at any of its letters alike."""
    at = chance.randrange(len(word) - 1)
    kind = chance.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        return word[:at] + beside(word[at], chance) + word[at + 1 :]
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def beside(letter: str, chance: random.Random) -> str:
    row = next(row for row in _ROWS if letter.lower() in row)
    at = row.index(letter.lower())
    return chance.choice(row[max(0, at - 1) : at] + row[at + 1 : at + 2])


def mistyped(question: str, chance: random.Random) -> str | None:
    """The question with ERRORS words mistyped; None where too few can be."""
    stops = stop_words("en")
    words = [m for m in _WORD.finditer(question) if m.group().lower() not in stops]
    distinct = {m.group().lower(): m for m in words}
    if len(distinct) < ERRORS:
        return None
    chosen = chance.sample(sorted(distinct), ERRORS)
    for word in sorted((distinct[name] for name in chosen), key=lambda m: -m.start()):
        wrong = word.group()
        while wrong == word.group():
            wrong = slip(word.group(), chance)
        question = question[: word.start()] + wrong + question[word.end() :]
    return question


@dataclass
class Measured:
    """nDCG@10 of pages by question: clean, mistyped, and mistyped with correction."""

    rows: list[tuple[float, float, float]] = field(default_factory=list[tuple[float, float, float]])

    def __add__(self, other: Measured) -> Measured:
        return Measured(self.rows + other.rows)


def measure(golden: GoldenSet) -> Measured:
    postings, synonyms = golden.index.reader(), synonyms_of(golden.library)

    def plain(text: str) -> Query:
        return parse_query(text, synonyms)

    def mended(text: str) -> Query:
        return correct(plain(text), postings)

    def score(question: GoldenQuestion, text: str, read: Callable[[str], Query]) -> float:
        return place_scores(places_of(golden, read(text)), question)[0]

    measured = Measured()
    for question, texts in variants(golden):
        clean = score(question, question.question, mended)
        wrong = float(np.mean([score(question, text, plain) for text in texts]))
        right = float(np.mean([score(question, text, mended) for text in texts]))
        measured.rows.append((clean, wrong, right))
    return measured


def variants(golden: GoldenSet) -> Iterator[tuple[GoldenQuestion, list[str]]]:
    for question in golden.questions:
        if question.answerable:
            seeds = [random.Random(f"{question.id} {n}") for n in range(VARIANTS)]
            texts = [text for seed in seeds if (text := mistyped(question.question, seed))]
            if texts:
                yield question, texts


def kept_loss(rows: Floats) -> Floats:
    """The share of the loss that is left with correction, by draw."""
    clean, wrong, right = (rows[..., at].mean(axis=-1) for at in range(3))
    return (clean - right) / np.maximum(clean - wrong, 1e-9)


def line(name: str, rows: Sequence[tuple[float, float, float]]) -> str:
    data = np.array(rows)
    drawn = np.random.default_rng(1).integers(0, len(data), (SAMPLES, len(data)))
    low, high = np.percentile(kept_loss(data[drawn]), [2.5, 97.5])
    clean, wrong, right = data.mean(axis=0)
    share = f"{kept_loss(data[None])[0]:.2f} ({low:.2f} to {high:.2f})"
    shown = share if clean - wrong >= LEAST_LOSS else "too little is lost"
    return f"| {name} | {len(data)} | {clean:.3f} | {wrong:.3f} | {right:.3f} | {shown} |"


def main() -> int:
    options = parser_of("Measure what typing errors cost.").parse_args()
    sets = {g.name: measure(g) for g in golden_sets(options.shared, options.homes)}
    issues = sum((sets[name] for name in ISSUES if name in sets), Measured())
    together = sum(sets.values(), Measured())
    print("| set | questions | clean | two errors | corrected | share of the loss left, 95% |")
    print("|---|---|---|---|---|---|")
    for name, its in {**sets, "the issue sets": issues, "all": together}.items():
        print(line(name, its.rows), flush=True)
    clean, wrong, right = np.array(together.rows).mean(axis=0)
    return 0 if clean - right <= GOAL * (clean - wrong) else 1


if __name__ == "__main__":
    sys.exit(main())
