"""Find what somebody meant as a `verbatim:` link and Markdown reads as none.

A passage with a bare quotation mark in it, a typographic one around it, a space in the address: to
Markdown that is text, and a check that passed over it would say that all is well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

#: In place of what is no text: an escaped character, and anything else that stands in a line.
ESCAPED, OTHER = "\0", "\1"
_MEANT = re.compile(r"\](?:\(|:)\s*<?\s*verbatim:([^\s)>]*)", re.IGNORECASE)
_HTML = re.compile(r"<[a-z][\w.]*\s[^<>]*?=\s*[{(]*[\"'`]?verbatim:([^\s\"'`>})]*)", re.IGNORECASE)
_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(pre|code|script|style|textarea)\b.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)

NO_LINK = (
    "Markdown reads no link here, so nothing was checked. The passage stands in straight quotation "
    'marks, with \\" for one inside it; an address with spaces or brackets stands in <…>.'
)
IMAGE = "This is an image, which cites nothing. Write a link."
IN_HTML = 'Links in HTML are not checked. Write [label](verbatim:… "passage").'

#: The target, how many lines further down, and why it was not read.
Unread = tuple[str, int, str]


def unread_links(children: Sequence[Token], scheme: str) -> Iterator[Unread]:
    """What stands in a paragraph, a heading or a cell that was meant as a link.

    The parser must keep escaped characters apart, so that what is escaped on purpose is left out.
    """
    text = ""
    for child in children:
        text += _as_text(child)
        line = text.count("\n")
        if child.type == "image" and str(child.attrs.get("src", "")).lower().startswith(scheme):
            yield str(child.attrs["src"])[len(scheme) :], line, IMAGE
        elif child.type == "html_inline":
            yield from _in_html(child.content, line)
    yield from _in_html(text, 0)
    for found in _MEANT.finditer(text):
        before = text[: found.start()]
        if _is_open(before):
            yield found[1], before.count("\n"), NO_LINK


def _is_open(text: str) -> bool:
    """Whether a bracket of a text waits for its end."""
    depth = 0
    for letter in text:
        depth = depth + 1 if letter == "[" else max(0, depth - (letter == "]"))
    return depth > 0


def _as_text(child: Token) -> str:
    match child.type:
        case "text":
            return child.content
        case "text_special":
            return ESCAPED
        case "softbreak" | "hardbreak":
            return "\n"
        case _:
            return OTHER + "\n" * child.content.count("\n")


def seen_of_html(html: str) -> str:
    """A block of HTML without comments and code; all else stays in its place."""
    return _HIDDEN.sub(lambda hidden: re.sub(r"[^\n]", " ", hidden[0]), html)


def _in_html(html: str, line: int) -> Iterator[Unread]:
    for found in _HTML.finditer(html):
        yield found[1], line + html.count("\n", 0, found.start()), IN_HTML
