"""The front matter of a page: YAML between `---` or TOML between `+++`.

Values are kept as the text the author typed; what cannot be read costs a warning, not the page.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import yaml

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_OPENS = re.compile(r"(---|\+\+\+)[ \t]*(?:\r\n?|\n)")
_FIRST_VALUE = re.compile(r"\s*(?:#[^\n]*\n\s*)*[A-Za-z_][\w-]*:(?:[ \t]|\r?\n|\Z)")
_PLAIN = re.compile(r"^([A-Za-z_][\w-]*):[ \t]+(.+?)[ \t]*$", re.MULTILINE)

#: Longer front matter is not read; no real page comes near.
_LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands above a page. end: where its text starts. problem: why it was not read whole."""

    end: int = 0
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    problem: str = ""

    def text(self, *names: str) -> str:
        """The first of these values that is a non-empty text."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, str) and value.strip():
                return value.strip()
        return ""

    def texts(self, name: str) -> tuple[str, ...]:
        """A value as a list of texts."""
        value = self.values.get(name)
        if isinstance(value, str):
            return (value,) if value.strip() else ()
        if isinstance(value, list):
            items = cast(list[Any], value)
            return tuple(item for item in items if isinstance(item, str) and item)
        return ()

    def child(self, *names: str) -> str:
        """A text within nested tables, "" where it is not there."""
        value: Any = self.values
        for name in names:
            value = cast(Mapping[str, Any], value).get(name) if isinstance(value, dict) else None
        return value.strip() if isinstance(value, str) else ""


def read_front_matter(raw: str) -> FrontMatter:
    """The front matter of a file's text; positions count characters of that text."""
    opening = _OPENS.match(raw)
    if opening is None:
        return FrontMatter()
    fence = opening.group(1)
    closing = re.compile(rf"^{re.escape(fence)}[ \t]*(?:\r\n?|\n|\Z)", re.MULTILINE)
    close = closing.search(_with_newlines(raw), opening.end())
    if close is None:
        return FrontMatter(problem=_unclosed(fence, raw[opening.end() :]))
    body = raw[opening.end() : close.start()]
    if len(body) > _LONGEST:
        return FrontMatter(close.end(), problem="The front matter is too long and was not read.")
    values, problem = _toml(body) if fence == "+++" else _yaml(body)
    return FrontMatter(close.end(), values, problem)


def _with_newlines(raw: str) -> str:
    """Single carriage returns as newlines, so that `^` sees them; nothing moves."""
    return raw.replace("\r", "\n") if "\r" in raw else raw


def _unclosed(fence: str, rest: str) -> str:
    """`---` may also be a line across the page: front matter has a name and a value below it."""
    if fence == "---" and not _FIRST_VALUE.match(rest):
        return ""
    return "The front matter is never closed, so it is read as text."


def _yaml(body: str) -> tuple[Mapping[str, Any], str]:
    try:
        loaded = yaml.load(body, Loader=_LOADER)
    except (yaml.YAMLError, RecursionError, ValueError):
        plain = dict[str, Any](_PLAIN.findall(body))
        return plain, "The front matter is not valid YAML; only its plain lines were read."
    return (cast(dict[str, Any], loaded), "") if isinstance(loaded, dict) else ({}, "")


def _toml(body: str) -> tuple[Mapping[str, Any], str]:
    try:
        loaded = tomllib.loads(body.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}, "The front matter is not valid TOML and was not read."
    return {key: _as_text(value) for key, value in loaded.items()}, ""


def _as_text(value: object) -> object:
    if isinstance(value, str):
        return value
    return cast(object, value) if isinstance(value, list | dict) else str(value)
