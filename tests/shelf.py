"""A library of sections held in memory, as much of one as the index and the ranking need."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from verbatim_desktop.adapters.search.index import WhooshIndex
from verbatim_desktop.adapters.search.reader import PackedPostings
from verbatim_desktop.domain.documents import DocumentSummary, SourceKind
from verbatim_desktop.domain.errors import LibraryBusy
from verbatim_desktop.domain.retrieval import Query, SectionRef
from verbatim_desktop.ports import IndexManifest, Library, SectionText
from verbatim_desktop.retrieve.score import NumberedRanking, rank

Page = dict[str, str]  # heading -> text, in order


_made: list[WhooshIndex] = []


@pytest.fixture
def closing() -> Generator[None]:
    """Close every index that a test made."""
    yield
    while _made:
        _made.pop().close()


class Writer:
    """Publishes what the shelf's next generation holds."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.generation = shelf.published + 1

    def replace_index(self, manifest: IndexManifest) -> None:
        assert manifest.generation == self._shelf.published
        self._shelf.manifest = manifest


class Shelf:
    """Pages by path; each edit is another revision with another number, as in the real library."""

    def __init__(self, workspace: str = "test") -> None:
        self.workspace = workspace
        self.published = 0
        self.manifest: IndexManifest | None = None
        self.busy = False
        self._next = 1
        self._pages: dict[tuple[str, str], list[SectionText]] = {}
        self._versions: dict[tuple[str, str], str] = {}

    # --- Editing ---------------------------------------------------------------------------------

    def put(
        self,
        path: str,
        page: Page | str,
        source: str = "docs",
        aliases: str = "",
        version: str = "",
        shows: str = "",
    ) -> None:
        sections = {"": page} if isinstance(page, str) else page
        title = path.rsplit("/", 1)[-1].removesuffix(".md").replace("-", " ")
        self._pages[source, path] = [
            self._section(source, path, number, title, heading, text, aliases, shows)
            for number, (heading, text) in enumerate(sections.items())
        ]
        self._versions[source, path] = version
        self._next += 1

    def _section(
        self,
        source: str,
        path: str,
        number: int,
        title: str,
        heading: str,
        text: str,
        aliases: str,
        shows: str,
    ) -> SectionText:
        headings = (title, heading) if heading else (title,)
        ref = SectionRef(
            document_id=self._next,
            ordinal=number,
            source=source,
            path=path,
            route="",
            anchor=heading.lower(),
            anchors=(heading.lower(),),
            heading_path=headings,
            first_block=2 * number,
            last_block=2 * number + 2,
            shows=shows,
        )
        words = path.removesuffix(".md").replace("/", " ")
        return SectionText(ref, text, "\n".join(headings), words, aliases)

    def remove(self, path: str, source: str = "docs") -> None:
        del self._pages[source, path]

    def publish(self, index: WhooshIndex) -> IndexManifest:
        self.manifest = index.build(self.published + 1)
        self.published += 1
        return self.manifest

    @property
    def texts(self) -> list[SectionText]:
        everything = [section for page in self._pages.values() for section in page]
        return sorted(everything, key=lambda section: section.ref.order)

    # --- What the index asks for -----------------------------------------------------------------

    def generation(self) -> int:
        return self.published

    def index_manifest(self) -> IndexManifest | None:
        return self.manifest

    def live_documents(self, _generation: int) -> frozenset[int]:
        return frozenset(section.ref.document_id for section in self.texts)

    def section_texts(self, document_ids: Collection[int]) -> Iterator[SectionText]:
        return (text for text in self.texts if text.ref.document_id in document_ids)

    def section_refs(self, keys: Sequence[tuple[int, int]]) -> list[SectionRef]:
        known = {(text.ref.document_id, text.ref.ordinal): text.ref for text in self.texts}
        return [known[key] for key in keys]

    def documents(self, _source: str = "") -> tuple[DocumentSummary, ...]:
        return tuple(
            DocumentSummary(
                id=page[0].ref.document_id,
                identity=f"{source}/{path}",
                source=source,
                kind=SourceKind.KB,
                path=path,
                route=page[0].ref.route,
                title=page[0].ref.heading_path[0],
                sections=len(page),
                fingerprint=path,
                version=self._versions.get((source, path), ""),
            )
            for (source, path), page in self._pages.items()
        )

    @contextmanager
    def writer(self) -> Generator[Writer]:
        if self.busy:
            raise LibraryBusy("Another process is writing.")
        yield Writer(self)

    def index(self, folder: Path) -> WhooshIndex:
        made = WhooshIndex(cast("Library", self), folder)
        _made.append(made)
        return made


Ranked = list[tuple[str, int, int]]


def named(shelf: Shelf, postings: PackedPostings, ranking: NumberedRanking) -> Ranked:
    """(path, first block, score) of each result."""
    numbers = np.array([item.number for item in ranking.results], np.int64)
    refs = shelf.section_refs(postings.keys(numbers))
    return [
        (ref.path, ref.first_block, item.breakdown.total)
        for ref, item in zip(refs, ranking.results, strict=True)
    ]


def ranked(shelf: Shelf, postings: PackedPostings, query: Query, limit: int = 10) -> Ranked:
    return named(shelf, postings, rank(query, postings, limit))
