"""Decide whether the evidence is strong enough to answer, and say why in words.

Pure: no clock, no chance, no provider. Same evidence, same verdict. Every signal is a share or a
ratio, so that a long question is not taken for a well covered one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from verbatim_desktop.domain.answers import Confidence, Evidence, Level
from verbatim_desktop.domain.retrieval import GroupStatistics, Ranking, ScoredSection
from verbatim_desktop.judge import calibration
from verbatim_desktop.text.matching import Match, Matcher, union

#: A word in at most this share of the sections is rare.
RARE = 0.05
CLOSE_READ = 3  # sections whose sentences are looked at one by one
MOST_NAMED = 3


def weigh(ranking: Ranking, evidence: Sequence[Evidence]) -> Confidence:
    """The confidence that some section answers the question."""
    signals = signals_of(ranking, evidence)
    score = probability(signals)
    return Confidence(
        level=level_of(score),
        score=score,
        reasons=tuple(reasons_of(ranking, evidence)),
        signals=signals,
    )


def probability(signals: Mapping[str, float]) -> float:
    """The fitted logistic model, rounded so that the last bits of a float decide nothing."""
    weights = calibration.WEIGHTS
    total = calibration.BIAS + math.fsum(weights[name] * signals[name] for name in weights)
    return round(1 / (1 + math.exp(-total)), 4)


def level_of(score: float) -> Level:
    if score < calibration.ANSWER_FROM:
        return Level.LOW
    return Level.HIGH if score >= calibration.HIGH_FROM else Level.MEDIUM


def signals_of(ranking: Ranking, evidence: Sequence[Evidence]) -> dict[str, float]:
    """The named inputs of the confidence, each 0 to 1 and none growing with the question."""
    matcher = Matcher(ranking.query, ranking.statistics)
    best = [_read(item, matcher) for item in evidence[:CLOSE_READ]]
    sentences = [match for matches, _ in best for match in matches]
    return {
        "covered": max((_covered(m, head, matcher) for m, head in best), default=0.0),
        "sentence": max((matcher.coverage(match.groups) for match in sentences), default=0.0),
        "heading": max((matcher.coverage(head.groups) for _, head in best), default=0.0),
        "together": max((match.together for match in sentences), default=0.0),
        "strength": _strength(ranking),
        "lead": _lead(ranking.results),
        "known": _known(ranking, matcher),
    }


def _read(evidence: Evidence, matcher: Matcher) -> tuple[list[Match], Match]:
    """What each sentence of a section holds of the question, and what its headings hold."""
    matches = [matcher.match(sentence.quote) for sentence in evidence.sentences]
    return matches, matcher.match("\n".join(evidence.ranked.section.heading_path))


def _covered(sentences: Sequence[Match], heading: Match, matcher: Matcher) -> float:
    return matcher.coverage(union([*sentences, heading]))


def _strength(ranking: Ranking) -> float:
    if not ranking.results or ranking.attainable <= 0:
        return 0.0
    return min(1.0, max(0.0, ranking.results[0].score / ranking.attainable))


def _lead(results: Sequence[ScoredSection]) -> float:
    """How far the best page stands above the next one: 0 (level) to 1 (alone)."""
    ratio = times_next_page(results)
    return 1 - 1 / ratio if ratio else (1.0 if results else 0.0)


def times_next_page(results: Sequence[ScoredSection]) -> float | None:
    """The best section's score over that of the best section of another page, if there is one."""
    if not results:
        return None
    first = results[0]
    page = first.section.document_id
    other = next((r for r in results if r.section.document_id != page and r.score > 0), None)
    return first.score / other.score if other else None


def _known(ranking: Ranking, matcher: Matcher) -> float:
    """The share of the question's rare vocabulary that stands anywhere in the library."""
    there = {item.group.typed for item in ranking.statistics if item.sections}
    groups = {i: 1.0 for i, group in enumerate(matcher.groups) if group.typed in there}
    return matcher.coverage(groups)


# --- reasons -------------------------------------------------------------------------------------


def reasons_of(ranking: Ranking, evidence: Sequence[Evidence]) -> list[str]:
    """What the confidence rests on, in sentences a person can check in the ranked list."""
    telling = [item for item in ranking.statistics if not item.group.stop]
    if not telling:
        return ["The question holds only everyday words, so nothing tells sections apart."]
    unknown = [item.group.typed for item in telling if item.sections == 0]
    reasons = [f"{_named(unknown)} {_is(unknown)} nowhere in this library."] if unknown else []
    if not evidence:
        return [*reasons, "No section comes close enough to quote from."]
    missing = _missing(telling, evidence[0])
    reasons.append(_coverage_reason(ranking, telling, missing))
    ratio = times_next_page(ranking.results)
    if ratio is not None:
        reasons.append(_lead_reason(ratio))
    only_here = [typed for typed in missing if typed not in unknown]
    if only_here:
        reasons.append(f"The best section does not mention {_named(only_here)}.")
    elif not missing:
        reasons.append("Nothing important is missing.")
    return reasons


def _missing(telling: Sequence[GroupStatistics], best: Evidence) -> list[str]:
    lacking = set(best.ranked.missing)
    ordered = sorted(telling, key=lambda item: -item.rarity)
    return [item.group.typed for item in ordered if item.group.typed in lacking]


def _coverage_reason(
    ranking: Ranking, telling: Sequence[GroupStatistics], missing: Sequence[str]
) -> str:
    rare = [item for item in telling if item.sections <= RARE * ranking.total_sections]
    counted, kind = (rare, "rare word") if rare else (list(telling), "word")
    total = len(counted)
    there = sum(1 for item in counted if item.group.typed not in missing)
    if there == total:
        return f"The one {kind} is covered." if total == 1 else f"All {total} {kind}s are covered."
    return f"The best section covers {there} of {total} {kind}{'s' if total > 1 else ''}."


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
