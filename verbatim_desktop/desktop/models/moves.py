"""What rose and fell, as tables: sections of two rankings, and questions of two runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verbatim_desktop.desktop.models.ranked import part_words, points
from verbatim_desktop.desktop.models.rows import RowsModel
from verbatim_desktop.domain.answers import Outcome
from verbatim_desktop.domain.evaluation import QuestionResult, Target
from verbatim_desktop.domain.inspection import (
    Comparison,
    GoldenEntry,
    GoldenRun,
    GoldenSet,
    Move,
    Moved,
    Placed,
    move_of,
)

NOWHERE = "–"
#: A word for each move, and the colour it is written in.
MOVES = {
    Move.ROSE: ("Rose", "ok"),
    Move.FELL: ("Fell", "warn"),
    Move.NEW: ("New", "accent"),
    Move.GONE: ("Gone", "bad"),
    Move.SAME: ("Same", "text3"),
}
LOST = {Move.NEW: "Found", Move.GONE: "Lost"}  # what these are called of a golden question


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One row, its cells in words. tone: the colour of the move."""

    cells: tuple[str, ...]
    move: Move
    tone: str
    key: object = None


class MovesModel(RowsModel[MoveRow]):
    def cell(self, row: MoveRow, column: int) -> str:
        return row.cells[column]


# --- sections ------------------------------------------------------------------------------------

SECTION_HEADS = ("Section", "Before", "Now", "Move", "Score before", "Score now")
#: Of two questions, neither of which is the earlier one.
QUESTION_PAIR_HEADS = ("Section", "First", "Second", "Move", "First score", "Second score")
SECTION_NUMBERS = frozenset({1, 2, 4, 5})
SECTION_MOVE = 3


def moved_rows(comparison: Comparison) -> tuple[MoveRow, ...]:
    """A row a section, what moved first in the order of the later ranking."""
    return tuple(_moved_row(one) for one in comparison.moved)


def _moved_row(one: Moved) -> MoveRow:
    cells = (
        title_of(one.place),
        _rank(one.before),
        _rank(one.now),
        said_of(one.move, one.before, one.now),
        NOWHERE if one.score_before is None else points(one.score_before),
        NOWHERE if one.score_now is None else points(one.score_now),
    )
    return MoveRow(cells, one.move, MOVES[one.move][1], one)


def title_of(place: Placed) -> str:
    path = [" ".join(part.split()) for part in place.heading_path] or [place.path]
    return "  ›  ".join(path) + part_words(place.part)


def said_of(move: Move, before: int | None, now: int | None) -> str:
    """ "Rose 3", "Fell 2", "New"."""
    word = MOVES[move][0]
    if before is None or now is None or move is Move.SAME:
        return word
    return f"{word} {abs(before - now)}"


def _rank(rank: int | None) -> str:
    return NOWHERE if rank is None else f"{rank:,}"


def counts_of(moves: Sequence[Move]) -> str:
    """ "2 rose, 1 fell, 1 new": what there is of each; "Nothing moved" where all is the same."""
    said = [
        f"{moves.count(move)} {MOVES[move][0].lower()}"
        for move in (Move.ROSE, Move.FELL, Move.NEW, Move.GONE)
        if move in moves
    ]
    return ", ".join(said) or "Nothing moved"


# --- golden questions ----------------------------------------------------------------------------

QUESTION_HEADS = ("Question", "Right section", "Before", "Now", "Move", "Outcome")
QUESTION_NUMBERS = frozenset({2, 3})
QUESTION_MOVE = 4
QUESTION_OUTCOME = 5
CHANGED = " now"  # behind an outcome that was another one before
OUTCOMES = {Outcome.ANSWER: "Answered", Outcome.TICKET: "Ticket"}


def question_rows(
    golden: GoldenSet, now: GoldenRun | None, before: GoldenRun | None
) -> tuple[MoveRow, ...]:
    """A row a question: where its right section stood before and stands now. What moved, or is
    answered now and was not, or no longer, stands first.
    """
    new = {one.id: one for one in now.report.results} if now else {}
    old = {one.id: one for one in before.report.results} if before else {}
    missing = {one.id for one in now.report.missing} if now else set[str]()
    rows = [
        _question_row(entry, new.get(entry.id), old.get(entry.id), entry.id in missing)
        for entry in golden.questions
    ]
    return tuple(sorted(rows, key=_stands_still))


def _stands_still(row: MoveRow) -> bool:
    return row.move is Move.SAME and not row.cells[QUESTION_OUTCOME].endswith(CHANGED)


def _question_row(
    entry: GoldenEntry,
    now: QuestionResult | None,
    before: QuestionResult | None,
    is_missing: bool,
) -> MoveRow:
    """is_missing: whether a label of the question points at nothing in the library."""
    ranks = before.best_rank if before else None, now.best_rank if now else None
    measured = now is not None and before is not None
    move = move_of(*ranks) if measured and entry.relevant else Move.SAME
    word = LOST.get(move) or said_of(move, *ranks)
    cells = (
        " ".join(entry.question.split()),
        _right_section(entry, is_missing),
        _rank(ranks[0]) if before is not None else "",
        _rank(ranks[1]) if now is not None else "",
        word if measured else "",
        _outcome(now, before),
    )
    return MoveRow(cells, move, MOVES[move][1], entry)


def _outcome(now: QuestionResult | None, before: QuestionResult | None) -> str:
    if now is None:
        return "Not run yet"
    changed = before is not None and before.outcome is not now.outcome
    return OUTCOMES[now.outcome] + (CHANGED if changed else "")


def _right_section(entry: GoldenEntry, is_missing: bool) -> str:
    if not entry.relevant:
        return f"None, {entry.scope or 'near'}"
    return f"{'Not there: ' if is_missing else ''}{targets_text(entry.relevant)}"


def targets_text(targets: Sequence[Target]) -> str:
    return ", ".join(f"{one.doc}#{one.anchor}" if one.anchor else one.doc for one in targets)


def targets_of(text: str) -> tuple[Target, ...]:
    """The sections named in a field, parted by commas."""
    names = [name.strip() for name in text.split(",")]
    parts = [name.partition("#") for name in names if name]
    return tuple(Target(doc, anchor) for doc, _, anchor in parts)
