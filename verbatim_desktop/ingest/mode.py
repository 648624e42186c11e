"""Guess how a source is written and how its pages are called, and say why.

The mode is decided once per source, never per file: a wrong mode garbles most of a page, and a
single file often shows no sign of either.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Protocol

from verbatim_desktop.domain.documents import ParseMode, SourceKind
from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest.identity import is_page
from verbatim_desktop.ingest.parse.front_matter import FrontMatter, read_front_matter

_FENCE = re.compile(
    r"^[ \t]*(?:```|~~~).*?(?:^[ \t]*(?:```|~~~)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL
)
_CODE = re.compile(r"`[^`\n]+`")
_SITE_TAGS = re.compile(r"\{\{[<%]\s*/?\w|\{%-?\s*\w+")
_COMMENT = re.compile(r"\{/\*")
_TAG = re.compile(r"^[ \t]*<([A-Z][\w.]*)(?:\s[^<>]*)?(/?)>", re.MULTILINE)
_ROUTED = re.compile(r"(?:^|/)(?:\d{1,3}[-_.]\D|\(|@)|(?:^|/)page\.[^/]+$")
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
    looked_at = _spread(pages)
    site, mdx, exported = 0, 0, 0
    for path in looked_at:
        raw = _read(tree, path)
        front = read_front_matter(raw)
        body = _without_code(raw[front.end :])
        site += bool(_SITE_TAGS.search(raw[: front.end]) or _SITE_TAGS.search(body))
        mdx += _holds_mdx(body)
        exported += _is_exported(front)
    suffixed = sum(path.lower().endswith(".mdx") for path in pages)
    mode, why_mode = _mode(len(pages), site, mdx, suffixed)
    kind, why_kind = _kind(pages, mode, exported * 2 > len(looked_at))
    return kind, mode, f"{why_mode} {why_kind}"


def _without_code(text: str) -> str:
    return _CODE.sub("", _FENCE.sub("", text))


def _holds_mdx(body: str) -> bool:
    """Whether a page without its front matter and code shows what only MDX has."""
    body = body.lstrip()
    if _COMMENT.search(body) or _MODULE.match(body):
        return True
    return any(tag[2] or f"</{tag[1]}>" in body for tag in _TAG.finditer(body))


def _is_exported(front: FrontMatter) -> bool:
    """Whether a helpdesk or wiki wrote the front matter: a number, and where or when it was."""
    return bool(front.text("id") and front.text("url", "html_url", "updated", "updated_at"))


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


def _kind(pages: list[str], mode: ParseMode, exported: bool) -> tuple[SourceKind, str]:
    if mode is ParseMode.MDX:
        return SourceKind.DOCS, "Pages are named by route, as MDX sites do."
    if exported:
        reason = "Pages are named by path: most have the id, url or date of a helpdesk export."
        return SourceKind.KB, reason
    if pages and sum(bool(_ROUTED.search(path)) for path in pages) * 2 > len(pages):
        return SourceKind.DOCS, "Pages are named by route: most paths are numbered or grouped."
    return SourceKind.KB, "Pages are named by path: few of them are numbered or grouped."
