"""How much of a claim a sentence says, word by word, and how near it says each.

A word counts fully where the sentence has it, less where it has another wording, a name made of
it or a word spelt alike, and least where only the heading or the sentences before have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.align import holds
from verbatim_desktop.cite.support.kinship import kin
from verbatim_desktop.cite.support.wordings import worded
from verbatim_desktop.cite.support.words import BEGINNING, Kind, Reading, Word
from verbatim_desktop.text.everyday import specificity

#: What a word is worth by how it is found.
SAID, LOOSELY, IN_NAME, KIN, ABOVE, ALIKE, AROUND = 1.0, 0.9, 0.8, 0.75, 0.7, 0.6, 0.5
#: What the plainest word of content weighs, and a framing word.
PLAIN, FRAME = 0.3, 0.12


def weight_of(word: Word) -> float:
    if word.kind is Kind.LIGHT:
        return FRAME
    return max(PLAIN, specificity(word.text) ** 2)


def held(word: Word, sentence: Reading, around: Sequence[Reading]) -> float:
    """What a word of a claim is worth beside a sentence and what stands around it."""
    if holds(sentence, word):
        return SAID
    if word.kind is not Kind.IDENTIFIER:
        if not worded(word.key).isdisjoint(sentence.keys):
            return LOOSELY
        if word.key in sentence.name_parts:
            return IN_NAME
        if not kin(word.key).isdisjoint(sentence.keys):
            return KIN
    if any(holds(other, word) for other in around[:1]):
        return ABOVE
    if any(holds(other, word) for other in around[1:]):
        return AROUND
    if word.kind is not Kind.IDENTIFIER and begins_alike(word, sentence):
        return ALIKE
    return 0.0


def focus(claim: Reading, sentence: Reading) -> float:
    """How close together a sentence says what it says of a claim.

    The share of the claim's words in the shortest stretch that has them all: low where they are
    strewn over a sentence that speaks of other things.
    """
    found: list[tuple[float, int]] = []  # weight, and which word of the claim, -1 for none
    told = [claim.words[at] for at in claim.telling]
    for at in sentence.telling:
        word = sentence.words[at]
        if word.kind is not Kind.NUMBER:
            number = next((n for n, own in enumerate(told) if says_of(own, word)), -1)
            found.append((weight_of(word), number))
    return _densest(found)


def says_of(own: Word, word: Word) -> bool:
    """Whether one word of a sentence is one of a claim, or another wording of it."""
    if own.key == word.key or own.root == word.root:
        return True
    alike = tables.same(own.key) | worded(own.key) | kin(own.key)
    return word.key in alike or word.phrase in alike


def _densest(found: Sequence[tuple[float, int]]) -> float:
    wanted = {number for _, number in found if number >= 0}
    best, start, inside = 0.0, 0, Counter[int]()
    for end, (_, number) in enumerate(found):
        inside[number] += number >= 0
        while wanted and all(inside[n] for n in wanted):
            stretch = found[start : end + 1]
            said = sum(weight for weight, n in stretch if n >= 0)
            best = max(best, said / sum(weight for weight, _ in stretch))
            inside[found[start][1]] -= found[start][1] >= 0
            start += 1
    return best


def says(reading: Reading, word: Word) -> bool:
    """Whether a sentence has a word or another wording of it."""
    return holds(reading, word) or not (worded(word.key) | kin(word.key)).isdisjoint(reading.keys)


def begins_alike(word: Word, sentence: Reading) -> bool:
    """Whether a sentence has a word that is spelt alike as far as the shorter of the two goes."""
    key = word.key[: BEGINNING[-1]]
    if len(key) < BEGINNING[0]:
        return False
    return key in sentence.beginnings or any(key[:n] in sentence.keys for n in BEGINNING[:-1])
