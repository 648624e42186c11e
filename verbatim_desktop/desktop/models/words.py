"""How the words of a question fall in one section, as a table."""

from __future__ import annotations

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.models.ranked import points
from verbatim_desktop.desktop.models.rows import RowsModel
from verbatim_desktop.domain.inspection import WordFall

HEADS = ("Term", "In section", "In library", "Adds")
NUMBERS = (1, 2, 3)


class WordsModel(RowsModel[WordFall]):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, NUMBERS, parent)

    def cell(self, row: WordFall, column: int) -> str:
        added = "".join(f" + {one}" for one in row.added)
        cells = (
            row.typed.casefold() + added,
            f"{row.in_section:,}",
            f"{row.in_library:,}",
            points(row.adds).replace("-", "−"),
        )
        return cells[column]
