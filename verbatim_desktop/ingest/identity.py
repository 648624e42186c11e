"""What a page is called: its route or path, its title, its public address.

Routes: `NN-` prefixes, `(group)` and `@slot` folders and a final `index` or `page` are not part
of them; a front matter slug or url wins. Knowledge articles are called by their path as it is.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import quote

from verbatim_desktop.domain.documents import FileNote, SourceInfo, SourceKind
from verbatim_desktop.ingest.parse.front_matter import FrontMatter, read_front_matter
from verbatim_desktop.ingest.parse.library_data import Scalar

PAGE_SUFFIXES = (".mdx", ".md", ".markdown", ".mdown", ".mkd")

#: Longer numbers are years or the numbers of articles, and part of the name.
_NUMBER = re.compile(r"^\d{1,3}[-_.](?=.)")
_ABSOLUTE = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://|^//")
#: What a page may say its address is: a document could name a script to run, or a line of its own.
_ADDRESS = re.compile(r"(?:https?:)?//[^\s/?#<>\"\\^`{|}][^\s<>\"\\^`{|}]*", re.IGNORECASE)
#: Characters of a file's name that mean something else in an address.
_NOT_IN_ADDRESS = re.compile(r"[\x00-\x20#?<>\"\\^`{|}\x7f]|%(?![0-9A-Fa-f]{2})")
_PARTIAL_FOLDERS = frozenset({"include", "includes", "partial", "partials"})
_DATA_FILE = re.compile(r"((?:[^/]+/)*?)data/(?:variables|reusables)/")
_LOCALE_README = frozenset({"index", "page", "readme", "_index"})


def is_page(path: str) -> bool:
    """Whether a file is a page; partials (`_name`) and data files are not."""
    folders = path.lower().split("/")
    name = folders.pop()
    stem, suffix = posixpath.splitext(name)
    if suffix not in PAGE_SUFFIXES:
        return False
    if stem.startswith("_") and stem != "_index":
        return False
    if any(folder in _PARTIAL_FOLDERS or folder.startswith("_") for folder in folders):
        return False
    return not _is_data(folders)


def _is_data(folders: list[str]) -> bool:
    """GitHub's data folder: reusables and variables are spliced into pages."""
    return any(
        one == "data" and two in ("reusables", "variables") for one, two in pairwise(folders)
    )


def route_of_path(path: str, *, named_page: bool = False) -> str:
    """The route a file's place gives it, without a leading slash; "" for the home page.

    named_page: a final `page` is the page's name, not the App Router's file name.
    """
    stem = posixpath.splitext(path)[0]
    segments = [_NUMBER.sub("", segment) for segment in stem.split("/")]
    kept = [s for s in segments if not (s.startswith("(") and s.endswith(")")) and s[:1] != "@"]
    finals = ("index", "_index") if named_page else ("index", "page", "_index")
    if kept and kept[-1] in finals:
        kept.pop()
    return "/".join(kept)


def _beside_index(path: str, files: frozenset[str]) -> bool:
    """Whether a `page` file is a page about pages: its folder has an index of its own."""
    folder = posixpath.dirname(path)
    names = (posixpath.join(folder, f"index{suffix}") for suffix in PAGE_SUFFIXES)
    return "page." in path and any(name in files for name in names)


def route_of(path: str, front: FrontMatter, *, named_page: bool = False) -> str:
    """The route of a page: its slug or url where front matter has one, else from its path."""
    own = front.text("slug", "url", "permalink")
    if not own or _ABSOLUTE.match(own):
        return route_of_path(path, named_page=named_page)
    if own.startswith("/"):
        return own.strip("/")
    folder = posixpath.dirname(route_of_path(path))
    return posixpath.normpath(posixpath.join(folder, own)).strip("/") if own != "." else folder


def public_url(info: SourceInfo, route: str, path: str, front: FrontMatter) -> str:
    """The address readers see, "" where none is known."""
    own = front.text("url", "html_url", "permalink", "canonical_url")
    if _ADDRESS.fullmatch(own):
        return own
    if not info.base_url:
        return ""
    tail = route if info.kind is SourceKind.DOCS else _kb_tail(path)
    tail = _NOT_IN_ADDRESS.sub(lambda found: quote(found[0]), tail)
    return f"{info.base_url.rstrip('/')}/{tail}".rstrip("/") if tail else info.base_url


