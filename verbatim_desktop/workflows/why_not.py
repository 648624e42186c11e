"""Say where one section stands for a question, and why it is not the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.inspection import WhyNot
from verbatim_desktop.domain.retrieval import (
    EVERYTHING,
    SCORE_UNIT,
    Filters,
    Ranking,
    ScoredSection,
    SectionRef,
)
from verbatim_desktop.ports import Library, Postings, SearchIndex
from verbatim_desktop.retrieve.score import NumberedRanking, rank, rank_of, score_of
from verbatim_desktop.retrieve.typos import correct
from verbatim_desktop.workflows.evidence_limits import limits_of
from verbatim_desktop.workflows.search_sections import read_question

#: Parts of a score, and what falling behind in one of them means.
PARTS: Mapping[str, str] = {
    "frequency": "says the words less often",
    "rarity": "holds fewer of the rare words",
    "phrase": "does not hold the quoted phrase",
    "proximity": "has the words further apart",
    "heading": "has fewer of the words in its headings",
    "length": "loses more for its length",
}
RANKED_ELSEWHERE = "Another page shows the same text and is ranked in its place."
WORTH_SAYING = 0.05  # share of the best score by which a part must fall behind


def why_not(
    text: str,
    section: SectionRef,
    library: Library,
    index: SearchIndex,
    *,
    filters: Filters = EVERYTHING,
    disabled_terms: frozenset[str] = frozenset(),
) -> WhyNot:
    """Where a section stands, beside the best one. Raises QuestionUnusable."""
    postings = index.reader()
    query = correct(read_question(text, library, disabled_terms), postings)
    number = number_of(section, postings)
    kept_out = tuple(_kept_out(filters=filters, section=section, postings=postings))
    narrowed = filters != EVERYTHING and not kept_out
    place, item, _ = (
        rank_of(query, postings, number, filters if narrowed else None)
        if number is not None
        else (0, None, 0)
    )
    shown = rank(query, postings, 1, filters)
    best = _named(shown, postings, library)
    scored = item and ScoredSection(section, item.breakdown, item.matched, item.missing)
    floor = round(limits_of(library).floor * best.score) if best else 0
    missing = scored.missing if scored else tuple(g.typed for g in query.groups if not g.stop)
    found = WhyNot(section, place, shown.matching, scored, best, floor, kept_out, missing)
    if number is not None and not (item or kept_out) and score_of(query, postings, number):
        return replace(found, reasons=(RANKED_ELSEWHERE,), missing=())
    return replace(found, reasons=tuple(_reasons(found)))


def number_of(section: SectionRef, postings: Postings) -> int | None:
    """The number of a section in the index; None where it is not in it any more."""
    keys = postings.keys(np.arange(postings.size, dtype=np.int64))
    wanted = (section.document_id, section.ordinal)
    return keys.index(wanted) if wanted in keys else None


def _named(ranking: NumberedRanking, postings: Postings, library: Library) -> ScoredSection | None:
    if not ranking.results:
        return None
    [key] = postings.keys(np.array([ranking.results[0].number], np.int64))
    [best] = ranking.results
    ref = library.section_refs([key])[0]
    return ScoredSection(ref, best.breakdown, best.matched, best.missing)


def _kept_out(filters: Filters, section: SectionRef, postings: Postings) -> Iterator[str]:
    """The filters that leave a section out, each by itself, in words."""
    each = (
        ("source", Filters(sources=filters.sources), ", ".join(filters.sources)),
        ("path or route", Filters(globs=filters.globs), ", ".join(filters.globs)),
        ("kind", Filters(kind=filters.kind), filters.kind),
        ("version", Filters(version=filters.version), filters.version),
        ("plan", Filters(tier=filters.tier), filters.tier),
        ("updated since", Filters(since=filters.since), filters.since),
    )
    for words, only, said in each:
        mask = postings.mask(only) if said else None
        if mask is not None and not _passes(mask, postings, section):
            yield f"{words} {said}"


def _passes(mask: npt.NDArray[np.bool_], postings: Postings, section: SectionRef) -> bool:
    passing = np.flatnonzero(mask).astype(np.int64)
    return (section.document_id, section.ordinal) in postings.keys(passing)


def _reasons(found: WhyNot) -> Iterator[str]:
    if found.kept_out:
        yield f"The filter leaves it out: {'; '.join(found.kept_out)}."
    if found.scored is None:
        yield "It holds none of the words that were searched for."
        return
    if found.best is None or found.best.section == found.section:
        yield "It is the best section."
        return
    if found.missing:
        words = ", ".join(f"“{word}”" for word in found.missing)
        yield f"It lacks {words}. In its text or its headings each would count."
    yield from _behind(found.scored, found.best)
    if found.scored.score < found.floor:
        yield (
            f"Its {found.scored.score / SCORE_UNIT:.1f} points are under the relevance floor of "
            f"{found.floor / SCORE_UNIT:.1f}: nothing is quoted from it."
        )


def _behind(scored: ScoredSection, best: ScoredSection) -> Iterator[str]:
    """The parts of the score in which it falls behind the best section, the largest first."""
    behind = {
        name: getattr(best.breakdown, name) - getattr(scored.breakdown, name) for name in PARTS
    }
    for name, points in sorted(behind.items(), key=lambda item: -item[1]):
        if points >= WORTH_SAYING * best.score:
            yield f"It {PARTS[name]}: {points / SCORE_UNIT:.1f} points fewer than the best."


def floor_of(ranking: Ranking, library: Library) -> int:
    """The relevance floor of a ranking in SCORE_UNITs; 0 without results."""
    return round(limits_of(library).floor * ranking.results[0].score) if ranking.results else 0
