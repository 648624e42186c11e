"""One document as a table: each section, and under it the sentences that can be cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from verbatim_desktop.domain.documents import Document, Section, Sentence

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
HEADS = ("Section or sentence", "Anchor")
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
INDENT = "    "


@dataclass(frozen=True, slots=True)
class Passage:
    """A section or one of its sentences. text: as it is stored."""

    text: str
    anchor: str
    is_section: bool
    flags: str = ""


def passages_of(document: Document) -> tuple[Passage, ...]:
    """Made on the background lane."""
    rows: list[Passage] = []
    for section in document.sections:
        rows.append(_section(document, section))
        rows += [
            _sentence(document, sentence)
            for _index, sentence in document.section_sentences(section)
        ]
    return tuple(rows)


def _section(document: Document, section: Section) -> Passage:
    part = f" (part {section.part + 1})" if section.part else ""
    names = [" ".join(name.split()) for name in section.heading_path]
    return Passage(" › ".join(names) + part, section.anchor, is_section=True)


def _sentence(document: Document, sentence: Sentence) -> Passage:
    block = document.blocks[sentence.block]
    flags = ", ".join(flag.detail or flag.kind.value for flag in block.flags)
    anchor = document.anchor_above(sentence.block)
    return Passage(document.text_of(sentence), anchor, is_section=False, flags=flags)


class PassagesModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._passages: tuple[Passage, ...] = ()

    def set_passages(self, passages: Sequence[Passage]) -> None:
        self.beginResetModel()
        self._passages = tuple(passages)
        self.endResetModel()

    def passage(self, row: int) -> Passage | None:
        return self._passages[row] if 0 <= row < len(self._passages) else None

    # --- Qt ----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._passages)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(HEADS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        return LEFT if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        one = self.passage(index.row()) if index.isValid() else None
        if one is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(one, index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._cell(one, index.column()).strip()
        return None

    def _cell(self, one: Passage, column: int) -> str:
        if column == 1:
            return f"#{one.anchor}" if one.anchor else ""
        line = " ".join(one.text.split())
        if one.is_section:
            return line
        return f"{INDENT}{line}" + (f"  ({one.flags})" if one.flags else "")
