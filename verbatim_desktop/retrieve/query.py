"""Turn a question into weighted groups of index terms; everything added says where it came from.

A group is one word of the question with its stem and synonyms. An identifier gives a group for
itself and lighter ones for its parts. Function words stay, with little weight.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import sqrt

from verbatim_desktop.domain.errors import QuestionUnusable
from verbatim_desktop.domain.retrieval import Query, Term, TermGroup, TermOrigin
from verbatim_desktop.retrieve.phrases import BETWEEN
from verbatim_desktop.retrieve.synonyms import Synonyms
from verbatim_desktop.text.languages import aside_words, stop_words
from verbatim_desktop.text.terms import Token, analyse

STOP_WEIGHT = 0.2
#: Words of asking and complaining, such as "problem".
ASIDE_WEIGHT = 0.4
#: Another form of a word counts a little less than the very word.
STEM_WEIGHT = 0.8
SYNONYM_WEIGHT = 0.4
#: Parts of an identifier beside the identifier itself.
PART_WEIGHT = 0.5
#: Questions are searched with at most this many groups, the most telling ones.
MOST_GROUPS = 256
MOST_PHRASES = 8
#: Characters of a question that are read; the rest is signatures and logs.
MOST_CHARACTERS = 20_000

_QUOTED = re.compile(r'"([^"\n]{2,200})"|“([^“”\n]{2,200})”')


@dataclass
class _Draft:
    """A group while the question is read."""

    typed: str
    tokens: list[Token]
    origin: TermOrigin
    weight: float
    stop: bool
    count: int = 1
    synonyms: dict[str, float] = field(default_factory=dict[str, float])


def parse_query(
    text: str,
    synonyms: Synonyms | None = None,
    language: str = "en",
    disabled_terms: Collection[str] = frozenset(),
) -> Query:
    """Normalise and expand a question.

    disabled_terms: index terms the person has switched off. Raises QuestionUnusable where the
    question is empty or nothing in it can be searched for.
    """
    read = text[:MOST_CHARACTERS]
    tokens = analyse(read, language)
    if not tokens:
        raise QuestionUnusable(
            "There are no words in this question. Type what you want to know."
            if text.strip()
            else "The question is empty. Type what you want to know."
        )
    drafts = _drafts(read, tokens, language)
    _add_synonyms(drafts, tokens, synonyms or Synonyms())
    groups = [_group(draft, disabled_terms) for draft in drafts.values()]
    kept = _most_telling([group for group in groups if group.terms])
    if not kept:
        raise QuestionUnusable("Every word of this question is switched off. Switch one on.")
    return Query(read, tuple(kept), _phrases(read, language), language)


def _drafts(text: str, tokens: Sequence[Token], language: str) -> dict[str, _Draft]:
    """One draft per distinct stem, in the order of the question."""
    light = light_words(language)
    drafts: dict[str, _Draft] = {}
    for token in tokens:
        known = drafts.get(token.stem)
        if known is None:
            drafts[token.stem] = _draft(text, token, light)
        elif token.whole and known.origin is TermOrigin.PART:
            drafts[token.stem] = replace(_draft(text, token, light), count=known.count + 1)
        else:
            known.count += 1
            if token.text not in {other.text for other in known.tokens}:
                known.tokens.append(token)
    return drafts


def _draft(text: str, token: Token, light: Mapping[str, float]) -> _Draft:
    weight = light.get(token.text, 1.0) * (1.0 if token.whole else PART_WEIGHT)
    origin = TermOrigin.TYPED if token.whole else TermOrigin.PART
    stop = light.get(token.text) == STOP_WEIGHT
    return _Draft(text[token.start : token.end], [token], origin, weight, stop)


@cache
def light_words(language: str) -> Mapping[str, float]:
    """Words that weigh less than others, and what they weigh."""
    asides = dict.fromkeys(aside_words(language), ASIDE_WEIGHT)
    return asides | dict.fromkeys(stop_words(language), STOP_WEIGHT)


def _group(draft: _Draft, disabled: Collection[str]) -> TermGroup:
    root = draft.tokens[0].stem
    typed = dict.fromkeys(token.text for token in draft.tokens)
    if root in typed:  # its postings hold those of every other form
        terms = {root: Term(root, draft.origin)}
    else:
        terms = {text: Term(text, draft.origin) for text in typed}
        terms[root] = Term(root, TermOrigin.STEM, STEM_WEIGHT)
    for word, weight in draft.synonyms.items():
        terms.setdefault(word, Term(word, TermOrigin.SYNONYM, weight))
    kept = tuple(term for term in terms.values() if term.text not in disabled)
    return TermGroup(draft.typed, kept, draft.weight * sqrt(draft.count), draft.stop)


def _add_synonyms(drafts: dict[str, _Draft], tokens: Sequence[Token], synonyms: Synonyms) -> None:
    stems = {token.position: token.stem for token in tokens}
    longest = max(map(len, synonyms.entries), default=0)
    for position in stems:
        words: tuple[str, ...] = ()
        for at in range(position, position + longest):
            if at not in stems:
                break
            words = (*words, stems[at])
            for target in synonyms.entries.get(words, ()):
                _say_instead(drafts, words, target)


def _say_instead(drafts: dict[str, _Draft], words: Iterable[str], target: Sequence[str]) -> None:
    """Add what may be said instead to the groups of the words it stands for."""
    for word in words:
        if word in drafts and not drafts[word].stop:
            drafts[word].synonyms[BETWEEN.join(target)] = SYNONYM_WEIGHT


def _most_telling(groups: list[TermGroup]) -> list[TermGroup]:
    """At most MOST_GROUPS, in the order of the question; the weightiest and longest words stay."""
    if len(groups) <= MOST_GROUPS:
        return groups
    order = sorted(
        range(len(groups)), key=lambda at: (-groups[at].weight, -len(groups[at].typed), at)
    )
    return [groups[at] for at in sorted(order[:MOST_GROUPS])]


def _phrases(text: str, language: str) -> tuple[tuple[str, ...], ...]:
    """Quoted phrases of two words and more as index terms, one a position."""
    found: dict[tuple[str, ...], None] = {}
    for quoted in _QUOTED.finditer(text):
        words = {token.position: token.text for token in analyse(quoted[1] or quoted[2], language)}
        phrase = tuple(words[position] for position in sorted(words))
        if len(phrase) > 1:
            found[phrase] = None
    return tuple(found)[:MOST_PHRASES]
