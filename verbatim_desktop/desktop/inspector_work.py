"""What the Inspector asks of the library. All of it runs on the background lane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from verbatim_desktop.desktop.models.ranked import RankedRow, rows_of
from verbatim_desktop.desktop.term_faces import TermFace, faces_of
from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.inspection import Comparison, LookedInto, Move, Snapshot, WhyNot
from verbatim_desktop.domain.retrieval import EVERYTHING, Filters, Ranking, ScoredSection

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim
    from verbatim_desktop.domain.answers import Confidence
    from verbatim_desktop.domain.headings import Heading

#: Sections of a ranking that is held against another one.
DEPTH = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be ranked."""

    text: str
    limit: int = 20
    filters: Filters = EVERYTHING
    disabled: frozenset[str] = frozenset()

    @property
    def plain(self) -> bool:
        """Nothing but the question decides: what a reader of Ask would get."""
        return self.filters == EVERYTHING and not self.disabled

    def whole(self) -> Wanted:
        """The question by itself: states of the library are held against each other by it."""
        return replace(self, filters=EVERYTHING, disabled=frozenset())


@dataclass(frozen=True, slots=True)
class Inspected:
    """A ranking as it is shown. ranking is None where there is none, and problem says why."""

    wanted: Wanted
    ranking: Ranking | None = None
    floor: int = 0
    rows: tuple[RankedRow, ...] = ()
    faces: tuple[TermFace, ...] = ()
    problem: str = ""
    like: str = ""  # the section that more is shown like


def inspect(verbatim: Verbatim, wanted: Wanted) -> Inspected:
    """Rank a question; one that cannot be searched for says so."""
    inspector = verbatim.inspector
    try:
        ranking = inspector.rank(wanted.text, wanted.limit, wanted.filters, wanted.disabled)
    except (QuestionUnusable, NotFound) as error:
        faces = _faces(verbatim, wanted, None) if wanted.disabled else ()
        return Inspected(wanted, faces=faces, problem=str(error))
    floor = inspector.floor(ranking)
    faces = _faces(verbatim, wanted, ranking)
    return Inspected(wanted, ranking, floor, rows_of(ranking, floor), faces)


def _faces(verbatim: Verbatim, wanted: Wanted, ranking: Ranking | None) -> tuple[TermFace, ...]:
    if ranking is not None and not wanted.disabled:
        return faces_of(ranking.query, ranking.statistics, frozenset())
    statistics = ranking.statistics if ranking is not None else ()
    try:
        whole = verbatim.inspector.question(wanted.text)
    except QuestionUnusable:
        return ()
    return faces_of(whole, statistics, wanted.disabled)


def more_like(verbatim: Verbatim, scored: ScoredSection, wanted: Wanted) -> Inspected:
    """Sections that say what this one says."""
    section = scored.section
    ranking = verbatim.more_like(section.document_id, section.ordinal, wanted.limit, wanted.filters)
    floor = verbatim.inspector.floor(ranking)
    title = " › ".join(" ".join(part.split()) for part in section.heading_path)
    faces = tuple(
        replace(face, term="") for face in faces_of(ranking.query, ranking.statistics, frozenset())
    )
    return Inspected(wanted, ranking, floor, rows_of(ranking, floor), faces, like=title)


# --- beside the list -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beside:
    """What is known of a ranking a moment later. since: what moved since an earlier state."""

    ranking: Ranking
    confidence: Confidence
    since: Comparison | None = None


def look_beside(verbatim: Verbatim, ranking: Ranking, wanted: Wanted, *, keep: bool) -> Beside:
    """Weigh a ranking, and hold it against the one that was kept of the same question.

    keep: whether the library may be written; not while it is being read in.
    """
    confidence = verbatim.inspector.weigh(ranking, wanted.filters)
    since = since_kept(verbatim, wanted) if wanted.plain and keep else None
    return Beside(ranking, confidence, since)


def since_kept(verbatim: Verbatim, wanted: Wanted) -> Comparison | None:
    """What moved since the ranking of the question that was kept; None where nothing did."""
    inspector = verbatim.inspector
    now = present(verbatim, wanted.whole())
    before = inspector.remembered(now.query)
    if before is None:
        inspector.remember(now)
        return None
    compared = inspector.compare(before, now)
    return compared if any(one.move is not Move.SAME for one in compared.moved) else None


def present(verbatim: Verbatim, wanted: Wanted) -> Snapshot:
    """The ranking as it is now, as deep as rankings are compared."""
    inspector = verbatim.inspector
    return inspector.snapshot(inspector.rank(wanted.text, DEPTH, wanted.filters, wanted.disabled))


def start_again(verbatim: Verbatim, wanted: Wanted) -> None:
    """Hold what comes against the library as it is now."""
    verbatim.inspector.remember(present(verbatim, wanted.whole()))


def compare_queries(verbatim: Verbatim, first: Wanted, second: Wanted) -> Comparison:
    """Two questions side by side. Raises QuestionUnusable where one cannot be searched for."""
    return verbatim.inspector.compare(present(verbatim, first), present(verbatim, second))


def look_into(verbatim: Verbatim, ranking: Ranking, scored: ScoredSection) -> LookedInto:
    return verbatim.inspector.look_into(ranking, scored)


# --- why not this one ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SectionName:
    """A section that can be asked about: SOURCE/ROUTE-OR-PATH#ANCHOR, and how it is found."""

    name: str
    title: str
    words: str


def section_names(verbatim: Verbatim) -> tuple[SectionName, ...]:
    return tuple(_section_name(heading) for heading in verbatim.headings())


def _section_name(heading: Heading) -> SectionName:
    name = f"{heading.source}/{heading.name}" + (f"#{heading.anchor}" if heading.anchor else "")
    title = " › ".join(" ".join(part.split()) for part in heading.path)
    return SectionName(name, title, f"{title}\n{name}".casefold())


def fitting(names: Sequence[SectionName], text: str, most: int) -> list[SectionName]:
    """The first sections that hold every word typed."""
    words = text.casefold().split()
    found: list[SectionName] = []
    for one in names:
        if all(word in one.words for word in words):
            found.append(one)
            if len(found) == most:
                break
    return found


def why_not(verbatim: Verbatim, name: str, wanted: Wanted) -> WhyNot:
    """Raises NotFound, and QuestionUnusable."""
    section = verbatim.inspector.section(name)
    return verbatim.inspector.why_not(wanted.text, section, wanted.filters, wanted.disabled)
