"""Which named colour each stretch of a code block is drawn in.

pygments is imported with the first code block, so that it does not slow the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygments.lexer import Lexer

#: Longer code is shown in one colour: a lexer is linear at best.
LONGEST = 20_000
NAMES = {
    "mdx": "jsx", "sh": "bash", "shell": "bash", "console": "bash", "zsh": "bash",
    "terminal": "bash", "env": "bash", "filename": "text",
}  # fmt: skip


def colored(text: str, language: str) -> Iterator[tuple[str, str]]:
    """(text, colour name) stretches that together are exactly the text."""
    lexer = _lexer(language.lower()) if language and len(text) <= LONGEST else None
    if lexer is None:
        yield text, "text"
        return
    pieces = [(value, _color(str(kind))) for kind, value in lexer.get_tokens(text)]
    if "".join(value for value, _ in pieces) != text:  # a lexer may normalise line ends
        yield text, "text"
        return
    for color, run in groupby(pieces, key=lambda piece: piece[1]):
        yield "".join(value for value, _ in run), color


def prepare(languages: Iterable[str]) -> None:
    """Import what colouring these takes, so that drawing does not wait for it."""
    for language in languages:
        _lexer(language.lower())


@cache
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name  # pyright: ignore[reportUnknownVariableType]
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(NAMES.get(language, language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@cache
def _color(kind: str) -> str:
    for prefix, color in (
        ("Token.Comment", "text3"),
        ("Token.Keyword", "accent"),
        ("Token.Name.Tag", "accent"),
        ("Token.Literal.String", "string"),
        ("Token.Literal.Number", "number"),
        ("Token.Name.Attribute", "number"),
    ):
        if kind.startswith(prefix):
            return color
    return "text"
