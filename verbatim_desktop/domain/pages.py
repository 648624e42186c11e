"""A document to hand out: what it says, in order, and not how it is drawn.

All text is plain, but for the code and bold of prose. Whoever draws it escapes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """Text with its line breaks as they are; code and bold are marked as in text/inline.py."""

    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Short lines, one under the other."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Names with their values; a value may be an address of the web."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """A quoted passage under a title. good: whether it stands as it was quoted; None: not said."""

    title: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    good: bool | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under heads. numbers: which columns are set to the right."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()


Part: TypeAlias = Heading | Prose | Lines | Facts | Quote | Table


@dataclass(frozen=True, slots=True)
class Page:
    """A document with its title. footer stands small at its end."""

    title: str
    parts: tuple[Part, ...]
    footer: str = ""
