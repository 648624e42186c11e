"""GitHub's data folder: variables in YAML files, reusables in Markdown files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from verbatim_desktop.ingest.parse.woven import Weaver, Woven

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text within a YAML file. exact: it stands in the file as it is."""

    value: str
    start: int
    end: int
    exact: bool


def scalars_of(raw: str) -> Mapping[str, Scalar]:
    """Every text of a YAML file by its dotted name."""
    found: dict[str, Scalar] = {}
    try:
        root: Any = yaml.compose(raw, Loader=_LOADER)
    except (yaml.YAMLError, RecursionError, ValueError):
        return found
    waiting: list[tuple[str, Any]] = [("", root)]
    while waiting:
        prefix, node = waiting.pop()
        if isinstance(node, yaml.MappingNode):
            waiting += [(f"{prefix}{key.value}.", value) for key, value in _pairs(node)]
        elif isinstance(node, yaml.ScalarNode):
            found[prefix.rstrip(".")] = _scalar(raw, node)
    return found


def _pairs(node: yaml.MappingNode) -> list[tuple[Any, Any]]:
    pairs: list[tuple[Any, Any]] = node.value
    return [(key, value) for key, value in pairs if isinstance(key, yaml.ScalarNode)]


def _scalar(raw: str, node: yaml.ScalarNode) -> Scalar:
    start: int = node.start_mark.index
    end: int = node.end_mark.index
    value = str(node.value)
    if node.style in ("'", '"'):
        start, end = start + 1, end - 1
    elif node.style in ("|", ">"):
        start = raw.find("\n", start, end) + 1 or start
        end = start + len(raw[start:end].rstrip())
        start += len(raw[start:end]) - len(raw[start:end].lstrip())
        value = value.rstrip("\n")
    return Scalar(value, start, end, raw[start:end] == value)


def woven_scalar(scalar: Scalar, file: int) -> Woven:
    """A scalar's text; as a whole where folding or quoting changed it."""
    weaver = Weaver()
    weaver.add(scalar.value, file, scalar.start, scalar.end)
    return weaver.woven()
