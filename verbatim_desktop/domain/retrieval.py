"""Questions as terms, and sections with the breakdown of their score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class TermOrigin(StrEnum):
    """Where a term of a query comes from; everything but TYPED and PHRASE was added."""

    TYPED = "typed"
    PART = "part"  # a part of an identifier, or an identifier joined from typed parts
    STEM = "stem"
    SYNONYM = "synonym"
    PHRASE = "phrase"
    TYPO = "typo"


@dataclass(frozen=True, slots=True)
class Term:
    """One index term. weight scales its frequency, 1.0 for a typed content word."""

    text: str
    origin: TermOrigin
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class TermGroup:
    """The words of a question that mean one thing: what was typed, and what was added for it."""

    typed: str
    terms: tuple[Term, ...]
    weight: float = 1.0  # below 1 for stop words
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """A question, normalised. phrases are the quoted ones, as index terms."""

    text: str
    groups: tuple[TermGroup, ...]
    phrases: tuple[tuple[str, ...], ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a search. Globs match the route or the path of a document.

    tier: a plan, such as "Premium"; pages that hold for other plans only are left out. since: an
    ISO date or the start of one; pages whose front matter gives no later date are left out.
    """

    sources: tuple[str, ...] = ()
    globs: tuple[str, ...] = ()
    kind: str = ""
    version: str = ""
    tier: str = ""
    since: str = ""


EVERYTHING = Filters()


@dataclass(frozen=True, slots=True)
class SectionRef:
    """Where a section stands; enough to order, show and open it.

    document_id is the library's row of one revision of a document. shows: the path of the page
    whose text its page shows instead of one of its own, "" for most.
    """

    document_id: int
    ordinal: int
    source: str
    path: str
    route: str
    anchor: str
    anchors: tuple[str, ...]
    heading_path: tuple[str, ...]
    first_block: int
    last_block: int
    url: str = ""
    tokens: int = 0
    shows: str = ""

    @property
    def order(self) -> tuple[str, str, int]:
        """What ties break on, never index order."""
        return (self.source, self.path, self.first_block)


#: Scores are whole numbers of this fraction of a point, so that they add up exactly.
SCORE_UNIT = 1000


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """The parts of a score in SCORE_UNITs; length is what long sections lose (zero or less)."""

    frequency: int = 0
    rarity: int = 0
    phrase: int = 0
    proximity: int = 0
    heading: int = 0
    length: int = 0

    @property
    def total(self) -> int:
        return (
            self.frequency + self.rarity + self.phrase + self.proximity + self.heading + self.length
        )


@dataclass(frozen=True, slots=True)
class Leg:
    """How one of several searches found a section: its place there, from 1, and its score.

    name: what was searched for, or how. score: in the units of that search.
    """

    name: str
    rank: int
    score: int


@dataclass(frozen=True, slots=True)
class ScoredSection:
    """One ranked section. matched and missing name the query's groups as typed.

    legs and fused: where several searches were joined, those that found the section, and the
    points it was ordered by; the breakdown is that of the search in which it stood highest.
    """

    section: SectionRef
    breakdown: ScoreBreakdown
    matched: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    legs: tuple[Leg, ...] = ()
    fused: int = 0

    @property
    def score(self) -> int:
        return self.breakdown.total


@dataclass(frozen=True, slots=True)
class GroupStatistics:
    """How common one group of the query is in the workspace.

    sections is how many sections hold any of its terms; rarity is its inverse document
    frequency as the scorer uses it.
    """

    group: TermGroup
    sections: int
    rarity: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Sections best first, and what the judge needs to weigh them.

    attainable: the score in SCORE_UNITs of an ideal section that holds every group once in its
    text and its heading, next to each other, at the length floor. total_sections counts what was
    searched.
    """

    query: Query
    results: tuple[ScoredSection, ...]
    statistics: tuple[GroupStatistics, ...] = ()
    attainable: int = 0
    matching: int = 0
    total_sections: int = 0
    generation: int = 0
    backend: str = "lexical"
    took_ms: float = field(default=0.0, compare=False)


def parts_among(results: Sequence[ScoredSection]) -> tuple[int, ...]:
    """Which part of its heading each section is among these, from 0: a long one is cut into some,
    and nothing else tells them apart.
    """
    ordinals: dict[tuple[str, str, str], list[int]] = {}
    for scored in results:
        ordinals.setdefault(_heading(scored), []).append(scored.section.ordinal)
    return tuple(
        sorted(ordinals[_heading(scored)]).index(scored.section.ordinal) for scored in results
    )


def _heading(scored: ScoredSection) -> tuple[str, str, str]:
    return (scored.section.source, scored.section.path, scored.section.anchor)


@dataclass(frozen=True, slots=True)
class EvidenceLimits:
    """Which ranked sections a workspace writes from; as it comes, what was measured.

    floor: share of the best section's score below which none counts, 0 to 1. most: how many count.
    """

    floor: float = 0.4
    most: int = 6


#: What confidence was fitted on; a workspace that chose nothing writes with it.
MEASURED = EvidenceLimits()
