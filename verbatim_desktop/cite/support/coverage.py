"""How much of a claim a sentence says, word by word, and how near it says each.

A word counts fully where the sentence has it, less where it has another wording, a name made of
it or a word spelt alike, and least where only the heading or the sentences before have it.
"""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.align import holds
from verbatim_desktop.cite.support.wordings import worded
from verbatim_desktop.cite.support.words import BEGINNING, Kind, Reading, Word
from verbatim_desktop.text.everyday import specificity

#: What a word is worth by how it is found.
SAID, LOOSELY, IN_NAME, ALIKE, AROUND = 1.0, 0.9, 0.8, 0.6, 0.5
#: What the plainest word of content weighs, and a framing word.
PLAIN, FRAME = 0.3, 0.12

#: Words that only carry what is said: that it happens, goes on, is shown or let, and where. No
#: sentence is refused for lacking one, whatever the product.
CARRYING = tables.wordset(
    "start starts started share shares shared keep keeps look looks looked list lists listed "
    "happen happens appear appears stay stays remain remains show shows shown take takes taken "
    "put puts go goes come comes bring brings hold holds inside within among times "
    "differently allowed permitted handle handles handled turn turns get gets give gives"
)


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
    if any(holds(other, word) for other in around):
        return AROUND
    if word.kind is not Kind.IDENTIFIER and begins_alike(word, sentence):
        return ALIKE
    return 0.0


def says(reading: Reading, word: Word) -> bool:
    """Whether a sentence has a word or another wording of it."""
    return holds(reading, word) or not worded(word.key).isdisjoint(reading.keys)


def begins_alike(word: Word, sentence: Reading) -> bool:
    """Whether a sentence has a word that is spelt alike as far as the shorter of the two goes."""
    key = word.key[: BEGINNING[-1]]
    if len(key) < BEGINNING[0]:
        return False
    return key in sentence.beginnings or any(key[:n] in sentence.keys for n in BEGINNING[:-1])
