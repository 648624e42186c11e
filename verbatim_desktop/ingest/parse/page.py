"""One page with everything spliced into it: its files, its router, its warnings."""

from __future__ import annotations

import posixpath
import re
from typing import Protocol

from verbatim_desktop.domain.documents import FileNote, SourceInfo, SourceKind
from verbatim_desktop.domain.errors import UnreadableFile
from verbatim_desktop.ingest.identity import RouteTable, route_of_path
from verbatim_desktop.ingest.parse.dialect import tokens_of
from verbatim_desktop.ingest.parse.drafts import Draft
from verbatim_desktop.ingest.parse.extract import Extractor
from verbatim_desktop.ingest.parse.front_matter import FrontMatter, read_front_matter
from verbatim_desktop.ingest.parse.sink import Sink
from verbatim_desktop.ingest.parse.woven import Woven

_IMPORT = re.compile(r"import\s+([A-Z]\w*)\s+from\s+[\"']([^\"'\n]+)[\"']")
_PARTIAL = re.compile(r"\.(?:mdx|md)$")

#: Pages spliced into pages spliced into pages: deeper than this is a mistake.
_DEEPEST = 8


class Files(Protocol):
    def read(self, path: str) -> str: ...

    def digest(self, path: str) -> str: ...


class PageParser:
    """Parses one page; knows which files its text came from and which it looked for in vain."""

    def __init__(
        self, info: SourceInfo, tree: Files, path: str, route: str, routes: RouteTable
    ) -> None:
        self._info, self._tree, self._path, self._routes = info, tree, path, routes
        self.router = _router(info, route)
        self.front = FrontMatter()
        self._files: dict[str, int] = {path: 0}
        self._hashes: list[str] = [tree.digest(path)]
        self._warnings: list[FileNote] = []
        self._imports: dict[str, str] = {}
        self._open: list[str] = [path]

    def parse(self, raw: str, front: FrontMatter) -> list[Draft]:
        sink = Sink()
        self.front = front
        if front.problem:
            self.warn(front.problem)
        self._extract(raw, front, sink)
        source = front.text("source")
        if source and self._info.kind is SourceKind.DOCS:
            self._splice_source(source, sink)
        return sink.drafts

    def files(self) -> tuple[str, ...]:
        return tuple(self._files)

    def hashes(self) -> tuple[str, ...]:
        return tuple(self._hashes)

    def warnings(self) -> tuple[FileNote, ...]:
        return tuple(dict.fromkeys(self._warnings))

    def warn(self, reason: str) -> None:
        self._warnings.append(FileNote(self._open[-1], reason))

    def _extract(self, raw: str, front: FrontMatter, sink: Sink) -> None:
        woven = Woven.of_file(raw, self._files[self._open[-1]], front.end)
        Extractor(woven, sink, self).run(tokens_of(woven.text, self._info.mode))

    def note_import(self, code: str) -> None:
        """Remember which names stand for partials."""
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
        target = self._routes.by_route.get(source.strip("/"))
        if target is None:
            target = next(
                (p for p in self._routes.routes if route_of_path(p) == source.strip("/")), ""
            )
        if not target:
            self._missing(source.strip("/") + ".mdx")
            self.warn(f"Its source page {source} is missing; only its own text is shown.")
            return
        self._splice(target, f"source: {source}", sink)

    def _splice(self, target: str, what: str, sink: Sink) -> None:
        if target in self._open or len(self._open) >= _DEEPEST:
            self.warn(f"{what} includes itself and was left out.")
            return
        raw = self._read(target)
        if raw is None:
            self.warn(f"{what} is missing ({target}) and was left out.")
            return
        self._open.append(target)
        kept, self._imports = self._imports, {}
        self._extract(raw, read_front_matter(raw), sink)
        self._imports = kept
        self._open.pop()

    def _read(self, path: str) -> str | None:
        """The text of a file this page depends on; None where it is missing or unreadable."""
        if path not in self._routes.files:
            self._missing(path)
            return None
        try:
            raw = self._tree.read(path)
        except UnreadableFile:
            self._missing(path)
            return None
        if path not in self._files:
            self._files[path] = len(self._files)
            self._hashes.append(self._tree.digest(path))
        return raw

    def _missing(self, path: str) -> None:
        """A file that was looked for: with it the page would be another."""
        if path not in self._files:
            self._files[path] = len(self._files)
            self._hashes.append("")


def _router(info: SourceInfo, route: str) -> str:
    first = route.split("/", 1)[0]
    return first if info.kind is SourceKind.DOCS and first in ("app", "pages") else ""
