"""Whether the ten best sections are those of an oracle that reads the stored text.

Questions are the golden ones, and stretches of the library's own text with words of other places
and quoted phrases mixed in, from a fixed seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np

from bench.libraries import ingest, opened, scratch
from bench.measure import Options, main
from bench.oracle import Oracle
from bench.questions import pick
from bench.report import Figure, Report
from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.retrieval import Query
from verbatim_desktop.ports import Postings, SectionText
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.synonyms import Synonyms
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.workflows.search_sections import synonyms_of

NAME = "exactness"
GOLDEN = 200
RANDOM = 1000
SEED = 7


def random_questions(texts: Sequence[SectionText], count: int) -> Iterator[str]:
    """Up to six words in a row, with a phrase and with words of another section now and then."""
    chance = random.Random(SEED)
    bodies = [words for text in texts if len(words := text.body.split()) > 8]
    for _ in range(count):
        words = chance.choice(bodies)
        at = chance.randrange(len(words) - 6)
        said = words[at : at + chance.randint(1, 6)]
        if chance.random() < 0.3:
            said.append('"' + " ".join(words[at + 1 : at + 3]).replace('"', "") + '"')
        if chance.random() < 0.3:
            said += chance.choice(bodies)[:2]
        yield " ".join(said)


def queries(questions: Sequence[str], synonyms: Synonyms, postings: Postings) -> Iterator[Query]:
    for question in questions:
        try:
            yield correct(parse_query(question, synonyms), postings)
        except QuestionUnusable:
            continue


def agrees(query: Query, postings: Postings, oracle: Oracle) -> bool:
    found = rank(query, postings).results
    keys = postings.keys(np.array([item.number for item in found], np.int64))
    ours = [(*key, item.breakdown.total) for key, item in zip(keys, found, strict=True)]
    theirs = [(item.document_id, item.ordinal, item.score) for item in oracle.rank(query)]
    return ours == theirs


def bench(options: Options) -> Report:
    with scratch() as place:
        ingest(place / "home", options.corpora)
        with opened(place / "home") as (library, index):
            live = library.live_documents(library.generation())
            texts = list(library.section_texts(live))
            oracle, postings, synonyms = Oracle(texts), index.reader(), synonyms_of(library)
            asked = {
                "golden": pick(options.golden, texts, GOLDEN),
                "random": list(random_questions(texts, options.times(RANDOM))),
            }
            shares = {
                name: [
                    agrees(query, postings, oracle) for query in queries(its, synonyms, postings)
                ]
                for name, its in asked.items()
            }
    figures = tuple(
        Figure(
            f"top 10 equal to the oracle, {len(same):,} {name} questions, {len(texts):,} sections",
            100 * sum(same) / len(same),
            "%",
            100,
            at_least=True,
        )
        for name, same in shares.items()
    )
    return Report(NAME, "Exactness of the ranking", figures)


if __name__ == "__main__":
    main(bench)
