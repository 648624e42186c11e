"""Whether one sentence of a document bears out a claim that is said in other words.

Stricter than the gate where it counts, since nobody chose this sentence: every number and
identifier must stand in it, it must deny what the claim denies, and every limit of the claim must
be its own. Looser in wording: words weigh by how telling they are, and headings and the sentences
just before may supply what a sentence takes for granted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.support import slots, tables
from verbatim_desktop.cite.support.align import holds
from verbatim_desktop.cite.support.counts import lacking, units_said
from verbatim_desktop.cite.support.coverage import (
    ALIKE,
    AROUND,
    CARRYING,
    FRAME,
    IN_NAME,
    SAID,
    begins_alike,
    held,
    says,
    weight_of,
)
from verbatim_desktop.cite.support.denial import DENY, DENY_SOFTLY, denials, turned_over
from verbatim_desktop.cite.support.idioms import opposed
from verbatim_desktop.cite.support.sequence import another, ranked, told_in_order, unplaced
from verbatim_desktop.cite.support.words import Kind, Reading, Word
from verbatim_desktop.domain.support import Lack, SupportRule

#: How much more a verb weighs that the claim rests on and the sentence lacks.
PREDICATE = 2.0
#: In a claim of so few telling words each counts.
_BRIEF = 3
#: What tells that "only" limits when or where, not whether there are exceptions.
_ONLY_WHERE = re.compile(r"\bonly (?:if|when|where|after|for|in|on|to|by)\b", re.IGNORECASE)
#: Who somebody is to a system; each may do other things.
_ROLES = tables.wordset(
    "administrator administrators admin admins moderator moderators owner owners guest guests "
    "maintainer maintainers developer developers reporter reporters manager managers customer "
    "customers merchant merchants student students teacher teachers"
)
#: Limits that a claim may not have where the sentence names none of their family.
_LIMITS = (
    ("must required requires require necessary mandatory", SupportRule.CONDITION),
    ("only solely exclusively", SupportRule.CONDITION),
    ("all every each always any both", SupportRule.CONDITION),
    ("optional optionally", SupportRule.CONDITION),
    ("before prior", SupportRule.CONDITION),
    ("default defaults", SupportRule.CONDITION),
    ("free", SupportRule.CONDITION),
    ("should recommended recommends", SupportRule.CONDITION),
    ("instead", SupportRule.CONDITION),
)
#: What is missing where the sentence says "only" and the claim does not.
LIMITED = "(only)"
#: Words with which a claim keeps the limit of an "only".
_LIMITING = tables.wordset(
    "only just solely exclusively unless except not no cannot never nothing nobody limited "
    "restricted must need needs required requires if when lack lacks"
)
_PERMITTING = tables.wordset("may might can could optional optionally")
_REQUIRING = tables.wordset("must required requires require mandatory")
#: Small words whose opposite counts.
_TURNING = tables.wordset("before after first last more less fewer most least above below never")
_VALUES = tables.wordset("null undefined true false nan void")
_ACCEPTED = {
    "only": "only solely exclusively just unless except",
    "must": "must need needs required requires require necessary mandatory have has make now "
            "cannot should when ensure",
    "all": "all every each always any both across everything everyone entire whenever never only",
    "optional": "optional optionally can may",
    "default": "default defaults initially otherwise preset",
    "free": "free cost",
    "before": "before prior until first then ahead initially",
    "should": "should recommended recommend recommends consider prefer rather preferred best use",
    "instead": "instead rather replaced replace not",
}  # fmt: skip


#: What stands for a denial or a limit; the rules below see to whether it is the same one.
_FAMILIES = dict.fromkeys(DENY, DENY) | {
    word: tables.wordset(_ACCEPTED[words.split()[0]])
    for words, _ in _LIMITS
    for word in words.split()
}


@dataclass(frozen=True, slots=True)
class Proof:
    """How a sentence stands to a claim.

    score: 0 to 1, the share of the claim it bears out with what stands around it. own: by itself.
    missing: words that it does not say itself. unsaid: those of them that nothing around it says
    either, or in whose place it has another. here: of the telling words, however plain, the share
    that the sentence says itself.
    """

    score: float
    own: float
    faults: tuple[Lack, ...]
    missing: tuple[str, ...]
    unsaid: tuple[str, ...] = ()
    here: float = 1.0


def prove(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Proof:
    """Hold one sentence, and what stands around it, against a claim; both as `plain` reads them.

    around: its headings first, then the sentences just before it.
    """
    worth: list[float] = []
    alone: list[float] = []
    weights: list[float] = []
    missing: list[str] = []
    unsaid: list[str] = []
    told: list[bool] = []
    verbs = slots.predicates(claim)
    timed = units_said(claim, sentence)
    for at in claim.telling:
        word = claim.words[at]
        if word.kind is Kind.NUMBER:
            continue
        value = SAID if word.lower in timed else _value(word, sentence, around)
        carries = word.lower in CARRYING and len(claim.telling) > _BRIEF
        weight = FRAME if carries else weight_of(word)
        weight *= PREDICATE if at in verbs and value < IN_NAME and not carries else 1
        weights.append(weight)
        worth.append(weight * value)
        alone.append(weight * value if value != AROUND else 0.0)
        if weight > FRAME:
            told.append(value not in (0.0, AROUND))
        if value < ALIKE:
            missing.append(word.text)
            if _unsaid(claim, at, value, sentence):
                unsaid.append(word.text)
    total = math.fsum(weights)
    if not total:
        return Proof(0.0, 0.0, (), ())
    score, own = math.fsum(worth) / total, math.fsum(alone) / total
    faults = tuple(_faults(claim, sentence, around)) if score > FRAME else ()
    not_said = tuple(dict.fromkeys(missing))
    here = sum(told) / len(told) if told else 1.0
    unsaid_once = tuple(dict.fromkeys(unsaid))
    return Proof(round(score, 4), round(own, 4), faults, not_said, unsaid_once, here)


def _unsaid(claim: Reading, at: int, value: float, sentence: Reading) -> bool:
    if claim.words[at].kind is Kind.LIGHT:
        return False
    if claim.words[at].lower in CARRYING and len(claim.telling) > _BRIEF:
        return False
    return not value or slots.replaced(claim, at, sentence)


def _value(word: Word, sentence: Reading, around: Sequence[Reading]) -> float:
    """As `held`, but denials and limits count as said where another of their kind is."""
    family = _FAMILIES.get(word.lower)
    if family and not sentence.all_lowers.isdisjoint(family):
        return SAID
    return held(word, sentence, around)


def _faults(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    yield from lacking(claim, sentence)
    yield from _names(claim, sentence, around)
    yield from turned_over(claim, sentence)
    yield from _opposites(claim, sentence)
    yield from _limits(claim, sentence)
    yield from _permitted(claim, sentence)
    yield from told_in_order(claim, sentence)
    yield from unplaced(claim, sentence)
    yield from ranked(claim, sentence)
    yield from another(claim, sentence)
    yield from slots.filled(claim, sentence)
    yield from _roles(claim, sentence, around)
    if not denials(claim) and not claim.all_lowers & DENY_SOFTLY:
        yield from slots.kept_out(claim, sentence)


def _roles(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    """Who may do it, or whom it is about, must be said in the sentence or in its heading."""
    for word in claim.words:
        if word.lower in _ROLES and not any(says(r, word) for r in (sentence, *around[:1])):
            yield Lack(SupportRule.IDENTIFIER, word.text, f"{word.text} is not named there.")


def _names(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    """Identifiers may stand in a heading; keys to press and values such as null may not."""
    for word in claim.words:
        if word.lower in _VALUES and word.lower not in sentence.all_lowers:
            yield Lack(SupportRule.IDENTIFIER, word.text, f"{word.text} is not said there.")
        if word.text[:1].isupper() and not word.first and not _named(word, sentence, around[:1]):
            yield Lack(SupportRule.IDENTIFIER, word.text, f"{word.text} is not named there.")
            continue
        key = len(word.text) == 1 and word.text.isupper() and word.text not in "AI"
        if (key and word.text not in sentence.written) or (
            word.kind is Kind.IDENTIFIER
            and not any(holds(reading, word) for reading in (sentence, *around[:1]))
        ):
            yield Lack(SupportRule.IDENTIFIER, word.text, f"{word.text} is not named there.")


def _named(word: Word, sentence: Reading, headings: Sequence[Reading]) -> bool:
    """Whether a capitalised word is there; a small word only with its capital ("Go")."""
    if word.kind is Kind.FUNCTION and word.lower not in ("i", "a"):
        return any(word.text in reading.written for reading in (sentence, *headings))
    return any(holds(reading, word) for reading in (sentence, *headings)) or (
        begins_alike(word, sentence)
    )


def _opposites(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    for word in claim.words:
        small = word.kind is Kind.FUNCTION and word.lower not in _TURNING
        if small or word.key in sentence.keys or word.root in sentence.roots:
            continue
        against = (opposed(word.key) & sentence.keys) - claim.keys
        if against and not holds(sentence, word):
            said = sorted(against)[0]
            yield Lack(SupportRule.OPPOSITE, word.text, f"The documents say “{said}” here.")


def _limits(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    own, theirs = claim.all_lowers, sentence.all_lowers
    if "only" in theirs and not own & _LIMITING:
        yield Lack(SupportRule.CONDITION, LIMITED, "The documents say “only” here.")
    for words, rule in _LIMITS:
        named = own & tables.wordset(words)
        if "should" in named and "if" in own:
            continue  # "if it should fail" recommends nothing
        accepted = tables.wordset(_ACCEPTED[words.split()[0]])
        if words.startswith("all") and _ONLY_WHERE.search(sentence.text):
            accepted -= {"only"}
        if named and not theirs & accepted:
            text = sorted(named)[0]
            yield Lack(rule, text, f"The documents do not say “{text}” of this.")


def _permitted(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """What the documents require, and the claim only permits."""
    own, theirs = claim.all_lowers, sentence.all_lowers
    permits = sorted(own & _PERMITTING)
    if permits and theirs & _REQUIRING and not theirs & _PERMITTING and not own & _REQUIRING:
        detail = f"The documents require this; the claim says “{permits[0]}”."
        yield Lack(SupportRule.CONDITION, permits[0], detail)
