"""Which words of a question carry it, and how telling each is.

A word tells by its rarity in the library and by its rarity anywhere: "bad" stands in few sections
of a small library, and still says nothing about what is asked.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from verbatim_desktop.domain.answers import Evidence
from verbatim_desktop.domain.retrieval import GroupStatistics, Ranking, TermGroup, TermOrigin
from verbatim_desktop.text.everyday import is_telling, specificity
from verbatim_desktop.text.matching import Matcher
from verbatim_desktop.text.products import Name, name_of

#: The share of a question from which a telling word carries it: any word, and a product's name.
CARRIES = 0.6
NAME_CARRIES = 0.2
#: A title of fewer telling words is that of many questions.
TITLE_WORDS = 2


def telling_matcher(ranking: Ranking) -> Matcher:
    """A matcher that weighs each word by both rarities."""
    return Matcher(ranking.query, [weighed(item) for item in ranking.statistics])


def weighed(item: GroupStatistics) -> GroupStatistics:
    return replace(item, rarity=item.rarity * specificity(item.group.typed))


def strangers(ranking: Ranking) -> list[str]:
    """What was asked about and stands nowhere in the library, as typed."""
    return [
        item.group.typed for item in telling_words(ranking) if item.sections == 0 and named(item)
    ]


def carried_away(ranking: Ranking) -> list[str]:
    """What stands nowhere in the library and carries the question, so that nothing answers it.

    A word that is most of what was asked, or a product's name that is a good part of it.
    """
    matcher = telling_matcher(ranking)
    worth = {g.typed: rare for g, rare in zip(matcher.groups, matcher.rarity, strict=True)}
    words = telling_words(ranking)
    whole = math.fsum(worth[item.group.typed] for item in words)
    return [
        item.group.typed
        for item in words
        if item.sections == 0
        and (named(item) or _is_product(item))
        and worth[item.group.typed] >= whole * (NAME_CARRIES if _is_product(item) else CARRIES)
    ]


def _is_product(item: GroupStatistics) -> bool:
    return name_of(item.group.typed) is Name.PRODUCT


def named(item: GroupStatistics) -> bool:
    """Whether a person would miss the word."""
    return is_telling(item.group.typed)


def telling_words(ranking: Ranking) -> list[GroupStatistics]:
    """The question's words without stop words; an identifier nobody wrote is taken by its parts."""
    words = [item for item in ranking.statistics if not item.group.stop]
    parts = [item for item in words if is_part(item.group)]
    wholes = [item for item in words if not is_part(item.group)]
    return [
        *(w for w in wholes if w.sections or not any(holds(w, part) for part in parts)),
        *(part for part in parts if not any(holds(w, part) and w.sections for w in wholes)),
    ]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks itself, without the words that were added to it.

    words: as typed; missing: those that the best section does not hold. named: those of words that
    a person would miss.
    """

    words: tuple[str, ...]
    missing: tuple[str, ...]
    named: tuple[str, ...]

    @property
    def is_covered(self) -> bool:
        return bool(self.words) and not self.missing

    @property
    def names_what_is_missing(self) -> bool:
        """Whether it names something, and nothing of that is there."""
        return bool(self.named) and set(self.named) <= set(self.missing)


def asked_itself(own: str, ranking: Ranking, evidence: Sequence[Evidence]) -> Asked:
    """The telling words of a question's own text, held against the best section."""
    typed = Matcher(ranking.query, ranking.statistics).match(own).groups
    groups = [ranking.query.groups[index] for index in sorted(typed)]
    words = [item for item in telling_words(ranking) if item.group in groups]
    lacking = set(evidence[0].ranked.missing) if evidence else {w.group.typed for w in words}
    return Asked(
        tuple(item.group.typed for item in words),
        tuple(item.group.typed for item in words if item.group.typed in lacking),
        tuple(item.group.typed for item in words if named(item)),
    )


def lacking_share(ranking: Ranking, evidence: Sequence[Evidence]) -> float:
    """The share of a question's telling words that the best section lacks and a person misses."""
    if not evidence:
        return 1.0
    matcher = telling_matcher(ranking)
    worth = {g.typed: rare for g, rare in zip(matcher.groups, matcher.rarity, strict=True)}
    words = telling_words(ranking)
    missing = set(evidence[0].ranked.missing)
    lacking = [w for w in words if named(w) and w.group.typed in missing]
    whole = math.fsum(worth[item.group.typed] for item in words)
    return math.fsum(worth[item.group.typed] for item in lacking) / whole if whole else 0.0


def is_titled(ranking: Ranking, evidence: Sequence[Evidence]) -> bool:
    """Whether the best page's title is what was asked: all of its words, and all that carry it."""
    if not evidence or not evidence[0].ranked.section.heading_path:
        return False
    matcher = telling_matcher(ranking)
    title = evidence[0].ranked.section.heading_path[0]
    told = {at for at in matcher.match(title).groups if matcher.rarity[at] > 0}
    held = {matcher.groups[at].typed for at in told}
    carrying = {item.group.typed for item in telling_words(ranking) if named(item)}
    return len(told) >= TITLE_WORDS and carrying <= held and matcher.asked_share(title) == 1.0


def holds(whole: GroupStatistics, part: GroupStatistics) -> bool:
    return part.group.typed in whole.group.typed


def is_part(group: TermGroup) -> bool:
    """Whether a group is a part of an identifier, searched beside it."""
    return bool(group.terms) and group.terms[0].origin is TermOrigin.PART
