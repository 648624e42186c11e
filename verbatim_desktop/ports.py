"""What the rooms need from the world: a library, a search index, a clock, a progress observer.

Adapters implement these; tests use fakes. Nothing here names a database, an engine or a toolkit.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:  # the window and `verbatim --help` know the ports but count nothing
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

    from verbatim_desktop.domain.answers import Answer, Citation, Tokens
    from verbatim_desktop.domain.documents import (
        Document,
        DocumentSummary,
        IngestProgress,
        IngestReport,
        SourceInfo,
        SourceStatus,
    )
    from verbatim_desktop.domain.headings import Heading
    from verbatim_desktop.domain.meaning import EmbeddingModel, Fusion
    from verbatim_desktop.domain.models import KeyPlace, ModelReply, ModelRequest
    from verbatim_desktop.domain.plain import Plain
    from verbatim_desktop.domain.retrieval import Filters, SectionRef
    from verbatim_desktop.domain.usage import UsageFilter, UsageRecord
    from verbatim_desktop.domain.workspaces import (
        DeletedWorkspace,
        WorkspaceInfo,
        WorkspaceManifest,
    )

Ids: TypeAlias = "npt.NDArray[np.int64]"
Counts: TypeAlias = "npt.NDArray[np.uint32]"
Vectors: TypeAlias = "npt.NDArray[np.int8]"


class Progress(Protocol):
    """Told how far a job is; raises Cancelled when the person has stopped it."""

    def __call__(self, step: IngestProgress, /) -> None: ...


def no_progress(_step: IngestProgress, /) -> None:
    """Watch nothing, cancel nothing."""


class Cancellation:
    """A wish to stop, made on one thread and heard on another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wished = False
        self._calls: list[Callable[[], None]] = []

    def __bool__(self) -> bool:
        """Whether it has been wished."""
        return self._wished

    def wish(self) -> None:
        """Stop. Calls what listens, once, on this thread."""
        with self._lock:
            self._wished, calls, self._calls = True, self._calls, []
        for call in calls:
            call()

    def listen(self, call: Callable[[], None]) -> None:
        """Call this when the wish is made; at once where it has been."""
        with self._lock:
            if not self._wished:
                self._calls.append(call)
                return
        call()


class Clock(Protocol):
    """The time, kept out of the pure rooms."""

    def now(self) -> str:
        """The time as ISO 8601 in UTC, to the second."""
        ...

    def seconds(self) -> float:
        """A monotonic reading in seconds."""
        ...


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


class Workspaces(Protocol):
    """Every workspace of a data folder."""

    def list(self) -> tuple[WorkspaceInfo, ...]:
        """Those that were written to, by name."""
        ...

    def deleted(self) -> tuple[DeletedWorkspace, ...]: ...

    def create(self, name: str) -> None:
        """Raises UsageError where the name is taken."""
        ...

    def rename(self, name: str, new_name: str) -> None:
        """Raises NotFound, UsageError where the new name is taken, LibraryBusy."""
        ...

    def delete(self, name: str, token: str) -> DeletedWorkspace:
        """Put it into the trash, under a token. Raises NotFound and LibraryBusy."""
        ...

    def names(self) -> tuple[str, ...]:
        """What `list` names, without counting what is in them."""
        ...

    def restore(self, token: str, name: str = "") -> str:
        """Out of the trash, under a name, "" for its own; the name it has now.

        token: the beginning of one does. Raises NotFound, UsageError where the name is taken.
        """
        ...

    def purge(self) -> tuple[str, ...]:
        """Empty the trash for good; the names of what was in it."""
        ...

    def export_to(self, name: str, target: Path) -> WorkspaceManifest:
        """Write one to a file, whole or not at all. Raises NotFound and LibraryError."""
        ...

    def import_from(self, source: Path, name: str) -> WorkspaceManifest:
        """Take one in under a name, "" for its own. Raises UsageError and LibraryError."""
        ...

    def index(self, name: str, progress: Progress) -> None:
        """Build the search index of one that was taken in, as far as progress and the disk let."""
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


