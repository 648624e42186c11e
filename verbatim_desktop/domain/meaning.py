"""The optional second leg of retrieval: likeness of meaning, by a local embedding model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fusion(StrEnum):
    """How likeness joins the lexical score: by value, or by the places of both rankings."""

    VALUE = "value"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A local model and all that shapes its vectors.

    identity: of weights, vocabulary, pooling, prefixes, length and quantiser; vectors of one
    identity compare. name: what answers and figures call it.
    """

    name: str
    identity: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class MeaningSettings:
    """What a workspace has chosen. model: "" for the packaged one, else its folder."""

    on: bool = False
    model: str = ""
    fusion: Fusion = Fusion.VALUE


@dataclass(frozen=True, slots=True)
class MeaningStatus:
    """How far the vectors of a workspace are. problem: why the model cannot be used, in words."""

    settings: MeaningSettings
    model: EmbeddingModel | None
    sections: int
    embedded: int
    problem: str = ""

    @property
    def backend(self) -> str:
        """What an answer is found with now."""
        if not self.settings.on or self.model is None or not self.embedded:
            return "lexical"
        return f"lexical+{self.model.name}"
