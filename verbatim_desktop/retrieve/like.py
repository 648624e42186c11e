"""Which words of a section tell it from others: the question that asks for more like it."""

from __future__ import annotations

from collections import Counter
from math import log1p

from verbatim_desktop.ports import Postings
from verbatim_desktop.retrieve.formulas import rarity
from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.terms import Token, analyse

#: So many words ask for more; further ones bring in what only shares a detail.
WORDS = 16
#: A word of a heading counts as if it stood so many times more.
HEADED = 2


def telling_words(heading: str, body: str, postings: Postings, language: str = "en") -> list[str]:
    """The words that say most about a section, as written, in the order of its text.

    A word that stands in no other section asks for nothing and is left out.
    """
    text = f"{heading}\n{body}"
    tokens = [token for token in analyse(text, language) if token.whole]
    counts = Counter(token.stem for token in tokens)
    for token in tokens:
        if token.end <= len(heading):
            counts[token.stem] += HEADED
    first: dict[str, Token] = {}
    for token in tokens:
        if token.text not in stop_words(language):
            first.setdefault(token.stem, token)
    worth = {stem: _worth(stem, counts[stem], token, postings) for stem, token in first.items()}
    best = sorted((stem for stem in worth if worth[stem] > 0), key=lambda s: (-worth[s], s))
    chosen = sorted((first[stem] for stem in best[:WORDS]), key=lambda token: token.start)
    return [text[token.start : token.end] for token in chosen]


def _worth(stem: str, count: int, token: Token, postings: Postings) -> float:
    holding = postings.holding("body", stem)
    if holding < 2:
        return 0.0
    telling = rarity(postings.section_count, holding) * specificity(token.text)
    return round(telling * log1p(count), 6)
