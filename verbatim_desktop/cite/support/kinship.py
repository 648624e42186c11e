"""What general English knows of words: which share a sense, and which are opposites.

Read once from resources/wordnet.txt, drawn from WordNet. Such a word is further from a claim's own
than those of wordings.txt, which were chosen for documentation, and counts for less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from verbatim_desktop.cite.support.tables import key_of
from verbatim_desktop.resources import read_text

WORDNET = "wordnet.txt"


def kin(key: str) -> frozenset[str]:
    """What shares a sense with a word, by its stem; two words are written as one."""
    return _kin().get(key, frozenset())


def contrary(key: str) -> frozenset[str]:
    """The opposites of a word, by its stem."""
    return _contrary().get(key, frozenset())


@cache
def denied() -> dict[str, str]:
    """Words that deny another in one, with the other: "irreversible" and "reversible"."""
    return {sides[0]: sides[1] for sides in _lines("!")}


def is_plain_verb(key: str) -> bool:
    """Whether a word, by its stem, is a verb of so many senses that it says little."""
    return key in _verbs()


@cache
def _verbs() -> frozenset[str]:
    return frozenset(key_of(sides[1]) for sides in _lines("*"))


def _lines(mark: str) -> Iterator[list[str]]:
    for line in read_text(WORDNET).splitlines():
        if mark in line and not line.startswith("#"):
            yield [part.strip() for part in line.split(mark)]


@cache
def _kin() -> dict[str, frozenset[str]]:
    return _table(_lines(","))


@cache
def _contrary() -> dict[str, frozenset[str]]:
    return _table(_lines("|"))


def _table(lines: Iterator[list[str]]) -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for words in lines:
        keys = [key_of(word).replace(" ", "") for word in words]
        for key in keys:
            found[key].update(keys)
    return {key: frozenset(others - {key}) for key, others in found.items()}
