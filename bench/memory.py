"""Memory that an open index adds to a program, after 200 questions.

Anonymous memory, as Linux counts it (/proc/self/smaps_rollup): what the machine has to find room
for, not pages of files that it can drop. Each engine is opened in a process of its own; what was
loaded before the index was opened (Python, libraries, the database) is taken off.
"""

from __future__ import annotations

import gc
import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from weakref import finalize

from bench.corpora import scaled_library
from bench.index_build import ENGINES, OURS, Builder
from bench.libraries import opened, scratch, section_texts
from bench.measure import Options, in_fresh_process, main
from bench.questions import pick
from bench.report import Figure, Report

NAME = "memory"
GOAL_MB = 60.0
QUESTIONS = 200
LIMIT = 200
WORD = re.compile(r"\w+")

#: Opens an engine's index and gives back what answers a question from it.
Opener = Callable[[Path], Callable[[str], object]]


def anonymous_mb() -> float:
    gc.collect()
    text = Path("/proc/self/smaps_rollup").read_text(encoding="ascii")
    [kilobytes] = re.findall(r"^Anonymous:\s+(\d+) kB", text, re.MULTILINE)
    return int(kilobytes) / 1000


def open_tantivy(folder: Path) -> Callable[[str], object]:
    import tantivy

    index = tantivy.Index.open(str(folder))
    searcher = index.searcher()

    def answer(question: str) -> object:
        query = index.parse_query(" ".join(WORD.findall(question)), ["body", "heading", "alias"])
        return searcher.search(query, LIMIT)

    return answer


def open_fts5(folder: Path) -> Callable[[str], object]:
    connection = sqlite3.connect(folder / "fts5.db")
    query = "SELECT rowid FROM sections WHERE sections MATCH ? ORDER BY bm25(sections) LIMIT ?"

    def answer(question: str) -> object:
        words = " OR ".join(f'"{word}"' for word in WORD.findall(question))
        return connection.execute(query, (words, LIMIT)).fetchall()

    finalize(answer, connection.close)
    return answer


def open_bm25s(folder: Path) -> Callable[[str], object]:
    import bm25s
    import Stemmer

    index = bm25s.BM25.load(str(folder))
    limit = min(LIMIT, int(index.scores["num_docs"]))
    stemmer = Stemmer.Stemmer("english")

    def answer(question: str) -> object:
        tokens = bm25s.tokenize(question, stopwords="en", stemmer=stemmer, show_progress=False)
        return index.retrieve(tokens, k=limit, show_progress=False)

    return answer


PEERS: dict[str, tuple[str, Opener]] = {
    "tantivy": ("tantivy, stemmed", open_tantivy),
    "SQLite FTS5": ("SQLite FTS5", open_fts5),
    "bm25s": ("bm25s", open_bm25s),
}


def our_memory(home: Path, questions: Sequence[str]) -> float:
    """MB that our index adds; to be called in a fresh process."""
    from verbatim_desktop.adapters.clock import SystemClock
    from verbatim_desktop.workflows.search_sections import read_question, search_sections

    with opened(home) as (library, index):
        library.section_refs([])
        read_question(questions[0], library)
        before = anonymous_mb()
        for question in questions:
            search_sections(question, library, index, SystemClock())
        return anonymous_mb() - before


def peer_memory(peer: str, folder: Path, questions: Sequence[str]) -> float:
    """MB that a peer's index adds; to be called in a fresh process."""
    _, opener = PEERS[peer]
    _import_peers()
    before = anonymous_mb()
    answer = opener(folder)
    for question in questions:
        answer(question)
    return anonymous_mb() - before


def _import_peers() -> None:
    import bm25s
    import Stemmer
    import tantivy

    assert all((bm25s, Stemmer, tantivy))


def build_for(engine: str, home: Path, folder: Path) -> None:
    build: Builder = ENGINES[engine]
    build(section_texts(home), folder)


def measure(home: Path, questions: Sequence[str]) -> dict[str, float]:
    """MB that each engine's index of a library adds."""
    found = {OURS: in_fresh_process(our_memory, home, questions)}
    for peer, (engine, _) in PEERS.items():
        with scratch() as folder:
            in_fresh_process(build_for, engine, home, folder)
            found[peer] = in_fresh_process(peer_memory, peer, folder, questions)
    return found


def bench(options: Options) -> Report:
    figures: list[Figure] = []
    for sections in options.sections:
        with scaled_library(options.corpora, sections) as home:
            questions = pick(options.golden, section_texts(home), QUESTIONS)
            found = measure(home, questions)
        figures += [
            Figure(
                f"anonymous memory, {engine}, {sections:,} sections",
                megabytes,
                "MB",
                GOAL_MB if engine == OURS else None,
            )
            for engine, megabytes in found.items()
        ]
    note = f"What {QUESTIONS} questions left in a process of each engine's own."
    return Report(NAME, "Memory of the open index", tuple(figures), notes=(note,))


if __name__ == "__main__":
    main(bench)
