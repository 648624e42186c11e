"""Inline tokens to rendered text with runs, marks, index words and anchors."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from markdown_it.token import Token

from verbatim_desktop.domain.documents import MarkKind
from verbatim_desktop.ingest.parse import components
from verbatim_desktop.ingest.parse.drafts import Rendered, TextBuilder
from verbatim_desktop.ingest.parse.html import one_tag
from verbatim_desktop.ingest.parse.jsx import Tag, TagKind, literal
from verbatim_desktop.ingest.parse.lines import LineMap
from verbatim_desktop.ingest.parse.woven import Woven

_COMMENT = re.compile(r"\s*/\*\s*(.*?)\s*\*/\s*\Z", re.DOTALL)
_ID_COMMENT = re.compile(r"[\w.:-]+\Z")
_ID_EXPRESSION = re.compile(r"\{#([\w.:-]+)\}\Z")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

#: Hides the inside of an element: told its name and attributes.
Hides = Callable[[str, components.Attributes], bool]


def hides_nothing(_name: str, _attributes: components.Attributes) -> bool:
    return False


@dataclass(slots=True)
class InlineText:
    """What one run of inline tokens says. explicit: an id given in a comment or braces."""

    rendered: Rendered
    aliases: list[str] = field(default_factory=list[str])
    ids: list[str] = field(default_factory=list[str])
    explicit: str = ""


class InlineReader:
    """Reads the children of one inline token, or several stretches of HTML in turn."""

    def __init__(self, woven: Woven, hides: Hides = hides_nothing) -> None:
        self._builder = TextBuilder(woven)
        self._hides = hides
        self._hidden: list[str] = []
        self._marks: list[tuple[str, MarkKind]] = []
        self._said = InlineText(Rendered())
        self._lines = LineMap([0], [0])

    def done(self) -> InlineText:
        self._said.rendered = self._builder.done()
        return self._said

    @property
    def empty(self) -> bool:
        return self._builder.length == 0

    def read(self, tokens: list[Token], lines: LineMap) -> None:
        self._lines = lines
        for index, token in enumerate(tokens):
            if self._hidden and token.type not in ("mdx_jsx", "html_inline"):
                continue
            if token.type in ("softbreak", "hardbreak"):
                self._break(token, _next_at(tokens, index))
            elif handler := self._handlers.get(token.type):
                handler(self, token)

    def _text(self, token: Token) -> None:
        if token.content:
            at: int = token.meta["at"]
            self._spaced(token.content, at)

    def _spaced(self, text: str, at: int) -> None:
        """Add text; a space is not doubled where something between was dropped."""
        end = at + len(text)
        if self._builder.last in (" ", "\n") and text[0] in " \t":
            kept = text.lstrip(" \t")
            at, text = end - len(kept), kept
        if text:
            self._builder.add(text, self._lines, at, end)

    def _special(self, token: Token) -> None:
        at: int = token.meta["at"]
        if token.info == "escape" and len(token.content) == 1:
            at += len(token.markup) - 1
            self._builder.add(token.content, self._lines, at, at + 1)
            return
        start = self._lines.at(at)
        self._builder.add_page(token.content, start, start + len(token.markup))

    def _code(self, token: Token) -> None:
        at: int = token.meta["at"]
        end: int = token.meta["end"]
        size = len(token.markup)
        padding = (end - at - 2 * size - len(token.content)) // 2
        self._builder.open_mark(MarkKind.CODE, self._lines.at(at))
        raw: str = token.meta["raw"]
        self._code_text(raw[size + padding : len(raw) - size - padding], at + size + padding)
        self._builder.close_mark(MarkKind.CODE, self._lines.at(end - 1) + 1)

    def _code_text(self, raw: str, at: int) -> None:
        """Inline code; a line break in it is shown as a space."""
        for index, line in enumerate(raw.split("\n")):
            if index:
                start = self._lines.at(at - 1)
                self._builder.add_whole(" ", start, start + 1)
            self._builder.add(line, self._lines, at, at + len(line))
            at += len(line) + 1

    def _break(self, token: Token, until: int) -> None:
        at: int = token.meta["at"]
        start = self._lines.at(at)
        end = self._lines.at(until) if until > at else start + 1
        if token.type == "hardbreak":
            self._builder.add_whole("\n", start, end)
        elif self._builder.last not in (" ", "\n", ""):
            self._builder.add_break(start, end)

    def _open(self, token: Token) -> None:
        at: int = token.meta["at"]
        kind = _token_mark(token)
        if token.type in ("link_open", "strong_open") and token.markup != "autolink":
            at -= 1
        target = components.safe_target(str(token.attrs.get("href", "")))
        self._builder.open_mark(kind, self._lines.at(max(0, at)), target)

    def _close(self, token: Token) -> None:
        at: int = token.meta["at"]
        size = len(token.markup) if token.type != "strong_close" else 2
        end: int = token.meta["end"] if token.type == "link_close" else at + size
        self._builder.close_mark(_token_mark(token), self._lines.at(end - 1) + 1)

    def _image(self, token: Token) -> None:
        alt = _plain(token.children or [])
        title = token.attrs.get("title")
        self._said.aliases += [text for text in (alt, str(title or "")) if text]

    def _jsx(self, token: Token) -> None:
        tag: Tag = token.meta["tag"]
        at: int = token.meta["at"]
        page, end = self._lines.at(at), self._lines.at(tag.end + at - _tag_start(token) - 1) + 1
        self.tag(tag.kind, tag.name, tag.attributes, page, end)

    def _html(self, token: Token) -> None:
        markup = one_tag(token.content)
        if markup is None:
            return
        at: int = token.meta["at"]
        page = self._lines.at(at)
        end = self._lines.at(at + len(token.content) - 1) + 1
        self.tag(markup.kind, markup.name, markup.attributes, page, end)

    def tag(
        self, kind: TagKind, name: str, attributes: components.Attributes, page: int, end: int
    ) -> None:
        """An inline element's tag at [page, end) of the page."""
        if self._hidden:
            self._hidden_tag(kind, name)
            return
        if kind is TagKind.CLOSE:
            self._close_element(name, end)
            return
        self._note_ids(attributes)
        if name.lower() == "br":
            self._builder.add_whole("\n", page, end)
        elif kind is TagKind.SELF or components.is_yes_or_no(name):
            self._add_alias(name, attributes)
        elif self._hides(name, attributes):
            self._hidden.append(name)
        else:
            self._open_element(name, attributes, page)

    def _hidden_tag(self, kind: TagKind, name: str) -> None:
        if kind is TagKind.CLOSE and name == self._hidden[-1]:
            self._hidden.pop()
        elif kind is TagKind.OPEN and name == self._hidden[-1]:
            self._hidden.append(name)

    def _open_element(self, name: str, attributes: components.Attributes, page: int) -> None:
        mark = components.mark_of(name)
        target = components.link_target(attributes)
        if mark is None or (mark is MarkKind.LINK and not target):
            return
        self._marks.append((name, mark))
        self._builder.open_mark(mark, page, target if mark is MarkKind.LINK else "")

    def _close_element(self, name: str, end: int) -> None:
        for index in range(len(self._marks) - 1, -1, -1):
            if self._marks[index][0] == name:
                self._builder.close_mark(self._marks.pop(index)[1], end)
                return

    def _add_alias(self, name: str, attributes: components.Attributes) -> None:
        alias = components.alias_of(name, attributes)
        if alias:
            self._said.aliases.append(alias)

    def _note_ids(self, attributes: components.Attributes) -> None:
        for attribute in ("id", "name"):
            value = components.text_of(attributes.get(attribute))
            if value and " " not in value:
                self._said.ids.append(value)
                return

    def _expression(self, token: Token) -> None:
        at: int = token.meta["at"]
        inner = token.content[1:-1]
        comment = _COMMENT.match(inner)
        if comment:
            if _ID_COMMENT.match(comment.group(1)):
                self._said.explicit = comment.group(1)
            return
        if explicit := _ID_EXPRESSION.match(token.content):
            self._said.explicit = explicit.group(1)
            return
        place = literal(inner)
        if place and place[0] < place[1]:
            text = inner[slice(*place)]
            self._builder.add(text, self._lines, at + 1 + place[0], at + 1 + place[1])

    def _directive(self, token: Token) -> None:
        arguments: dict[str, str] = token.meta["arguments"]
        if components.is_yes_or_no(token.tag):
            self._said.aliases.append(components.alias_of(token.tag, {}))
            return
        words = [arguments.get("aria-label", "")] if token.tag == "octicon" else arguments.values()
        self._said.aliases += [text for text in words if text]

    def html_text(self, text: str, page: int) -> None:
        """Text of an HTML block at a page position: white space folded, entities read."""
        if self._hidden:
            return
        at = 0
        for match in re.finditer(r"\s+|" + _ENTITY.pattern, text):
            self._builder.add_page(text[at : match.start()], page + at, page + match.start())
            if match.group()[0] == "&":
                decoded = html.unescape(match.group())
                self._builder.add_page(decoded, page + match.start(), page + match.end())
            elif self._builder.last not in (" ", "\n", ""):
                self._builder.add_whole(" ", page + match.start(), page + match.end())
            at = match.end()
        self._builder.add_page(text[at:], page + at, page + len(text))

    _handlers: ClassVar[dict[str, Callable[[InlineReader, Token], None]]] = {
        "text": _text,
        "text_special": _special,
        "code_inline": _code,
        "image": _image,
        "mdx_jsx": _jsx,
        "html_inline": _html,
        "mdx_expression": _expression,
        "directive": _directive,
        "strong_open": _open,
        "strong_close": _close,
        "em_open": _open,
        "em_close": _close,
        "s_open": _open,
        "s_close": _close,
        "link_open": _open,
        "link_close": _close,
    }


def _tag_start(token: Token) -> int:
    tag: Tag = token.meta["tag"]
    return tag.end - len(token.content)


def _next_at(tokens: list[Token], index: int) -> int:
    """Where the next token with text starts, or -1."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None:
        return -1
    at: int = following.meta.get("at", -1)
    return at - 1 if following.type in ("link_open", "strong_open") else at


def _plain(tokens: list[Token]) -> str:
    return " ".join("".join(token.content or " " for token in tokens).split())


_TOKEN_MARKS = {
    "strong": MarkKind.STRONG,
    "em": MarkKind.EMPHASIS,
    "s": MarkKind.STRIKE,
    "link": MarkKind.LINK,
}


def _token_mark(token: Token) -> MarkKind:
    return _TOKEN_MARKS[token.type.rpartition("_")[0]]
