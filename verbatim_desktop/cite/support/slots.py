"""Where a sentence fills a place of the claim with something else.

"Is appended to the trigger" beside "is appended to the body": the words around agree, so the one
that differs is no other wording but another statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.coverage import says
from verbatim_desktop.cite.support.words import Kind, Reading, Word
from verbatim_desktop.domain.support import Lack, SupportRule

_BE = tables.wordset("is are was were be been being gets get")
_MODALS = tables.wordset("can may must will should could might would shall to")
_BETWEEN = tables.wordset("not also only still then always never be automatically either both")
_JOINTS = tables.wordset("to in into on onto from by as at for with")
_DETERMINERS = tables.wordset("the a an your its this that these those their all any each every")
#: What a sentence may say of a thing to keep it out, in the passive.
_KEPT_OUT = tables.wordset(
    "excluded omitted ignored hidden skipped removed disabled prevented rejected forbidden blocked "
    "prohibited disallowed discarded unsupported unavailable lost dropped stripped"
)
_REACH = 3  # words between "is" and what it says


def predicates(claim: Reading) -> frozenset[int]:
    """Positions of the verbs that a claim rests on, as far as its grammar words show them."""
    return frozenset(_predicates(claim))


def _predicates(claim: Reading) -> Iterator[int]:
    for at, word in enumerate(claim.words):
        if word.lower in _BE or word.lower in _MODALS:
            place = at + 1
            while place < len(claim.words) and claim.words[place].lower in _BETWEEN:
                place += 1
            if place < len(claim.words) and _is_verb(claim.words[place], word.lower in _BE):
                yield place


def _is_verb(word: Word, passive: bool) -> bool:
    if word.kind not in (Kind.CONTENT, Kind.LIGHT):
        return False
    return word.lower.endswith(("ed", "en", "wn", "ld", "lt", "nt")) if passive else True


def replaced(claim: Reading, at: int, sentence: Reading) -> bool:
    """Whether a sentence has something else beside a neighbour of a word that it lacks."""
    place = claim.telling.index(at)
    for step in (-1, 1):
        if 0 <= place + step < len(claim.telling):
            neighbour = claim.words[claim.telling[place + step]]
            if any(_other(claim, sentence, n, -step) for n in _places(sentence, neighbour)):
                return True
    return False


def _places(sentence: Reading, word: Word) -> list[int]:
    return [n for n in sentence.telling if sentence.words[n].key == word.key]


def _other(claim: Reading, sentence: Reading, at: int, step: int) -> bool:
    """Whether the telling word next to a place is one that the claim does not say."""
    place = sentence.telling.index(at) + step
    if not 0 <= place < len(sentence.telling):
        return False
    word = sentence.words[sentence.telling[place]]
    return word.kind > Kind.LIGHT and not says(claim, word)


def kept_out(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """What the sentence excludes, and the claim does not."""
    for at, word in enumerate(sentence.words):
        if word.lower not in _KEPT_OUT or says(claim, word):
            continue
        before = sentence.lowers[max(0, at - _REACH) : at]
        if not _BE.isdisjoint(before) and "not" not in before and "if" not in before:
            detail = f"The documents say “{word.text}” here."
            yield Lack(SupportRule.NEGATION, "(not)", detail)
            return


def filled(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """Objects of one word and one preposition that differ: "written in Rust", "written in Go"."""
    for at, joint in enumerate(claim.words[1:-1], 1):
        governor = claim.words[at - 1]
        if joint.lower not in _JOINTS or governor.kind in (Kind.FUNCTION, Kind.NUMBER):
            continue
        own = _object(claim, at + 1)
        if not own or any(says(sentence, word) for word in own):
            continue
        for place in range(1, len(sentence.words) - 1):
            if sentence.words[place].lower == joint.lower and _is(sentence, place - 1, governor):
                other = _object(sentence, place + 1)
                if other and not any(says(claim, word) for word in other):
                    text = " ".join(word.text for word in own)
                    said = " ".join(word.text for word in other)
                    detail = f"The documents say “{joint.text} {said}”, not “{text}”."
                    yield Lack(SupportRule.OPPOSITE, text, detail)
                    return


def _is(sentence: Reading, at: int, governor: Word) -> bool:
    return sentence.words[at].key == governor.key or sentence.words[at].root == governor.root


def _object(reading: Reading, at: int) -> list[Word]:
    """The telling words of the noun phrase that begins here."""
    while at < len(reading.words) and reading.words[at].lower in _DETERMINERS:
        at += 1
    found: list[Word] = []
    while at < len(reading.words) and reading.words[at].kind is not Kind.FUNCTION:
        found.append(reading.words[at])
        at += 1
    return found
