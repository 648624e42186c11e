"""What it costs to build the index, beside other engines on the same section texts.

Each engine gets the texts in memory and leaves its index on disk; all index the same three fields
and keep positions. tantivy is measured with the stemming analyser, since ours stems, and with its
plain one. The texts are the library's own, so parsing and storing are not in these figures.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import cast

from bench.corpora import scaled_library
from bench.libraries import TextsOnly, scratch, section_texts
from bench.measure import Cost, Options, cpu, in_fresh_process, in_turns, main, measured, wall
from bench.report import Figure, Report, Row, Table
from verbatim_desktop.ports import Library, SectionText

NAME = "index-build"
GOAL = 2.5
REPEATS = 3
MANY = 50_000  # sections; larger builds are not repeated
OURS = "Verbatim Desktop"
#: Body, heading and alias of a section: what every engine is given.
Fields = tuple[str, str, str]
Builder = Callable[[Sequence[SectionText], Path], None]


def fields(texts: Sequence[SectionText]) -> list[Fields]:
    return [(text.body, text.heading, f"{text.route}\n{text.aliases}") for text in texts]


def build_ours(texts: Sequence[SectionText], folder: Path) -> None:
    from verbatim_desktop.adapters.search.index import WhooshIndex

    WhooshIndex(cast("Library", TextsOnly(texts)), folder).build(1)


def build_tantivy(texts: Sequence[SectionText], folder: Path, analyser: str = "en_stem") -> None:
    import tantivy

    schema = tantivy.SchemaBuilder()
    schema.add_integer_field("number", stored=True)
    for name in ("body", "heading", "alias"):
        schema.add_text_field(name, stored=False, tokenizer_name=analyser)
    writer = tantivy.Index(schema.build(), str(folder)).writer(500_000_000, 1)
    for number, (body, heading, alias) in enumerate(fields(texts)):
        document = tantivy.Document(body=body, heading=heading, alias=alias)
        document.add_integer("number", number)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def build_fts5(texts: Sequence[SectionText], folder: Path) -> None:
    with sqlite3.connect(folder / "fts5.db") as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE sections USING "
            "fts5(body, heading, alias, content='', tokenize='porter unicode61')"
        )
        insert = "INSERT INTO sections(body, heading, alias) VALUES (?, ?, ?)"
        connection.executemany(insert, fields(texts))
    connection.close()


def build_bm25s(texts: Sequence[SectionText], folder: Path) -> None:
    import bm25s
    import Stemmer

    whole = ["\n".join(section) for section in fields(texts)]
    tokens = bm25s.tokenize(
        whole, stopwords="en", stemmer=Stemmer.Stemmer("english"), show_progress=False
    )
    index = bm25s.BM25()
    index.index(tokens, show_progress=False)
    index.save(str(folder))


ENGINES: dict[str, Builder] = {
    OURS: build_ours,
    "tantivy, stemmed": build_tantivy,
    "tantivy, plain": partial(build_tantivy, analyser="default"),
    "SQLite FTS5": build_fts5,
    "bm25s": build_bm25s,
}


def measure_build(engine: str, home: Path) -> tuple[Cost, int]:
    """What one build costs, and the bytes it leaves; to be called in a fresh process."""
    texts = section_texts(home)
    with scratch() as warm:
        ENGINES[engine](texts[:1], warm)
    with scratch() as folder:
        with measured() as watch:
            ENGINES[engine](texts, folder)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return watch.cost, size


def bench(options: Options) -> Report:
    figures: list[Figure] = []
    tables: list[Table] = []
    for sections in options.sections:
        repeats = options.times(REPEATS if sections <= MANY else 1)
        with scaled_library(options.corpora, sections) as home:
            some, table = compare(home, sections, repeats)
        figures += some
        tables.append(table)
    note = "Each build in a process of its own, the engines in turns; medians where repeated."
    return Report(NAME, "Index build", tuple(figures), tuple(tables), (note,))


def compare(home: Path, sections: int, repeats: int) -> tuple[list[Figure], Table]:
    """Build every engine's index of a library in turns."""
    sizes: dict[str, int] = {}

    def job(engine: str) -> Cost:
        cost, sizes[engine] = in_fresh_process(measure_build, engine, home)
        return cost

    costs = dict(zip(ENGINES, in_turns(repeats, *(partial(job, e) for e in ENGINES)), strict=True))
    figures = [
        Figure(
            f"CPU of our index build / {engine}, {sections:,} sections",
            cpu(costs[OURS]) / cpu(its),
            "x",
            GOAL if engine == "tantivy, stemmed" else None,
        )
        for engine, its in costs.items()
        if engine != OURS
    ]
    return figures, Table(
        f"Index build, {sections:,} sections, {repeats} builds",
        ("engine", "CPU s", "wall s", "MB on disk"),
        tuple(Row(e, (cpu(its), wall(its), sizes[e] / 1e6)) for e, its in costs.items()),
    )


if __name__ == "__main__":
    main(bench)
