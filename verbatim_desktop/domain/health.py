"""What a look at the installation and the library found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckState(StrEnum):
    """ok: as it should be; warn: works, with a limit; bad: something does not work."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. advice says what to do, "" where nothing needs doing."""

    name: str
    state: CheckState
    detail: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class LibrarySummary:
    """How much a workspace holds, for status lines and empty states."""

    workspace: str
    sources: int
    documents: int
    sections: int
    generation: int
    updated: str  # ISO 8601, UTC; "" before the first ingest
