"""Say what a confidence rests on, in sentences that a person can check in the ranked list."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from verbatim_desktop.domain.answers import Evidence
from verbatim_desktop.domain.retrieval import GroupStatistics, Ranking
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
NOT_ITS_SUBJECT = "It mentions the words, but does not read as if they were its subject."
FOREIGN = "None of its words stands in this library; it may be in another language."


def reasons_of(ranking: Ranking, evidence: Sequence[Evidence], sure: bool) -> list[str]:
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
    reasons.append(_coverage_reason(key_words, missing))
    ratio = times_next_page(ranking.results)
    if ratio is not None:
        reasons.append(_lead_reason(ratio))
    only_here = [typed for typed in missing if typed not in unknown]
    aside = _aside(ranking, {*unknown, *missing})
    if only_here:
        reasons.append(f"The best section does not mention {_named(only_here)}.")
    if aside and not sure:
        reasons.append(f"The best section is not about {_named(aside)}.")
    elif not missing:
        reasons.append(NOTHING_MISSING if sure else NOT_ITS_SUBJECT)
    return reasons


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


def _coverage_reason(key_words: Sequence[GroupStatistics], missing: Sequence[str]) -> str:
    total = len(key_words)
    there = sum(1 for item in key_words if item.group.typed not in missing)
    if there < total:
        return f"The best section covers {there} of {total} key word{'s' if total > 1 else ''}."
    return "The one key word is covered." if total == 1 else f"All {total} key words are covered."


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
