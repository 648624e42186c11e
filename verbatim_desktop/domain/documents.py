"""Documents as one block model: what a reader sees, and where in which file each character stands.

Index, viewer, verifier and deep links all read these blocks; there is no second parser. Text
positions count characters (code points), ends are exclusive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from verbatim_desktop.domain.locations import SourcePlace, place_of


class SourceKind(StrEnum):
    """How the documents of a source are named: by route (docs) or by path (kb)."""

    DOCS = "docs"
    KB = "kb"


class ParseMode(StrEnum):
    """The dialect a source is written in, decided once per source."""

    MDX = "mdx"
    MARKDOWN = "md"


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"  # the first paragraph of an item; later ones are PARAGRAPH with a depth
    TABLE_ROW = "table_row"  # cells joined by " | "
    CODE = "code"
    META = "meta"  # tier, version and history notes: typed, citable
    RULE = "rule"


class MarkKind(StrEnum):
    CODE = "code"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    STRIKE = "strike"
    LINK = "link"


class FlagKind(StrEnum):
    DEPRECATED = "deprecated"
    REMOVED = "removed"
    VERSION = "version"
    TIER = "tier"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file's decoded text (byte-order mark removed, newlines as they stand)."""

    path: str  # relative to the source's root, with "/"
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of block text and the stretch of a file that it was rendered from.

    Where both are equally long, characters correspond one to one; otherwise (an entity, an
    escape) the whole run stands for the whole stretch. Text that no file holds has no run.
    """

    start: int
    end: int
    file: int  # index into Document.files
    source_start: int
    source_end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Inline formatting of block text. For a link, target is the address as written.

    file, source_start and source_end: the stretch of a file from the opening to the closing
    markup, delimiters included; file is -1 where it is not within one file.
    """

    kind: MarkKind
    start: int
    end: int
    target: str = ""
    file: int = -1  # index into Document.files
    source_start: int = 0
    source_end: int = 0


@dataclass(frozen=True, slots=True)
class Flag:
    """What limits a passage: deprecated or removed, a version, a tier, internal use.

    detail is the wording to show, for example "since 4.0" or "Enterprise".
    """

    kind: FlagKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """One leaf block as rendered.

    cells: for a table row, the (start, end) of each cell within text.
    context: titles of what encloses the block, outermost first (a tab, a note, a details summary).
    collapsed: it stands inside a closed <details> or an unselected tab.
    unselected: it stands inside a tab that is not the first, where a browser does not search.
    aliases: words for the index only (image alt text, file names, yes/no icons); never shown.
    citable: False where an unresolved insertion makes the text incomplete.
    """

    kind: BlockKind
    text: str
    runs: tuple[Run, ...] = ()
    marks: tuple[Mark, ...] = ()
    level: int = 0  # headings: 1 to 6
    anchor: str = ""  # headings
    list_depth: int = 0  # 0: not in a list
    list_marker: str = ""  # "•", "3." or "[x]" where this block opens a list item
    quote_depth: int = 0
    language: str = ""  # code: the first word of the fence info
    caption: str = ""  # code: the file name in the fence info
    table: int = 0  # rows of one table share a number, counted from 1
    header: bool = False  # a table's head row
    cells: tuple[tuple[int, int], ...] = ()
    align: tuple[str, ...] = ()  # per cell: "", "left", "center", "right"
    context: tuple[str, ...] = ()
    collapsed: bool = False
    unselected: bool = False
    aliases: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    citable: bool = True


@dataclass(frozen=True, slots=True)
class Sentence:
    """A citable unit: a sentence, a list item's sentence, a table row or a code line."""

    block: int  # index into Document.blocks
    start: int  # within the block's text
    end: int


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of blocks under one H2 (or before the first), or a part of one over the cap.

    anchor: the heading that opens it ("" before the first H2). anchors: every H2 to H6 it holds.
    heading_path: page title first, then the headings down to this section's own.
    """

    ordinal: int
    anchor: str
    anchors: tuple[str, ...]
    heading_path: tuple[str, ...]
    first_block: int
    last_block: int  # exclusive
    part: int = 0  # 0 for the first part of a cut section


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A named source of documents within a workspace.

    root: the place as domain.locations writes it: the absolute path of a folder or an archive, or
    the address of a git repository. ignore: globs, beside .gitignore. version and internal hold
    for every document of it.
    """

    name: str
    kind: SourceKind
    mode: ParseMode
    root: str
    base_url: str = ""
    ignore: tuple[str, ...] = ()
    version: str = ""
    internal: bool = False
    reason: str = ""  # why this kind and mode were guessed, in words; "" where the person chose
    files_at: str = (
        ""  # the folder its files lie in where that is not the root, or no folder at all
    )
    revision: str = ""  # of a repository: the commit that was read

    @property
    def folder(self) -> str:
        """Where its files lie on this machine; "" where they lie in an archive."""
        if place_of(self.root) is SourcePlace.FOLDER:
            return self.root
        return self.files_at


