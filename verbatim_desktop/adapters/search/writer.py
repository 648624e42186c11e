"""Write one segment: the words of sections, sorted into postings with whole-array operations.

The analyser runs once per distinct word; everything that happens per occurrence happens in NumPy.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from verbatim_desktop.adapters.search.codec import DICTIONARY, FIELDS, POSTINGS
from verbatim_desktop.adapters.search.layout import write_arrays
from verbatim_desktop.domain.retrieval import SectionRef
from verbatim_desktop.ports import SectionText
from verbatim_desktop.text.languages import language_of
from verbatim_desktop.text.terms import Entries, IndexTerms

#: A segment is written once it holds this many words, which bounds the memory of a build.
SEGMENT_WORDS = 6_000_000

ENGLISH = "en"

#: A word as it stands in the text, with its language where that is not English.
Word = str | tuple[str, str]
Key = TypeVar("Key", bound=Hashable)
Array = npt.NDArray[Any]


def field_texts(section: SectionText) -> dict[str, str]:
    """What each field of the index is made of."""
    title, _, headings = section.heading.partition("\n")
    return {
        "body": section.body,
        "title": title,
        "heading": headings,
        "alias": f"{section.route}\n{section.aliases}",
    }


class _Numbers(dict[Key, int], Generic[Key]):
    """Numbers distinct things in the order they are met."""

    def __missing__(self, key: Key) -> int:
        number = len(self)
        self[key] = number
        return number


@dataclass
class _Words:
    """One field's words as numbers, section after section."""

    words: array[int] = field(default_factory=lambda: array("I"))
    counts: array[int] = field(default_factory=lambda: array("I"))


@dataclass(frozen=True)
class _Lexicon:
    """What the analyser made of each distinct word: a stretch of (term, offset) entries."""

    terms: list[str]  # sorted
    first: Array  # per word: its first entry
    count: Array  # per word: how many entries
    width: Array  # per word: how many positions it takes
    entry_term: Array
    entry_offset: Array


class SegmentBuilder:
    """Collects sections and writes them as one segment."""

    def __init__(self) -> None:
        self._ids = _Numbers[Word]()
        self._fields = {name: _Words() for name in FIELDS}
        self._refs: list[SectionRef] = []
        self._fingerprints = array("Q")
        self._language = ENGLISH

    @property
    def sections(self) -> int:
        return len(self._refs)

    @property
    def words(self) -> int:
        return sum(len(field.words) for field in self._fields.values())

    def add(self, section: SectionText) -> None:
        """Add a section; those of one document come one after the other, in its order."""
        if not self._refs or section.ref.document_id != self._refs[-1].document_id:
            self._language = language_of(section.body)
        number = self._ids.__getitem__
        for name, text in field_texts(section).items():
            words: list[Word] = text.split()  # type: ignore[assignment]
            if self._language != ENGLISH:
                words = [(word, self._language) for word in text.split()]
            self._fields[name].words.extend(map(number, words))
            self._fields[name].counts.append(len(words))
        self._refs.append(section.ref)
        self._fingerprints.append(_fingerprint(section))

    def write(self, folder: Path, name: str) -> None:
        """Write the segment's two files. name is the segment's, without an ending."""
        lexicon = _analyse(list(self._ids))
        dictionary = _term_table(lexicon.terms) | _section_rows(self._refs)
        dictionary["fingerprints"] = np.frombuffer(self._fingerprints, np.uint64)
        postings: dict[str, Array] = {}
        for field_name, words in self._fields.items():
            starts, lengths, arrays = _postings(lexicon, words, field_name == "body")
            dictionary[f"{field_name}_starts"] = starts
            dictionary[f"{field_name}_lengths"] = lengths
            if field_name == "body":
                dictionary["position_starts"] = arrays.pop("position_starts")
            postings |= {f"{field_name}_{key}": value for key, value in arrays.items()}
        write_arrays(folder / (name + DICTIONARY), dictionary)
        write_arrays(folder / (name + POSTINGS), postings)


def _fingerprint(section: SectionText) -> int:
    """Equal for sections of one source that hold the same text."""
    text = f"{section.ref.source}\0{section.body}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


def _analyse_all(words: Iterable[Word]) -> list[Entries]:
    """What each word is indexed under, every language with its own stemmer."""
    known: dict[str, IndexTerms] = {}
    found: list[Entries] = []
    for word in words:
        text, language = (word, ENGLISH) if isinstance(word, str) else word
        if language not in known:
            known[language] = IndexTerms(language)
        found.append(known[language](text))
    return found


