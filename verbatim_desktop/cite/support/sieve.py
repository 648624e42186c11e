"""Pass over the sentences that cannot bear a claim out, before any is read closely.

Reading a sentence costs most of the time that a claim takes. The first letters of its words tell
whether enough of the claim could be in it: a sentence that fails here would fail the proof too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.coverage import weight_of
from verbatim_desktop.cite.support.idioms import forms_of
from verbatim_desktop.cite.support.wordings import worded
from verbatim_desktop.cite.support.words import Kind, Reading, Word

#: The share of a claim's weight that a sentence must seem to hold.
LEAST = 0.4
_LETTERS = 3
_WORD = re.compile(r"[a-z0-9]+")


class Sieve:
    """What a claim needs of a sentence."""

    def __init__(self, claim: Reading) -> None:
        told = [claim.words[at] for at in claim.telling if claim.words[at].kind is not Kind.NUMBER]
        self._wanted = [(weight_of(word), frozenset(_starts(word))) for word in told]
        self._enough = LEAST * sum(weight for weight, _ in self._wanted)

    def passes(self, text: str) -> bool:
        """Whether a sentence could hold enough of the claim."""
        starts = {word[:_LETTERS] for word in _WORD.findall(text.lower())}
        held = sum(weight for weight, wanted in self._wanted if not wanted.isdisjoint(starts))
        return held >= self._enough


def _starts(word: Word) -> Iterator[str]:
    """How the words begin that may stand for one; of an identifier, those it is made of."""
    if word.kind is Kind.IDENTIFIER:
        yield from (part[:_LETTERS] for part in _WORD.findall(word.lower))
        return
    phrase = tables.same(word.phrase) if word.phrase else frozenset[str]()
    for key in (word.key, *tables.same(word.key), *phrase, *worded(word.key)):
        yield key[:_LETTERS]
        yield from (form[:_LETTERS] for form in forms_of(key))
