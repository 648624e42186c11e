"""Templates, and the placeholders that a text is filled in at.

Positions count characters (code points) of the text as it was typed; ends are exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A placeholder that has neither a value nor a fallback."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Filled:
    """Text with its placeholders filled in; those without a value stand as typed."""

    text: str
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """A text to start from or to insert. builtin ones come with the program."""

    name: str
    text: str
    description: str = ""
    builtin: bool = False
