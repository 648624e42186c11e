"""Join rankings of several questions by the places they give; each section tells who found it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from verbatim_desktop.domain.retrieval import Leg, Ranking, ScoredSection, SectionRef
from verbatim_desktop.retrieve.fuse import Fused, fuse

Key = tuple[int, int]


def join_rankings(
    rankings: Sequence[Ranking],
    names: Sequence[str],
    limit: int,
    shown_of: Callable[[Fused[Key]], int],
) -> tuple[ScoredSection, ...]:
    """The sections in the order that all rankings give together, best first.

    names: what each ranking is called in the legs. shown_of: the number of the ranking whose
    breakdown of a section is shown, of those that found it.
    """
    by_key: list[dict[Key, ScoredSection]] = [
        {key_of(found.section): found for found in ranking.results} for ranking in rankings
    ]
    orders = {key: found.section.order for its in by_key for key, found in its.items()}
    fused = fuse([list(its) for its in by_key], orders.__getitem__)
    return tuple(
        replace(
            by_key[shown_of(item)][item.key],
            legs=tuple(
                Leg(names[number], place, by_key[number][item.key].score)
                for number, place in item.places
            ),
            fused=item.points,
        )
        for item in fused[:limit]
    )


def key_of(section: SectionRef) -> Key:
    return section.document_id, section.ordinal