@dataclass(frozen=True, slots=True)
class IngestRequest:
    """A place to read as a source; what is None or empty is guessed or kept from last time."""

    location: str  # as domain.locations says
    kind: SourceKind | None = None
    mode: ParseMode | None = None
    name: str = ""
    base_url: str = ""
    ignore: tuple[str, ...] = ()
    version: str = ""
    internal: bool = False
    exact: bool = False  # what is empty is meant to be, and not kept from last time


@dataclass(frozen=True, slots=True)
class Document:
    """One page: its identity, the files its text comes from, and its blocks.

    files[0] is the page's own file; the others are spliced in. fingerprint is the SHA-256 over
    the bytes of every file the page is made of, the parser's version and its options.
    identity is "SOURCE/ROUTE-OR-PATH", unique within a workspace.
    """

    source: str
    kind: SourceKind
    path: str
    route: str  # "" for kb
    identity: str
    title: str
    fingerprint: str
    mode: ParseMode = ParseMode.MARKDOWN
    description: str = ""
    url: str = ""  # public address of the page; "" where none is known
    updated: str = ""  # as front matter gives it
    version: str = ""
    files: tuple[str, ...] = ()
    file_hashes: tuple[str, ...] = ()  # SHA-256 of each file's bytes, in the order of files
    blocks: tuple[Block, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    sections: tuple[Section, ...] = ()
    aliases: tuple[str, ...] = ()  # keywords for the index only
    flags: tuple[Flag, ...] = ()
    shows: str = ""  # the path of the page whose text stands in for its own; "" for most

    def text_of(self, sentence: Sentence) -> str:
        """The sentence as rendered."""
        return self.blocks[sentence.block].text[sentence.start : sentence.end]

    def section_blocks(self, section: Section) -> tuple[Block, ...]:
        return self.blocks[section.first_block : section.last_block]

    def section_text(self, section: Section) -> str:
        """The section as rendered, one block a line group, blocks parted by a newline."""
        return "\n".join(block.text for block in self.section_blocks(section))

    def section_sentences(self, section: Section) -> Iterator[tuple[int, Sentence]]:
        """The section's citable units with their index in the document."""
        for index, sentence in enumerate(self.sentences):
            if section.first_block <= sentence.block < section.last_block:
                yield index, sentence

    def section_of_block(self, block: int) -> Section:
        for section in self.sections:
            if section.first_block <= block < section.last_block:
                return section
        raise IndexError(block)

    def anchor_above(self, block: int) -> str:
        """The anchor of the nearest heading at or above a block; "" above the first."""
        for index in range(block, -1, -1):
            if self.blocks[index].kind is BlockKind.HEADING:
                return self.blocks[index].anchor
        return ""


@dataclass(frozen=True, slots=True)
class FileNote:
    """One file and why it was skipped, failed or deserves a look."""

    path: str
    reason: str
    size: int = field(default=-1, compare=False)  # in bytes; -1 where it is not known


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What one ingest of one source did."""

    source: str
    documents: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    sections: int = 0
    sentences: int = 0
    seconds: float = 0.0
    skipped: tuple[FileNote, ...] = field(default=())
    failed: tuple[FileNote, ...] = field(default=())
    warnings: tuple[FileNote, ...] = field(default=())
    changed_paths: tuple[str, ...] = field(default=())  # added or changed
    removed_paths: tuple[str, ...] = field(default=())
    cancelled: bool = False
    pages_read: int = 0  # looked at, of pages_found; fewer where it was stopped
    pages_found: int = 0


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """How far an ingest is. total is 0 while files are still being counted."""

    phase: str  # "fetching" (in percent), "counting", "reading", "indexing"
    done: int
    total: int
    path: str = ""
    bytes_done: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class UnfinishedReading:
    """A reading that was stopped: how many pages of how many it had stored, and how to go on."""

    request: IngestRequest
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """A source as the library holds it."""

    info: SourceInfo
    documents: int
    sections: int
    failed: int
    updated: str  # ISO 8601, UTC; "" before the first ingest
    report: IngestReport | None = None


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """One row of a list of documents."""

    id: int
    identity: str
    source: str
    kind: SourceKind
    path: str
    route: str
    title: str
    sections: int
    fingerprint: str
    version: str = ""
    updated: str = ""  # as front matter gives it
    tiers: tuple[str, ...] = ()  # the plans it is limited to, as the page says it


def target_of(page: str, anchor: str) -> str:
    """PAGE#ANCHOR, the page alone without an anchor: how a place is named to people and scripts."""
    return f"{page}#{anchor}" if anchor else page
