"""What a ranking tells about its question: a few shares between 0 and 1.

None counts words: a short question that is covered must be as sure as a long one. None depends on
what the library is about; `small` says how few sections it has, for a small library covers fewer of
the words that people use around what they ask.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from verbatim_desktop.domain.answers import Evidence
from verbatim_desktop.domain.retrieval import Ranking, ScoredSection, TermGroup
from verbatim_desktop.judge.words import telling_matcher
from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.matching import Matcher

CLOSE_READ = 5  # sections that are looked at for the parts of a question
DOUBT = 0.7  # in rarities of the rarest word: what a part of a question must be matched beyond
STRANGER = 1.0  # the one more word, so that a single match is not taken for all
SMALLEST = 300  # sections; nothing smaller was fitted, so nothing counts as smaller
LARGE = 100_000  # sections from which a library is not small at all

_PARTS = re.compile(r"(?<=[.!?:;])\s+|\n")


def signals_of(ranking: Ranking, evidence: Sequence[Evidence]) -> dict[str, float]:
    """The named inputs of the confidence, each 0 to 1.

    covered: telling vocabulary in the best section. clause: the same of the question's part that
    is covered best, for a customer tells more than they ask. matched: the share of telling words
    in the best section, as if one more had been asked for. titled: the share of the best
    section's title and heading that was asked for. familiar: how much the question talks like the
    library. strength: the best score over the attainable one. lead: how far the best page stands
    above the next. small: how small the library is.
    """
    matcher = telling_matcher(ranking)
    best = ranking.results[0] if ranking.results else None
    return {
        "covered": _covered(evidence[0], matcher) if evidence else 0.0,
        "clause": _clause(ranking, matcher),
        "matched": _matched(best, matcher) if best else 0.0,
        "titled": matcher.asked_share(" ".join(best.section.heading_path)) if best else 0.0,
        "familiar": _familiar(ranking),
        "strength": _strength(ranking),
        "lead": _lead(ranking.results),
        "small": 1 - _share(_size(ranking), math.log1p(LARGE)),
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
    doubt = DOUBT * _logarithm(ranking)
    parts = [matcher.match(part).groups for part in _PARTS.split(ranking.query.text)]
    telling = [{i for i in part if matcher.rarity[i] > 0} for part in parts]
    clauses = [part for part in telling if len(part) > 1] or [set().union(*telling)]
    sections = [_groups(scored, matcher) for scored in ranking.results[:CLOSE_READ]]
    return max(
        (
            _mass(matcher, clause & section.keys()) / (_mass(matcher, clause) + doubt)
            for clause in clauses
            for section in sections
        ),
        default=0.0,
    )


def _mass(matcher: Matcher, groups: Iterable[int]) -> float:
    return math.fsum(matcher.rarity[index] for index in groups)


def _strength(ranking: Ranking) -> float:
    return _share(ranking.results[0].score, ranking.attainable) if ranking.results else 0.0


def _matched(best: ScoredSection, matcher: Matcher) -> float:
    says = [specificity(group.typed) if rarity > 0 else 0.0 for group, rarity in _pairs(matcher)]
    return math.fsum(says[index] for index in _groups(best, matcher)) / (math.fsum(says) + STRANGER)


def _pairs(matcher: Matcher) -> zip[tuple[TermGroup, float]]:
    return zip(matcher.groups, matcher.rarity, strict=True)


def _logarithm(ranking: Ranking) -> float:
    """The logarithm of the library's size, which is about the rarity of a word in one section."""
    return math.log1p(max(1, ranking.total_sections))


def _size(ranking: Ranking) -> float:
    return math.log1p(max(SMALLEST, ranking.total_sections))


def _familiar(ranking: Ranking) -> float:
    """The mean commonness of the question's words here, telling words first.

    By the logarithm of their sections; a word's say is the square of its specificity.
    """
    telling = [item for item in ranking.statistics if not item.group.stop]
    says = [specificity(item.group.typed) ** 2 for item in telling]
    if not math.fsum(says):
        return 0.0
    most = _logarithm(ranking)
    each = [min(1.0, math.log1p(item.sections) / most) for item in telling]
    return math.fsum(s * x for s, x in zip(says, each, strict=True)) / math.fsum(says)


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
