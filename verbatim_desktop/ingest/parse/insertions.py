"""What is woven into a text before Markdown is read: included files, and GitHub's data."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from verbatim_desktop.ingest.parse.front_matter import read_front_matter
from verbatim_desktop.ingest.parse.library_data import Scalar, scalars_of, woven_scalar
from verbatim_desktop.ingest.parse.liquid import resolve
from verbatim_desktop.ingest.parse.liquid_terms import Conditions, Version
from verbatim_desktop.ingest.parse.page_files import PageFiles
from verbatim_desktop.ingest.parse.woven import Weaver, Woven

_INCLUDE = re.compile(
    r"^(?P<indent>[ \t]*)(?:\{!\s*(?P<bang>[^\s!|{}]+)\s*!\}|-{1,}8<-{1,}\s+\"(?P<snip>[^\"\n]+)\""
    r"|\{\{\s*#include\s+(?P<book>[^\s{}:]+)\s*\}\})[ \t]*$",
    re.MULTILINE,
)
_FENCE = re.compile(r"^[ \t]*(```|~~~)", re.MULTILINE)
_FOLDERS = ("include", "includes", "_includes", "partials", "_partials", "snippets", "")
_DEEPEST = 8


def weave_includes(woven: Woven, files: PageFiles, open_files: tuple[str, ...]) -> Woven:
    """Lines that include another file, replaced by that file's text; in fences they are shown.

    open_files: the page and the includes that led here, innermost last.
    """
    if _INCLUDE.search(woven.text) is None:
        return woven
    fences = [match.start() for match in _FENCE.finditer(woven.text)]
    weaver, at = Weaver(), 0
    for match in _INCLUDE.finditer(woven.text):
        if bisect_left(fences, match.start()) % 2:
            continue
        weaver.extend(woven, at, match.start())
        name = match["bang"] or match["snip"] or match["book"]
        included = _included(name, files, open_files)
        if included is not None:
            _extend_indented(weaver, included, match["indent"])
        at = match.end()
    weaver.extend(woven, at, len(woven.text))
    return weaver.woven()


def _included(name: str, files: PageFiles, open_files: tuple[str, ...]) -> Woven | None:
    places = [place for place in _places(name, open_files[-1]) if place not in open_files]
    target = files.first(places) if len(open_files) < _DEEPEST else ""
    raw = files.read(target) if target else None
    if raw is None:
        files.warn(open_files[-1], f"The included file {name} is missing and was left out.")
        return None
    woven = Woven.of_file(raw, files.number(target), read_front_matter(raw).end)
    end = len(woven.text.rstrip("\n"))
    return weave_includes(woven.slice(0, end), files, (*open_files, target))


def _places(name: str, path: str) -> list[str]:
    """Where an included file may stand: in an include folder, beside the page, at the root."""
    folder = posixpath.dirname(path)
    bases = [folder, ""] if folder else [""]
    places = [posixpath.join(base, sub, name) for sub in _FOLDERS for base in bases]
    inside = [posixpath.normpath(place) for place in places]
    return [place for place in dict.fromkeys(inside) if not place.startswith(("..", "/"))]


def _extend_indented(weaver: Weaver, woven: Woven, indent: str) -> None:
    at = 0
    while at <= len(woven.text):
        end = woven.text.find("\n", at)
        end = len(woven.text) if end < 0 else end
        if end > at:
            weaver.add(indent)
        weaver.extend(woven, at, min(end + 1, len(woven.text)))
        at = end + 1


class GitHubData:
    """Variables and reusables for one page, for one version (the Data that Liquid asks for)."""

    def __init__(
        self,
        root: str,
        path: str,
        files: PageFiles,
        version: Version,
        cache: dict[str, Mapping[str, Scalar]],
    ) -> None:
        self._root, self._path, self._files, self._cache = root, path, files, cache
        self.version_name = version.name
        self.conditions = Conditions(version, self._feature)

    def warn(self, reason: str) -> None:
        self._files.warn(self._path, reason)

    def value(self, name: str) -> Woven | None:
        kind, _, rest = name.partition(".")
        if kind == "variables":
            return self._variable(rest)
        if kind == "reusables":
            return self._file(f"{self._root}data/reusables/{rest.replace('.', '/')}.md")
        return None

    def included(self, name: str) -> Woven | None:
        for folder in ("includes/", "_includes/"):
            for suffix in ("", ".md", ".html"):
                path = f"{self._root}{folder}{name}{suffix}"
                if self._files.exists(path):
                    return self._file(path)
        return None

    def _variable(self, name: str) -> Woven | None:
        file, _, key = name.partition(".")
        path = f"{self._root}data/variables/{file}.yml"
        scalar = self._scalars(path).get(key)
        return woven_scalar(scalar, self._files.number(path)) if scalar else None

    def _scalars(self, path: str) -> Mapping[str, Scalar]:
        raw = self._files.read(path)
        if raw is None:
            return {}
        if path not in self._cache:
            self._cache[path] = scalars_of(raw)
        return self._cache[path]

    def _file(self, path: str) -> Woven | None:
        raw = self._files.read(path)
        if raw is None:
            return None
        woven = Woven.of_file(raw, self._files.number(path), read_front_matter(raw).end)
        return woven.slice(0, len(woven.text.rstrip("\n")))

    def _feature(self, name: str) -> Mapping[str, Any] | None:
        """The versions that a feature flag holds for."""
        path = f"{self._root}data/features/{name}.yml"
        if not self._files.exists(path):
            return None
        found = self._scalars(path)
        prefix = "versions."
        return {k[len(prefix) :]: v.value for k, v in found.items() if k.startswith(prefix)}


def rendered_value(text: str, data: GitHubData | None) -> str:
    """A front matter value with its insertions resolved."""
    if data is None or ("{%" not in text and "{{" not in text):
        return text
    return " ".join(resolve(Woven.written(text), data).text.split())
