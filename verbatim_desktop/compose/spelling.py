"""Which words of a reply a dictionary is asked about. Pure.

Code, markers, placeholders, addresses and identifiers are not words; what the sources or the
customer write themselves is spelt as they spell it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verbatim_desktop.compose.markup import Outside, code_in
from verbatim_desktop.compose.placeholders import placeholders_in

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ADDRESS = re.compile(r"\S*(?:://|@|\.\w{2,}/)\S*|\S+@\S+|\S*[\w]\.[a-z]\w*\S*")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def checkable(text: str, known: str = "") -> Iterator[tuple[int, int]]:
    """Words to look up. known: text whose words are right as they are."""
    outside = Outside(sorted([*code_in(text), *_set_apart(text)]))
    spelt = {word.casefold() for word in _WORD.findall(known)}
    for match in _WORD.finditer(text):
        word = match.group()
        if outside(match.start()) and word.casefold() not in spelt and _is_word(text, match):
            yield match.span()


def _set_apart(text: str) -> Iterator[tuple[int, int]]:
    code = Outside(code_in(text))
    held = [(found.start, found.end) for found in placeholders_in(text)]
    free = Outside(held)
    yield from held
    for match in _ADDRESS.finditer(text):
        if code(match.start()) and free(match.start()):
            yield match.span()


def _is_word(text: str, match: re.Match[str]) -> bool:
    """Neither one letter, nor part of an identifier, nor in capitals, nor mixed ones."""
    word = match.group()
    beside = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
    joined = any(letter.isdigit() or letter in "_/\\-$#" for letter in beside)
    plain = word[1:] == word[1:].lower()
    return len(word) > 1 and plain and not joined and not _WIDE.search(word)
