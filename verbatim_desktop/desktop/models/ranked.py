"""A ranking as a list: a row a section, the chosen one opened below itself, the floor between.

The rows hold what a delegate draws; words are put together once, when the ranking comes in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from verbatim_desktop.domain.inspection import LookedInto
from verbatim_desktop.domain.retrieval import (
    SCORE_UNIT,
    Ranking,
    ScoreBreakdown,
    ScoredSection,
    parts_among,
)

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ROW = Qt.ItemDataRole.UserRole.value + 1
#: The parts of a score in the order they are drawn in, with their words.
PARTS: Mapping[str, str] = {
    "frequency": "Term frequency",
    "rarity": "Rarity",
    "phrase": "Phrase",
    "proximity": "Proximity",
    "heading": "Heading",
}
LENGTH = "Taken off for length"


class RowKind(IntEnum):
    SECTION = 0
    DETAIL = 1
    FLOOR = 2


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One row. rank counts from 1. looked: what the chosen section holds, once that is known."""

    kind: RowKind
    rank: int = 0
    scored: ScoredSection | None = None
    heading: str = ""
    where: str = ""
    matched: str = ""
    missing: str = ""
    legs: str = ""
    floor: int = 0
    looked: LookedInto | None = None


def points(score: int) -> str:
    return f"{score / SCORE_UNIT:.2f}"


def where_of(scored: ScoredSection) -> str:
    """The anchor of a section, or the route or path of a page's first one."""
    section = scored.section
    return f"#{section.anchor}" if section.anchor else section.route or section.path


def legs_of(scored: ScoredSection) -> str:
    """Which searches found a section, where there were several: "words 3, minilm 1"."""
    return ", ".join(f"{leg.name} {leg.rank}" for leg in scored.legs)


def floor_words(floor: int) -> str:
    return f"Relevance floor {points(floor)}: nothing below is used in an answer"


def parts_words(breakdown: ScoreBreakdown) -> str:
    """The parts of a score and their total, as a screen reader says them."""
    said = [f"{words} {points(getattr(breakdown, name))}" for name, words in PARTS.items()]
    return ", ".join(
        [*said, f"Length {points(breakdown.length)}", f"total {points(breakdown.total)}"]
    )


def rows_of(ranking: Ranking, floor: int) -> tuple[RankedRow, ...]:
    """The sections of a ranking, and the floor before the first that lies below it."""
    rows: list[RankedRow] = []
    parts = parts_among(ranking.results)
    for rank, (scored, part) in enumerate(zip(ranking.results, parts, strict=True), 1):
        if scored.score < floor and not any(row.kind is RowKind.FLOOR for row in rows):
            rows.append(RankedRow(RowKind.FLOOR, floor=floor))
        rows.append(_row(rank, scored, part))
    return tuple(rows)


def _row(rank: int, scored: ScoredSection, part: int) -> RankedRow:
    path = scored.section.heading_path or (scored.section.path,)
    return RankedRow(
        RowKind.SECTION,
        rank,
        scored,
        "  ›  ".join(" ".join(one.split()) for one in path) + part_words(part),
        where_of(scored),
        ", ".join(dict.fromkeys(word.casefold() for word in scored.matched)),
        ", ".join(dict.fromkeys(word.casefold() for word in scored.missing)),
        legs_of(scored),
    )


def part_words(part: int) -> str:
    """Behind a heading that another part of it stands under as well."""
    return f" (part {part + 1})" if part else ""


def spoken(row: RankedRow) -> str:
    """A row as a screen reader says it."""
    if row.kind is RowKind.FLOOR:
        return floor_words(row.floor)
    if row.scored is None:
        return ""
    if row.kind is RowKind.DETAIL:
        return parts_words(row.scored.breakdown)
    said = [f"{row.rank}: {row.heading}", parts_words(row.scored.breakdown)]
    said += [f"matched {row.matched}"] if row.matched else []
    said += [f"missing {row.missing}"] if row.missing else []
    said += [f"found by {row.legs}"] if row.legs else []
    return ". ".join(said)


class RankedModel(QAbstractListModel):
    """The rows of one ranking; best is the highest score, which bars are scaled by."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sections: tuple[RankedRow, ...] = ()
        self._rows: list[RankedRow] = []
        self.best = 0
        self.chosen = 0  # the rank that is opened; 0: none

    def show_rows(self, rows: tuple[RankedRow, ...], chosen: int = 0) -> None:
        """Another ranking, one of its ranks opened."""
        self.beginResetModel()
        self._sections = rows
        self.best = max((row.scored.score for row in rows if row.scored), default=0)
        ranks = {row.rank for row in rows if row.kind is RowKind.SECTION}
        self.chosen = chosen if chosen in ranks else 0
        self._rows = list(self._opened())
        self.endResetModel()

    def _opened(self, looked: LookedInto | None = None) -> list[RankedRow]:
        rows: list[RankedRow] = []
        for row in self._sections:
            rows.append(row)
            if row.kind is RowKind.SECTION and row.rank == self.chosen:
                rows.append(RankedRow(RowKind.DETAIL, row.rank, row.scored, looked=looked))
        return rows

    def choose(self, rank: int) -> None:
        """Open another section below itself, and close the one that was."""
        if rank == self.chosen:
            return
        if (at := self._detail()) >= 0:
            self.beginRemoveRows(NOWHERE, at, at)
            del self._rows[at]
            self.endRemoveRows()
        self.chosen = rank
        at = self.row_of(rank)
        if at >= 0:
            row = self._rows[at]
            self.beginInsertRows(NOWHERE, at + 1, at + 1)
            self._rows.insert(at + 1, RankedRow(RowKind.DETAIL, rank, row.scored))
            self.endInsertRows()

    def show_looked(self, looked: LookedInto) -> None:
        """What was found in the chosen section; late news of another one is left."""
        at = self._detail()
        scored = self._rows[at].scored if at >= 0 else None
        if scored is None or scored.section != looked.section:
            return
        self._rows[at] = RankedRow(RowKind.DETAIL, self.chosen, scored, looked=looked)
        self.dataChanged.emit(self.index(at), self.index(at))

    def _detail(self) -> int:
        found = (at for at, row in enumerate(self._rows) if row.kind is RowKind.DETAIL)
        return next(found, -1)

    def row_of(self, rank: int) -> int:
        """-1 where no section has this rank."""
        found = (
            at
            for at, row in enumerate(self._rows)
            if row.kind is RowKind.SECTION and row.rank == rank
        )
        return next(found, -1)

    def row_at(self, number: int) -> RankedRow | None:
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def scored_at(self, rank: int) -> ScoredSection | None:
        row = self.row_at(self.row_of(rank))
        return row.scored if row is not None else None

    @property
    def sections(self) -> int:
        return sum(row.kind is RowKind.SECTION for row in self._sections)

    # --- Qt ----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return row.heading or spoken(row)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row_at(index.row()) if index.isValid() else None
        if row is None or row.kind is not RowKind.SECTION:
            return Qt.ItemFlag.ItemIsEnabled if row is not None else Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