class Postings(Protocol):
    """One reader of the index: postings as arrays, sections numbered from 0.

    fields are "body", "title", "heading" and "alias". A reader belongs to one thread.
    """

    @property
    def generation(self) -> int: ...

    @property
    def section_count(self) -> int:
        """How many live sections there are (deleted ones do not count)."""
        ...

    @property
    def size(self) -> int:
        """How many section numbers there are, deleted ones included."""
        ...

    @property
    def lengths(self) -> npt.NDArray[np.float32]:
        """Exact body length of each section in tokens, 0 for deleted ones; shape (size,)."""
        ...

    def field_lengths(self, field: str) -> npt.NDArray[np.uint32]:
        """Exact length in tokens of a field of each section; shape (size,)."""
        ...

    @property
    def pages(self) -> Ids:
        """A number from 0 for the page that each section stands on; shape (size,)."""
        ...

    @property
    def twins(self) -> tuple[Ids, Ids]:
        """Sections that hold the same text as others of their source, and their group's number.

        Groups stand one after the other, the members of each by source, path and block.
        """
        ...

    def frequencies(self, field: str, term: str) -> tuple[Ids, Counts] | None:
        """Ascending section numbers that hold the term and how often; live sections only."""
        ...

    def holding(self, field: str, term: str) -> int:
        """How many live sections hold the term; cheaper than reading them."""
        ...

    def positions(self, field: str, term: str, sections: Ids) -> tuple[Ids, Ids]:
        """(index into sections, token position) of each occurrence, ascending."""
        ...

    def keys(self, sections: Ids) -> list[tuple[int, int]]:
        """(document_id, ordinal) of section numbers."""
        ...

    def orders(self, sections: Ids) -> list[tuple[str, str, int]]:
        """(source, path, first block) of section numbers: what ties break on."""
        ...

    def mask(self, filters: Filters) -> npt.NDArray[np.bool_] | None:
        """Which sections pass the filters; None where all do."""
        ...

    def terms(self, prefix: str) -> Iterator[str]:
        """Body terms that start with a prefix, ascending."""
        ...

    def near(self, term: str) -> tuple[str, ...]:
        """Plain words among the body terms that one slip of the keyboard turns into a term."""
        ...


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like a question each section is in meaning, of those that have a vector.

    keys: (document_id, ordinal); shape (n, 2). cosines: shape (n,).
    """

    keys: Ids
    cosines: npt.NDArray[np.float64]


class Meaning(Protocol):
    """The second leg of a workspace's retrieval, where it is turned on."""

    @property
    def name(self) -> str:
        """What answers and figures call it."""
        ...

    @property
    def fusion(self) -> Fusion: ...

    def likeness(self, text: str, generation: int) -> Likeness: ...


class SearchIndex(Protocol):
    """The derived index of one workspace. The library is the truth; this is rebuilt at will."""

    def reader(self) -> Postings:
        """A reader of the published generation, opened for the calling thread.

        Where the folder is missing, damaged or of another generation it is brought up to date
        first.
        """
        ...

    def meaning(self) -> Meaning | None:
        """The second leg; None where it is off, or where no model can be used."""
        ...

    def build(self, writer_generation: int, progress: Progress = no_progress) -> IndexManifest:
        """An index folder that holds exactly the documents of a generation.

        Takes over what the published folder holds already and adds the difference.
        """
        ...


class Embedder(Protocol):
    """A local model that turns text into a vector of int8 numbers, the same on every run."""

    @property
    def model(self) -> EmbeddingModel: ...

    def document(self, text: str) -> Vectors:
        """The vector of a section; shape (dimensions,)."""
        ...

    def query(self, text: str) -> Vectors:
        """The vector of a question, which the model may want asked in another way."""
        ...


@dataclass(frozen=True, slots=True)
class SectionVectors:
    """The vectors of a generation's sections, as far as they were made.

    keys: (document_id, ordinal) of each row; shape (n, 2). vectors: shape (n, dimensions).
    """

    keys: Ids
    vectors: Vectors


