"""Records of usage as a table that is ordered by any of its columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from verbatim_desktop.desktop.models.sources import when
from verbatim_desktop.desktop.tips import plain_tip
from verbatim_desktop.desktop.usage_figures import dollars, is_call, milliseconds, model_of
from verbatim_desktop.domain.usage import UsageKind, UsageRecord

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
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


class UsageModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._records: list[UsageRecord] = []
        self.column, self.descending = Column.TIME, True

    def set_records(self, records: Sequence[UsageRecord]) -> None:
        self.beginResetModel()
        self._records = list(records)
        self._order()
        self.endResetModel()

    def records(self) -> tuple[UsageRecord, ...]:
        """As they are shown."""
        return tuple(self._records)

    def record(self, row: int) -> UsageRecord | None:
        return self._records[row] if 0 <= row < len(self._records) else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self.column, self.descending = Column(column), order is Qt.SortOrder.DescendingOrder
        self._order()
        self.endResetModel()

    def _order(self) -> None:
        """By the column; what is level with another by time, the newest first."""
        self._records.sort(key=lambda record: record.at, reverse=True)
        key = ORDERS[self.column]
        self._records.sort(key=key, reverse=self.descending)

    # --- Qt ----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(HEADS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in NUMBERS else LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        record = self.record(index.row()) if index.isValid() else None
        if record is None:
            return None
        column = Column(index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column in NUMBERS else LEFT
        if role == Qt.ItemDataRole.DisplayRole:
            return CELLS[column](record)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{HEADS[column]}: {CELLS[column](record)}"
        if role == Qt.ItemDataRole.ToolTipRole and column is Column.QUESTION:
            return plain_tip(record.fault) or None
        return None


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
