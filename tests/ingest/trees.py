"""Sources held in memory or read from a corpus, and pages parsed from them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from functools import cache, cached_property
from pathlib import Path

from verbatim_desktop.domain.documents import Block, Document, ParseMode, SourceInfo, SourceKind
from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest.document import (
    ParsedDocument,
    RouteTable,
    guess_source,
    parse_document,
    route_table,
)

MDX = ParseMode.MDX
MD = ParseMode.MARKDOWN


class MemoryTree:
    """A source of files given as text."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)

    def paths(self) -> Collection[str]:
        return list(self.files)

    def read(self, path: str) -> str:
        if path not in self.files:
            raise UnreadableFile(path)
        return self.files[path]

    def digest(self, path: str) -> str:
        return hashlib.sha256(self.read(path).encode("utf-8", "surrogatepass")).hexdigest()


class FolderTree(MemoryTree):
    """A corpus: every text file below a folder."""

    def __init__(self, folder: Path) -> None:
        texts: dict[str, str] = {}
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".md", ".mdx", ".yml"):
                with path.open(encoding="utf-8-sig", newline="") as file:
                    texts[path.relative_to(folder).as_posix()] = file.read()
        super().__init__(texts)


class Corpus:
    """A corpus, with every page of it parsed as soon as one is asked for."""

    def __init__(self, folder: Path) -> None:
        self.tree = FolderTree(folder)
        kind, mode, self.reason = guess_source(self.tree)
        self.info = SourceInfo(folder.name, kind, mode, str(folder))
        self.routes, self.notes = route_table(self.info, self.tree)

    @cached_property
    def parsed(self) -> dict[str, ParsedDocument]:
        return {path: self._parse(path) for path in sorted(self.routes.routes)}

    @cached_property
    def documents(self) -> dict[str, Document]:
        return {path: parsed.document for path, parsed in self.parsed.items()}

    def _parse(self, path: str) -> ParsedDocument:
        return parse_document(self.info, self.tree, path, self.routes)


@cache
def corpus(folder: Path) -> Corpus:
    """A corpus, read and parsed once per run."""
    return Corpus(folder)


def info(
    mode: ParseMode = MDX,
    kind: SourceKind = SourceKind.DOCS,
    *,
    version: str = "",
    base_url: str = "",
    internal: bool = False,
) -> SourceInfo:
    return SourceInfo(
        "handbook", kind, mode, "/handbook", base_url, version=version, internal=internal
    )


def parse_files(
    files: Mapping[str, str], path: str, source: SourceInfo | None = None
) -> ParsedDocument:
    """One page of a source given as texts."""
    tree = MemoryTree(files)
    source = source or info()
    routes, _ = route_table(source, tree)
    return parse_document(source, tree, path, routes)


def routes_of(files: Mapping[str, str], source: SourceInfo | None = None) -> RouteTable:
    return route_table(source or info(), MemoryTree(files))[0]


def page(text: str, mode: ParseMode = MDX, path: str = "") -> Document:
    """One page on its own."""
    path = path or ("guide.mdx" if mode is MDX else "guide.md")
    return parse_files({path: text}, path, info(mode)).document


def texts(document: Document) -> list[str]:
    return [block.text for block in document.blocks]


def block(document: Document, text: str) -> Block:
    """The one block that starts with a text."""
    [found] = [block for block in document.blocks if block.text.startswith(text)]
    return found


def sentences(document: Document) -> list[str]:
    return [document.text_of(sentence) for sentence in document.sentences]