class VectorStore(Protocol):
    """Vectors of one workspace, kept by what was embedded and with which model."""

    def known(self, model: str, contents: Sequence[str]) -> Mapping[str, Vectors]:
        """The vectors that are kept, by the SHA-256 of what was embedded."""
        ...

    def keep(self, model: str, vectors: Mapping[str, Vectors], /) -> None: ...

    def prune(self, model: str, contents: Collection[str]) -> int:
        """Keep only these, and nothing of other models; how many went."""
        ...

    def placed(self, model: str) -> SectionVectors | None:
        """The vectors by section, as they were last put together; None where they never were."""
        ...

    def place(self, model: str, placed: SectionVectors) -> None: ...


class Ledger(Protocol):
    """What the questions and calls of one workspace cost."""

    def record(self, record: UsageRecord, /) -> None: ...

    def records(
        self, narrow: UsageFilter = ..., /, *, limit: int | None = None
    ) -> tuple[UsageRecord, ...]:
        """Records, newest first."""
        ...

    def cost_since(self, since: str) -> float:
        """US dollars of all calls from a time (ISO 8601, UTC) on; unknown costs count nothing."""
        ...

    def forget_questions(self) -> int:
        """Take previews and full texts of questions out of every record; how many held one."""
        ...


class Prices(Protocol):
    """What models cost, as far as it is known without a network."""

    def cost(self, provider: str, model: str, tokens: Tokens, /) -> float | None:
        """US dollars, None where the price is not known."""
        ...


class RateLimits(Protocol):
    """How often the providers of one workspace may be called. Survives a restart."""

    def take(self, provider: str, per_minute: int, /) -> float:
        """Count a call; 0 where it may be made, else the seconds until the next may."""
        ...


class Provider(Protocol):
    """A language model behind one of the APIs. It writes; it never retrieves or judges."""

    @property
    def name(self) -> str: ...

    @property
    def model(self) -> str: ...

    def write(
        self,
        request: ModelRequest,
        deliver: Callable[[str], None],
        cancellation: Cancellation,
    ) -> ModelReply:
        """Call the model and hand on its text as it arrives, on the calling thread.

        Returns when the stream has ended as it should. Raises ProviderError, or Cancelled within
        100 ms of the wish. Tries again only before the first token and inside the deadline.
        """
        ...


class Spelling(Protocol):
    """Dictionaries, as far as this computer has them. Used by one thread at a time."""

    @property
    def state(self) -> str:
        """What is checked, or why nothing is, in one sentence."""
        ...

    def misspelled(self, words: Iterable[str], language: str) -> frozenset[str]:
        """Those of the words that a dictionary does not know; none where there is none."""
        ...

    def suggestions(self, word: str, language: str) -> tuple[str, ...]: ...


class Secrets(Protocol):
    """Where keys are kept: the system keyring, or memory for this run where there is none.

    Each call may take a few seconds, never more, and none belongs on the window's thread.
    """

    @property
    def keeps(self) -> bool:
        """Whether keys outlive this run."""
        ...

    @property
    def state(self) -> str:
        """Where keys are kept and why, in one sentence."""
        ...

    def key(self, provider: str) -> str | None:
        """The key of a provider, from the environment, memory or the keyring.

        Raises SecretsError where a keyring is there and cannot be read.
        """
        ...

    def keep_key(self, provider: str, key: str) -> KeyPlace:
        """Keep a key, and say where. Raises UsageError for what cannot be a key."""
        ...

    def drop_key(self, provider: str) -> bool:
        """Forget a kept key; whether there was one. One of the environment stays.

        Raises SecretsError where a keyring is there and cannot be used.
        """
        ...

    def holders(self) -> Mapping[str, KeyPlace]:
        """Providers that have a key, and where it is."""
        ...


class Settings(Protocol):
    """What is set for the whole data folder, in named sections. Never a key."""

    def section(self, name: str) -> Plain:
        """A section as it was saved, None where it never was. Raises SettingsError."""
        ...

    def save_section(self, name: str, value: Plain) -> None:
        """Put a section in the place of the older one. Raises SettingsError."""
        ...
