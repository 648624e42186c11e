"""Hold a ranking against an earlier one: another question's, or the same before an edit."""

from __future__ import annotations

from verbatim_desktop.domain.inspection import Comparison, Moved, Placed, Snapshot
from verbatim_desktop.domain.plain import from_plain, to_plain
from verbatim_desktop.domain.retrieval import Ranking, ScoredSection, parts_among
from verbatim_desktop.ports import Library

KIND = "inspected"
KEPT = 50  # rankings of earlier questions
DEPTH = 50  # sections of each


def snapshot(ranking: Ranking, taken: str) -> Snapshot:
    """A ranking with its sections named by source, path and anchor, which outlive an edit."""
    results = ranking.results[:DEPTH]
    places = tuple(
        Placed(
            *_name(scored),
            part,
            scored.section.heading_path,
            scored.score,
            scored.section.document_id,
        )
        for scored, part in zip(results, parts_among(results), strict=True)
    )
    return Snapshot(ranking.query.text, ranking.generation, taken, places)


def _name(scored: ScoredSection) -> tuple[str, str, str]:
    return (scored.section.source, scored.section.path, scored.section.anchor)


def compare(before: Snapshot, now: Snapshot) -> Comparison:
    """What rose, fell, came and went from one ranking to the other."""
    ranked_before = {place.key: (at, place) for at, place in enumerate(before.places, 1)}
    ranked_now = {place.key: (at, place) for at, place in enumerate(now.places, 1)}
    keys = dict.fromkeys((*ranked_now, *ranked_before))
    return Comparison(before, now, tuple(_moved(k, ranked_before, ranked_now) for k in keys))


Ranked = dict[tuple[str, str, str, int], tuple[int, Placed]]


def _moved(key: tuple[str, str, str, int], before: Ranked, now: Ranked) -> Moved:
    old, new = before.get(key), now.get(key)
    either = new or old
    assert either is not None
    return Moved(
        either[1],
        old[0] if old else None,
        new[0] if new else None,
        old[1].score if old else None,
        new[1].score if new else None,
    )


def remember(taken: Snapshot, library: Library) -> None:
    """Keep a ranking, so that the same question can be held against it after an edit."""
    library.keep(KIND, taken.query, to_plain(taken))
    for old in library.kept(KIND)[KEPT:]:
        library.drop(KIND, old.name)


def remembered(query: str, library: Library) -> Snapshot | None:
    """The ranking that was kept of a question."""
    kept = library.kept_as(KIND, query)
    return from_plain(Snapshot, kept.value) if kept else None
