"""Look beside a mistyped word for the word that was meant.

Only what stands nowhere in the library is taken for mistyped, each part of an identifier by itself,
and only where no other reading is likelier: names of products, everyday words and short words are
left as they are. What is added is shown as added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from verbatim_desktop.domain.retrieval import Query, Term, TermGroup, TermOrigin
from verbatim_desktop.ports import Postings
from verbatim_desktop.retrieve.names import spelled
from verbatim_desktop.retrieve.phrases import holding
from verbatim_desktop.retrieve.query import light_words
from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.products import Name, name_of
from verbatim_desktop.text.stem import stem

#: A shorter word is one slip from too many others.
SHORTEST = 4
#: From this length on a word is one slip from few others, in its first letter too.
LONG = 8
#: What is meant counts less than what is written.
TYPO_WEIGHT = 0.8
#: So many words of a question are looked at; a message in another language has more.
MOST = 6
FIELDS = ("body", "title", "heading", "alias")
_WRITTEN = frozenset({TermOrigin.TYPED, TermOrigin.PART})


def correct(query: Query, postings: Postings) -> Query:
    """The question with the words that were probably meant, and names as the library writes them.

    The question itself where there are none.
    """
    left = MOST
    groups: list[TermGroup] = []
    for group in query.groups:
        mistyped = left > 0 and _is_mistyped(group, postings)
        left -= mistyped
        read = _corrected(group, postings, query.language) if mistyped else group
        groups.append(read if mistyped else spelled(group, postings))
    if all(new is old for new, old in zip(groups, query.groups, strict=True)):
        return query
    return replace(query, groups=tuple(groups))


def _is_mistyped(group: TermGroup, postings: Postings) -> bool:
    words = _words(group)
    return (
        not group.stop
        and bool(words)
        and name_of(words[0]) is Name.NONE
        and specificity(words[0]) == 1
        and not any(holding(field, t.text, postings) for field in FIELDS for t in group.terms)
    )


def _words(group: TermGroup) -> list[str]:
    return [
        term.text
        for term in group.terms
        if term.origin in _WRITTEN
        and len(term.text) >= SHORTEST
        and term.text.isascii()
        and term.text.isalpha()
    ]


def _corrected(group: TermGroup, postings: Postings, language: str) -> TermGroup:
    meant = _likeliest(_words(group), postings)
    if not meant:
        return group
    added = Term(stem(meant, language), TermOrigin.TYPO, TYPO_WEIGHT)
    weight = group.weight * light_words(language).get(meant, 1.0)
    return replace(group, terms=(*group.terms, added), weight=weight)


def _likeliest(words: Sequence[str], postings: Postings) -> str:
    """The commonest word of the library that is one slip away, "" where there is none."""
    near = sorted({near for word in words for near in postings.near(word) if _likely(word, near)})
    return max(near, key=lambda word: postings.holding("body", word), default="")


def _likely(word: str, meant: str) -> bool:
    """Few people mistype a first letter, and a short word is one letter from many others."""
    if len(word) == SHORTEST and len(meant) == SHORTEST:
        return word[0] == meant[0] and sorted(word) == sorted(meant)
    return len(word) >= LONG or word[0] == meant[0]