def _kb_tail(path: str) -> str:
    """Where a knowledge article stands below the base: its path without suffix and index."""
    stem = posixpath.splitext(path)[0]
    folder, name = posixpath.split(stem)
    return folder if name in _LOCALE_README else stem


def title_of(path: str, front: FrontMatter, heading: str) -> str:
    """Front matter title, else the first H1, else the file name made readable."""
    return front.text("title") or heading or humanised(path)


def humanised(path: str) -> str:
    """A file name as words: `03-getting_started.md` is "Getting started"."""
    folder, name = posixpath.split(posixpath.splitext(path)[0])
    if name in _LOCALE_README and folder:
        name = posixpath.basename(folder)
    words = re.sub(r"[-_.\s]+", " ", _NUMBER.sub("", name)).strip()
    return words[:1].upper() + words[1:] if words else path


@dataclass(frozen=True, slots=True)
class RouteTable:
    """The pages of one source by route.

    by_route: the page that owns each route. shadowed: pages whose route another page owns; they
    are addressed by their path. files: every file of the source. data_roots: folders that hold
    a `data` folder of variables and reusables, deepest first. scalars: the variables read so far.
    """

    routes: Mapping[str, str] = field(default_factory=dict[str, str])
    by_route: Mapping[str, str] = field(default_factory=dict[str, str])
    shadowed: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    data_roots: tuple[str, ...] = ()
    scalars: dict[str, Mapping[str, Scalar]] = field(
        default_factory=dict[str, Mapping[str, Scalar]], compare=False, repr=False
    )

    def identity(self, info: SourceInfo, path: str) -> str:
        """SOURCE/ROUTE-OR-PATH of a page, unique within the source."""
        route = self.routes.get(path, "")
        return f"{info.name}/{path if self.by_path(info, path) else route}"

    def by_path(self, info: SourceInfo, path: str) -> bool:
        """Whether a page goes by its path: knowledge articles, and pages without a free route."""
        return info.kind is SourceKind.KB or path in self.shadowed or path not in self.routes


def build_routes(
    info: SourceInfo, files: Iterable[str], front_of: Callable[[str], FrontMatter]
) -> tuple[RouteTable, tuple[FileNote, ...]]:
    """The routes of a source's pages, and what is wrong with them."""
    every = frozenset(files)
    routes: dict[str, str] = {}
    owners: dict[str, str] = {}
    shadowed: list[str] = []
    notes: list[FileNote] = []
    for path in sorted(path for path in every if is_page(path)):
        route = route_of(path, front_of(path), named_page=_beside_index(path, every))
        routes[path] = route
        if route in owners and info.kind is SourceKind.DOCS:
            shadowed.append(path)
            notes.append(_duplicate(path, route, owners[route]))
        else:
            owners.setdefault(route, path)
    if info.kind is SourceKind.DOCS:
        notes += _differ_by_case(owners)
    return RouteTable(routes, owners, frozenset(shadowed), every, _data_roots(every)), tuple(notes)


def _data_roots(files: Iterable[str]) -> tuple[str, ...]:
    roots = {match.group(1) for path in files if (match := _DATA_FILE.match(path))}
    return tuple(sorted(roots, key=lambda root: (-len(root), root)))


def _duplicate(path: str, route: str, owner: str) -> FileNote:
    reason = f"Its route /{route} is also that of {owner}; this page is addressed by its path."
    return FileNote(path, reason)


def _differ_by_case(owners: Mapping[str, str]) -> list[FileNote]:
    folded: dict[str, str] = {}
    notes: list[FileNote] = []
    for route, path in owners.items():
        other = folded.setdefault(route.casefold(), route)
        if other != route:
            reason = f"Its route /{route} differs from /{other} ({owners[other]}) only in case."
            notes.append(FileNote(path, reason))
    return notes


def front_matter_of(read: Callable[[str], str]) -> Callable[[str], FrontMatter]:
    """A reader of front matter that skips files without any."""

    def front_of(path: str) -> FrontMatter:
        raw = read(path)
        return read_front_matter(raw) if raw[:3] in ("---", "+++") else FrontMatter()

    return front_of
