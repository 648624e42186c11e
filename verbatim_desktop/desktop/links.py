"""What a link inside a document may do: go to a page of the library, be shown, or nothing. Pure.

Only an allow-list is ever followed. A link to the web is shown and can be copied; opening it
takes a second, explicit step.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
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


#: Endings of files that a link may leave out or name, and what a published page may end in.
ENDINGS = (".md", ".mdx", ".markdown")
PUBLISHED = (*ENDINGS, ".html", ".htm")
#: The file of a folder, which the folder's own name stands for.
INDEXES = ("/index", "/page", "/README", "/readme", "/_index")


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
    """The page of the same source that a link names, if the library has it.

    By the path of its file first, with its ending or without, then by its route, then by a route
    that stands at the end of a published address.
    """
    names = dict.fromkeys(stem for whole in _places(link.path, document) for stem in _stems(whole))
    files = {name + end for name in names for end in ("", *ENDINGS)}
    files |= {name + index + end for name in names for index in INDEXES for end in ENDINGS}
    mine = [page for page in pages if page.source == document.source]
    by_file = {page.path: page for page in mine if page.path in files}
    by_route = {page.route.strip("/"): page for page in mine if page.route}
    for place in _places(link.path, document):
        if place in by_file:
            return by_file[place]
    for name in names:
        if name in by_route:
            return by_route[name]
    if by_file:
        return next(iter(by_file.values()))
    return _by_tail(link.path, by_route)


def _by_tail(path: str, by_route: dict[str, DocumentSummary]) -> DocumentSummary | None:
    """The page whose whole route ends an absolute address, the longest such route."""
    if not path.startswith("/"):
        return None
    stems = [f"/{stem}" for stem in _stems(path.strip("/"))]
    fitting = [route for route in by_route if any(stem.endswith(f"/{route}") for stem in stems)]
    return by_route[max(fitting, key=len)] if fitting else None


def _places(path: str, document: Document) -> Iterator[str]:
    """Where a link may lead, from the source's root: beside the file, or beside the route."""
    bases = [""] if path.startswith("/") else [posixpath.dirname(document.path)]
    if document.kind is SourceKind.DOCS and not path.startswith("/"):
        bases += [posixpath.dirname(document.route.strip("/")), document.route.strip("/")]
    for base in bases:
        whole = posixpath.normpath(posixpath.join(base, path.strip("/")))
        if not whole.startswith("..") and whole != ".":
            yield whole


def _stems(whole: str) -> Iterator[str]:
    """A place as it is, without an ending, and without the name of a folder's own file."""
    yield whole
    for ending in PUBLISHED:
        if whole.endswith(ending):
            whole = whole.removesuffix(ending)
            yield whole
            break
    for index in INDEXES:
        if whole.endswith(index):
            yield whole.removesuffix(index)
