"""The stored truth of one workspace, and the one writer of it.

A reader sees one published generation, whole; a writer fills the next one, which nobody sees until
it is published.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from verbatim_desktop.domain.answers import Answer, Citation
    from verbatim_desktop.domain.documents import (
        Document,
        DocumentSummary,
        IngestReport,
        SourceInfo,
        SourceStatus,
    )
    from verbatim_desktop.domain.headings import Heading
    from verbatim_desktop.domain.plain import Plain
    from verbatim_desktop.domain.retrieval import SectionRef


@dataclass(frozen=True, slots=True)
class SectionText:
    """The words of one section as the index sees them; all of it stands in the library.

    body: the rendered text, blocks parted by newlines. heading: title and headings down to the
    section's own. route: the words of the route or path. aliases: alt texts, file names,
    description and keywords, indexed but never shown.
    """

    ref: SectionRef
    body: str
    heading: str
    route: str
    aliases: str


@dataclass(frozen=True, slots=True)
class IndexManifest:
    """What an index folder must look like to be opened: its name, and a digest of every file.

    The manifest stands in the library's database, so a folder that was damaged or planted does
    not match and is rebuilt, never read.
    """

    folder: str
    generation: int
    digests: Mapping[str, str]  # file name -> "SIZE:BLAKE2B"
    format: int = 0  # of the analyser and codec; another one means: rebuild


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What an ingest needs to know of a stored document to skip it."""

    document_id: int
    path: str
    fingerprint: str
    files: tuple[str, ...]
    file_hashes: tuple[str, ...]
    sections: int = 0
    sentences: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths of one source that the unpublished generation adds, changes and removes."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A value kept in a workspace under its kind and name; the times are ISO 8601 in UTC."""

    name: str
    value: Plain
    made: str
    touched: str


class Library(Protocol):
    """The stored truth of one workspace. Reads see the published generation, whole."""

    @property
    def workspace(self) -> str: ...

    def generation(self) -> int:
        """The published generation; 0 for a library that was never written."""
        ...

    def sources(self) -> tuple[SourceStatus, ...]: ...

    def source(self, name: str) -> SourceStatus:
        """Raises NotFound."""
        ...

    def documents(self, source: str = "") -> tuple[DocumentSummary, ...]: ...

    def document(self, document_id: int) -> Document:
        """One revision of a document with its blocks. Raises NotFound."""
        ...

    def document_named(self, name: str) -> int:
        """The row of SOURCE/ROUTE-OR-PATH, or of ROUTE-OR-PATH where only one source has it.

        Raises NotFound, with the candidates where there are several.
        """
        ...

    def section_refs(self, keys: Sequence[tuple[int, int]]) -> list[SectionRef]:
        """The sections of (document_id, ordinal) pairs, in their order."""
        ...

    def headings(self) -> tuple[Heading, ...]:
        """Every section by its headings, by source, path and place; parts of one only once."""
        ...

    def live_documents(self, generation: int) -> frozenset[int]:
        """Rows of the documents that belong to a generation."""
        ...

    def section_texts(self, document_ids: Collection[int]) -> Iterator[SectionText]:
        """The words of every section of these documents, by (source, path, first_block)."""
        ...

    def index_manifest(self) -> IndexManifest | None: ...

    def setting(self, key: str) -> str | None:
        """One setting of the workspace, such as its synonyms."""
        ...

    def save_setting(self, key: str, value: str) -> None: ...

    def keep(self, kind: str, name: str, value: Plain) -> None:
        """Keep a value, such as a draft or a template, in the place of an older one."""
        ...

    def kept(self, kind: str) -> tuple[Kept, ...]:
        """Everything kept of a kind, the last touched first."""
        ...

    def kept_as(self, kind: str, name: str) -> Kept | None: ...

    def drop(self, kind: str, name: str) -> None:
        """Keep it no longer; nothing happens where it is not kept."""
        ...

    def keep_answer(self, answer: Answer) -> None: ...

    def answer(self, answer_id: str) -> Answer:
        """Raises NotFound."""
        ...

    def answers(self, limit: int = 50) -> tuple[Answer, ...]:
        """Kept answers, newest first."""
        ...

    def cited_answers(self) -> Iterator[tuple[str, str, tuple[Citation, ...]]]:
        """Id, question and citations of every kept answer, newest first."""
        ...

    def writer(self) -> AbstractContextManager[LibraryWriter]:
        """The one writer of this workspace. Raises LibraryBusy while another process writes."""
        ...

    def is_being_written(self) -> bool:
        """Whether some process is the writer at this moment."""
        ...


class LibraryWriter(Protocol):
    """Writes the next generation; readers see nothing of it until it is published.

    Each call commits, so a killed process loses nothing that a call returned from.
    """

    @property
    def generation(self) -> int:
        """The generation being written."""
        ...

    def save_source(self, info: SourceInfo) -> None: ...

    def remove_source(self, name: str) -> None: ...

    def stored(self, source: str) -> Mapping[str, StoredDocument]:
        """Documents by path, those of an interrupted earlier run included."""
        ...

    def changes(self) -> Mapping[str, Changes]:
        """What publishing would change, by source, an interrupted earlier run's part included.

        Empty where there is nothing to publish.
        """
        ...

    def keep_report(self, report: IngestReport) -> None:
        """Keep what an ingest that changed nothing said; the generation stays."""
        ...

    def put(self, documents: Sequence[Document], /) -> None:
        """Add documents; one of the same source and path is replaced."""
        ...

    def remove(self, document_ids: Collection[int]) -> None: ...

    def publish(self, manifest: IndexManifest, reports: Sequence[IngestReport] = ()) -> None:
        """Make the generation and its index the ones that readers see, in one transaction."""
        ...

    def forget_earlier(self) -> None:
        """Delete what only earlier generations than the published one show, and its room.

        Otherwise the one before stays, for whoever is in the middle of reading it.
        """
        ...

    def replace_index(self, manifest: IndexManifest) -> None:
        """Put another index folder in the place of the published generation's damaged one.

        Raises ValueError where the manifest is of another generation than the published one.
        """
        ...
