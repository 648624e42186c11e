"""What turns a claim against its source: a negation more or less, or an opposite word.

A negation is tied to the words it stands before. It must have a partner, tied to one of the same
words, in the sentences the claim rests on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.align import Alignment
from verbatim_desktop.cite.support.words import Kind, Reading, Word, read
from verbatim_desktop.domain.support import Lack, SupportRule

_NEGATORS = tables.wordset(
    "not no never none nothing nobody neither nor without unable impossible hardly cannot "
    "nowhere lack lacks lacking"
)
_NOT_NEGATIONS = ("not only", "no matter", "not just", "no more than", "no less than",
                  "no fewer than", "not more than", "not less than", "why not", "or not",
                  "not necessarily")  # fmt: skip
_PREFIXES = ("un", "in", "im", "ir", "non", "dis", "de")
_REACH = 4  # words a negation is tied to on its right
_BESIDE = 2  # words on each side that an opposite must share
_SHORT = 2  # and where a claim repeats them


class Negation(NamedTuple):
    text: str
    scope: tuple[str, ...]  # keys of the telling words it is tied to, nearest first


def negations(reading: Reading) -> tuple[Negation, ...]:
    return tuple(_negations(reading))


def _negations(reading: Reading) -> Iterator[Negation]:
    for at, word in enumerate(reading.words):
        if word.lower not in _NEGATORS or _is_phrase(reading, at):
            continue
        right = [_name(w) for w in reading.words[at + 1 : at + 9] if w.kind > Kind.FUNCTION]
        left = [_name(w) for w in reading.words[max(0, at - 6) : at] if w.kind > Kind.FUNCTION]
        yield Negation(word.lower, (*right[:_REACH], *reversed(left[-2:])))


def _name(word: Word) -> str:
    return word.root


def _is_phrase(reading: Reading, at: int) -> bool:
    here = " ".join(reading.lowers[at : at + 3]) + " "
    before = " ".join(reading.lowers[max(0, at - 1) : at + 1])
    return any(here.startswith(phrase + " ") for phrase in _NOT_NEGATIONS) or (
        before in _NOT_NEGATIONS
    )


def turned(aligned: Alignment) -> Iterator[Lack]:
    """Negations without a partner on the other side."""
    own = negations(aligned.claim)
    theirs = [item for reading in aligned.window for item in negations(reading)]
    held = frozenset(
        aligned.claim.words[at].root for at, is_held in aligned.held.items() if is_held
    )
    for item in own:
        if item.scope and item.scope[0] not in held:
            continue  # the words denied are not in the source either, and are counted as missing
        if not any(_tied(item, other) for other in theirs) and not _said_otherwise(item, aligned):
            detail = f"The source does not say “{item.text}” of this."
            yield Lack(SupportRule.NEGATION, item.text, detail)
    yield from _dropped(aligned, own)


def _dropped(aligned: Alignment, own: tuple[Negation, ...]) -> Iterator[Lack]:
    """What the best sentence denies must not be said without its negation."""
    best = aligned.best
    if best is None:
        return
    said = aligned.claim.roots
    if _has_negative(aligned.claim):
        return
    for item in negations(best):
        near = item.scope[:_SHORT]
        stated = bool(near) and all(root in said for root in near)
        if stated and not any(_tied(item, other) for other in own):
            detail = f"The source says “{item.text}” here; the sentence does not."
            yield Lack(SupportRule.NEGATION, item.text, detail)


def _tied(one: Negation, other: Negation) -> bool:
    return not one.scope or not other.scope or not set(one.scope).isdisjoint(other.scope)


def _has_negative(reading: Reading) -> bool:
    return any(_positive_of(word.lower) for word in reading.words)


def _said_otherwise(item: Negation, aligned: Alignment) -> bool:
    """Whether the source denies it in one word: "unsupported", "disabled", "fails"."""
    for reading in aligned.window:
        for word in reading.words:
            if word.lower in _IN_ONE_WORD or _positive_of(word.lower) in item.scope:
                return True
    return False


_IN_ONE_WORD = tables.wordset(
    "fails fail failed prevents prevent prevented forbidden prohibited disallowed ignored ignores "
    "skips skipped excludes excluded disabled except instead rather only unless avoid refuses "
    "denied rejected removed deprecated empty absent missing"
)


def _positive_of(lower: str) -> str:
    """The root of what a negative prefix denies: "unsupported" gives that of "supported"."""
    for prefix in _PREFIXES:
        rest = lower.removeprefix(prefix)
        if rest != lower and len(rest) > 4:
            words = read(rest).words
            return words[0].root if words else ""
    return ""


def opposed(aligned: Alignment) -> Iterator[Lack]:
    """Words in whose place the source has their opposite, and which it has nowhere itself."""
    for at, word in enumerate(aligned.claim.words):
        if word.lower in _RELATING or any(_has(source, word) for source in aligned.window):
            continue
        for source in aligned.window:
            other = _opposite_in_place(aligned.claim, at, source)
            if other:
                detail = f"The source says {other}, not {word.text}."
                yield Lack(SupportRule.OPPOSITE, word.text, detail)
                break


#: Small words that have an opposite, and in other words than the source's merely relate.
_RELATING = tables.wordset("for against to from in out on off up down with lastly finally")


def _has(source: Reading, word: Word) -> bool:
    return word.key in source.keys or word.root in source.roots


def _opposite_in_place(claim: Reading, at: int, source: Reading) -> str:
    """An opposite of a word of the claim that stands in the source among the same words."""
    word = claim.words[at]
    opposites = tables.opposites(word.key)
    near = 1 if word.kind is Kind.FUNCTION else _BESIDE
    for place, other in enumerate(source.words):
        opposite = other.key in opposites or _deny(word, other)
        if (
            opposite
            and other.key not in claim.keys
            and (_around(claim, at, near) & _around(source, place, near))
        ):
            return other.text
    return ""


def _deny(word: Word, other: Word) -> bool:
    """Whether one of two words is the other with a negative prefix, both said plainly."""
    if word.kind is Kind.FUNCTION:
        return False
    return _positive_of(other.lower) == word.root or _positive_of(word.lower) == other.root != ""


def _around(reading: Reading, at: int, reach: int) -> frozenset[str]:
    """Roots of the nearest telling words on both sides."""
    left = [w.root for w in reading.words[:at] if w.kind > Kind.FUNCTION][-reach:]
    right = [w.root for w in reading.words[at + 1 :] if w.kind > Kind.FUNCTION][:reach]
    return frozenset((*left, *right))
