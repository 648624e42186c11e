"""HTML within Markdown, cut into tags, text and what is dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from verbatim_desktop.ingest.parse.components import SILENT
from verbatim_desktop.ingest.parse.jsx import TagKind

_MARKUP = re.compile(
    r"<!--(?P<comment>.*?)(?:-->|\Z)"
    r"|<(?P<slash>/?)(?P<name>[A-Za-z][\w:.-]*)"
    r"(?P<rest>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
    r"|<[!?][^>]*>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=\"'/>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_BLOCK_NAMES = (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section "
    "summary table tbody td tfoot th thead tr ul caption"
)
_VOID_NAMES = "area base br col embed hr img input link meta param source track wbr"
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_VOID = frozenset(_VOID_NAMES.split())


@dataclass(frozen=True, slots=True)
class Markup:
    """A tag, or a comment (name "!--"), or text (name "") at [start, end) of the HTML."""

    start: int
    end: int
    kind: TagKind = TagKind.SELF
    name: str = ""
    attributes: dict[str, str | None] = field(default_factory=dict[str, str | None])
    block: bool = False


def is_block(name: str) -> bool:
    """Whether an element stands on lines of its own when shown."""
    return name.lower() in _BLOCKS


def read_html(text: str) -> Iterator[Markup]:
    """Tags and text in order; the inside of scripts and styles is left out."""
    at = 0
    while at < len(text):
        match = _MARKUP.search(text, at)
        if match is None:
            yield Markup(at, len(text))
            return
        if match.start() > at:
            yield Markup(at, match.start())
        markup = _markup(match)
        yield markup
        at = match.end()
        if markup.kind is TagKind.OPEN and markup.name.lower() in SILENT:
            at = _silent_end(text, at, markup.name)


def _markup(match: re.Match[str]) -> Markup:
    name: str | None = match["name"]
    if name is None:
        return Markup(match.start(), match.end(), TagKind.SELF, "!--")
    rest = match["rest"]
    if match["slash"]:
        kind = TagKind.CLOSE
    elif rest.rstrip().endswith("/") or name.lower() in _VOID:
        kind = TagKind.SELF
    else:
        kind = TagKind.OPEN
    return Markup(
        match.start(), match.end(), kind, name, _attributes(rest), name.lower() in _BLOCKS
    )


def _attributes(text: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(text):
        value = double or single or bare
        found[name] = value.rstrip("/") if bare else value
    return found


def _silent_end(text: str, at: int, name: str) -> int:
    close = re.compile(rf"</{re.escape(name)}\s*>", re.IGNORECASE).search(text, at)
    return close.start() if close else len(text)


def one_tag(text: str) -> Markup | None:
    """The tag or comment that is the whole of a text."""
    match = _MARKUP.match(text)
    return _markup(match) if match else None
