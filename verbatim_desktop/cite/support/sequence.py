"""What comes first in a claim and in a sentence: in time, in rank, and of two things which.

"Before", "instead of" and "takes precedence over" turn a statement around by the order alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.coverage import CARRYING
from verbatim_desktop.cite.support.words import Kind, Reading
from verbatim_desktop.domain.support import Lack, SupportRule

#: What says that one thing ranks above the next, and how near what it ranks stands.
_RANKING = tables.wordset(
    "precedence priority override overrides overriding outrank outranks supersede supersedes wins"
)
_CLOSE = 4
#: What tells that something follows.
_FOLLOWING = tables.wordset(
    "after afterwards once when whenever if then following follows followed later until before "
    "since finally next upon finished finishes completed completes ended ends done past"
)
_OTHER = frozenset({"another", "other"})
_OTHERS = _OTHER | {"others", "both", "same", "each", "second", "two", "several", "multiple"}


def told_in_order(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """ "One before the other", where the sentence tells the other first."""
    for at, word in enumerate(claim.words):
        if word.lower in ("instead", "rather"):
            yield from _preferred(claim, at, sentence)
            continue
        if word.lower not in ("before", "after") or word.lower in sentence.all_lowers:
            continue
        if claim.words[at + 1 : at + 2] and _counts(claim, at + 1):
            continue  # "after 90 days" is how long, not what comes first
        left = _nearest(claim, range(at - 1, -1, -1), sentence)
        right = _nearest(claim, range(at + 1, len(claim.words)), sentence)
        if left is None or right is None or left == right:
            continue
        if (left < right) is not (word.lower == "before"):
            detail = "The documents tell this in another order."
            yield Lack(SupportRule.ORDER, word.text, detail)


def _counts(reading: Reading, at: int) -> bool:
    """Whether a word is a number, or the first of one."""
    text = reading.words[at].text
    return any(quantity.text.split()[0] == text for quantity in reading.quantities)


def unplaced(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """ "It runs after the handler", where the sentence says nothing of what follows what.

    What a claim begins with, "After a rename, ...", a heading may say.
    """
    for at, word in enumerate(claim.words[1:-1], 1):
        says_nothing = word.lower == "after" and sentence.all_lowers.isdisjoint(_FOLLOWING)
        if says_nothing and not _counts(claim, at + 1):
            yield Lack(SupportRule.ORDER, word.text, "The documents do not say what follows.")


def ranked(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """ "This takes precedence over that", where in the sentence that does."""
    for at, word in enumerate(claim.words):
        if word.lower not in _RANKING:
            continue
        left, right = _beside(claim, at, -1), _beside(claim, at, 1)
        for place, other in enumerate(sentence.words):
            if other.lower in _RANKING:
                told = _beside(sentence, place, -1)
                if told & (right - left) and not told & (left - right):
                    detail = "The documents rank these the other way round."
                    yield Lack(SupportRule.ORDER, word.text, detail)
                    return


def _beside(reading: Reading, at: int, step: int) -> set[str]:
    """The telling words, by their roots, that stand close on one side; of a name its parts."""
    near = reading.words[max(0, at - _CLOSE) : at] if step < 0 else reading.words[at + 1 :][:_CLOSE]
    told = [word for word in near if word.kind >= Kind.LIGHT and word.lower not in CARRYING]
    return {tables.key_of(part) for word in told for part in word.lower.split("-")}


def another(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """ "An alias points to another alias": the sentence must speak of two as well."""
    for word, named in zip(claim.words, claim.words[1:], strict=False):
        if word.lower not in _OTHER or not sentence.all_lowers.isdisjoint(_OTHERS):
            continue
        twice = sum(other.key == named.key for other in claim.words) > 1
        if twice and sum(other.key == named.key for other in sentence.words) < 2:
            text = f"{word.text} {named.text}"
            yield Lack(SupportRule.CONDITION, text, f"The documents name no {text} here.")


def _preferred(claim: Reading, at: int, sentence: Reading) -> Iterator[Lack]:
    """ "This instead of that", where the sentence says that instead of this."""
    told = [n for n, w in enumerate(sentence.words) if w.lower in ("instead", "rather")]
    other = _nearest(claim, range(at + 1, len(claim.words)), sentence, Kind.LIGHT)
    if told and other is not None and other < told[0]:
        detail = "The documents tell this the other way round."
        yield Lack(SupportRule.ORDER, claim.words[at].text, detail)


def _nearest(
    claim: Reading, places: range, sentence: Reading, least: Kind = Kind.CONTENT
) -> int | None:
    """Where the sentence has the nearest telling word of the claim on one side."""
    for place in places:
        if claim.words[place].kind >= least:
            key = claim.words[place].key
            return next((n for n, word in enumerate(sentence.words) if word.key == key), None)
    return None
