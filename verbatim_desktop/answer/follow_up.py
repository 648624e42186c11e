"""Decide whether a question asks on from the one before, and what it then speaks of. Pure.

A question asks on where it points back ("does that also ...", "what about ...") or names nothing of
its own ("how long?"). It is searched with the words that carried the question before, so that "it"
is what was spoken of. A question that stands by itself is left alone, whatever came before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from verbatim_desktop.text.everyday import specificity
from verbatim_desktop.text.languages import aside_words, stop_words
from verbatim_desktop.text.terms import Token, analyse


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Words that stand for something said before.
POINTERS = _listed("it its they them their theirs that this these those one ones he him she her")
OPENERS = re.compile(
    r"\s*(?:and|but|or|so|also|then|what about|how about|what if|same|else|otherwise|instead)\b",
    re.IGNORECASE,
)
#: "Can I use a wildcard there?": the place spoken of; "is there a limit" has none.
PLACE = re.compile(
    r"(?<!\bout )(?<!\bover )(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bhi )(?<!\bhey )(?<!\bhello )"
    r"\bthere\s*(?:[?.!,;]|$|\b(?:too|also|as well|instead)\b)",
    re.IGNORECASE,
)
#: "Is it possible", "how long does it take": this "it" stands for nothing.
EMPTY_IT = re.compile(
    r"\b(?:is|was|would|will)\s+it\s+(?:possible|necessary|allowed|safe|ok|okay|true|common)\b"
    r"|\b(?:does|did|will|would)\s+it\s+(?:take|cost|mean|matter)\b"
    r"|\bit\s+(?:says|seems|looks|turns)\b",
    re.IGNORECASE,
)
#: "That plan", "one user": what follows is named, so nothing before it is pointed at.
POINTED = _listed("that this these those one")
#: Words of how long, how often and how much: asked of anything, they name nothing.
GENERAL = _listed(
    """again apply applies automatically cost costs detail details different exactly example
    examples fast faster free happen happens help later less limit limits long longer mean means
    more much many often possible slow slower soon sooner take takes work works"""
)
#: A question with more words of its own than these stands by itself, pointer or not.
MOST_OWN = 3
MOST_SUBJECT = 6


def subject_of(question: str, before: str, language: str = "en") -> tuple[str, ...]:
    """The words of the question before that this one speaks of; none where it stands alone.

    before: the question asked before, with what it was itself asked on. Words as they were typed,
    in their order, the most telling ones where there are many.
    """
    if not asks_on(question, language):
        return ()
    own = {token.stem for token in analyse(question, language)}
    words = [
        token
        for token in _own_words(before, language)
        if token.stem not in own and token.text not in GENERAL
    ]
    told = sorted(words, key=lambda token: -specificity(token.text))[:MOST_SUBJECT]
    kept = {token.stem: token for token in reversed(told)}
    ordered = sorted(kept.values(), key=lambda token: token.start)
    return _distinct((before[token.start : token.end] for token in ordered), language)


def _distinct(words: Iterable[str], language: str) -> tuple[str, ...]:
    """The words that say nothing said before; one may be two, where a letter is written as two."""
    said: set[str] = set()
    found: list[str] = []
    for word in words:
        stems = [token.stem for token in analyse(word, language) if token.whole]
        if len(said.union(stems)) == len(said) + len(stems):
            said.update(stems)
            found.append(word)
    return tuple(found)


def asks_on(question: str, language: str = "en") -> bool:
    """Whether a question points back or names nothing of its own."""
    if not analyse(question, language):
        return False
    naming = [word for word in _own_words(question, language) if word.text not in GENERAL]
    if not naming:
        return True
    if len(naming) > MOST_OWN:
        return False
    return bool(OPENERS.match(question)) or points_back(question, language)


def points_back(question: str, language: str = "en") -> bool:
    """Whether a pronoun of the question, or a "there", stands for something said before it."""
    if PLACE.search(question):
        return True
    plain = EMPTY_IT.sub(" ", question)
    tokens = [token for token in analyse(plain, language) if token.whole]
    for at, token in enumerate(tokens):
        if token.text not in POINTERS:
            continue
        following = tokens[at + 1].text if at + 1 < len(tokens) else ""
        names_it = following and following not in stop_words(language)
        if token.text not in POINTED or not names_it:
            return True
    return False


def _own_words(text: str, language: str) -> list[Token]:
    """The words that carry a text, each whole."""
    light = stop_words(language) | aside_words(language)
    return [token for token in analyse(text, language) if token.whole and token.text not in light]
