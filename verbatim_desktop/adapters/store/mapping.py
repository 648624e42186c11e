"""Documents as rows and back.

The text of a document's blocks is packed apart from the rest: the index is built from texts
alone. Packed is JSON, compressed at the fastest level; what equals its default is left out.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any, TypeAlias

from sqlalchemy import Row

from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    DocumentSummary,
    Flag,
    FlagKind,
    Mark,
    MarkKind,
    ParseMode,
    Run,
    Section,
    Sentence,
    SourceKind,
)
from verbatim_desktop.domain.retrieval import SectionRef
from verbatim_desktop.ports import SectionText

AnyRow: TypeAlias = "Row[*tuple[Any, ...]]"
Values = dict[str, Any]

FASTEST = 1
_PACKED_APART = ("kind", "text", "runs", "marks")
_REST = {field.name: field.default for field in fields(Block) if field.name not in _PACKED_APART}
assert MISSING not in _REST.values()


_TEXT_COLUMNS = (
    "source",
    "path",
    "identity",
    "kind",
    "mode",
    "route",
    "title",
    "fingerprint",
    "description",
    "url",
    "updated",
    "version",
    "shows",
)


def to_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def pack(data: object) -> bytes:
    # surrogatepass: a lone surrogate, which a JSON escape in a page can produce, is text too
    return zlib.compress(to_json(data).encode("utf-8", "surrogatepass"), FASTEST)


def unpack(packed: bytes) -> Any:
    return json.loads(zlib.decompress(packed).decode("utf-8", "surrogatepass"))


# --- Writing -------------------------------------------------------------------------------------


def document_row(document: Document, document_id: int) -> Values:
    """The row of a document, without workspace and generations."""
    files = list(zip(document.files, document.file_hashes, strict=True))
    return {
        **{name: _storable(getattr(document, name)) for name in _TEXT_COLUMNS},
        "id": document_id,
        "files": _storable(to_json(files)),
        "aliases": _storable(to_json(document.aliases)),
        "flags": _storable(to_json(_pack_flags(document.flags))),
        "sections": len(document.sections),
        "sentences": len(document.sentences),
    }


def contents_row(document: Document, document_id: int) -> Values:
    sentences = [n for item in document.sentences for n in (item.block, item.start, item.end)]
    return {
        "document_id": document_id,
        "texts": pack([block.text for block in document.blocks]),
        "rest": pack([[_pack_block(block) for block in document.blocks], sentences]),
    }


def section_rows(document: Document, document_id: int) -> list[Values]:
    return [
        {
            "document_id": document_id,
            "ordinal": section.ordinal,
            "anchor": _storable(section.anchor),
            "anchors": _storable(to_json(section.anchors)),
            "heading_path": _storable(to_json(section.heading_path)),
            "first_block": section.first_block,
            "last_block": section.last_block,
            "part": section.part,
            "aliases": _section_aliases(document, section),
        }
        for section in document.sections
    ]


def _section_aliases(document: Document, section: Section) -> str:
    """Words for the index only; those of the page stand with its first section."""
    words = [document.description, *document.aliases] if section.ordinal == 0 else []
    for block in document.section_blocks(section):
        words += [block.caption, *block.aliases]
    return _storable("\n".join(word for word in words if word))


def _pack_block(block: Block) -> list[Any]:
    runs = [
        number
        for run in block.runs
        for number in (run.start, run.end, run.file, run.source_start, run.source_end)
    ]
    marks = [
        [m.kind, m.start, m.end, m.target, m.file, m.source_start, m.source_end]
        for m in block.marks
    ]
    rest: Values = {}
    for name, default in _REST.items():
        value = getattr(block, name)
        if value != default:
            rest[name] = _pack_flags(value) if name == "flags" else value
    return [block.kind, runs, marks, rest] if rest else [block.kind, runs, marks]


def _storable(text: str) -> str:
    """Text as SQLite can hold it: a lone surrogate becomes a question mark."""
    return str(text).encode("utf-8", "replace").decode()


def _pack_flags(flags: Sequence[Flag]) -> list[list[str]]:
    return [[flag.kind, flag.detail] for flag in flags]


# --- Reading -------------------------------------------------------------------------------------


def read_document(row: AnyRow, sections: Sequence[AnyRow]) -> Document:
    """A document from its row joined with its contents, and the rows of its sections."""
    packed_blocks, numbers = unpack(row.rest)
    texts: list[str] = unpack(row.texts)
    files: list[list[str]] = json.loads(row.files)
    return Document(
        source=row.source,
        kind=SourceKind(row.kind),
        path=row.path,
        route=row.route,
        identity=row.identity,
        title=row.title,
        fingerprint=row.fingerprint,
        mode=ParseMode(row.mode),
        description=row.description,
        url=row.url,
        updated=row.updated,
        version=row.version,
        files=tuple(path for path, _ in files),
        file_hashes=tuple(digest for _, digest in files),
        blocks=tuple(_read_block(*item) for item in zip(texts, packed_blocks, strict=True)),
        sentences=tuple(Sentence(*numbers[at : at + 3]) for at in range(0, len(numbers), 3)),
        sections=tuple(_read_section(section) for section in sections),
        aliases=tuple(json.loads(row.aliases)),
        flags=_read_flags(json.loads(row.flags)),
        shows=row.shows,
    )


def read_summary(row: AnyRow) -> DocumentSummary:
    return DocumentSummary(
        id=row.id,
        identity=row.identity,
        source=row.source,
        kind=SourceKind(row.kind),
        path=row.path,
        route=row.route,
        title=row.title,
        sections=row.sections,
        fingerprint=row.fingerprint,
        version=row.version,
        updated=row.updated,
        tiers=tuple(detail for kind, detail in json.loads(row.flags) if kind == FlagKind.TIER),
    )


def read_section_ref(row: AnyRow) -> SectionRef:
    """From a section joined with its document."""
    return SectionRef(
        document_id=row.document_id,
        ordinal=row.ordinal,
        source=row.source,
        path=row.path,
        route=row.route,
        anchor=row.anchor,
        anchors=tuple(json.loads(row.anchors)),
        heading_path=tuple(json.loads(row.heading_path)),
        first_block=row.first_block,
        last_block=row.last_block,
        url=row.url,
        shows=row.shows,
    )


def read_section_text(row: AnyRow, texts: Sequence[str]) -> SectionText:
    """From a section joined with its document, and the texts of the document's blocks."""
    ref = read_section_ref(row)
    return SectionText(
        ref=ref,
        body="\n".join(texts[ref.first_block : ref.last_block]),
        heading="\n".join(ref.heading_path),
        route=ref.route or ref.path,
        aliases=row.aliases,
    )


def _read_section(row: AnyRow) -> Section:
    return Section(
        ordinal=row.ordinal,
        anchor=row.anchor,
        anchors=tuple(json.loads(row.anchors)),
        heading_path=tuple(json.loads(row.heading_path)),
        first_block=row.first_block,
        last_block=row.last_block,
        part=row.part,
    )


def _read_block(text: str, packed: Sequence[Any]) -> Block:
    kind, runs, marks, *more = packed
    rest: Values = more[0] if more else {}
    if "flags" in rest:
        rest["flags"] = _read_flags(rest["flags"])
    if "cells" in rest:
        rest["cells"] = tuple((start, end) for start, end in rest["cells"])
    for name in ("align", "context", "aliases"):
        if name in rest:
            rest[name] = tuple(rest[name])
    return Block(
        kind=BlockKind(kind),
        text=text,
        runs=tuple(Run(*runs[at : at + 5]) for at in range(0, len(runs), 5)),
        marks=tuple(Mark(MarkKind(mark[0]), *mark[1:]) for mark in marks),
        **rest,
    )


def _read_flags(flags: Sequence[Sequence[str]]) -> tuple[Flag, ...]:
    return tuple(Flag(FlagKind(kind), detail) for kind, detail in flags)
