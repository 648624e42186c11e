"""One page with everything spliced into it: partials, source pages, includes, Liquid."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import Any, cast

from verbatim_desktop.domain.documents import FileNote, ParseMode, SourceInfo, SourceKind
from verbatim_desktop.ingest.identity import RouteTable, route_of_path
from verbatim_desktop.ingest.parse.dialect import tokens_of
from verbatim_desktop.ingest.parse.drafts import Draft
from verbatim_desktop.ingest.parse.extract import Extractor
from verbatim_desktop.ingest.parse.front_matter import FrontMatter, read_front_matter
from verbatim_desktop.ingest.parse.insertions import GitHubData, rendered_value, weave_includes
from verbatim_desktop.ingest.parse.liquid import resolve, uses_liquid
from verbatim_desktop.ingest.parse.liquid_terms import Version, first_version, version_of
from verbatim_desktop.ingest.parse.page_files import PageFiles, Tree
from verbatim_desktop.ingest.parse.sink import Sink
from verbatim_desktop.ingest.parse.woven import Woven

_IMPORT = re.compile(r"import\s+([A-Z]\w*)\s+from\s+[\"']([^\"'\n]+)[\"']")
_METADATA = re.compile(r"export\s+const\s+(?:metadata|meta|frontMatter|frontmatter)\b")
_EXPORTED = re.compile(r"\b(title|description)[\"']?:\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`)")
_EXPRESSION = re.compile(r"\$\{[^}]*\}")
_PARTIAL = re.compile(r"\.(?:mdx|md)$")

#: Pages spliced into pages spliced into pages: deeper than this is a mistake.
_DEEPEST = 8


class PageParser:
    """Parses one page; its files and warnings can be asked for afterwards."""

    def __init__(
        self, info: SourceInfo, tree: Tree, path: str, route: str, routes: RouteTable
    ) -> None:
        self._info, self._routes = info, routes
        self._files = PageFiles(tree, path, routes.files)
        self.router = _router(info, route)
        self.shows = ""  # the page that stands in for this one's text
        self._imports: dict[str, str] = {}
        self._exported: dict[str, str] = {}
        self._open: list[str] = [path]
        self._data: GitHubData | None = None

    def parse(self, raw: str, front: FrontMatter) -> list[Draft]:
        sink = Sink()
        if front.problem:
            self.warn(front.problem)
        self._data = self._liquid_data(raw, front)
        self._extract(raw, front, sink)
        source = front.text("source")
        if source and self._info.kind is SourceKind.DOCS:
            self._splice_source(source, sink)
        return sink.drafts

    @property
    def files(self) -> tuple[str, ...]:
        return self._files.paths

    @property
    def hashes(self) -> tuple[str, ...]:
        return self._files.hashes

    @property
    def warnings(self) -> tuple[FileNote, ...]:
        return self._files.notes

    def shown(self, value: str) -> str:
        """A front matter value as readers see it."""
        return rendered_value(value, self._data)

    def warn(self, reason: str) -> None:
        self._files.warn(self._open[-1], reason)

    def _liquid_data(self, raw: str, front: FrontMatter) -> GitHubData | None:
        """The data Liquid draws on, for a page of a library that has some, or that needs some."""
        path = self._open[0]
        root = next((r for r in self._routes.data_roots if path.startswith(r)), None)
        if root is None and not uses_liquid(raw):
            return None
        wanted = version_of(self._info.version) or Version()
        versions = front.values.get("versions")
        if isinstance(versions, dict):
            wanted = first_version(cast(Mapping[str, Any], versions), wanted)
        return GitHubData(root or "", path, self._files, wanted, self._routes.scalars)

    def _extract(self, raw: str, front: FrontMatter, sink: Sink) -> None:
        path = self._open[-1]
        woven = Woven.of_file(raw, self._files.number(path), front.end)
        if self._info.mode is ParseMode.MARKDOWN:
            woven = weave_includes(woven, self._files, tuple(self._open))
            if self._data is not None:
                woven = resolve(woven, self._data)
        Extractor(woven, sink, self).run(tokens_of(woven.text, self._info.mode))

    def exported(self, name: str) -> str:
        """A text of the metadata that the page exports, "" where it exports none."""
        return self._exported.get(name, "")

    def note_import(self, code: str) -> None:
        """Remember which names stand for partials, and what the page exports about itself."""
        if len(self._open) == 1 and _METADATA.match(code):
            for match in _EXPORTED.finditer(code):
                value = _EXPRESSION.sub("", match[2] or match[3] or match[4] or "")
                self._exported.setdefault(match[1], " ".join(value.split()))
        folder = posixpath.dirname(self._open[-1])
        for name, target in _IMPORT.findall(code):
            if _PARTIAL.search(target):
                base = "" if target.startswith(("@/", "~/", "/")) else folder
                bare = target.removeprefix("@/").removeprefix("~/").lstrip("/")
                self._imports[name] = posixpath.normpath(posixpath.join(base, bare))

    def include(self, name: str, sink: Sink) -> bool:
        target = self._imports.get(name)
        if target is None:
            return False
        self._splice(target, f"<{name} />", sink)
        return True

    def _splice_source(self, source: str, sink: Sink) -> None:
        """The page that `source:` names stands in for this page's text."""
        name = source.strip("/")
        target = self._routes.by_route.get(name) or next(
            (path for path in self._routes.routes if route_of_path(path) == name), ""
        )
        if self._splice(target or f"{name}.mdx", f"Its source page {source}", sink):
            self.shows = target

    def _splice(self, target: str, what: str, sink: Sink) -> bool:
        """Whether there was something to put in."""
        if target in self._open or len(self._open) >= _DEEPEST:
            self.warn(f"{what} includes itself and was left out.")
            return False
        raw = self._files.read(target)
        if raw is None:
            self.warn(f"{what} is missing ({target}); it was left out.")
            return False
        self._open.append(target)
        kept, self._imports = self._imports, {}
        self._extract(raw, read_front_matter(raw), sink)
        self._imports = kept
        self._open.pop()
        return True


def _router(info: SourceInfo, route: str) -> str:
    first = route.split("/", 1)[0]
    return first if info.kind is SourceKind.DOCS and first in ("app", "pages") else ""
