"""What a link inside a document may do: go to a page of the library, be shown, or nothing. Pure.

Only an allow-list is ever followed. A link to the web is shown and can be copied; opening it
takes a second, explicit step.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urlsplit

from verbatim_desktop.domain.documents import Document, DocumentSummary, SourceKind


class LinkKind(StrEnum):
    HERE = "here"  # a heading of this page
    PAGE = "page"  # a page of this library, perhaps
    WEB = "web"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Link:
    kind: LinkKind
    target: str  # as written
    path: str = ""
    anchor: str = ""


#: Endings that a link may leave out or name.
ENDINGS = ("", ".md", ".mdx", ".markdown", "/index.md", "/index.mdx", "/page.mdx", "/README.md")


def read_link(target: str) -> Link:
    """Sort an address as a document writes it."""
    written = target.strip()
    if any(ord(letter) < 32 for letter in written) or written.startswith(("\\\\", "//")):
        return Link(LinkKind.REFUSED, written)
    try:
        parts = urlsplit(written)
    except ValueError:
        return Link(LinkKind.REFUSED, written)
    if parts.scheme in ("http", "https") and parts.hostname:
        return Link(LinkKind.WEB, written)
    if parts.scheme or parts.netloc or "\\" in written:
        return Link(LinkKind.REFUSED, written)
    anchor = unquote(parts.fragment)
    if not parts.path:
        return Link(LinkKind.HERE, written, anchor=anchor)
    return Link(LinkKind.PAGE, written, unquote(parts.path), anchor)


def find_page(
    link: Link, document: Document, pages: Iterable[DocumentSummary]
) -> DocumentSummary | None:
    """The page of the same source that a link names, if the library has it."""
    names = set(_candidates(link.path, document))
    mine = [page for page in pages if page.source == document.source]
    for page in mine:
        if page.path in names or (page.route and page.route.strip("/") in names):
            return page
    tail = link.path.strip("/")
    by_route = [page for page in mine if page.route and tail.endswith(page.route.strip("/"))]
    return max(by_route, key=lambda page: len(page.route), default=None)


def _candidates(path: str, document: Document) -> Iterable[str]:
    bases = [""] if path.startswith("/") else [posixpath.dirname(document.path)]
    if document.kind is SourceKind.DOCS and not path.startswith("/"):
        bases += [document.route.strip("/"), posixpath.dirname(document.route.strip("/"))]
    for base in bases:
        whole = posixpath.normpath(posixpath.join(base, path.strip("/")))
        if whole.startswith(".."):
            continue
        for ending in ENDINGS:
            yield whole + ending
