"""The index that is derived from the library: its postings, and how it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from verbatim_desktop.ports.running import no_progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

    from verbatim_desktop.domain.retrieval import Filters
    from verbatim_desktop.ports.arrays import Counts, Ids
    from verbatim_desktop.ports.library import IndexManifest
    from verbatim_desktop.ports.meaning import Meaning
    from verbatim_desktop.ports.running import Progress


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

        Groups stand one after the other, the members of each by source, path and block, those of
        pages that only show another page last.
        """
        ...

    @property
    def shown_again(self) -> tuple[Ids, Ids]:
        """Sections whose passage of a file several pages show, and the number of the passage."""
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
