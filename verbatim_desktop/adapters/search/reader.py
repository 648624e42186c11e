"""Postings of an opened index as arrays: the segments of a Whoosh reader laid end to end.

Belongs to one thread: the segments' files are read by seeking.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from heapq import merge
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from verbatim_desktop.adapters.search.codec import PackedSections, PackedTerms
from verbatim_desktop.domain.documents import DocumentSummary
from verbatim_desktop.domain.retrieval import Filters
from verbatim_desktop.ports import Counts, Ids
from verbatim_desktop.retrieve.arrays import distinct
from verbatim_desktop.text.edits import is_one_slip

_DAY = re.compile(r"\d{4}(-\d\d(-\d\d)?)?(?!\d)")
#: Postings that one question or the next will want again are kept, up to this many bytes.
CACHE_BYTES = 6_000_000
#: Mistyped words whose neighbours are remembered.
MOST_NEAR = 512


class PackedPostings:
    """Implements ports.Postings over the leaves of a Whoosh reader."""

    def __init__(
        self,
        reader: Any,
        generation: int,
        documents: Callable[[], tuple[DocumentSummary, ...]],
    ) -> None:
        self._reader = reader
        self._generation = generation
        self._summaries = documents
        leaves = _leaves(reader)
        self._terms: list[PackedTerms] = [leaf._terms for leaf, _ in leaves]
        self._sections: list[PackedSections] = [leaf._perdoc for leaf, _ in leaves]
        self._bases = np.array([base for _, base in leaves], np.int64)
        self._size = sum(leaf.doc_count_all() for leaf in self._sections)
        self._live = self._live_mask()
        self._lengths = self._joined([leaf.lengths("body") for leaf in self._sections], np.float32)
        if self._live is not None:
            self._lengths[~self._live] = 0
        self._document_ids = self._joined([leaf.document_ids for leaf in self._sections], np.int64)
        self._cache: OrderedDict[tuple[str, str], tuple[Ids, Counts] | None] = OrderedDict()
        self._cached = 0
        self._near: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        self._masked: tuple[Filters, npt.NDArray[np.bool_] | None] = (Filters(), None)

    def _live_mask(self) -> npt.NDArray[np.bool_] | None:
        deleted = [
            base + number
            for leaf, base in zip(self._sections, self._bases.tolist(), strict=True)
            for number in leaf.deleted_docs()
        ]
        if not deleted:
            return None
        live = np.ones(self._size, np.bool_)
        live[deleted] = False
        return live

    @staticmethod
    def _joined(arrays: list[Any], dtype: Any) -> Any:
        return np.concatenate(arrays).astype(dtype) if arrays else np.empty(0, dtype)

    @property
    def generation(self) -> int:
        return self._generation

    @property
    def section_count(self) -> int:
        return self._size if self._live is None else int(np.count_nonzero(self._live))

    @property
    def size(self) -> int:
        return self._size

    @property
    def lengths(self) -> npt.NDArray[np.float32]:
        return self._lengths

    def field_lengths(self, field: str) -> npt.NDArray[np.uint32]:
        return self._joined([leaf.lengths(field) for leaf in self._sections], np.uint32)

    @property
    def pages(self) -> Ids:
        """A number from 0 for the page of each section."""
        numbers: list[Ids] = []
        base = 0
        for leaf in self._sections:
            numbers.append(leaf.documents.astype(np.int64) + base)
            base += 1 + int(leaf.documents.max())
        return self._joined(numbers, np.int64)

    @property
    def twins(self) -> tuple[Ids, Ids]:
        """Sections that hold the same text as others, and the number of their group.

        Groups stand one after the other, the members of each by source, path and block, those of
        pages that only show another page last.
        """
        prints = self._joined([leaf.fingerprints for leaf in self._sections], np.uint64)
        numbers = np.arange(self._size) if self._live is None else np.flatnonzero(self._live)
        order = numbers[np.argsort(prints[numbers], kind="stable")]
        same = prints[order[1:]] == prints[order[:-1]]
        shared = distinct(np.append(order[1:][same], order[:-1][same]))
        showing = self._joined([leaf.showing for leaf in self._sections], np.bool_)
        keys = list(
            zip(
                prints[shared].tolist(),
                showing[shared].tolist(),
                self.orders(shared),
                strict=True,
            )
        )
        ranked = shared[sorted(range(len(keys)), key=keys.__getitem__)]
        sorted_prints = prints[ranked]
        begins = np.append(np.zeros(1, np.int64), sorted_prints[1:] != sorted_prints[:-1])
        return ranked, np.cumsum(begins)[: ranked.size]

    @property
    def shown_again(self) -> tuple[Ids, Ids]:
        """Sections whose passage of a file several pages show, and the number of the passage."""
        showing = self._joined([leaf.showing for leaf in self._sections], np.bool_)
        if not showing.any():
            return np.empty(0, np.int64), np.empty(0, np.int64)
        passages = self._joined([leaf.passages for leaf in self._sections], np.uint64)
        live = np.ones(self._size, np.bool_) if self._live is None else self._live
        shown = np.isin(passages, passages[showing & live]) & live
        sections = np.flatnonzero(shown)
        numbers = np.unique(passages[sections], return_inverse=True)[1]
        return sections, numbers.reshape(-1)

    @property
    def document_ids(self) -> Ids:
        return self._document_ids

    def frequencies(self, field: str, term: str) -> tuple[Ids, Counts] | None:
        key = (field, term)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        found = self._read(field, term)
        self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, str], found: tuple[Ids, Counts] | None) -> None:
        self._cache[key] = found
        self._cached += _bytes(found)
        while self._cached > CACHE_BYTES and len(self._cache) > 1:
            self._cached -= _bytes(self._cache.popitem(last=False)[1])

    def _read(self, field: str, term: str) -> tuple[Ids, Counts] | None:
        encoded = term.encode()
        ids: list[Ids] = []
        counts: list[Counts] = []
        for terms, base in zip(self._terms, self._bases.tolist(), strict=True):
            number = terms.vocabulary.find(encoded)
            if number >= 0 and terms.count(field, number):
                some_ids, some_counts = terms.frequencies(field, number)
                ids.append(some_ids + base if base else some_ids)
                counts.append(some_counts)
        if not ids:
            return None
        both = (
            (np.concatenate(ids), np.concatenate(counts)) if len(ids) > 1 else (ids[0], counts[0])
        )
        return both if self._live is None else self._only_live(*both)

    def _only_live(self, ids: Ids, counts: Counts) -> tuple[Ids, Counts] | None:
        assert self._live is not None
        kept = self._live[ids]
        return (ids[kept], counts[kept]) if kept.any() else None

    def holding(self, field: str, term: str) -> int:
        if self._live is not None:  # the dictionary counts deleted sections too
            found = self.frequencies(field, term)
            return 0 if found is None else len(found[0])
        encoded = term.encode()
        numbers = [(terms, terms.vocabulary.find(encoded)) for terms in self._terms]
        return sum(terms.count(field, number) for terms, number in numbers if number >= 0)

    def positions(self, field: str, term: str, sections: Ids) -> tuple[Ids, Ids]:
        if field != "body":
            raise ValueError(f"no positions are kept for {field!r}")
        encoded = term.encode()
        indexes: list[Ids] = []
        positions: list[Ids] = []
        bounds = np.searchsorted(sections, [*self._bases.tolist(), self._size]).tolist()
        for at, terms in enumerate(self._terms):
            first, last = bounds[at], bounds[at + 1]
            number = terms.vocabulary.find(encoded) if first < last else -1
            if number >= 0 and terms.count(field, number):
                index, position = _positions(terms, number, sections[first:last] - self._bases[at])
                indexes.append(index + first)
                positions.append(position)
        if not indexes:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        return np.concatenate(indexes), np.concatenate(positions)

    def keys(self, sections: Ids) -> list[tuple[int, int]]:
        return [
            (int(leaf.document_ids[number]), int(leaf.ordinals[number]))
            for leaf, number in self._rows(sections)
        ]

    def orders(self, sections: Ids) -> list[tuple[str, str, int]]:
        """(source, path, first block) of section numbers: what ties break on."""
        found: list[tuple[str, str, int]] = []
        for leaf, number in self._rows(sections):
            at = 3 * int(leaf.documents[number])
            found.append((leaf.names[at], leaf.names[at + 1], int(leaf.first_blocks[number])))
        return found

    def _rows(self, sections: Ids) -> Iterator[tuple[PackedSections, int]]:
        leaves = np.searchsorted(self._bases, sections, "right") - 1
        for leaf, number in zip(leaves.tolist(), sections.tolist(), strict=True):
            yield self._sections[leaf], number - int(self._bases[leaf])

    def mask(self, filters: Filters) -> npt.NDArray[np.bool_] | None:
        if filters == Filters():
            return None
        if filters != self._masked[0]:
            passing = [row.id for row in self._summaries() if passes(row, filters)]
            self._masked = filters, np.isin(self._document_ids, np.array(passing, np.int64))
        return self._masked[1]

    def terms(self, prefix: str) -> Iterator[str]:
        encoded = prefix.encode()
        each = (_with_prefix(terms, encoded) for terms in self._terms)
        return (term.decode() for term, _ in groupby(merge(*each)))

    def near(self, term: str) -> tuple[str, ...]:
        if term not in self._near:
            each = (terms.vocabulary.near(term.encode()) for terms in self._terms)
            words = {word.decode() for words in each for word in words}
            found = (word for word in words if is_one_slip(word, term))
            self._near[term] = tuple(sorted(w for w in found if self.holding("body", w)))
            if len(self._near) > MOST_NEAR:
                self._near.popitem(last=False)
        return self._near[term]

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()


def _leaves(reader: Any) -> list[tuple[Any, int]]:
    """The segments of a reader with their first section number; none for an empty library."""
    if reader is None or not reader.doc_count_all():
        return []
    return [(reader, 0)] if reader.is_atomic() else list(reader.leaf_readers())


def _bytes(found: tuple[Ids, Counts] | None) -> int:
    return 100 if found is None else 100 + found[0].nbytes + found[1].nbytes


def _positions(terms: PackedTerms, number: int, sections: Ids) -> tuple[Ids, Ids]:
    """(index into sections, position) of a term within one segment."""
    ids, counts = terms.frequencies("body", number)
    at = np.minimum(np.searchsorted(ids, sections), len(ids) - 1)
    hit = np.flatnonzero(ids[at] == sections)
    counts = counts.astype(np.int64)
    ends = counts.cumsum()
    size = counts[at[hit]]
    start = ends[at[hit]] - size
    index = np.arange(int(size.sum())) + np.repeat(start - (size.cumsum() - size), size)
    return np.repeat(hit, size), terms.positions(number)[index]


def _with_prefix(terms: PackedTerms, prefix: bytes) -> Iterator[bytes]:
    for _, term in terms.terms_from("body", prefix):
        if not term.startswith(prefix):
            return
        yield term


def passes(document: DocumentSummary, filters: Filters) -> bool:
    """Whether a document's sections may be found. A glob matches its route or its path."""
    names = (document.route, document.route.strip("/"), document.path)
    return (
        (not filters.sources or document.source in filters.sources)
        and (not filters.kind or document.kind == filters.kind)
        and (not filters.version or document.version == filters.version)
        and (not filters.tier or _holds_for(document.tiers, filters.tier))
        and (not filters.since or _day(document.updated) >= filters.since)
        and (
            not filters.globs
            or any(fnmatchcase(name, glob) for glob in filters.globs for name in names)
        )
    )


def _holds_for(tiers: Sequence[str], tier: str) -> bool:
    """Whether a page limited to some plans holds for one; a page without a limit holds for all."""
    wanted = tier.casefold().split()
    said = [re.findall(r"\w+", each.casefold()) for each in tiers]
    return not said or any(all(word in words for word in wanted) for words in said)


def _day(updated: str) -> str:
    """The ISO day that front matter gives, "" where it gives none."""
    found = _DAY.match(updated)
    return found.group() if found else ""
