"""Versions in the names of sources and in questions: "docs-13.5", "v4", "Next.js 13"."""

from __future__ import annotations

import re

#: A name that ends in a version: with a dot, or behind a "v", so that "part-2" is none.
_NAMED = re.compile(
    r"^(?P<product>.*?[^\W_])[-_ .@]+(?:v(?:ersion)?[-_ .]?(?P<v>\d+(?:\.\d+)*)|"
    r"(?P<dotted>\d+(?:\.\d+)+))(?:\.x)?$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])v?(\d{1,4}(?:\.\d+){0,3})(?:\.x)?(?![\w]|\.\d)", re.IGNORECASE)


def named_version(name: str) -> tuple[str, str]:
    """The product and the version that a name gives; the name and "" where it gives none."""
    found = _NAMED.match(name)
    if found is None:
        return name, ""
    return found["product"], found["v"] or found["dotted"]


def release(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared: "13.5" is (13, 5); () where it has none."""
    found = _NUMBER.search(version)
    return tuple(int(part) for part in found.group(1).split(".")) if found else ()


def releases_in(text: str) -> tuple[tuple[int, ...], ...]:
    """Every number of a text that could be a version."""
    return tuple(
        tuple(int(part) for part in found.group(1).split(".")) for found in _NUMBER.finditer(text)
    )
