"""Whether one sentence of a document bears out a claim that is said in other words.

Stricter than the gate where it counts, since nobody chose this sentence: every number and
identifier must stand in it, it must deny what the claim denies, and every limit of the claim must
be its own. Looser in wording: words weigh by how telling they are, and headings and the sentences
just before may supply what a sentence takes for granted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.support import slots, tables
from verbatim_desktop.cite.support.align import holds
from verbatim_desktop.cite.support.coverage import (
    ALIKE,
    AROUND,
    FRAME,
    IN_NAME,
    SAID,
    begins_alike,
    held,
    says,
    weight_of,
)
from verbatim_desktop.cite.support.words import Kind, Reading, Word
from verbatim_desktop.domain.support import Lack, SupportRule

#: How much more a verb weighs that the claim rests on and the sentence lacks.
PREDICATE = 2.0
#: Words after a negation that it is about.
_SCOPE = 2
#: How far from a denial, in words, what it is about may stand.
_NEAR = 6

_DENY = tables.wordset(
    "not no never none nothing nobody neither nor without unable impossible hardly lack lacks "
    "lacking unless except excluding missing"
)
#: What a denial may stand before although it denies what comes next: "is not possible to".
_GRANTING = tables.wordset(
    "possible available allow allowed allows support supported supports able permitted recommended "
    "enough need needs want wants let lets required requires help provide include included"
)
#: Verbs that say little elsewhere but much when they are denied.
_PLAIN_VERBS = tables.wordset("work works use used uses using make makes go goes get gets know")
#: Words that make an exception to a whole sentence.
_EXCEPTING = tables.wordset("unless except excluding missing")
#: Words that deny what they govern; either side may use one for a negation of the other.
_DENY_SOFTLY = tables.wordset(
    "disable disables disabled disabling prevent prevents stop stops exclude excludes excluded "
    "omit omits omitted ignore ignores ignored skip skips fail fails remove removes removed avoid "
    "avoids "
    "only hidden hide hides block blocks instead rather reject rejects forbid forbids keeps"
)
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
#: Small words whose opposite counts.
_TURNING = tables.wordset("before after first last more less fewer most least above below never")
_VALUES = tables.wordset("null undefined true false nan void")
_ACCEPTED = {
    "only": "only solely exclusively just unless except",
    "must": "must need needs required requires require necessary mandatory only have has make now "
            "cannot should when ensure",
    "all": "all every each always any both across everything everyone entire whenever never only",
    "optional": "optional optionally can may",
    "default": "default defaults initially otherwise preset automatically",
    "free": "free cost",
    "before": "before prior until first then ahead initially",
    "should": "should recommended recommend recommends consider prefer rather preferred best use",
    "instead": "instead rather replaced replace not",
}  # fmt: skip


#: What stands for a denial or a limit; the rules below see to whether it is the same one.
_FAMILIES = dict.fromkeys(_DENY, _DENY) | {
    word: tables.wordset(_ACCEPTED[words.split()[0]])
    for words, _ in _LIMITS
    for word in words.split()
}


@dataclass(frozen=True, slots=True)
class Proof:
    """How a sentence stands to a claim.

    score: 0 to 1, the share of the claim it bears out with what stands around it. own: by itself.
    missing: words that it does not say itself. unsaid: those of them that nothing around it says
    either, or in whose place it has another.
    """

    score: float
    own: float
    faults: tuple[Lack, ...]
    missing: tuple[str, ...]
    unsaid: tuple[str, ...] = ()


def prove(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Proof:
    """Hold one sentence, and what stands around it, against a claim; both as `plain` reads them.

    around: its headings first, then the sentences just before it.
    """
    worth: list[float] = []
    alone: list[float] = []
    weights: list[float] = []
    missing: list[str] = []
    unsaid: list[str] = []
    verbs = slots.predicates(claim)
    for at in claim.telling:
        word = claim.words[at]
        if word.kind is Kind.NUMBER:
            continue
        value = _value(word, sentence, around)
        weight = weight_of(word) * (PREDICATE if at in verbs and value < IN_NAME else 1)
        weights.append(weight)
        worth.append(weight * value)
        alone.append(weight * value if value != AROUND else 0.0)
        if value < ALIKE:
            missing.append(word.text)
            if _unsaid(claim, at, value, sentence):
                unsaid.append(word.text)
    total = math.fsum(weights)
    if not total:
        return Proof(0.0, 0.0, (), ())
    score, own = math.fsum(worth) / total, math.fsum(alone) / total
    faults = tuple(_faults(claim, sentence, around)) if score > FRAME else ()
    lacking = tuple(dict.fromkeys(missing))
    return Proof(round(score, 4), round(own, 4), faults, lacking, tuple(dict.fromkeys(unsaid)))


def _unsaid(claim: Reading, at: int, value: float, sentence: Reading) -> bool:
    if claim.words[at].kind is Kind.LIGHT:
        return False
    return not value or slots.replaced(claim, at, sentence)


def _value(word: Word, sentence: Reading, around: Sequence[Reading]) -> float:
    """As `held`, but denials and limits count as said where another of their kind is."""
    family = _FAMILIES.get(word.lower)
    if family and not sentence.all_lowers.isdisjoint(family):
        return SAID
    return held(word, sentence, around)


def _faults(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    yield from _numbers(claim, sentence)
    yield from _names(claim, sentence, around)
    yield from _negation(claim, sentence)
    yield from _opposites(claim, sentence)
    yield from _limits(claim, sentence)
    yield from _sequence(claim, sentence)
    yield from slots.filled(claim, sentence)
    yield from _roles(claim, sentence, around)
    if not _denials(claim) and not claim.all_lowers & _DENY_SOFTLY:
        yield from slots.kept_out(claim, sentence)


def _roles(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    """Who may do it, or whom it is about, must be said in the sentence or in its heading."""
    for word in claim.words:
        if word.lower in _ROLES and not any(says(r, word) for r in (sentence, *around[:1])):
            yield Lack(SupportRule.IDENTIFIER, word.text, f"{word.text} is not named there.")


def _numbers(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    for own in claim.quantities:
        alike = [
            other
            for other in sentence.quantities
            if other.value == own.value
            and (other.unit == own.unit or not other.unit or not own.unit)
            and (other.bound == own.bound or "" in (other.bound, own.bound))
        ]
        if not alike:
            yield Lack(SupportRule.NUMBER, own.text, f"No sentence found says {own.text} of this.")


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


def _negation(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    ours, theirs = _denying(claim), _denying(sentence)
    even = len(ours) % 2 == len(theirs) % 2 and (ours or not theirs)
    if even and all(_is_answered(claim, at, sentence) for at in ours):
        return
    if not even and _said_softly(claim, sentence, ours, theirs):
        return
    if not ours and not sentence.all_lowers & _EXCEPTING and not denies(sentence, claim):
        return  # what the sentence denies is nothing that the claim says
    odd = even or len(ours) % 2
    said = "The documents do not deny this." if odd else "The documents deny this."
    yield Lack(SupportRule.NEGATION, "not" if odd else "(not)", said)


def _is_answered(claim: Reading, at: int, sentence: Reading) -> bool:
    """Whether what the claim denies here the sentence denies too, or does not speak of."""
    if claim.words[at].lower in _EXCEPTING or "only" in sentence.all_lowers:
        return True
    denied = [word for word in _denied(claim, at)[:1] if says(sentence, word)]
    if not denied:
        return True
    answers = {word.root for other in _denying(sentence) for word in _denied(sentence, other)}
    return any(word.root in answers for word in denied) or any(
        not _denied(sentence, other) for other in _denying(sentence)
    )


def _said_softly(
    claim: Reading, sentence: Reading, ours: Sequence[int], theirs: Sequence[int]
) -> bool:
    """Whether one side denies with a verb: "disabling it" for "without it"."""
    odd = len(ours) % 2
    softer, other, denials = (sentence, claim, ours) if odd else (claim, sentence, theirs)
    denied = {word.root for at in denials for word in _denied(other, at)[:_SCOPE]}
    places = [n for n, lower in enumerate(softer.lowers) if lower in _DENY_SOFTLY]
    return any(
        softer.words[n].root in denied
        for at in places
        if softer.lowers[at] not in other.all_lowers
        for n in softer.telling
        if 0 < abs(n - at) <= _NEAR
    )


def _denied(reading: Reading, at: int) -> list[Word]:
    """The telling words soon after a denial, without those that only grant or qualify."""
    near = reading.words[at + 1 : at + 1 + _NEAR]
    return [word for word in near if _tells(word) and not _grants(word)]


def _tells(word: Word) -> bool:
    return word.kind > Kind.FUNCTION or word.lower in _PLAIN_VERBS


def _grants(word: Word) -> bool:
    return word.lower in _GRANTING or word.lower.endswith("ly")


def denies(sentence: Reading, claim: Reading) -> bool:
    """Whether a sentence denies something that the claim says, not merely something."""
    return any(_is_denied(sentence, at, claim) for at in _denying(sentence))


def _denying(reading: Reading) -> list[int]:
    return [at for at, word in enumerate(reading.words) if word.lower in _DENY]


def _is_denied(sentence: Reading, at: int, claim: Reading) -> bool:
    """Whether the claim says what a denial stands before, or what that frames."""
    near = sentence.words[at + 1 : at + 1 + _NEAR]
    told = [word for word in near if _tells(word)][:_SCOPE]
    for word in told:
        if says(claim, word):
            return True
        if not _grants(word):
            return False
    return not told


def _denials(reading: Reading) -> int:
    return sum(word.lower in _DENY for word in reading.words)


def _opposites(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    for word in claim.words:
        small = word.kind is Kind.FUNCTION and word.lower not in _TURNING
        if small or word.key in sentence.keys or word.root in sentence.roots:
            continue
        against = (tables.opposites(word.key) & sentence.keys) - claim.keys
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
        if named and not theirs & accepted:
            text = sorted(named)[0]
            yield Lack(rule, text, f"The documents do not say “{text}” of this.")


def _sequence(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """ "One before the other", where the sentence tells the other first."""
    for at, word in enumerate(claim.words):
        if word.lower in ("instead", "rather"):
            yield from _preferred(claim, at, sentence)
            continue
        if word.lower not in ("before", "after") or word.lower in sentence.all_lowers:
            continue
        left = _nearest(claim, range(at - 1, -1, -1), sentence)
        right = _nearest(claim, range(at + 1, len(claim.words)), sentence)
        if left is None or right is None or left == right:
            continue
        if (left < right) is not (word.lower == "before"):
            detail = "The documents tell this in another order."
            yield Lack(SupportRule.ORDER, word.text, detail)


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
