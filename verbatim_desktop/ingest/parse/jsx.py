"""Find where a JSX tag or a `{}` expression ends, and what the tag says.

Each scan spends steps of a budget shared by the page, so that text full of openings that never
close cannot make it slow: with the budget gone, what is left is plain text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_NAME_START = re.compile(r"[A-Za-z_$\u0080-\U0010ffff]")
_NAME = re.compile(r"[\w$\-\u0080-\U0010ffff]+(?:[.:][\w$\-\u0080-\U0010ffff]+)*")
_ATTRIBUTE = re.compile(r"[\w$\-\u0080-\U0010ffff]+(?:[ \t\n]*:[ \t\n]*[\w$\-\u0080-\U0010ffff]+)?")
_SPACE = re.compile(r"[ \t\n]*")
_BRACE_STOP = re.compile(r"[{}\"'`/]")
_TEMPLATE_STOP = re.compile(r"[\\`]|\$\{")
_LITERAL = re.compile(r"""\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`\\$]*)`)\s*\Z""")


class TagKind(Enum):
    OPEN = "open"
    CLOSE = "close"
    SELF = "self"


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag. attributes: name to text, or to `{…}` as written, or None without a value."""

    end: int
    kind: TagKind
    name: str
    attributes: dict[str, str | None]


class Unfinished(Enum):
    """The text ended inside the construct; with more lines it might close."""

    MORE = "more"


class Budget:
    """Steps left for scanning one page."""

    __slots__ = ("left",)

    def __init__(self, length: int) -> None:
        self.left = 12 * length + 20_000

    def spend(self, steps: int) -> bool:
        self.left -= steps
        return self.left > 0


def literal(expression: str) -> tuple[int, int] | None:
    """Where the text of an expression that is one string literal stands in it."""
    match = _LITERAL.match(expression)
    if match is None:
        return None
    index = match.lastindex
    return match.span(index) if index else None


def scan_braces(text: str, at: int, budget: Budget) -> int:
    """The position after the `}` that closes the `{` at a position, or -1.

    Strings, templates and comments are stepped over; an apostrophe that closes nowhere on its
    line is one of JSX text.
    """
    if budget.left <= 0:
        return -1
    depth, templates = 0, list[int]()
    start = at
    while True:
        match = _BRACE_STOP.search(text, at)
        if match is None:
            budget.spend(len(text) - start)
            return -1
        char, at = match.group(), match.end()
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if templates and templates[-1] == depth:
                templates.pop()
                at, depth = _template(text, at, depth, templates)
            if depth == 0:
                return at if budget.spend(at - start) else -1
        elif char == "`":
            at, depth = _template(text, at, depth, templates)
        else:
            at = _step_over(text, char, at)
        if at < 0:
            budget.spend(len(text) - start)
            return -1


def _template(text: str, at: int, depth: int, templates: list[int]) -> tuple[int, int]:
    """Go on behind a template's end, or into its next `${`, where depth grows by one."""
    while match := _TEMPLATE_STOP.search(text, at):
        at = match.end()
        if match.group() == "`":
            return at, depth
        if match.group() == "${":
            templates.append(depth)
            return at, depth + 1
        at += 1
    return -1, depth


def _step_over(text: str, char: str, at: int) -> int:
    """Behind a quoted string or a comment that opened with a character just before `at`."""
    if char == "/":
        if text.startswith("*", at):
            close = text.find("*/", at + 1)
            return close + 2 if close >= 0 else -1
        if text.startswith("/", at):
            close = text.find("\n", at)
            return close if close >= 0 else -1
        return at
    line_end = text.find("\n", at)
    limit = line_end if line_end >= 0 else len(text)
    where = at
    while where < limit:
        if text[where] == "\\":
            where += 1
        elif text[where] == char:
            return where + 1
        where += 1
    return at


def scan_tag(text: str, at: int, budget: Budget) -> Tag | Unfinished | None:
    """The tag that starts with the `<` at a position; None where it is no tag."""
    if budget.left <= 0:
        return None
    result = _tag(text, at, budget)
    spent = result.end - at if isinstance(result, Tag) else 1
    if result is Unfinished.MORE:
        spent = len(text) - at
    return result if budget.spend(spent) else None


def _tag(text: str, at: int, budget: Budget) -> Tag | Unfinished | None:
    here = at + 1
    if here >= len(text) or text[here] in " \t\n":
        return None
    kind = TagKind.OPEN
    if text[here] == "/":
        kind = TagKind.CLOSE
        here = _space(text, here + 1)
    if here >= len(text):
        return Unfinished.MORE
    name = ""
    if text[here] != ">":
        match = _NAME.match(text, here) if _NAME_START.match(text, here) else None
        if match is None:
            return None
        name, here = match.group(), match.end()
    return _attributes(text, here, kind, name, budget)


def _attributes(
    text: str, here: int, kind: TagKind, name: str, budget: Budget
) -> Tag | Unfinished | None:
    found: dict[str, str | None] = {}
    while True:
        here = _space(text, here)
        if here >= len(text):
            return Unfinished.MORE
        if text[here] == ">":
            return Tag(here + 1, kind, name, found)
        if kind is TagKind.CLOSE:
            return None
        if text[here] == "/":
            here = _space(text, here + 1)
            if here >= len(text):
                return Unfinished.MORE
            return Tag(here + 1, TagKind.SELF, name, found) if text[here] == ">" else None
        step = _attribute(text, here, found, budget)
        if not isinstance(step, int):
            return step
        here = step


def _attribute(
    text: str, here: int, found: dict[str, str | None], budget: Budget
) -> int | Unfinished | None:
    if text[here] == "{":
        end = scan_braces(text, here, budget)
        return end if end > 0 else Unfinished.MORE
    match = _ATTRIBUTE.match(text, here) if _NAME_START.match(text, here) else None
    if match is None:
        return None
    after = _space(text, match.end())
    if not text.startswith("=", after):
        found[match.group()] = None
        return match.end()
    after = _space(text, after + 1)
    if after >= len(text):
        return Unfinished.MORE
    if text[after] in "\"'":
        end = text.find(text[after], after + 1) + 1
        value = text[after + 1 : end - 1]
    elif text[after] == "{":
        end = scan_braces(text, after, budget)
        value = text[after:end]
    else:
        return None
    if end <= 0:
        return Unfinished.MORE
    found[match.group()] = value
    return end


def _space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