def _analyse(words: list[Word]) -> _Lexicon:
    analysed = _analyse_all(words)
    entries = list(chain.from_iterable(entries for entries, _ in analysed))
    numbers = _Numbers[str]()
    term = np.fromiter((numbers[text] for text, _ in entries), np.int64, len(entries))
    terms = sorted(numbers)
    rank = np.empty(len(terms), np.int64)
    rank[[numbers[text] for text in terms]] = np.arange(len(terms))
    count = np.fromiter((len(found) for found, _ in analysed), np.int64, len(words))
    return _Lexicon(
        terms,
        _before(count),
        count,
        np.fromiter((width for _, width in analysed), np.int64, len(words)),
        rank[term],
        np.fromiter((position for _, position in entries), np.int64, len(entries)),
    )


def _array(values: array[int]) -> npt.NDArray[np.int64]:
    return np.frombuffer(values, np.uint32).astype(np.int64)


def _postings(lexicon: _Lexicon, field_words: _Words, positions: bool) -> tuple[Array, Array, Any]:
    """(where each term's postings start, length of each section, posting arrays) of one field."""
    words = _array(field_words.words)
    section, at, lengths = _places(lexicon.width[words], _array(field_words.counts))
    # One number per occurrence, that orders by term, section and position once it is sorted.
    for_position = int(lengths.max(initial=0)).bit_length()
    for_both = for_position + len(lengths).bit_length()
    entry_key = (lexicon.entry_term << for_both) | lexicon.entry_offset
    counts = lexicon.count[words]
    key = np.repeat((section << for_position) + at, counts)
    entry = np.repeat(lexicon.first[words] - _before(counts), counts) + np.arange(len(key))
    key += entry_key[entry]
    key.sort()
    return _cut(key, for_both, for_position, len(lexicon.terms), lengths, positions)


def _before(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each element the sum of those before it."""
    return counts.cumsum() - counts


def _places(width: Array, words: Array) -> tuple[Array, Array, Array]:
    """(section, position of its first token) of every word, and the length of every section."""
    section = np.repeat(np.arange(len(words)), words)
    at = _before(width)
    lengths = np.bincount(section, width, minlength=len(words)).astype(np.int64)
    return section, at - np.repeat(_before(lengths), words), lengths


def _cut(
    key: Array, for_both: int, for_position: int, terms: int, lengths: Array, positions: bool
) -> tuple[Array, Array, dict[str, Array]]:
    pair = key >> for_position
    new = np.flatnonzero(np.concatenate(([True], pair[1:] != pair[:-1]))) if len(key) else key
    counts = np.diff(new, append=len(key))
    first = pair[new]
    owner = first >> (for_both - for_position)
    starts = np.searchsorted(owner, np.arange(terms + 1))
    ids = first & ((1 << (for_both - for_position)) - 1)
    arrays = {"ids": ids.astype("<u4"), "counts": _narrow(counts)}
    if positions:
        arrays["positions"] = _narrow(key & ((1 << for_position) - 1))
        arrays["position_starts"] = np.append(new, len(key))[starts].astype("<u4")
    return starts.astype("<u4"), lengths.astype("<u4"), arrays


def _narrow(values: Array) -> Array:
    """The smallest unsigned type that holds every value."""
    return values.astype(np.min_scalar_type(int(values.max(initial=0))))


def _term_table(terms: list[str]) -> dict[str, Array]:
    encoded = [term.encode() for term in terms]
    sizes = np.fromiter(map(len, encoded), np.int64, len(encoded))
    return {
        "terms": np.frombuffer(b"".join(encoded), np.uint8),
        "term_offsets": np.concatenate(([0], sizes.cumsum())).astype("<u4"),
    }


def _section_rows(refs: Iterable[SectionRef]) -> dict[str, Array]:
    """A row per section; names holds source, path and route of each document in turn."""
    numbers = _Numbers[str]()
    refs = list(refs)
    documents = [numbers[f"{ref.source}\0{ref.path}\0{ref.route}"] for ref in refs]
    return {
        "document_ids": np.array([ref.document_id for ref in refs], "<i8"),
        "ordinals": np.array([ref.ordinal for ref in refs], "<u4"),
        "first_blocks": np.array([ref.first_block for ref in refs], "<u4"),
        "documents": np.array(documents, "<u4"),
        "names": np.frombuffer("\0".join(numbers).encode(), np.uint8),
    }
