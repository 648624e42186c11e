"""Cut text into the word pieces of an uncased BERT vocabulary.

Pure Python: the usual package for this brings a download client along. Held against it on texts of
ours by tests/adapters/embedder.
Source: Wu et al. 2016, arXiv 1609.08144, and the tokenizer of BERT.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

UNKNOWN, FIRST, LAST = "[UNK]", "[CLS]", "[SEP]"
LONGEST_WORD = 100  # characters; a longer word is unknown
_CJK = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


class WordPiece:
    """Turns text into numbers of a vocabulary, the longest piece first."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._numbers = vocabulary
        self._unknown = vocabulary[UNKNOWN]
        self._first, self._last = vocabulary[FIRST], vocabulary[LAST]
        self._pieces = lru_cache(maxsize=65536)(self._cut)

    def encode(self, text: str, most: int) -> list[int]:
        """Numbers of a text's pieces between the marks of its ends, at most that many in all."""
        found: list[int] = []
        for word in words(text):
            found += self._pieces(word)
            if len(found) >= most - 2:
                break
        return [self._first, *found[: most - 2], self._last]

    def _cut(self, word: str) -> tuple[int, ...]:
        if len(word) > LONGEST_WORD:
            return (self._unknown,)
        found: list[int] = []
        start = 0
        while start < len(word):
            number, start = self._longest(word, start)
            if number is None:
                return (self._unknown,)
            found.append(number)
        return tuple(found)

    def _longest(self, word: str, start: int) -> tuple[int | None, int]:
        """The longest piece of the vocabulary that begins here, and where it ends."""
        for end in range(len(word), start, -1):
            piece = word[start:end] if start == 0 else f"##{word[start:end]}"
            if (number := self._numbers.get(piece)) is not None:
                return number, end
        return None, start


def read_vocabulary(text: str) -> dict[str, int]:
    """One piece a line, numbered from 0. Raises ValueError where a mark is missing."""
    pieces = {piece: number for number, piece in enumerate(text.rstrip("\n").split("\n"))}
    missing = [mark for mark in (UNKNOWN, FIRST, LAST) if mark not in pieces]
    if missing:
        raise ValueError(f"the vocabulary has no {', '.join(missing)}")
    return pieces


def words(text: str) -> Iterator[str]:
    """Lower-cased words without accents; each mark of punctuation and each CJK character is one."""
    word: list[str] = []
    for character in _plain(text):
        if character.isspace() or _stands_alone(character):
            if word:
                yield "".join(word)
                word.clear()
            if not character.isspace():
                yield character
        else:
            word.append(character)
    if word:
        yield "".join(word)


def _plain(text: str) -> str:
    cleaned = "".join(_cleaned(character) for character in text)
    decomposed = unicodedata.normalize("NFD", cleaned.lower())
    return "".join(c for c in decomposed if unicodedata.category(c) != "Mn")


def _cleaned(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if character in "\0\ufffd" or unicodedata.category(character).startswith("C"):
        return ""
    return " " if unicodedata.category(character) == "Zs" else character


@lru_cache(maxsize=8192)
def _stands_alone(character: str) -> bool:
    code = ord(character)
    if 33 <= code <= 126:
        return not character.isalnum()
    if unicodedata.category(character).startswith("P"):
        return True
    return any(first <= code <= last for first, last in _CJK)
