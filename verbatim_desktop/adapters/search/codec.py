"""A Whoosh codec whose postings are packed arrays.

A segment is two files. The dictionary (`.vdx`) is read whole when a segment is opened: one sorted
table of terms with, per field, where each term's postings start; and one row per section. The
postings (`.vps`) are read a term at a time: section numbers, frequencies and, for the body, token
positions. Stock Whoosh queries run on it through the matcher; our scorer reads the arrays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import numpy as np
import numpy.typing as npt
from whoosh import fields, formats
from whoosh.analysis import RegexTokenizer
from whoosh.codec import base
from whoosh.codec.whoosh3 import W3Segment
from whoosh.matching import ListMatcher
from whoosh.reading import TermInfo, TermNotFound

from verbatim_desktop.adapters.search.layout import PackedFile

DICTIONARY = ".vdx"
POSTINGS = ".vps"
#: Raised with every change of the files below, so that older folders are rebuilt.
CODEC_VERSION = 3
FIELDS = ("body", "title", "heading", "alias")
MOST_FOUND = 4096  # terms whose numbers are kept

Ints = npt.NDArray[np.int64]


class PackedPositions(formats.Format):
    """How the matcher hands out positions: consecutive 32-bit numbers."""

    def __init__(self) -> None:
        self.field_boost = 1.0
        self.options: dict[str, Any] = {}

    def supports(self, name: str) -> bool:
        return name in {"frequency", "weight", "positions"}

    def fixed_value_size(self) -> None:
        return None

    def decode_frequency(self, value: bytes) -> int:
        return len(value) // 4

    def decode_weight(self, value: bytes) -> float:
        return float(len(value) // 4)

    def decode_positions(self, value: bytes) -> list[int]:
        return np.frombuffer(value, "<u4").tolist()


class PackedText(fields.TEXT):
    """A text field as the codec stores it. Its words come from our analyser, never Whoosh's."""

    def __init__(self) -> None:
        super().__init__(analyzer=RegexTokenizer(), phrase=True)
        self.format = PackedPositions()


def schema() -> fields.Schema:
    return fields.Schema(**{name: PackedText() for name in FIELDS})


class PackedSegment(W3Segment):
    """One set of files, and the section numbers in it that were deleted since."""

    def should_assemble(self) -> bool:
        return False


class Vocabulary:
    """A segment's sorted terms, looked up by binary search over their bytes."""

    def __init__(self, blob: bytes, offsets: npt.NDArray[np.uint32]) -> None:
        self._blob = blob
        self._offsets = offsets
        self._found: dict[bytes, int] = {}
        self._letters: npt.NDArray[np.uint32] | None = None

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, index: int) -> bytes:
        return self._blob[self._offsets[index] : self._offsets[index + 1]]

    def find(self, term: bytes) -> int:
        """The term's number, or -1. Each field of a term asks for it again, so it is kept."""
        known = self._found.get(term)
        if known is None:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            at = bisect_left(self, term)  # type: ignore[arg-type]
            known = self._found[term] = at if at < len(self) and self[at] == term else -1
        return known

    def start(self, prefix: bytes) -> int:
        """The number of the first term at or after a prefix."""
        return bisect_left(self, prefix)  # type: ignore[arg-type]

    def near(self, term: bytes) -> list[bytes]:
        """Terms of about the letters of a plain word: all that are one slip away, and others."""
        if self._letters is None:
            self._letters = _letters(self._blob, self._offsets)
        wanted = _letters(term, np.array([0, len(term)], np.uint32))[0]
        different = self._letters ^ wanted
        other = different & (different - np.uint32(1))  # without the lowest of the different
        few = (other & (other - np.uint32(1))) == 0
        numbers = np.flatnonzero(few)
        sizes = self._offsets[numbers + 1].astype(np.int64) - self._offsets[numbers]
        return [self[number] for number in numbers[abs(sizes - len(term)) <= 1].tolist()]


#: The bit of each letter; one more for everything that is no letter of a plain word.
_BITS = np.full(256, 1 << 26, np.uint32)
_BITS[ord("a") : ord("z") + 1] = np.uint32(1) << np.arange(26, dtype=np.uint32)
_STEP = 1 << 14  # terms at a time, so that little room is taken while counting


