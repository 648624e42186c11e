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
from verbatim_desktop.domain.retrieval import (
    GroupStatistics,
    Ranking,
    ScoredSection,
    SectionRef,
    TermGroup,
)
from verbatim_desktop.judge.words import telling_matcher
from verbatim_desktop.text import products
from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.matching import Matcher

CLOSE_READ = 5  # sections that are looked at for the parts of a question
DOUBT = 0.7  # in rarities of the rarest word: what a part of a question must be matched beyond
STRANGER = 1.0  # the one more word, so that a single match is not taken for all
HALF_A_WORD = 0.5  # what a single matched word is weighed against
LEAST_FOREIGN = 0.4  # of a product that the library often names, but has no page on
SMALLEST = 300  # sections; nothing smaller was fitted, so nothing counts as smaller
LARGE = 100_000  # sections from which a library is not small at all

_PARTS = re.compile(r"(?<=[.!?:;])\s+|\n")


def signals_of(ranking: Ranking, evidence: Sequence[Evidence]) -> dict[str, float]:
    """The named inputs of the confidence, each 0 to 1.

    covered: telling vocabulary in the best section. clause: the same of the question's part that
    is covered best, for a customer tells more than they ask. matched: the share of telling words
    in the best section, as if one more had been asked for. titled: the share of the best
    section's title and heading that was asked for. familiar: how much the question talks like the
    library. held: the same of the words that the best section holds. together: how many
    neighbouring words of the question are neighbours in one sentence of the evidence. own: whether
    the products it names are this library's subject. strength: the best score over the attainable
    one. lead: how far the best page stands above the next. small: how small the library is.
    """
    matcher = telling_matcher(ranking)
    best = ranking.results[0] if ranking.results else None
    return {
        "covered": _covered(evidence[0], matcher) if evidence else 0.0,
        "clause": _clause(ranking, matcher),
        "matched": _matched(best, matcher) if best else 0.0,
        "titled": matcher.asked_share(" ".join(best.section.heading_path)) if best else 0.0,
        "familiar": _familiar(ranking),
        "held": _held(ranking),
        "together": _together(evidence, matcher),
        "own": 1 - max((foreign for _, foreign in foreign_products(ranking)), default=0.0),
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
    return _mean_commonness(telling, ranking, 0.0)


def _held(ranking: Ranking) -> float:
    """The mean commonness of the words that the best section holds, doubted where they are few."""
    matched = set(ranking.results[0].matched) if ranking.results else set[str]()
    held = [
        item for item in ranking.statistics if not item.group.stop and item.group.typed in matched
    ]
    return _mean_commonness(held, ranking, HALF_A_WORD)


def _mean_commonness(words: Sequence[GroupStatistics], ranking: Ranking, doubt: float) -> float:
    says = [specificity(item.group.typed) ** 2 for item in words]
    each = [_commonness(item, ranking) for item in words]
    weighed = math.fsum(s * x for s, x in zip(says, each, strict=True))
    return _share(weighed, math.fsum(says) + doubt)


def _commonness(item: GroupStatistics, ranking: Ranking) -> float:
    return min(1.0, math.log1p(item.sections) / _logarithm(ranking))


def _together(evidence: Sequence[Evidence], matcher: Matcher) -> float:
    """Of the sentence that says most of the question as it was said."""
    return max(
        (matcher.match(s.quote).together for item in evidence for s in item.sentences),
        default=0.0,
    )


def foreign_products(ranking: Ranking) -> list[tuple[str, float]]:
    """Products that the question names and the best section is not about, with how foreign each is.

    From LEAST_FOREIGN for a name that many sections hold to 1 for one that is nowhere. What may be
    an ordinary word is one where the best section holds it.
    """
    best = ranking.results[0] if ranking.results else None
    subject = products.plain(_subject(best.section)) if best else ""
    found: list[tuple[str, float]] = []
    for item in ranking.statistics:
        typed = item.group.typed
        name = products.Name.NONE if item.group.stop else products.name_of(typed)
        ordinary = name is products.Name.PERHAPS and best is not None and typed in best.matched
        if name is products.Name.NONE or ordinary or products.plain(typed) in subject:
            continue
        found.append((typed, max(LEAST_FOREIGN, 1 - _commonness(item, ranking))))
    return found


def _subject(section: SectionRef) -> str:
    return " ".join((*section.heading_path, section.path))


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
