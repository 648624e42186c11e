"""Search with several questions at once, or with a section for more like it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verbatim_desktop.domain.errors import NotFound, QuestionUnusable
from verbatim_desktop.domain.retrieval import Filters, Query, Ranking, SectionRef
from verbatim_desktop.ports import Clock, Library, SearchIndex
from verbatim_desktop.retrieve.like import telling_words
from verbatim_desktop.text.languages import language_of
from verbatim_desktop.workflows.join_rankings import join_rankings, key_of
from verbatim_desktop.workflows.nearest_pages import place_named
from verbatim_desktop.workflows.search_sections import read_question, search

DEPTH = 50  # sections of each search that are joined, or twice what is asked for
BACKEND = "lexical, reciprocal rank fusion"


def search_many(
    texts: Sequence[str],
    library: Library,
    index: SearchIndex,
    clock: Clock,
    *,
    limit: int = 10,
    filters: Filters | None = None,
) -> Ranking:
    """One ranking for several ways of asking; each section says which of them found it.

    Raises QuestionUnusable where one of them cannot be searched for.
    """
    began = clock.seconds()
    wanted = list(dict.fromkeys(texts))
    if not wanted:
        raise QuestionUnusable("There is no question. Type what you want to know.")
    postings = index.reader()
    depth = max(DEPTH, 2 * limit)
    rankings = [
        search(read_question(text, library), library, postings, clock, began, depth, filters)
        for text in wanted
    ]
    if len(rankings) == 1:
        return replace(rankings[0], results=rankings[0].results[:limit])
    return _joined(wanted, rankings, limit, clock, began)


def _joined(
    names: Sequence[str], rankings: Sequence[Ranking], limit: int, clock: Clock, began: float
) -> Ranking:
    return Ranking(
        query=_all_asked(names, rankings),
        results=join_rankings(rankings, names, limit, lambda item: item.best[0]),
        statistics=tuple(item for ranking in rankings for item in ranking.statistics),
        attainable=max(ranking.attainable for ranking in rankings),
        matching=max(ranking.matching for ranking in rankings),
        total_sections=rankings[0].total_sections,
        generation=rankings[0].generation,
        backend=BACKEND,
        took_ms=(clock.seconds() - began) * 1000,
    )


def _all_asked(names: Sequence[str], rankings: Sequence[Ranking]) -> Query:
    queries = [ranking.query for ranking in rankings]
    return Query(
        text="\n".join(names),
        groups=tuple(group for query in queries for group in query.groups),
        phrases=tuple(phrase for query in queries for phrase in query.phrases),
        language=queries[0].language,
    )


def find_section(name: str, library: Library) -> SectionRef:
    """The section SOURCE/ROUTE-OR-PATH#ANCHOR; the page's first one without an anchor.

    Raises NotFound.
    """
    row, anchor = place_named(name, library)
    sections = library.document(row).sections
    holding = [s for s in sections if anchor in (s.anchor, *s.anchors)] if anchor else sections
    if not holding:
        page = name.removesuffix(f"#{anchor}")
        raise NotFound(f"{page} has no section “#{anchor}”. See `verbatim docs show {page}`.")
    return library.section_refs([(row, holding[0].ordinal)])[0]


def more_like(
    document_id: int,
    ordinal: int,
    library: Library,
    index: SearchIndex,
    clock: Clock,
    *,
    limit: int = 10,
    filters: Filters | None = None,
) -> Ranking:
    """Other sections that say what a section says, by its most telling words.

    Raises NotFound where there is no such section, QuestionUnusable where none of its words
    stands anywhere else.
    """
    began = clock.seconds()
    text = next((t for t in library.section_texts([document_id]) if t.ref.ordinal == ordinal), None)
    if text is None:
        raise NotFound("This section is no longer in the library.")
    postings = index.reader()
    words = telling_words(text.heading, text.body, postings, language_of(text.body))
    if not words:
        raise QuestionUnusable("No word of this section stands anywhere else.")
    query = read_question(" ".join(words), library)
    found = search(query, library, postings, clock, began, limit + 1, filters)
    others = [r for r in found.results if key_of(r.section) != (document_id, ordinal)][:limit]
    return replace(found, results=tuple(others))