def _letters(blob: bytes, offsets: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Which letters each term is made of, as bits."""
    found = np.zeros(len(offsets) - 1, np.uint32)
    for first in range(0, len(found), _STEP):
        bounds = offsets[first : first + _STEP + 1].astype(np.int64)
        bits = _BITS[np.frombuffer(blob[bounds[0] : bounds[-1]], np.uint8)]
        found[first : first + _STEP] = np.bitwise_or.reduceat(bits, bounds[:-1] - bounds[0])
    return found


class Names:
    """Strings that are kept joined, which takes a fifth of the room, and cut out when asked."""

    def __init__(self, joined: npt.NDArray[np.uint8]) -> None:
        """joined: UTF-8 with a zero byte between one string and the next."""
        self._joined = joined.tobytes()
        ends = np.append(np.flatnonzero(joined == 0), len(joined))
        self._starts = np.concatenate(([0], ends + 1)).astype(np.uint32)

    def __getitem__(self, number: int) -> str:
        start, after = self._starts[number], self._starts[number + 1]
        return self._joined[start : after - 1].decode("utf-8", "surrogatepass")


class PackedTerms(base.TermsReader):
    """The terms of one segment and their postings."""

    def __init__(
        self, dictionary: PackedFile, postings: PackedFile, lengths: Callable[[str], Ints]
    ) -> None:
        """lengths: reads those of a field, which only Whoosh's own queries ask for here."""
        self._postings = postings
        self._lengths = lengths
        blob = dictionary.read("terms").tobytes()
        self.vocabulary = Vocabulary(blob, dictionary.read("term_offsets"))
        self._starts = {name: dictionary.read(f"{name}_starts") for name in FIELDS}
        self._position_starts = dictionary.read("position_starts")

    def frequencies(self, field: str, number: int) -> tuple[Ints, npt.NDArray[np.uint32]]:
        """Ascending section numbers that hold a term, and how often."""
        starts = self._starts[field]
        first, last = int(starts[number]), int(starts[number + 1])
        if first == last:
            return np.empty(0, np.int64), np.empty(0, np.uint32)
        ids = self._postings.read(f"{field}_ids", first, last)
        counts = self._postings.read(f"{field}_counts", first, last)
        return ids.astype(np.int64), counts.astype(np.uint32)

    def positions(self, number: int) -> Ints:
        """Body positions of a term, section after section in ascending order."""
        first, last = (int(self._position_starts[number + at]) for at in (0, 1))
        return self._postings.read("body_positions", first, last).astype(np.int64)

    def count(self, field: str, number: int) -> int:
        starts = self._starts[field]
        return int(starts[number + 1]) - int(starts[number])

    # What Whoosh asks for

    def __contains__(self, term: tuple[str, bytes]) -> bool:
        number = self.vocabulary.find(term[1])
        return number >= 0 and term[0] in FIELDS and self.count(term[0], number) > 0

    def indexed_field_names(self) -> tuple[str, ...]:
        return FIELDS

    def terms(self) -> Iterator[tuple[str, bytes]]:
        for name in sorted(FIELDS):
            yield from self.terms_from(name, b"")

    def terms_from(self, fieldname: str, prefix: bytes) -> Iterator[tuple[str, bytes]]:
        for number in range(self.vocabulary.start(prefix), len(self.vocabulary)):
            if self.count(fieldname, number):
                yield fieldname, self.vocabulary[number]

    def items(self) -> Iterator[tuple[tuple[str, bytes], TermInfo]]:
        return ((term, self.term_info(*term)) for term in self.terms())

    def items_from(
        self, fieldname: str, prefix: bytes
    ) -> Iterator[tuple[tuple[str, bytes], TermInfo]]:
        return ((term, self.term_info(*term)) for term in self.terms_from(fieldname, prefix))

    def _find(self, fieldname: str, text: bytes) -> int:
        number = self.vocabulary.find(text)
        if number < 0 or not self.count(fieldname, number):
            raise TermNotFound(f"{fieldname}:{text!r}")
        return number

    def term_info(self, fieldname: str, text: bytes) -> TermInfo:
        ids, counts = self.frequencies(fieldname, self._find(fieldname, text))
        lengths = self._lengths(fieldname)[ids]
        return TermInfo(
            weight=int(counts.sum()),
            df=len(ids),
            minlength=int(lengths.min()),
            maxlength=int(lengths.max()),
            maxweight=int(counts.max()),
            minid=int(ids[0]),
            maxid=int(ids[-1]),
        )

    def frequency(self, fieldname: str, text: bytes) -> float:
        if (fieldname, text) not in self:
            return 0.0
        return float(self.term_info(fieldname, text).weight())

    def doc_frequency(self, fieldname: str, text: bytes) -> int:
        number = self.vocabulary.find(text)
        return self.count(fieldname, number) if number >= 0 else 0

    def matcher(
        self, fieldname: str, text: bytes, format_: formats.Format, scorer: Any = None
    ) -> ListMatcher:
        number = self._find(fieldname, text)
        ids, counts = self.frequencies(fieldname, number)
        values: list[bytes] | None = None
        if fieldname == "body":
            stretches = np.split(self.positions(number).astype("<u4"), counts.cumsum()[:-1])
            values = [stretch.tobytes() for stretch in stretches]
        return ListMatcher(
            ids.tolist(),
            counts.astype(float).tolist(),
            values,
            format_,
            scorer,
            term=(fieldname, text),
            terminfo=self.term_info(fieldname, text),
        )

    def close(self) -> None:
        self._postings.close()


class PackedSections(base.PerDocumentReader):
    """The rows of one segment's sections: keys, order, exact lengths."""

    def __init__(self, dictionary: PackedFile, segment: PackedSegment) -> None:
        self._segment = segment
        self.document_ids: Ints = dictionary.read("document_ids")
        self.ordinals = dictionary.read("ordinals")
        self.first_blocks = dictionary.read("first_blocks")
        self.documents = dictionary.read("documents")
        self.fingerprints = dictionary.read("fingerprints")
        self.passages = dictionary.read("passages")
        self.showing = dictionary.read("showing")
        self.names = Names(dictionary.read("names"))
        self._lengths = {name: dictionary.read(f"{name}_lengths") for name in FIELDS}

    def lengths(self, field: str) -> npt.NDArray[np.uint32]:
        return self._lengths[field]

    def close(self) -> None:
        pass

    def doc_count(self) -> int:
        return self._segment.doc_count()

    def doc_count_all(self) -> int:
        return len(self.document_ids)

    def has_deletions(self) -> bool:
        return self._segment.has_deletions()

    def is_deleted(self, docnum: int) -> bool:
        return self._segment.is_deleted(docnum)

    def deleted_docs(self) -> Iterator[int]:
        return iter(self._segment.deleted_docs())

    def supports_columns(self) -> bool:
        return False

    def has_column(self, fieldname: str) -> bool:
        return False

    def doc_field_length(self, docnum: int, fieldname: str, default: int = 0) -> int:
        return int(self._lengths[fieldname][docnum])

    def field_length(self, fieldname: str) -> int:
        return int(self._lengths[fieldname].sum())

    def min_field_length(self, fieldname: str) -> int:
        return int(self._lengths[fieldname].min(initial=0))

    def max_field_length(self, fieldname: str) -> int:
        return int(self._lengths[fieldname].max(initial=0))

    def has_vector(self, docnum: int, fieldname: str) -> bool:
        return False

    def stored_fields(self, docnum: int) -> dict[str, Any]:
        return {}


class PackedCodec(base.Codec):
    """Opens segments. They are written by `writer.py`, whole, and never changed."""

    def terms_reader(self, storage: Any, segment: PackedSegment) -> PackedTerms:
        dictionary = PackedFile(segment.open_file(storage, DICTIONARY))
        postings = PackedFile(segment.open_file(storage, POSTINGS))

        def lengths(name: str) -> Ints:
            with closing(PackedFile(segment.open_file(storage, DICTIONARY))) as file:
                return file.read(f"{name}_lengths")

        terms = PackedTerms(dictionary, postings, lengths)
        dictionary.close()
        return terms

    def per_document_reader(self, storage: Any, segment: PackedSegment) -> PackedSections:
        dictionary = PackedFile(segment.open_file(storage, DICTIONARY))
        sections = PackedSections(dictionary, segment)
        dictionary.close()
        return sections
