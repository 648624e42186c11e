"""Records of usage as a table that is ordered by any of its columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from verbatim_desktop.desktop.models.rows import RowsModel
from verbatim_desktop.desktop.models.sources import when
from verbatim_desktop.desktop.tips import plain_tip
from verbatim_desktop.desktop.usage_figures import dollars, is_call, milliseconds, model_of
from verbatim_desktop.domain.usage import UsageKind, UsageRecord

HASH_START, HASH_END = 6, 4


class Column(IntEnum):
    TIME = 0
    QUESTION = 1
    KIND = 2
    ROUTE = 3
    MODEL = 4
    INPUT = 5
    CACHED = 6
    OUTPUT = 7
    RETRIEVAL = 8
    MODEL_TIME = 9
    COST = 10
    CONFIDENCE = 11
    CITATIONS = 12


HEADS = (
    "Time", "Question", "Kind", "Route", "Model", "Input", "Cached", "Output", "Retrieval",
    "Model time", "Cost", "Confidence", "Citations",
)  # fmt: skip
NUMBERS = frozenset(
    (Column.INPUT, Column.CACHED, Column.OUTPUT, Column.RETRIEVAL, Column.MODEL_TIME, Column.COST,
     Column.CITATIONS)
)  # fmt: skip
KINDS: Mapping[UsageKind, str] = {
    UsageKind.ASK: "Question",
    UsageKind.REPLY: "Reply",
    UsageKind.REWRITE: "Rewrite",
}
LEVELS = ("", "low", "medium", "high")
NONE = "none"
UNKNOWN = "unknown"


class UsageModel(RowsModel[UsageRecord]):
    """column: what it is ordered by."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, NUMBERS, parent)
        self.column, self.descending = Column.TIME, True

    def show_rows(self, rows: Sequence[UsageRecord], heads: Sequence[str] = ()) -> None:
        """By the column; what is level with another by time, the newest first."""
        newest = sorted(rows, key=lambda record: record.at, reverse=True)
        ordered = sorted(newest, key=ORDERS[self.column], reverse=self.descending)
        super().show_rows(ordered, heads)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.column, self.descending = Column(column), order is Qt.SortOrder.DescendingOrder
        self.show_rows(self.rows())

    def is_empty(self, column: int) -> bool:
        """Whether no row has anything to say there."""
        return bool(self.rows()) and all(self.cell(row, column) == NONE for row in self.rows())

    def cell(self, row: UsageRecord, column: int) -> str:
        return CELLS[Column(column)](row)

    def spoken(self, row: UsageRecord, column: int) -> str:
        return f"{HEADS[column]}: {self.cell(row, column)}"

    def tip(self, row: UsageRecord, column: int) -> str:
        return plain_tip(row.fault) if column == Column.QUESTION else ""


def _tokens(count: int | None, record: UsageRecord) -> str:
    if count is None:
        return UNKNOWN if is_call(record) else NONE
    return f"{count:,}"


def _cost(record: UsageRecord) -> str:
    if record.cost_usd is not None:
        return dollars(record.cost_usd, 4)
    return UNKNOWN if is_call(record) else NONE


def question_text(record: UsageRecord) -> str:
    """As much of the question as is kept: its text, else its hash."""
    if record.question:
        return " ".join(record.question.split())
    whole = record.question_hash
    if len(whole) <= HASH_START + HASH_END:
        return whole or NONE
    return f"{whole[:HASH_START]}…{whole[-HASH_END:]}"


CELLS: Mapping[Column, Callable[[UsageRecord], str]] = {
    Column.TIME: lambda one: when(one.at),
    Column.QUESTION: question_text,
    Column.KIND: lambda one: KINDS[one.kind],
    Column.ROUTE: lambda one: one.route.replace("_", " ").capitalize() or NONE,
    Column.MODEL: model_of,
    Column.INPUT: lambda one: _tokens(one.input_tokens, one),
    Column.CACHED: lambda one: _tokens(one.cached_tokens, one),
    Column.OUTPUT: lambda one: _tokens(one.output_tokens, one),
    Column.RETRIEVAL: lambda one: milliseconds(one.retrieval_ms) if one.retrieval_ms else NONE,
    Column.MODEL_TIME: lambda one: milliseconds(one.model_ms) if one.model_ms else NONE,
    Column.COST: _cost,
    Column.CONFIDENCE: lambda one: one.level.capitalize() or NONE,
    Column.CITATIONS: lambda one: f"{one.citations:,}",
}
ORDERS: Mapping[Column, Callable[[UsageRecord], str | float]] = {
    Column.TIME: lambda one: one.at,
    Column.QUESTION: lambda one: question_text(one).casefold(),
    Column.KIND: lambda one: KINDS[one.kind],
    Column.ROUTE: lambda one: one.route,
    Column.MODEL: lambda one: model_of(one).casefold(),
    Column.INPUT: lambda one: one.input_tokens or 0,
    Column.CACHED: lambda one: one.cached_tokens or 0,
    Column.OUTPUT: lambda one: one.output_tokens or 0,
    Column.RETRIEVAL: lambda one: one.retrieval_ms,
    Column.MODEL_TIME: lambda one: one.model_ms,
    Column.COST: lambda one: -1.0 if one.cost_usd is None else one.cost_usd,
    Column.CONFIDENCE: lambda one: LEVELS.index(one.level) if one.level in LEVELS else 0,
    Column.CITATIONS: lambda one: one.citations,
}
