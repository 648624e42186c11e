"""Guess how a source is written and how its pages are called, and say why.

The mode is decided once per source, never per file: a wrong mode garbles most of a page, and a
single file often shows no sign of either.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from typing import Protocol

from verbatim_desktop.domain.documents import ParseMode, SourceKind
from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest.identity import is_page
from verbatim_desktop.ingest.parse.front_matter import read_front_matter

_FENCE = re.compile(
    r"^[ \t]*(?:```|~~~).*?(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
_CODE = re.compile(r"`[^`\n]+`")
_SITE_TAGS = re.compile(r"\{\{[<%]\s*/?\w|\{%-?\s*\w+")
_COMMENT = re.compile(r"\{/\*")
_TAG = re.compile(r"^[ \t]*<([A-Z][\w.]*)(?:\s[^<>]*)?(/?)>", re.MULTILINE)
_MODULE = re.compile(r"(?:import\s[^\n]*[\"'];?|export\s+(?:const|default|function)\b)")

#: Files looked at; more do not change the picture.
_SAMPLE = 400
#: A Markdown source may hold a stray tag: MDX shows on more than one page in this many.
_ONE_IN = 50


class Readable(Protocol):
    def paths(self) -> Collection[str]: ...

    def read(self, path: str) -> str: ...


def guess_source(tree: Readable) -> tuple[SourceKind, ParseMode, str]:
    """Kind and mode of a source with the reason in words."""
    pages = sorted(path for path in tree.paths() if is_page(path))
    site, mdx = 0, 0
    for path in _spread(pages):
        text = _CODE.sub("", _FENCE.sub("", _read(tree, path)))
        site += bool(_SITE_TAGS.search(text))
        mdx += _holds_mdx(text)
    suffixed = sum(path.lower().endswith(".mdx") for path in pages)
    mode, why_mode = _mode(len(pages), site, mdx, suffixed)
    kind, why_kind = _kind(pages, mode)
    return kind, mode, f"{why_mode} {why_kind}"


def _holds_mdx(text: str) -> bool:
    """Whether a page without its code shows what only MDX has."""
    body = text[read_front_matter(text).end :].lstrip()
    if _COMMENT.search(body) or _MODULE.match(body):
        return True
    return any(tag[2] or f"</{tag[1]}>" in body for tag in _TAG.finditer(body))


def _spread(pages: list[str]) -> list[str]:
    """At most _SAMPLE of the pages, evenly spread."""
    step = max(1, len(pages) // _SAMPLE)
    return pages[::step][:_SAMPLE]


def _read(tree: Readable, path: str) -> str:
    try:
        return tree.read(path)
    except UnreadableFile:
        return ""


def _mode(pages: int, site: int, mdx: int, suffixed: int) -> tuple[ParseMode, str]:
    if suffixed * 2 > pages:
        return ParseMode.MDX, f"Read as MDX: {suffixed} of {pages} pages end in .mdx."
    if site and site >= mdx:
        return ParseMode.MARKDOWN, f"Read as Markdown: {site} pages hold Hugo or Liquid tags."
    if mdx * _ONE_IN > min(pages, _SAMPLE):
        return ParseMode.MDX, f"Read as MDX: {mdx} pages hold imports, components or comments."
    few = f"only {mdx} of {pages} pages look like MDX" if mdx else "no page holds MDX"
    return ParseMode.MARKDOWN, f"Read as Markdown: {few}."


def _kind(pages: list[str], mode: ParseMode) -> tuple[SourceKind, str]:
    routed = sum(_looks_routed(path) for path in pages)
    if mode is ParseMode.MDX:
        return SourceKind.DOCS, "Pages are named by route, as MDX sites do."
    if pages and routed * 2 > len(pages):
        return SourceKind.DOCS, "Pages are named by route: most paths are numbered or grouped."
    return SourceKind.KB, "Pages are named by path."


def _looks_routed(path: str) -> bool:
    name = posixpath.basename(path)
    return bool(re.search(r"(?:^|/)(?:\d+[-_.]\D|\(|@)", path)) or name.startswith("page.")
