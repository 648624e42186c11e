"""Words that may stand for one another, and words that turn a sentence around.

Read once from resources/paraphrases.txt, opposites.txt and irregular_verbs.txt; all are general
English.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache

from verbatim_desktop import resources
from verbatim_desktop.text.languages import stop_words
from verbatim_desktop.text.stem import stem


def wordset(text: str) -> frozenset[str]:
    """A list of words written as running text."""
    return frozenset(text.split())


PARAPHRASES = "paraphrases.txt"
OPPOSITES = "opposites.txt"
IRREGULAR = "irregular_verbs.txt"
NUMBER_WORDS = wordset("""
    zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand
    """)
_WORD = re.compile(r"[a-z0-9]+")


def is_function(word: str) -> bool:
    return word in stop_words("en")


@lru_cache(maxsize=65536)
def key_of(phrase: str) -> str:
    """A word or a set phrase as the gate compares it."""
    return " ".join(stem(word, "en") for word in _WORD.findall(phrase.lower()))


def _lines(name: str) -> Iterator[str]:
    for line in resources.read_text(name).splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def _members(side: str) -> list[str]:
    return [key for key in (key_of(word) for word in side.split(",")) if key]


@cache
def _groups() -> dict[str, frozenset[str]]:
    """Each word or phrase with all that may stand for it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in _lines(PARAPHRASES):
        members = _members(line)
        for member in members:
            found[member].update(members)
    return {member: frozenset(others - {member}) for member, others in found.items()}


@cache
def _opposed() -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in _lines(OPPOSITES):
        left, _, right = line.partition("|")
        for one in _members(left):
            for other in _members(right):
                found[one].add(other)
                found[other].add(one)
    return {one: frozenset(others) for one, others in found.items()}


@cache
def _verbs() -> dict[str, str]:
    """Each irregular form with its verb: "broken" with "break"."""
    rows = [line.split() for line in _lines(IRREGULAR)]
    return {form: verb for verb, *forms in rows for form in forms}


def verb_of(lower: str) -> str:
    """The verb that an irregular form is of; any other word as it is."""
    return _verbs().get(lower, lower)


@cache
def phrases() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Set phrases of two words and more by their first word, the longest first."""
    found: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for member in _groups():
        parts = tuple(member.split(" "))
        if len(parts) > 1:
            found[parts[0]].add(parts)
    return {first: tuple(sorted(its, key=lambda p: (-len(p), p))) for first, its in found.items()}


def same(key: str) -> frozenset[str]:
    """What may stand for a word or phrase."""
    return _groups().get(key, frozenset())


def opposites(key: str) -> frozenset[str]:
    """What turns a sentence around in a word's place."""
    return _opposed().get(key, frozenset())
