"""The JSON of the optional search by meaning."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict


class EmbedShape(TypedDict):
    """How far the vectors are, and whether they are used."""

    on: bool
    model: Annotated[str, "What answers and figures call it; empty where it cannot be used."]
    folder: Annotated[str, "Of a model of one's own; empty for the packaged one."]
    fusion: Literal["value", "places"]
    sections: int
    embedded: Annotated[int, "Sections that have a vector; the others are found by words alone."]
    backend: Annotated[str, "What questions are searched with now."]
    problem: Annotated[str, "Why the model cannot be used; empty where it can."]
