"""Our tokens as the events that counterparts/remark_blocks.mjs writes, before our own filters."""

from __future__ import annotations

from typing import Any

from markdown_it.token import Token

from verbatim_desktop.domain.documents import ParseMode
from verbatim_desktop.ingest.parse.dialect import tokens_of
from verbatim_desktop.ingest.parse.front_matter import read_front_matter
from verbatim_desktop.ingest.parse.inline import InlineReader
from verbatim_desktop.ingest.parse.woven import Woven

Event = list[Any]


def events_of(raw: str, mode: ParseMode) -> list[Event]:
    """Headings, paragraphs, lists, code, tables and quotes in document order."""
    woven = Woven.of_file(raw, 0, read_front_matter(raw).end)
    tokens = tokens_of(woven.text, mode, semantic=False)
    events: list[Event] = []
    for index, token in enumerate(tokens):
        if token.type == "inline":
            _inline(events, token, tokens[index - 1], _text(woven, token))
        else:
            _structure(events, token)
    return events


def _text(woven: Woven, token: Token) -> str:
    reader = InlineReader(woven)
    reader.read(token.children or [], token.meta["lines"])
    return " ".join(reader.done().rendered.text.split())


def _inline(events: list[Event], token: Token, opener: Token, text: str) -> None:
    if opener.type == "heading_open":
        events.append(["heading", int(opener.tag[1]), text])
    elif opener.type in ("th_open", "td_open"):
        style = str(opener.attrs.get("style", ""))
        if opener.type == "th_open":
            events[-1][1].append(style.removeprefix("text-align:"))
        events[-1][2][-1].append(text)
    elif text:
        events.append(["paragraph", text])


def _structure(events: list[Event], token: Token) -> None:
    kind = token.type
    if kind == "table_open":
        events.append(["table", [], []])
    elif kind == "tr_open":
        events[-1][2].append([])
    elif kind in ("bullet_list_open", "ordered_list_open"):
        ordered = kind == "ordered_list_open"
        events.append(["list", token.attrs.get("start", 1) if ordered else None])
    elif kind == "list_item_open":
        events.append(["item", (token.meta or {}).get("checked")])
    elif kind == "blockquote_open":
        events.append(["quote"])
    elif kind == "footnote_reference_open":
        events.append(["footnote"])
    elif kind.endswith("_close") and kind.split("_")[0] in _CONTAINERS:
        events.append(["end"])
    elif kind in ("fence", "code_block"):
        code = token.content.removesuffix("\n")
        events.append(["code", " ".join(token.info.split()), code])
    elif kind == "hr":
        events.append(["rule"])
    elif kind == "html_block" and not token.content.startswith("<!--"):
        events.append(["html", " ".join(token.content.split())])


_CONTAINERS = ("bullet", "ordered", "list", "blockquote", "footnote")


def same_event(ours: Event, theirs: Event) -> bool:
    """Equal, where a row's surplus or missing cells count as rendered: as many as the head."""
    if ours[0] != theirs[0]:
        return False
    if ours[0] == "table":
        width = len(theirs[1])
        rows = [(row + [""] * width)[:width] for row in theirs[2]]
        return ours[1] == theirs[1] and ours[2] == rows
    if ours[0] == "code":
        theirs = ["code", " ".join(theirs[1].split()), theirs[2]]
        return ours == theirs or (ours[2].strip(), ours[1]) == (theirs[2].strip(), theirs[1])
    return ours == theirs
