"""A section by its headings, as lists offer it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """path: page title first. name: ROUTE-OR-PATH within the source. anchor: "" for the top."""

    path: tuple[str, ...]
    source: str
    name: str
    anchor: str
