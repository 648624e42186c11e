"""Elements that enclose blocks: JSX components, HTML elements and shortcodes, opened and closed."""

from __future__ import annotations

from verbatim_desktop.ingest.parse import components
from verbatim_desktop.ingest.parse.jsx import TagKind
from verbatim_desktop.ingest.parse.sink import Sink

_LISTS = frozenset({"ul", "ol", "menu", "dl"})
_ITEMS = frozenset({"li", "dt", "dd"})
_TABLES = frozenset({"table", "table.root"})
_HEADS = frozenset({"thead", "table.header", "tableheader", "table.head"})
_BODIES = frozenset({"tbody", "tfoot", "table.body", "tablebody"})
_ROWS = frozenset({"tr", "table.row", "tablerow"})
_CELLS = frozenset({"td", "th", "table.cell", "table.headercell", "tablecell"})

_META = {"details": "details", "history": "history"}


class Elements:
    """Opens and closes scopes for named elements in a sink."""

    def __init__(self, sink: Sink, router: str) -> None:
        self._sink, self._scopes, self._router = sink, sink.scopes, router

    @property
    def in_code(self) -> bool:
        return self._scopes.now.name.startswith("code:")

    def hides(self, name: str, attributes: components.Attributes) -> bool:
        """Whether the inside of an inline element is left out."""
        meaning = components.meaning_of(name, attributes)
        return meaning.hidden or self._other_router(meaning.router)

    def _other_router(self, router: str) -> bool:
        return bool(router) and bool(self._router) and router != self._router

    def open(self, kind: TagKind, name: str, attributes: components.Attributes) -> None:
        """An element's opening or only tag."""
        self._sink.note_id(components.text_of(attributes.get("id")))
        if kind is TagKind.SELF:
            self._sink.note_alias(components.alias_of(name, attributes))
            return
        lower = name.lower()
        if self._open_structure(lower, attributes):
            return
        meaning = components.meaning_of(name, attributes)
        hidden = meaning.hidden or self._other_router(meaning.router)
        if meaning.tab:
            self._open_tab(name, meaning.title)
        elif meaning.tabs:
            self._scopes.open(name, title="")
            self._scopes.open("tabs")
        else:
            prefix = "code:" if meaning.code else ""
            self._scopes.open(
                prefix + name, title=meaning.title, collapsed=meaning.collapsed, hidden=hidden
            )

    def _open_tab(self, name: str, title: str) -> None:
        first = self._scopes.count_in("tabs") <= 0
        self._scopes.open(name, title=title, unselected=not first)

    def _open_structure(self, lower: str, attributes: components.Attributes) -> bool:
        """Lists and tables written as elements."""
        if lower in _LISTS:
            self._scopes.open(lower, list_=1)
        elif lower in _ITEMS:
            self._scopes.close(lower)
            self._scopes.open(lower)
            self._sink.set_marker(self._marker())
        elif lower in _TABLES:
            self._scopes.open(lower)
            self._sink.open_table()
        elif lower in _HEADS or lower in _BODIES:
            self._scopes.open(lower)
            self._sink.set_header(lower in _HEADS)
        elif lower in _ROWS:
            self._sink.open_row()
        elif lower in _CELLS:
            align = components.text_of(attributes.get("align"))
            self._sink.open_cell(align, header=lower == "th")
        elif lower == "summary":
            self._scopes.open("summary", shown=True)
        elif lower == "blockquote":
            self._scopes.open(lower, quote=1)
        else:
            return False
        return True

    def _marker(self) -> str:
        number = self._scopes.count_in("ol")
        ordered = number >= 0 and not self._scopes.nearer("ul", "ol")
        return f"{number + 1}." if ordered else "•"

    def close(self, name: str) -> None:
        lower = name.lower()
        if lower in _ROWS:
            self._sink.close_row()
        elif lower in _CELLS:
            self._sink.close_cell()
        elif lower in _LISTS | _ITEMS | _TABLES | _HEADS | _BODIES | {"summary", "blockquote"}:
            self._scopes.close(lower)
            self._sink.set_header(False)
        elif not self._scopes.close(name):
            self._scopes.close("code:" + name)

    def read_summary(self, text: str) -> None:
        """The text of a summary is the title of what follows in its details."""
        if text and self._scopes.now.name == "summary":
            self._scopes.entitle("details", text)

    def directive(self, info: str, name: str, arguments: dict[str, str]) -> None:
        """A shortcode or container directive on lines of its own."""
        scope = f"directive:{name}"
        if info == "close":
            self._scopes.close("directive:tab" if name == "tab" else scope)
        elif info == "switch":
            self._scopes.close("directive:tab")
            first = self._scopes.count_in("directive:tabs") <= 0
            self._scopes.open(
                "directive:tab", title=arguments.get("title", ""), unselected=not first
            )
        elif name == "octicon":
            self._sink.note_alias(arguments.get("aria-label", ""))
        elif info == "self" or components.is_yes_or_no(name) or name == "icon":
            self._sink.note_alias(" ".join(arguments.values()))
        else:
            self._open_directive(scope, name, arguments)

    def _open_directive(self, scope: str, name: str, arguments: dict[str, str]) -> None:
        kind = arguments.get("kind", name)
        title = arguments.get("title", "") or (
            components.note_name(kind) if components.is_note(kind) else ""
        )
        if name == "tab":
            first = self._scopes.count_in("directive:tabs") <= 0
            self._scopes.open(scope, title=title, unselected=not first)
        else:
            self._scopes.open(scope, title=title, meta=_META.get(name, ""))
