"""Kept citations that no longer stand as they were cited, and what became of their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from verbatim_desktop.domain.answers import Citation, Verdict


class DriftOrigin(StrEnum):
    """What keeps a citation."""

    ANSWER = "answer"
    REPLY = "reply"
    MACRO = "macro"
    GOLDEN = "golden"


@dataclass(frozen=True, slots=True)
class KeptCitation:
    """One citation of something that is kept.

    owner: the answer's id, the draft's key, the macro's file or the golden set's name. key: the
    citation within it (a marker, a line, a question and its place). title: what to call the owner.
    A golden question's citation has no quote: only its page and its heading can go.
    """

    id: str
    origin: DriftOrigin
    owner: str
    key: str
    title: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Drift:
    """A kept citation that reads back otherwise than it was cited, old and new side by side.

    target and new_target are SOURCE/ROUTE-OR-PATH#anchor. proposed: what re-binding would bind
    it to; None where nothing like it stands in the library.
    """

    kept: KeptCitation
    verdict: Verdict
    detail: str
    target: str
    old_text: str
    new_text: str = ""
    new_target: str = ""
    proposed: Citation | None = None

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def can_rebind(self) -> bool:
        return self.proposed is not None


@dataclass(frozen=True, slots=True)
class DriftList:
    """The kept citations that drifted, and how many others stand as they are cited."""

    drifted: tuple[Drift, ...] = ()
    well: int = 0


@dataclass(frozen=True, slots=True)
class Rebinding:
    """A citation that was bound anew, with what it was bound to before, so that it can be undone.

    at: ISO 8601, UTC.
    """

    id: str
    origin: DriftOrigin
    owner: str
    key: str
    before: Citation
    after: Citation
    at: str
