"""Fill in {{customer.name}} and its kind; say which have neither a value nor a fallback.

    {{customer.name}}                            the value
    {{customer.name|there}}                      the value, else "there"
    {{customer.name|{{customer.email|there}}}}   fallbacks may hold placeholders
    \\{{customer.name}}                           shown as typed

What stands in code, behind a backslash or a dollar sign, or is not well formed stays as typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verbatim_desktop.compose.markup import Outside, code_in, escaped
from verbatim_desktop.domain.templates import Filled, Unresolved

DEEPEST = 8
LONGEST_FALLBACK = 500

_OPEN = re.compile(r"\{\{\s*([^\W\d]\w*(?:\.\w+)*)\s*(\||\}\})")
_BRACES = re.compile(r"\\.|\{\{|\}\}|\n\s*\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A well-formed placeholder. fallback None: it has none; "" is one."""

    name: str
    fallback: str | None
    start: int
    end: int


def placeholders_in(text: str) -> Iterator[Placeholder]:
    """The outermost placeholders outside of code, in order."""
    outside = Outside(code_in(text))
    at = 0
    while match := _OPEN.search(text, at):
        found = _read(text, match) if _is_live(text, match.start(), outside) else None
        at = found.end if found else match.start() + 2
        if found:
            yield found


def _is_live(text: str, start: int, outside: Outside) -> bool:
    slashes = 0
    while slashes < start and text[start - slashes - 1] == "\\":
        slashes += 1
    return slashes % 2 == 0 and not text.endswith(("$", "{"), 0, start) and outside(start)


def _read(text: str, match: re.Match[str]) -> Placeholder | None:
    if match[2] == "}}":
        return Placeholder(match[1], None, match.start(), match.end())
    depth = 1
    for brace in _BRACES.finditer(text, match.end(), match.end() + LONGEST_FALLBACK):
        if brace.group().startswith("\n"):
            return None
        depth += {"{{": 1, "}}": -1}.get(brace.group(), 0)
        if depth == 0:
            inside = text[match.end() : brace.start()]
            return Placeholder(match[1], inside, match.start(), brace.end())
        if depth > DEEPEST:
            return None
    return None


def fill(text: str, values: Mapping[str, str], raw: Mapping[str, str] | None = None) -> Filled:
    """The text with its placeholders filled in; unresolved ones are listed where they now stand.

    values are shown exactly as they are, whatever they hold. raw: Markdown to splice in.
    """
    parts: list[str] = []
    unresolved: list[Unresolved] = []
    at = length = 0
    for found in placeholders_in(text):
        value = _value(found, values, raw or {}, 0)
        shown = text[found.start : found.end] if value is None else value
        length += found.start - at
        if value is None:
            unresolved.append(Unresolved(found.name, length, length + len(shown)))
        parts += [text[at : found.start], shown]
        length += len(shown)
        at = found.end
    return Filled("".join([*parts, text[at:]]), tuple(unresolved))


def without_paragraph(text: str, name: str) -> str:
    """The text without what is nothing but this placeholder, a paragraph of its own."""
    for found in reversed(list(placeholders_in(text))):
        before, after = text[: found.start], text[found.end :]
        begins, ends = not before or before.endswith("\n"), not after or after.startswith("\n")
        if found.name == name and begins and ends:
            parts = (before.rstrip("\n"), after.lstrip("\n"))
            text = "\n\n".join(part for part in parts if part.strip())
    return text


def _value(
    found: Placeholder, values: Mapping[str, str], raw: Mapping[str, str], depth: int
) -> str | None:
    """What stands for a placeholder; None where nothing does."""
    if found.name in raw:
        return raw[found.name]
    if values.get(found.name, "").strip():
        return escaped(values[found.name])
    if found.fallback is None or depth > DEEPEST:
        return None
    return _fallback(found.fallback, values, raw, depth + 1)


def _fallback(
    text: str, values: Mapping[str, str], raw: Mapping[str, str], depth: int
) -> str | None:
    """A fallback with its own placeholders filled in; None where one of them stays open."""
    parts: list[str] = []
    at = 0
    for found in placeholders_in(text):
        value = _value(found, values, raw, depth)
        if value is None:
            return None
        parts += [text[at : found.start], value]
        at = found.end
    return "".join([*parts, text[at:]])


def unresolved_in(text: str) -> tuple[Unresolved, ...]:
    """Placeholders that stand in a text with neither value nor fallback."""
    return fill(text, {}).unresolved
