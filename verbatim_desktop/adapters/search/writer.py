"""Write one segment: the words of sections, sorted into postings with whole-array operations.

The analyser runs once per distinct word; everything that happens per occurrence happens in NumPy.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from verbatim_desktop.adapters.search.codec import DICTIONARY, FIELDS, POSTINGS
from verbatim_desktop.adapters.search.layout import write_arrays
from verbatim_desktop.adapters.search.lexicon import (
    ENGLISH,
    Lexicon,
    Numbers,
    Word,
    analyse,
    as_integers,
    places,
)
from verbatim_desktop.domain.retrieval import SectionRef
from verbatim_desktop.ports import SectionText
from verbatim_desktop.text.languages import language_of

#: A segment is written once it holds this many words, which bounds the memory of a build.
SEGMENT_WORDS = 6_000_000

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


@dataclass
class _Words:
    """One field's words as numbers, section after section."""

    words: array[int] = field(default_factory=lambda: array("I"))
    counts: array[int] = field(default_factory=lambda: array("I"))


class SegmentBuilder:
    """Collects sections and writes them as one segment."""

    def __init__(self) -> None:
        self._ids = Numbers[Word]()
        self._fields = {name: _Words() for name in FIELDS}
        self._refs: list[SectionRef] = []
        self._fingerprints = array("Q")
        self._passages = array("Q")
        self._on_page = Counter[str]()  # sections of the page by their heading
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
            self._on_page.clear()
        number = self._ids.__getitem__
        for name, text in field_texts(section).items():
            words: list[Word] = text.split()  # type: ignore[assignment]
            if self._language != ENGLISH:
                words = [(word, self._language) for word in text.split()]
            self._fields[name].words.extend(map(number, words))
            self._fields[name].counts.append(len(words))
        self._refs.append(section.ref)
        self._fingerprints.append(_fingerprint(section))
        self._passages.append(_passage(section.ref, self._on_page[section.ref.anchor]))
        self._on_page[section.ref.anchor] += 1

    def write(self, folder: Path, name: str) -> None:
        """Write the segment's two files. name is the segment's, without an ending."""
        lexicon = analyse(list(self._ids))
        dictionary = _term_table(lexicon.terms) | _section_rows(self._refs)
        dictionary["fingerprints"] = np.frombuffer(self._fingerprints, np.uint64)
        dictionary["passages"] = np.frombuffer(self._passages, np.uint64)
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
    return _digest(f"{section.ref.source}\0{section.body}")


def _passage(ref: SectionRef, part: int) -> int:
    """Equal for sections that show the same part of the same heading of the same file."""
    return _digest(f"{ref.source}\0{ref.shows or ref.path}\0{ref.anchor}\0{part}")


def _digest(text: str) -> int:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def _postings(lexicon: Lexicon, field_words: _Words, positions: bool) -> tuple[Array, Array, Any]:
    """(where each term's postings start, length of each section, posting arrays) of one field."""
    words = as_integers(field_words.words)
    section, at, lengths = places(lexicon.width[words], as_integers(field_words.counts))
    # One number per occurrence, that orders by term, section and position once it is sorted.
    for_position = int(lengths.max(initial=0)).bit_length()
    for_both = for_position + len(lengths).bit_length()
    at += section << for_position
    key = np.repeat(at, lexicon.count[words])
    entry_key = (lexicon.entry_term << for_both) | lexicon.entry_offset
    key += entry_key[lexicon.entries(words)]
    key.sort()
    return _cut(key, for_both, for_position, len(lexicon.terms), lengths, positions)


def _cut(
    key: Array, for_both: int, for_position: int, terms: int, lengths: Array, positions: bool
) -> tuple[Array, Array, dict[str, Array]]:
    """The sorted keys as arrays; key is used up."""
    pair = key >> for_position
    new = np.flatnonzero(np.concatenate(([True], pair[1:] != pair[:-1]))) if len(key) else key
    counts = np.diff(new, append=len(key))
    first = pair[new]
    del pair
    owner = first >> (for_both - for_position)
    starts = np.searchsorted(owner, np.arange(terms + 1))
    ids = first & ((1 << (for_both - for_position)) - 1)
    arrays = {"ids": ids.astype("<u4"), "counts": _narrow(counts)}
    if positions:
        key &= (1 << for_position) - 1
        arrays["positions"] = _narrow(key)
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
    numbers = Numbers[str]()
    refs = list(refs)
    documents = [numbers[f"{ref.source}\0{ref.path}\0{ref.route}"] for ref in refs]
    return {
        "document_ids": np.array([ref.document_id for ref in refs], "<i8"),
        "ordinals": np.array([ref.ordinal for ref in refs], "<u4"),
        "first_blocks": np.array([ref.first_block for ref in refs], "<u4"),
        "documents": np.array(documents, "<u4"),
        "showing": np.array([bool(ref.shows) for ref in refs], np.uint8),
        "names": np.frombuffer("\0".join(numbers).encode("utf-8", "surrogatepass"), np.uint8),
    }
