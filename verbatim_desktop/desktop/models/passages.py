"""One document as a table: each section, and under it the sentences that can be cited."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from verbatim_desktop.desktop.models.rows import RowsModel
from verbatim_desktop.domain.documents import Document, Section, Sentence

HEADS = ("Section or sentence", "Anchor")
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
        rows.append(_section(section))
        rows += [
            _sentence(document, sentence)
            for _index, sentence in document.section_sentences(section)
        ]
    return tuple(rows)


def _section(section: Section) -> Passage:
    part = f" (part {section.part + 1})" if section.part else ""
    names = [" ".join(name.split()) for name in section.heading_path]
    return Passage(" › ".join(names) + part, section.anchor, is_section=True)


def _sentence(document: Document, sentence: Sentence) -> Passage:
    block = document.blocks[sentence.block]
    flags = ", ".join(flag.detail or flag.kind.value for flag in block.flags)
    anchor = document.anchor_above(sentence.block)
    return Passage(document.text_of(sentence), anchor, is_section=False, flags=flags)


class PassagesModel(RowsModel[Passage]):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(HEADS, parent=parent)

    def cell(self, row: Passage, column: int) -> str:
        if column == 1:
            return f"#{row.anchor}" if row.anchor else ""
        line = " ".join(row.text.split())
        if row.is_section:
            return line
        return f"{INDENT}{line}" + (f"  ({row.flags})" if row.flags else "")

    def spoken(self, row: Passage, column: int) -> str:
        return self.cell(row, column).strip()
