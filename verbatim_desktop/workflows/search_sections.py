"""Search the library: read the question, rank its sections, name what was found."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from verbatim_desktop.domain.errors import NotFound, UsageError
from verbatim_desktop.domain.retrieval import Filters, Query, Ranking, ScoredSection
from verbatim_desktop.ports import Clock, Library, Meaning, Postings, SearchIndex
from verbatim_desktop.resources import read_text
from verbatim_desktop.retrieve.meaning import DEPTH, join, standing_out
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.synonyms import Synonyms, parse_synonyms
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.text.languages import language_of

SYNONYMS_SETTING = "synonyms"
SYNONYMS_FILE = "synonyms.txt"
MOST_SAID = 3  # faults named in one message


def search_sections(
    text: str,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    *,
    limit: int = 10,
    filters: Filters | None = None,
    disabled_terms: frozenset[str] = frozenset(),
) -> Ranking:
    """Sections best first. Raises QuestionUnusable where nothing can be searched for, and NotFound
    where no page passes the filters.
    """
    began = clock.seconds()
    query = read_question(text, library, disabled_terms)
    meaning = index.meaning()
    depth = max(limit, DEPTH) if meaning else limit
    ranking = search(query, library, index.reader(), clock, began, depth, filters)
    if meaning is None:
        return ranking
    joined = with_meaning(ranking, meaning)
    took = (clock.seconds() - began) * 1000
    return replace(joined, results=joined.results[:limit], took_ms=took)


def with_meaning(ranking: Ranking, meaning: Meaning) -> Ranking:
    """The sections of a lexical ranking in the order of both legs."""
    likeness = meaning.likeness(ranking.query.text, ranking.generation)
    far = standing_out(likeness.cosines)
    rows = {(int(row[0]), int(row[1])): at for at, row in enumerate(likeness.keys)}
    places = [rows.get((r.section.document_id, r.section.ordinal)) for r in ranking.results]
    results = join(
        ranking.results,
        [None if at is None else float(likeness.cosines[at]) for at in places],
        [None if at is None else float(far[at]) for at in places],
        meaning.name,
        meaning.fusion,
    )
    backend = f"lexical+{meaning.name}" if likeness.keys.size else ranking.backend
    return replace(ranking, results=tuple(results), backend=backend)


def read_question(
    text: str, library: Library, disabled_terms: frozenset[str] = frozenset()
) -> Query:
    """The question as terms, with the workspace's synonyms."""
    language = language_of(text)
    return parse_query(text, synonyms_of(library, language), language, disabled_terms)


def search(
    query: Query,
    library: Library,
    postings: Postings,
    clock: Clock,
    began: float,
    limit: int = 10,
    filters: Filters | None = None,
) -> Ranking:
    """Rank a question that was read already; began is when the clock showed its start.

    Raises NotFound where no page passes the filters: that is not the same as no answer.
    """
    query = correct(query, postings)
    found = rank(query, postings, limit, filters)
    if filters and found.total_sections and not found.searched:
        raise NotFound(f"No page matches {_said(filters)}. Nothing was searched.")
    refs = library.section_refs(
        postings.keys(np.array([item.number for item in found.results], np.int64))
    )
    return Ranking(
        query=query,
        results=tuple(
            ScoredSection(ref, item.breakdown, item.matched, item.missing)
            for ref, item in zip(refs, found.results, strict=True)
        ),
        statistics=found.statistics,
        attainable=found.attainable,
        matching=found.matching,
        total_sections=found.total_sections,
        generation=postings.generation,
        took_ms=(clock.seconds() - began) * 1000,
    )


def _said(filters: Filters) -> str:
    """Filters in words, as they were given."""
    parts = [
        ("", ", ".join(f"“{glob}”" for glob in filters.globs)),
        ("source ", ", ".join(filters.sources)),
        ("kind ", filters.kind),
        ("version ", filters.version),
        ("plan ", filters.tier),
        ("updated since ", filters.since),
    ]
    return " and ".join(f"{name}{value}" for name, value in parts if value)


_parsed = lru_cache(maxsize=8)(parse_synonyms)


def synonyms_of(library: Library, language: str = "en") -> Synonyms:
    """The workspace's own synonyms, or the ones that come with the program."""
    return _parsed(synonyms_text(library), language)


def synonyms_text(library: Library | None) -> str:
    """The synonym file as it can be edited; that of the program without a library."""
    own = library.setting(SYNONYMS_SETTING) if library else None
    return own or read_text(SYNONYMS_FILE)


def save_synonyms(text: str | None, library: Library) -> None:
    """Keep a synonym file for the workspace; None goes back to that of the program."""
    if text is not None:
        problems = parse_synonyms(text).problems
        if problems:
            said = "; ".join(
                f"{problem.path}: {problem.reason}" for problem in problems[:MOST_SAID]
            )
            raise UsageError(f"These synonyms cannot be read. {said} Nothing was changed.")
    library.save_setting(SYNONYMS_SETTING, text or "")
