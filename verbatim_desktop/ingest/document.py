"""One file of a source to one document: the single entry to parsing.

Same files, same options, same document, byte for byte: no clock, no chance, no disk but the
tree that is handed in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from verbatim_desktop.domain.documents import Document, FileNote, SourceInfo, SourceKind
from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest import identity, units
from verbatim_desktop.ingest.flags import add_flags, page_flags
from verbatim_desktop.ingest.identity import RouteTable, is_page
from verbatim_desktop.ingest.mode import guess_source
from verbatim_desktop.ingest.page import PageParser
from verbatim_desktop.ingest.parse.drafts import unique
from verbatim_desktop.ingest.parse.front_matter import FrontMatter, read_front_matter
from verbatim_desktop.ingest.sections import split_sections

__all__ = [
    "PARSER_VERSION",
    "ParsedDocument",
    "RouteTable",
    "SourceTree",
    "fingerprint",
    "guess_source",
    "is_page",
    "parse_document",
    "route_table",
]

#: Raised whenever the same files would give other blocks, so that pages are parsed anew.
PARSER_VERSION = 5


class SourceTree(Protocol):
    """The files of one source, relative to its root, with "/"."""

    def paths(self) -> Collection[str]:
        """Every file under the root that is not ignored."""
        ...

    def read(self, path: str) -> str:
        """Decoded text, byte-order mark removed, newlines as they stand. Raises UnreadableFile."""
        ...

    def digest(self, path: str) -> str:
        """SHA-256 of the bytes."""
        ...


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document and what is wrong with its files."""

    document: Document
    warnings: tuple[FileNote, ...] = ()


def route_table(info: SourceInfo, tree: SourceTree) -> tuple[RouteTable, tuple[FileNote, ...]]:
    """The routes of all pages of a source; duplicates and near-duplicates are reported.

    Reads front matter where routes can depend on it (docs); unreadable files have none.
    """
    if info.kind is SourceKind.KB:
        return identity.build_routes(info, tree.paths(), lambda _path: FrontMatter())
    return identity.build_routes(info, tree.paths(), identity.front_matter_of(_reader(tree)))


def _reader(tree: SourceTree):
    def read(path: str) -> str:
        try:
            return tree.read(path)
        except UnreadableFile:
            return ""

    return read


def fingerprint(info: SourceInfo, file_hashes: Sequence[str], identity: str = "") -> str:
    """What a page's text depends on, in one digest: its files, the parser, the options.

    identity: given only for a page that goes by its path because its route is taken.
    """
    parts = [
        str(PARSER_VERSION),
        info.name,
        info.kind.value,
        info.mode.value,
        info.base_url,
        info.version,
        str(info.internal),
        identity,
        *file_hashes,
    ]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()


def parse_document(
    info: SourceInfo, tree: SourceTree, path: str, routes: RouteTable
) -> ParsedDocument:
    """Parse one page with everything spliced into it. Raises UnreadableFile for its own file."""
    raw = tree.read(path)
    front = read_front_matter(raw)
    route = routes.routes.get(path) or identity.route_of(path, front)
    page = PageParser(info, tree, path, route, routes)
    drafts = page.parse(raw, front)
    heading = next((d.rendered.text for d in drafts if d.level == 1), "")
    title = page.shown(identity.title_of(path, front, page.exported("title") or heading))
    described = front.text("description", "intro", "excerpt") or page.exported("description")
    description = page.shown(described)
    aliases = units.document_aliases(front, described, page.shown)
    noted = add_flags(drafts)
    blocks, ids = units.finish_blocks(drafts)
    files, hashes = page.files, page.hashes  # when all is read: front matter draws on data too
    shadow = routes.identity(info, path) if path in routes.shadowed else ""
    document = Document(
        source=info.name,
        kind=info.kind,
        path=path,
        route=route if info.kind is SourceKind.DOCS else "",
        identity=routes.identity(info, path),
        title=title,
        fingerprint=fingerprint(info, hashes, shadow),
        mode=info.mode,
        description=description,
        url=identity.public_url(info, route, path, front),
        updated=front.text("updated", "updated_at", "last_updated", "lastUpdated", "date"),
        version=front.text("version", "product_version") or info.version,
        files=files,
        file_hashes=hashes,
        blocks=blocks,
        sentences=units.citable_units(drafts, blocks),
        sections=split_sections(blocks, title, ids),
        aliases=aliases,
        flags=unique([*page_flags(info, front), *noted]),
        shows=page.shows,
    )
    return ParsedDocument(document, page.warnings)
