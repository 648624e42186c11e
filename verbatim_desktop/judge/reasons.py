"""Say what a confidence rests on, in sentences that a person can check in the ranked list."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from verbatim_desktop.domain.answers import Evidence
from verbatim_desktop.domain.retrieval import GroupStatistics, Ranking
from verbatim_desktop.judge import calibration
from verbatim_desktop.judge.signals import foreign_products, times_next_page
from verbatim_desktop.judge.words import (
    Asked,
    holds,
    is_part,
    named,
    strangers,
    telling_words,
)
from verbatim_desktop.text.naming import is_foreign, joined_pairs

MOST_NAMED = 3
NOTHING_MISSING = "Nothing important is missing."
#: The signals of an answer that is sure, as golden questions have them in the middle, and what is
#: said where one falls behind.
SURE: Mapping[str, float] = {
    "clause": 0.46, "held": 0.41, "titled": 0.5, "familiar": 0.63, "together": 0.4, "own": 1.0,
}  # fmt: skip
SHORT_OF: Mapping[str, str] = {
    "clause": "No section holds enough of what any one sentence of the question says.",
    "held": "What the best section holds of the question is rare in this library.",
    "titled": "The best section's title and heading are about something else.",
    "familiar": "The question talks of things this library seldom talks of.",
    "together": "It mentions the words, but nowhere together as they were asked.",
    "own": "The question names a product that this library is not about.",
}
FOREIGN = "None of its words stands in this library; it may be in another language."


def reasons_of(
    ranking: Ranking, evidence: Sequence[Evidence], signals: Mapping[str, float], sure: bool
) -> list[str]:
    """What the confidence rests on, in sentences a person can check in the ranked list.

    sure: whether it answers. Where it does not, everyday words count too, since together they are
    what was not found.
    """
    telling = telling_words(ranking)
    if not telling:
        return ["The question holds only everyday words, so nothing tells sections apart."]
    unknown = strangers(ranking)
    named_unknown = joined_pairs(unknown)
    reasons: list[str] = []
    if is_foreign(ranking.statistics):
        reasons = [FOREIGN]
    elif unknown:
        reasons = [f"{_named(named_unknown)} {_is(named_unknown)} nowhere in this library."]
    if not evidence:
        return [*reasons, "No section comes close enough to quote from."]
    key_words = [item for item in telling if named(item) or not sure] or telling
    missing = _missing(ranking, key_words, evidence[0])
    only_here = [typed for typed in missing if typed not in unknown]
    reasons += _coverage_reasons(_held(telling, evidence[0]), missing, only_here)
    ratio = times_next_page(ranking.results)
    if ratio is not None:
        reasons.append(_lead_reason(ratio))
    if sure:
        return reasons if missing else [*reasons, NOTHING_MISSING]
    if aside := _aside(ranking, {*unknown, *missing}):
        reasons.append(f"The best section is not about {_named(aside)}.")
    return [*reasons, _low_reason(signals)]


def own_reason(asked: Asked) -> str:
    """Why a question that asks on from another is less sure than its subject."""
    if not asked.words:
        return "What was asked on says nothing by itself; only its subject was found."
    return f"What was asked on, {_named(asked.missing)}, is not in the best section."


def _aside(ranking: Ranking, said: Collection[str]) -> list[str]:
    """Products that the question names and the best section mentions at most in passing."""
    return [typed for typed, _ in foreign_products(ranking) if typed not in said]


def _missing(ranking: Ranking, key_words: Sequence[GroupStatistics], best: Evidence) -> list[str]:
    """What the best section lacks, rarest first; an identifier is there when all its parts are."""
    lacking = set(best.ranked.missing)
    parts = [item for item in ranking.statistics if is_part(item.group)]
    missing = [
        item
        for item in key_words
        if item.group.typed in lacking and not _in_parts(item, parts, lacking)
    ]
    return [item.group.typed for item in sorted(missing, key=lambda item: -item.rarity)]


def _in_parts(
    whole: GroupStatistics, parts: Sequence[GroupStatistics], lacking: Collection[str]
) -> bool:
    if is_part(whole.group):
        return False
    own = [part.group.typed for part in parts if holds(whole, part)]
    return bool(own) and not any(typed in lacking for typed in own)


def _held(telling: Sequence[GroupStatistics], best: Evidence) -> list[str]:
    """The telling words of the question that the best section holds, as typed."""
    matched = set(best.ranked.matched)
    return [item.group.typed for item in telling if item.group.typed in matched]


def _coverage_reasons(
    held: Sequence[str], missing: Sequence[str], only_here: Sequence[str]
) -> list[str]:
    """Which key words the best section holds; only_here: those it lacks and others hold."""
    said: list[str] = []
    if held:
        covered = _named(joined_pairs(held))
        said.append(f"Covered: {covered}." if missing else f"All key words are covered: {covered}.")
    if only_here:
        said.append(f"Not in the best section: {_named(joined_pairs(only_here))}.")
    return said


def _low_reason(signals: Mapping[str, float]) -> str:
    """What keeps the confidence low: the signal that falls furthest behind a sure answer's."""
    weights = calibration.WEIGHTS
    return SHORT_OF[max(SHORT_OF, key=lambda name: weights[name] * (SURE[name] - signals[name]))]


def _lead_reason(ratio: float) -> str:
    if ratio < 1.05:
        return "Another page scores about as high."
    return f"The best section scores {ratio:.1f} times the next page."


def _named(typed: Sequence[str]) -> str:
    shown = [f"“{word}”" for word in typed[:MOST_NAMED]]
    more = len(typed) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _is(typed: Sequence[str]) -> str:
    return "is" if len(typed) == 1 else "are"
