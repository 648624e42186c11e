"""The documents of a library as a table that narrows as one types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.models.rows import RowsModel
from verbatim_desktop.domain.documents import DocumentSummary


class Column(IntEnum):
    TITLE = 0
    PLACE = 1
    SECTIONS = 2
    VERSION = 3


HEADS = ("Title", "Route or path", "Sections", "Version")


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document and the text it is looked for in, in small letters."""

    document: DocumentSummary
    words: str


def rows_of(documents: Iterable[DocumentSummary]) -> tuple[DocumentRow, ...]:
    """Made on the background lane: thousands of rows take some milliseconds."""
    return tuple(
        DocumentRow(one, f"{one.title}\n{one.identity}\n{one.path}".casefold()) for one in documents
    )


def matching(rows: Sequence[DocumentRow], text: str, source: str) -> list[DocumentSummary]:
    """The documents of a source ("" for all) that hold every word typed."""
    words = text.casefold().split()
    return [
        row.document
        for row in rows
        if (not source or row.document.source == source)
        and all(word in row.words for word in words)
    ]


class DocumentsModel(RowsModel[DocumentSummary]):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, (Column.SECTIONS,), parent)

    def row_of(self, identity: str) -> int:
        """-1 where it is not shown."""
        found = (at for at, one in enumerate(self.rows()) if one.identity == identity)
        return next(found, -1)

    def cell(self, row: DocumentSummary, column: int) -> str:
        texts = {
            Column.TITLE: " ".join(row.title.split()),
            Column.PLACE: row.identity,
            Column.SECTIONS: f"{row.sections:,}",
            Column.VERSION: row.version,
        }
        return texts[Column(column)]
