"""Code blocks: fences, indented code, and literals given to code components."""

from __future__ import annotations

import re

from markdown_it.token import Token

from verbatim_desktop.domain.documents import BlockKind
from verbatim_desktop.ingest.parse.drafts import Draft, TextBuilder
from verbatim_desktop.ingest.parse.jsx import literal
from verbatim_desktop.ingest.parse.lines import LineMap
from verbatim_desktop.ingest.parse.woven import Woven

_CAPTION = re.compile(
    r"(?:^|[\s,{])(?:filename|fileName|title|file|name)=(?:\"([^\"]*)\"|'([^']*)'|([^\s,}]+))"
)
_LANGUAGE = re.compile(r"\{?\.?([\w+#./-]+)")


def code_draft(woven: Woven, token: Token) -> Draft:
    """A fenced or indented code block."""
    lines: LineMap = token.meta["lines"]
    builder = TextBuilder(woven)
    code = token.content[:-1] if token.content.endswith("\n") else token.content
    position = 0
    for start, end in lines.virtual:
        builder.add(code[position:start], lines, position, start)
        builder.add_free(code[start:end])
        position = end
    builder.add(code[position:], lines, position, len(code))
    language, caption = read_info(token.info)
    draft = Draft(BlockKind.CODE, builder.done_code(), language=language, caption=caption)
    draft.aliases += [caption] if caption else []
    return draft


def read_info(info: str) -> tuple[str, str]:
    """The language and the file name of a fence's info."""
    caption = _CAPTION.search(info)
    name = next((group for group in caption.groups() if group), "") if caption else ""
    words = info.split(None, 1)
    first = words[0] if words else ""
    if "=" in first.split("{")[0]:
        return "", name
    language, _, path = first.partition(":")
    match = _LANGUAGE.match(language.split(",")[0].split("{")[0] or language)
    return (match.group(1) if match else ""), name or path


def literal_draft(woven: Woven, lines: LineMap, text: str, at: int) -> Draft | None:
    """A `{…}` that is one string literal as a code block; at: where it stands in the content."""
    place = literal(text[1:-1])
    if place is None or place[0] >= place[1]:
        return None
    builder = TextBuilder(woven)
    start = at + 1 + place[0]
    inner = text[1:-1][slice(*place)]
    builder.add(inner, lines, start, start + len(inner))
    draft = Draft(BlockKind.CODE, builder.done_code())
    return draft if draft.rendered.text.strip() else None
