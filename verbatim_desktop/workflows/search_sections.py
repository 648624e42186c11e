"""Search the library: read the question, rank its sections, name what was found."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from verbatim_desktop.domain.retrieval import Filters, Query, Ranking, ScoredSection
from verbatim_desktop.ports import Clock, Library, Postings, SearchIndex
from verbatim_desktop.resources import read_text
from verbatim_desktop.retrieve.query import parse_query
from verbatim_desktop.retrieve.score import rank
from verbatim_desktop.retrieve.synonyms import Synonyms, parse_synonyms
from verbatim_desktop.text.languages import language_of

SYNONYMS_SETTING = "synonyms"
SYNONYMS_FILE = "synonyms.txt"


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
    """Sections best first. Raises QuestionUnusable where nothing can be searched for."""
    began = clock.seconds()
    query = read_question(text, library, disabled_terms)
    return search(query, library, index.reader(), clock, began, limit, filters)


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
    """Rank a question that was read already; began is when the clock showed its start."""
    found = rank(query, postings, limit, filters)
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


_parsed = lru_cache(maxsize=8)(parse_synonyms)


def synonyms_of(library: Library, language: str = "en") -> Synonyms:
    """The workspace's own synonyms, or the ones that come with the program."""
    return _parsed(synonyms_text(library), language)


def synonyms_text(library: Library) -> str:
    """The synonym file as it can be edited."""
    own = library.setting(SYNONYMS_SETTING)
    return read_text(SYNONYMS_FILE) if own is None else own
