"""Tokens to blocks: what each construct shows, what encloses it, and what is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import ClassVar, Protocol

from markdown_it.token import Token

from verbatim_desktop.domain.documents import BlockKind
from verbatim_desktop.ingest.parse import components
from verbatim_desktop.ingest.parse.code import code_draft, literal_draft
from verbatim_desktop.ingest.parse.drafts import Draft, Rendered
from verbatim_desktop.ingest.parse.elements import Elements
from verbatim_desktop.ingest.parse.html import is_block, read_html
from verbatim_desktop.ingest.parse.inline import InlineReader, InlineText
from verbatim_desktop.ingest.parse.jsx import Tag, TagKind
from verbatim_desktop.ingest.parse.lines import LineMap
from verbatim_desktop.ingest.parse.sink import Sink
from verbatim_desktop.ingest.parse.woven import Woven

_ALERT = re.compile(r"\[!([A-Za-z_-]+)\][-+]?[ \t]*")
_TRAILING_ID = re.compile(r"[ \t]*(?:\{:?[ \t]*#([\w.:-]+)[^{}]*\}|\[#([\w.:-]+)\])\Z")


class Page(Protocol):
    """What the extraction asks of the page it works for."""

    router: str

    def include(self, name: str, sink: Sink) -> bool:
        """Splice an imported partial in; False where the name is not an imported page."""
        ...

    def note_import(self, code: str) -> None: ...

    def warn(self, reason: str) -> None: ...


class Extractor:
    """Walks the tokens of one text and puts blocks into a sink."""

    def __init__(self, woven: Woven, sink: Sink, page: Page) -> None:
        self._woven, self._sink, self._page = woven, sink, page
        self._scopes = sink.scopes
        self._elements = Elements(sink, page.router)
        self._lists: list[int] = []
        self._closing: Counter[str] = Counter()

    def run(self, tokens: list[Token]) -> None:
        for token in tokens:
            if token.type == "mdx_esm":
                self._page.note_import(token.content)
            elif token.type == "mdx_jsx" and token.meta["tag"].kind is TagKind.CLOSE:
                self._closing[token.meta["tag"].name] += 1
        for index, token in enumerate(tokens):
            handler = self._handlers.get(token.type)
            if handler is not None:
                handler(self, token)
            elif token.type == "inline":
                self._inline(token, tokens[index - 1])

    # -- prose

    def _inline(self, token: Token, opener: Token) -> None:
        if self._scopes.now.hidden:
            return
        reader = InlineReader(self._woven, self._elements.hides)
        lines: LineMap = token.meta["lines"]
        reader.read(token.children or [], lines)
        said = reader.done()
        if opener.type == "heading_open":
            self._heading(said, int(opener.tag[1]))
        elif opener.type in ("th_open", "td_open"):
            self._sink.text(BlockKind.PARAGRAPH, said)
        else:
            self._wrapped_paragraph(token.children or [], said)

    def _wrapped_paragraph(self, children: list[Token], said: InlineText) -> None:
        """A paragraph; an element that holds all of it, on one line, is as one on its own lines."""
        tag = _wrapper(children)
        level = heading_level(tag.name) if tag else 0
        if level:
            self._heading(said, level)
        elif tag is None or components.mark_of(tag.name):
            self._paragraph(said)
        else:
            self._elements.open(TagKind.OPEN, tag.name, tag.attributes)
            self._paragraph(said)
            self._elements.close(tag.name)

    def _heading(self, said: InlineText, level: int) -> None:
        explicit = said.explicit
        if match := _TRAILING_ID.search(said.rendered.text):
            explicit = match.group(1) or match.group(2)
            said.rendered = said.rendered.part(0, match.start()).stripped()
        draft = self._sink.text(BlockKind.HEADING, said, level=level)
        if draft is not None:
            draft.anchor = explicit

    def _paragraph(self, said: InlineText) -> None:
        if self._scopes.now.name == "#quote":
            self._alert(said.rendered, said)
        self._sink.text(BlockKind.PARAGRAPH, said)
        self._elements.read_summary(said.rendered.text)

    def _alert(self, rendered: Rendered, said: InlineText) -> None:
        """`[!NOTE]` names the quote it opens and is not shown."""
        match = _ALERT.match(rendered.text)
        if match and self._scopes.count_in("#quote") == 0:
            self._scopes.entitle("#quote", components.note_name(match.group(1)))
            said.rendered = rendered.part(match.end(), len(rendered.text)).stripped()

    # -- containers of Markdown

    def _open_quote(self, _token: Token) -> None:
        self._scopes.open("#quote", quote=1)

    def _close_quote(self, _token: Token) -> None:
        self._scopes.close("#quote", barrier="")

    def _open_list(self, token: Token) -> None:
        start = token.attrs.get("start", 1)
        ordered = token.type == "ordered_list_open"
        self._lists.append(int(start) if ordered else -1)
        self._scopes.open("#list", list_=1)

    def _close_list(self, _token: Token) -> None:
        self._lists.pop()
        self._scopes.close("#list", barrier="")

    def _open_item(self, token: Token) -> None:
        self._scopes.open("#item")
        number = self._lists[-1]
        checked = token.meta.get("checked") if token.meta else None
        if checked is not None:
            marker = "[x]" if checked else "[ ]"
        elif number >= 0:
            marker = f"{number}."
        else:
            marker = "•"
        if number >= 0:
            self._lists[-1] += 1
        self._sink.set_marker(marker)

    def _close_item(self, _token: Token) -> None:
        self._scopes.close("#item", barrier="")
        self._sink.set_marker("")

    def _open_footnote(self, _token: Token) -> None:
        self._scopes.open("#footnote", title="Footnote")

    def _close_footnote(self, _token: Token) -> None:
        self._scopes.close("#footnote", barrier="")

    # -- tables

    def _open_table(self, _token: Token) -> None:
        self._sink.open_table()

    def _open_head(self, _token: Token) -> None:
        self._sink.set_header(True)

    def _close_head(self, _token: Token) -> None:
        self._sink.set_header(False)

    def _open_row(self, _token: Token) -> None:
        self._sink.open_row()

    def _close_row(self, _token: Token) -> None:
        self._sink.close_row()

    def _open_cell(self, token: Token) -> None:
        style = str(token.attrs.get("style", ""))
        self._sink.open_cell(style.removeprefix("text-align:"))

    def _close_cell(self, _token: Token) -> None:
        self._sink.close_cell()

    # -- code, rules

    def _code(self, token: Token) -> None:
        if not token.meta.get("closed", True) and not self._scopes.now.hidden:
            self._page.warn("A code fence is never closed; what follows it is read as code.")
        self._sink.put(code_draft(self._woven, token))

    def _rule(self, _token: Token) -> None:
        self._sink.put(Draft(BlockKind.RULE, Rendered()))

    # -- JSX, HTML, shortcodes

    def _jsx(self, token: Token) -> None:
        tag: Tag = token.meta["tag"]
        if tag.kind is TagKind.CLOSE:
            self._closing[tag.name] -= 1
            self._elements.close(tag.name)
            return
        kind = tag.kind
        if kind is TagKind.OPEN and self._closing[tag.name] <= 0:
            self._page.warn(
                f"<{tag.name}> is never closed; its inside is read as part of the page."
            )
            kind = TagKind.SELF
        if kind is TagKind.SELF and self._included(tag):
            return
        self._elements.open(kind, tag.name, tag.attributes)
        self._code_attribute(token, tag)

    def _included(self, tag: Tag) -> bool:
        if self._scopes.now.hidden or not tag.name[:1].isupper():
            return False
        return self._page.include(tag.name, self._sink)

    def _code_attribute(self, token: Token, tag: Tag) -> None:
        """Code given to a component as an attribute."""
        value = tag.attributes.get("code") or ""
        if not self._scopes.now.hidden and value.startswith("{`"):
            at = token.content.find(value)
            draft = literal_draft(self._woven, token.meta["lines"], value, at)
            if draft is not None:
                self._sink.put(draft)

    def _expression(self, token: Token) -> None:
        """`{'text'}` on a line of its own is text; in a code component it is code."""
        draft = literal_draft(self._woven, token.meta["lines"], token.content, 0)
        if draft is None:
            return
        if not self._elements.in_code:
            draft.kind = BlockKind.PARAGRAPH
            draft.rendered = draft.rendered.stripped()
        if draft.rendered.text:
            self._sink.put(draft)

    def _directive(self, token: Token) -> None:
        self._elements.directive(token.info, token.tag, token.meta["arguments"])

    def _html(self, token: Token) -> None:
        HtmlBlock(self._woven, self._sink, self._elements).read(token)

    _handlers: ClassVar[dict[str, Callable[[Extractor, Token], None]]] = {
        "blockquote_open": _open_quote,
        "blockquote_close": _close_quote,
        "bullet_list_open": _open_list,
        "ordered_list_open": _open_list,
        "bullet_list_close": _close_list,
        "ordered_list_close": _close_list,
        "list_item_open": _open_item,
        "list_item_close": _close_item,
        "footnote_reference_open": _open_footnote,
        "footnote_reference_close": _close_footnote,
        "table_open": _open_table,
        "thead_open": _open_head,
        "thead_close": _close_head,
        "tr_open": _open_row,
        "tr_close": _close_row,
        "th_open": _open_cell,
        "td_open": _open_cell,
        "th_close": _close_cell,
        "td_close": _close_cell,
        "hr": _rule,
        "fence": _code,
        "code_block": _code,
        "mdx_jsx": _jsx,
        "mdx_expression": _expression,
        "directive": _directive,
        "html_block": _html,
    }


def _wrapper(children: list[Token]) -> Tag | None:
    """The element that opens and closes a paragraph and stands only once in it."""
    tags: list[Tag] = [token.meta["tag"] for token in children if token.type == "mdx_jsx"]
    if not tags or children[0].type != "mdx_jsx" or children[-1].type != "mdx_jsx":
        return None
    first, last = tags[0], tags[-1]
    same = [tag for tag in tags if tag.name == first.name]
    pair = first.kind is TagKind.OPEN and last.kind is TagKind.CLOSE
    return first if pair and same == [first, last] else None


def heading_level(name: str) -> int:
    """2 for `h2`, 0 for what is no heading element."""
    lower = name.lower()
    return int(lower[1]) if len(lower) == 2 and lower[0] == "h" and lower[1] in "123456" else 0


class HtmlBlock:
    """One HTML block: its text in paragraphs, parted where block elements begin and end."""

    def __init__(self, woven: Woven, sink: Sink, elements: Elements) -> None:
        self._woven, self._sink, self._elements = woven, sink, elements
        self._reader = InlineReader(woven, elements.hides)
        self._level = 0

    def read(self, token: Token) -> None:
        lines: LineMap = token.meta["lines"]
        for markup in read_html(token.content):
            page = lines.at(markup.start)
            if not markup.name:
                self._text(token.content, lines, markup.start, markup.end)
            elif markup.name == "!--":
                continue
            elif is_block(markup.name):
                self._flush()
                self._block_tag(markup.kind, markup.name, markup.attributes)
            else:
                end = lines.at(markup.end - 1) + 1
                self._reader.tag(markup.kind, markup.name, markup.attributes, page, end)
        self._flush()

    def _text(self, content: str, lines: LineMap, start: int, end: int) -> None:
        for begin, stop, page in lines.stretches(start, end):
            self._reader.html_text(content[begin:stop], page)

    def _block_tag(self, kind: TagKind, name: str, attributes: components.Attributes) -> None:
        if level := heading_level(name):
            self._level = level if kind is TagKind.OPEN else 0
        if kind is TagKind.CLOSE:
            self._elements.close(name)
        else:
            self._elements.open(kind, name, attributes)

    def _flush(self) -> None:
        said = self._reader.done()
        self._reader = InlineReader(self._woven, self._elements.hides)
        kind = BlockKind.HEADING if self._level else BlockKind.PARAGRAPH
        self._sink.text(kind, said, level=self._level)
        self._elements.read_summary(said.rendered.text)
