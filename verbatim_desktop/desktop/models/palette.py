"""What the palette lists: groups with their entries, the groups' names as rows of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from verbatim_desktop.desktop.fuzzy import Spans
from verbatim_desktop.domain.answers import Level

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
ENTRY = Qt.ItemDataRole.UserRole.value + 1


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One row. keys: of a command; detail: where a section stands; level: of a question."""

    title: str
    icon: str
    run: Callable[[], object]
    spans: Spans = ()
    detail: str = ""
    keys: tuple[str, ...] = ()
    level: Level | None = None


Group = tuple[str, Sequence[PaletteEntry]]


class PaletteModel(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._rows: list[PaletteEntry | str] = []

    def show_groups(self, groups: Sequence[Group]) -> None:
        self.beginResetModel()
        self._rows = []
        for name, entries in groups:
            if entries:
                self._rows += [name, *entries]
        self.endResetModel()

    def show_entries(self, entries: Sequence[PaletteEntry]) -> None:
        """Entries alone, in no group."""
        self.beginResetModel()
        self._rows = list(entries)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def row_at(self, number: int) -> PaletteEntry | str:
        return self._rows[number]

    def entry(self, index: Index) -> PaletteEntry | None:
        row = self._rows[index.row()] if index.isValid() else ""
        return row if isinstance(row, PaletteEntry) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row if isinstance(row, str) else row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row if isinstance(row, str) else spoken(row)
        return row if role == ENTRY else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.entry(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def step(self, row: int, steps: int) -> int:
        """The next row up or down that can be chosen, going round; -1 where there is none."""
        usable = [at for at, one in enumerate(self._rows) if isinstance(one, PaletteEntry)]
        if not usable:
            return -1
        if row not in usable:
            return usable[0 if steps >= 0 else -1]
        return usable[(usable.index(row) + steps) % len(usable)]


def spoken(entry: PaletteEntry) -> str:
    """A row as a screen reader says it."""
    level = f"{entry.level.value} confidence" if entry.level else ""
    return ", ".join(part for part in (entry.title, entry.detail, *entry.keys, level) if part)
