"""Libraries to measure on: folders ingested into a data folder that is thrown away.

An ingest is a program of its own, so that nothing of it is left in the process that measures.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from bench.measure import Cost, run_program, verbatim
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.search.index import WhooshIndex
from verbatim_desktop.adapters.store.store import opened_store
from verbatim_desktop.ports import IndexManifest, Library, SectionText


@contextmanager
def scratch() -> Generator[Path]:
    """A folder for the length of a block."""
    with tempfile.TemporaryDirectory(prefix="verbatim-bench-") as folder:
        yield Path(folder)


def ingest(home: Path, corpora: Sequence[Path]) -> Cost:
    """Run `verbatim ingest` on folders."""
    return run_program([*verbatim(), "--home", home, "ingest", *corpora])


@contextmanager
def opened(home: Path) -> Generator[tuple[Library, WhooshIndex]]:
    """The library of a data folder and its index, as the program opens them."""
    place = Home(home)
    with opened_store(place) as store:
        library = store.library()
        with closing(WhooshIndex(library, place.indexes)) as index:
            yield library, index


def section_texts(home: Path) -> list[SectionText]:
    """The words of every section of a library, as its index is built from them."""
    with opened(home) as (library, _):
        return list(library.section_texts(library.live_documents(library.generation())))


class TextsOnly:
    """As much of ports.Library as building an index needs, over texts in memory."""

    workspace = "bench"

    def __init__(self, texts: Sequence[SectionText]) -> None:
        self._texts = texts

    def index_manifest(self) -> IndexManifest | None:
        return None

    def live_documents(self, _generation: int) -> frozenset[int]:
        return frozenset(text.ref.document_id for text in self._texts)

    def section_texts(self, _document_ids: Collection[int]) -> Iterator[SectionText]:
        return iter(self._texts)
