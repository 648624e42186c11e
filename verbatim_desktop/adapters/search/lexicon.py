"""What the analyser makes of the words of a segment, as arrays.

A segment has few distinct words, and they are made of yet fewer distinct chunks: "(cache)," and
"cache." are one chunk between other marks. Each chunk is analysed once; what words are made of is
then put together with whole-array operations.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from verbatim_desktop.text.terms import chunk_terms, chunks_of

ENGLISH = "en"

#: A word or chunk as it stands in the text, with its language where that is not English.
Word = str | tuple[str, str]
Key = TypeVar("Key", bound=Hashable)
Array = npt.NDArray[Any]


class Numbers(dict[Key, int], Generic[Key]):
    """Numbers distinct things in the order they are met."""

    def __missing__(self, key: Key) -> int:
        number = len(self)
        self[key] = number
        return number


@dataclass(frozen=True)
class Lexicon:
    """For each of some strings a stretch of entries: a term and its position in the string."""

    terms: list[str]  # sorted
    first: Array  # per string: its first entry
    count: Array  # per string: how many entries
    width: Array  # per string: how many positions it takes
    entry_term: Array
    entry_offset: Array

    def entries(self, strings: Array) -> Array:
        """The entries of a sequence of strings, one stretch after the other."""
        counts = self.count[strings]
        entries = np.repeat(self.first[strings] - before(counts), counts)
        entries += np.arange(len(entries))
        return entries


def analyse(words: Sequence[Word]) -> Lexicon:
    """The lexicon of distinct words."""
    numbers = Numbers[Word]()
    found, counts = array("I"), array("I")
    for word in words:
        if isinstance(word, str):
            chunks: list[Word] = chunks_of(word)  # type: ignore[assignment]
        else:
            chunks = [(chunk, word[1]) for chunk in chunks_of(word[0])]
        found.extend(map(numbers.__getitem__, chunks))
        counts.append(len(chunks))
    return _joined(_of_chunks(numbers), as_integers(found), as_integers(counts))


def _of_chunks(chunks: Iterable[Word]) -> Lexicon:
    numbers = Numbers[str]()
    term, offset = array("I"), array("I")
    count, width = array("I"), array("I")
    for chunk in chunks:
        text, language = (chunk, ENGLISH) if isinstance(chunk, str) else chunk
        entries, positions = chunk_terms(text, language)
        for entry, position in entries:
            term.append(numbers[entry])
            offset.append(position)
        count.append(len(entries))
        width.append(positions)
    terms = sorted(numbers)
    rank = np.empty(len(terms), np.int64)
    rank[[numbers[text] for text in terms]] = np.arange(len(terms))
    counts = as_integers(count)
    entry_term = rank[as_integers(term)]
    return Lexicon(
        terms, before(counts), counts, as_integers(width), entry_term, as_integers(offset)
    )


def _joined(chunks: Lexicon, found: Array, counts: Array) -> Lexicon:
    """The lexicon of words: counts says how many of the chunks found make each of them."""
    word, at, width = places(chunks.width[found], counts)
    entries = chunks.entries(found)
    sizes = chunks.count[found]
    count = np.bincount(word, sizes, minlength=len(counts)).astype(np.int64)
    return replace(
        chunks,
        first=before(count),
        count=count,
        width=width,
        entry_term=chunks.entry_term[entries],
        entry_offset=chunks.entry_offset[entries] + np.repeat(at, sizes),
    )


def places(width: Array, counts: Array) -> tuple[Array, Array, Array]:
    """Where strings stand that make up longer ones: width of each, and how many make each longer.

    Returns per string the longer one and the position in it, and per longer one its width.
    """
    whole = np.repeat(np.arange(len(counts)), counts)
    widths = np.bincount(whole, width, minlength=len(counts)).astype(np.int64)
    return whole, before(width) - np.repeat(before(widths), counts), widths


def before(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each element the sum of those before it."""
    return counts.cumsum() - counts


def as_integers(values: array[int]) -> npt.NDArray[np.int64]:
    return np.frombuffer(values, np.uint32).astype(np.int64)
