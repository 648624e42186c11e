"""Searching by meaning: a model that makes vectors, where they are kept, what they are asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from verbatim_desktop.domain.meaning import EmbeddingModel, Fusion
    from verbatim_desktop.ports.arrays import Ids, Vectors


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
