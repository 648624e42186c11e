"""Decide whether the evidence is strong enough to answer, and say why in words.

Pure: no clock, no chance, no provider. Same evidence, same verdict. Every signal is a share or a
ratio, so that a long question is not taken for a well covered one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from verbatim_desktop.domain.answers import Confidence, Evidence, Level
from verbatim_desktop.domain.retrieval import (
    GroupStatistics,
    Ranking,
    ScoredSection,
    TermGroup,
    TermOrigin,
)
from verbatim_desktop.judge import calibration
from verbatim_desktop.text.matching import Matcher

#: A word in at most this share of the sections is rare.
RARE = 0.05
CLOSE_READ = 5  # sections that are looked at for the parts of a question
MOST_NAMED = 3
MOST_STRANGERS = 3
FULL_AMOUNT = 32  # matched words from which more make it no surer
DOUBT = 6.0  # rarity that a part of a question must be matched beyond, to count for itself

_PARTS = re.compile(r"(?<=[.!?:;])\s+|\n")


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
    """The named inputs of the confidence, each 0 to 1.

    covered: rare vocabulary in the best section. clause: the same of the question's part that is
    covered best, for a customer tells more than they ask. strength: the best score over the
    attainable one. amount: how many words matched, levelling off. titled: the share of the best
    section's title and heading that was asked for. familiar: how much the question talks like the
    library. known: whether words stand nowhere in it. lead: how far the best page stands above
    the next.
    """
    matcher = Matcher(ranking.query, ranking.statistics)
    best = ranking.results[0] if ranking.results else None
    return {
        "covered": _covered(evidence[0], matcher) if evidence else 0.0,
        "clause": _clause(ranking, matcher),
        "strength": _strength(ranking),
        "amount": _amount(best, matcher) if best else 0.0,
        "titled": matcher.asked_share(" ".join(best.section.heading_path)) if best else 0.0,
        "familiar": _familiar(ranking),
        "known": _known(ranking),
        "lead": _lead(ranking.results),
    }


def _share(part: float, whole: float) -> float:
    return min(1.0, max(0.0, part / whole)) if whole > 0 else 0.0


def _covered(evidence: Evidence, matcher: Matcher) -> float:
    return matcher.coverage(_groups(evidence.ranked, matcher))


def _groups(scored: ScoredSection, matcher: Matcher) -> dict[int, float]:
    """The telling groups of the question that a section matched."""
    matched = set(scored.matched)
    return {
        index: 1.0
        for index, group in enumerate(matcher.groups)
        if matcher.rarity[index] > 0 and group.typed in matched
    }


def _clause(ranking: Ranking, matcher: Matcher) -> float:
    """The best coverage of one sentence of the question, doubted where it says little."""
    parts = [matcher.match(part).groups for part in _PARTS.split(ranking.query.text)]
    telling = [{i for i in part if matcher.rarity[i] > 0} for part in parts]
    clauses = [part for part in telling if len(part) > 1] or [set().union(*telling)]
    sections = [_groups(scored, matcher) for scored in ranking.results[:CLOSE_READ]]
    return max(
        (
            _mass(matcher, clause & section.keys()) / (_mass(matcher, clause) + DOUBT)
            for clause in clauses
            for section in sections
        ),
        default=0.0,
    )


def _mass(matcher: Matcher, groups: Iterable[int]) -> float:
    return math.fsum(matcher.rarity[index] for index in groups)


def _strength(ranking: Ranking) -> float:
    return _share(ranking.results[0].score, ranking.attainable) if ranking.results else 0.0


def _amount(best: ScoredSection, matcher: Matcher) -> float:
    count = len(_groups(best, matcher))
    return min(1.0, math.log1p(count) / math.log1p(FULL_AMOUNT))


def _familiar(ranking: Ranking) -> float:
    """The mean commonness of the question's words here, by the logarithm of their sections."""
    telling = [item for item in ranking.statistics if not item.group.stop]
    if not telling or ranking.total_sections < 1:
        return 0.0
    most = math.log1p(ranking.total_sections)
    each = [min(1.0, math.log1p(item.sections) / most) for item in telling]
    return math.fsum(each) / len(each)


def _known(ranking: Ranking) -> float:
    """1 where every word stands somewhere, 0 where several stand nowhere."""
    return 1 - min(MOST_STRANGERS, len(strangers(ranking))) / MOST_STRANGERS


def strangers(ranking: Ranking) -> list[str]:
    """What was asked about and stands nowhere in the library, as typed."""
    return [item.group.typed for item in telling_words(ranking) if item.sections == 0]


def telling_words(ranking: Ranking) -> list[GroupStatistics]:
    """The question's words without stop words; an identifier nobody wrote is taken by its parts."""
    words = [item for item in ranking.statistics if not item.group.stop]
    parts = [item for item in words if is_part(item.group)]
    wholes = [item for item in words if not is_part(item.group)]
    return [
        *(w for w in wholes if w.sections or not any(_holds(w, part) for part in parts)),
        *(part for part in parts if not any(_holds(w, part) and w.sections for w in wholes)),
    ]


def _holds(whole: GroupStatistics, part: GroupStatistics) -> bool:
    return part.group.typed in whole.group.typed


def is_part(group: TermGroup) -> bool:
    """Whether a group is a part of an identifier, searched beside it."""
    return bool(group.terms) and group.terms[0].origin is TermOrigin.PART


def _lead(results: Sequence[ScoredSection]) -> float:
    """How far the best page stands above the next one: 0 (level) to 1 (alone)."""
    ratio = times_next_page(results)
    return _share(ratio - 1, ratio) if ratio else float(bool(results))


def times_next_page(results: Sequence[ScoredSection]) -> float | None:
    """The best section's score over that of the best section of another page, if there is one."""
    if not results:
        return None
    first = results[0]
    page = first.section.document_id
    other = next((r for r in results if r.section.document_id != page and r.score > 0), None)
    return first.score / other.score if other else None


# --- reasons -------------------------------------------------------------------------------------


def reasons_of(ranking: Ranking, evidence: Sequence[Evidence]) -> list[str]:
    """What the confidence rests on, in sentences a person can check in the ranked list."""
    telling = telling_words(ranking)
    if not telling:
        return ["The question holds only everyday words, so nothing tells sections apart."]
    unknown = strangers(ranking)
    reasons = [f"{_named(unknown)} {_is(unknown)} nowhere in this library."] if unknown else []
    if not evidence:
        return [*reasons, "No section comes close enough to quote from."]
    missing = _missing(ranking, evidence[0])
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


def _missing(ranking: Ranking, best: Evidence) -> list[str]:
    """What the best section lacks, rarest first; an identifier is there when all its parts are."""
    lacking = set(best.ranked.missing)
    parts = [item for item in ranking.statistics if is_part(item.group)]
    missing = [
        item
        for item in telling_words(ranking)
        if item.group.typed in lacking and not _in_parts(item, parts, lacking)
    ]
    return [item.group.typed for item in sorted(missing, key=lambda item: -item.rarity)]


def _in_parts(
    whole: GroupStatistics, parts: Sequence[GroupStatistics], lacking: Collection[str]
) -> bool:
    if is_part(whole.group):
        return False
    own = [part.group.typed for part in parts if _holds(whole, part)]
    return bool(own) and not any(typed in lacking for typed in own)


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
