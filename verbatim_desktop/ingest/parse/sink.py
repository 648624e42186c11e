"""Takes finished pieces of text and makes blocks of them: markers, table rows, index words."""

from __future__ import annotations

from dataclasses import dataclass, field

from verbatim_desktop.domain.documents import BlockKind
from verbatim_desktop.ingest.parse.drafts import Draft, Rendered, joined
from verbatim_desktop.ingest.parse.inline import InlineText
from verbatim_desktop.ingest.parse.scopes import Scope, Scopes

_IN_CELL = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.META)


@dataclass(slots=True)
class _Row:
    """The cells of a table row seen so far; open is the one being filled."""

    header: bool = False
    cells: list[Rendered] = field(default_factory=list[Rendered])
    align: list[str] = field(default_factory=list[str])
    aliases: list[str] = field(default_factory=list[str])
    open: list[Rendered] | None = None


class Sink:
    """The blocks of a page in the making, shared by the page and what is spliced into it."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.scopes = Scopes()
        self._tables = 0
        self._rows: list[_Row] = []
        self._header = False
        self._marker = ""
        self._aliases: list[str] = []
        self._ids: list[str] = []

    def note_alias(self, words: str) -> None:
        """Index words of something that shows no text: they go to the block above it."""
        if not words or self.scopes.now.hidden:
            return
        if self._rows:
            self._rows[-1].aliases.append(words)
        elif self.drafts and self.drafts[-1].kind is not BlockKind.HEADING:
            self.drafts[-1].aliases.append(words)
        else:
            self._aliases.append(words)

    def note_id(self, anchor: str) -> None:
        """An anchor of the block that follows."""
        if anchor:
            self._ids.append(anchor)

    def set_marker(self, marker: str) -> None:
        """The next block opens a list item."""
        self._marker = marker

    def text(self, kind: BlockKind, said: InlineText, *, level: int = 0) -> Draft | None:
        """A block of prose; nothing where it shows no text."""
        if self.scopes.now.hidden:
            return None
        if not said.rendered.text:
            for alias in said.aliases:
                self.note_alias(alias)
            self._ids += said.ids
            return None
        draft = Draft(kind, said.rendered, level=level)
        draft.aliases += said.aliases
        draft.ids += said.ids
        return self.put(draft)

    def put(self, draft: Draft) -> Draft | None:
        """Add a block, with what encloses it."""
        scope = self.scopes.now
        if scope.hidden:
            return None
        row = self._rows[-1] if self._rows else None
        if row is not None and row.open is not None and draft.kind in _IN_CELL:
            row.open.append(draft.rendered)
            row.aliases += draft.aliases
            self._ids += draft.ids
            return None
        self._dress(draft, scope)
        self.drafts.append(draft)
        return draft

    def _dress(self, draft: Draft, scope: Scope) -> None:
        draft.context, draft.collapsed = scope.context, scope.collapsed
        draft.unselected = scope.unselected
        draft.quote_depth, draft.list_depth = scope.quote_depth, scope.list_depth
        draft.aliases = self._aliases + draft.aliases
        draft.ids = self._ids + draft.ids
        self._aliases, self._ids = [], []
        if self._marker and scope.list_depth:
            draft.list_marker = self._marker
            if draft.kind is BlockKind.PARAGRAPH:
                draft.kind = BlockKind.LIST_ITEM
        self._marker = ""
        if scope.meta and draft.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
            draft.kind = BlockKind.META

    def open_table(self) -> None:
        self._tables += 1
        self._header = False

    def set_header(self, header: bool) -> None:
        self._header = header

    def open_row(self) -> None:
        self._rows.append(_Row(self._header))

    def open_cell(self, align: str = "", *, header: bool = False) -> None:
        if not self._rows:
            return
        self.close_cell()
        row = self._rows[-1]
        row.open = []
        row.align.append(align)
        row.header = row.header or (header and not row.cells)

    def close_cell(self) -> None:
        row = self._rows[-1] if self._rows else None
        if row is None or row.open is None:
            return
        row.cells.append(joined(row.open, " ")[0])
        row.open = None

    def close_row(self) -> None:
        if not self._rows:
            return
        self.close_cell()
        row = self._rows.pop()
        if not any(cell.text for cell in row.cells) and not row.aliases:
            return
        whole, places = joined(row.cells, " | ")
        draft = Draft(BlockKind.TABLE_ROW, whole, table=max(1, self._tables), header=row.header)
        draft.cells, draft.align, draft.aliases = tuple(places), tuple(row.align), row.aliases
        self.put(draft)
