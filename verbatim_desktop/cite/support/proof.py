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
from functools import lru_cache

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.align import holds
from verbatim_desktop.cite.support.polarity import negations
from verbatim_desktop.cite.support.words import Kind, Reading, Word, read
from verbatim_desktop.domain.support import Lack, SupportRule
from verbatim_desktop.text.everyday import specificity

#: What a word is worth that only the surroundings of the sentence have.
AROUND = 0.5
#: What the plainest word of content weighs, and a framing word.
PLAIN, FRAME = 0.3, 0.12
#: What a word is worth that is only spelt alike in its beginning.
ALIKE = 0.6
_SHORTEST_STEM = 5
#: Words after a negation that it is about.
_SCOPE = 2

_IDIOMS = (
    (re.compile(r"\b(?:turn|switch)(?:ed|s|ing|es)? on\b", re.I), "enabled"),
    (re.compile(r"\b(?:turn|switch)(?:ed|s|ing|es)? off\b", re.I), "disabled"),
    (re.compile(r"\b(?:keep|keeps|kept|keeping)\b(?=.{1,40} from \w+ing\b)", re.I), "prevent"),
    (re.compile(r"\bother than\b", re.I), "except"),
    (re.compile(r"\bwhether or not\b", re.I), "whether"),
    (re.compile(r"\bnot the same\b", re.I), "different"),
    (re.compile(r"\b(?:nobody|no one|none) (?:but|except)\b", re.I), "only"),
    (re.compile(r"\bnothing (?:but|except)\b|\bno other(?: \w+)? than\b", re.I), "only"),
    (re.compile(r"\b(?:only|just) (?:some|a few)\b", re.I), "some"),
    (re.compile(r"\bunless (?:you |it |it is |they are )?(?:told|set|changed?|configured|stated|"
                r"specified)(?: otherwise| it)?\b|\bout of the box\b", re.I), "by default"),
    (re.compile(r"\b(?:each|every) time\b", re.I), "when"),
    (re.compile(r",? but not (?:all|every)(?: of (?:them|these))?\b|\bbut (?=only\b)", re.I), " "),
    (re.compile(r"\bno matter\b|\bnot only\b|\bdo not disturb\b", re.I), " "),
    (re.compile(r"\bno longer\b", re.I), "not"),
)  # fmt: skip
_DENY = tables.wordset(
    "not no never none nothing nobody neither nor without unable impossible hardly lack lacks "
    "lacking unless except excluding missing"
)
#: Words that deny what they govern; either side may use one for a negation of the other.
_DENY_SOFTLY = tables.wordset(
    "disable disables disabled disabling prevent prevents stop stops exclude excludes excluded "
    "omit omits omitted ignore ignores ignored skip skips fail fails remove removes removed avoid "
    "avoids "
    "only off hidden hide hides block blocks instead reject rejects forbid forbids keeps"
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


@dataclass(frozen=True, slots=True)
class Proof:
    """How a sentence stands to a claim.

    score: 0 to 1, the share of the claim it bears out with what stands around it. own: by itself.
    """

    score: float
    own: float
    faults: tuple[Lack, ...]
    missing: tuple[str, ...]


@lru_cache(maxsize=8192)
def plain(text: str) -> Reading:
    """A sentence with its idioms said plainly."""
    for pattern, said in _IDIOMS:
        text = pattern.sub(said, text)
    return read(text)


def prove(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Proof:
    """Hold one sentence, and what stands around it, against a claim; both as `plain` reads them.

    around: its headings first, then the sentences just before it.
    """
    worth: list[float] = []
    alone: list[float] = []
    weights: list[float] = []
    missing: list[str] = []
    for at in claim.telling:
        word = claim.words[at]
        if word.kind is Kind.NUMBER:
            continue
        weight = _weight(word)
        held = _held(word, sentence, around)
        weights.append(weight)
        worth.append(weight * held)
        alone.append(weight * held if held != AROUND else 0.0)
        if held < ALIKE:
            missing.append(word.text)
    total = math.fsum(weights)
    if not total:
        return Proof(0.0, 0.0, (), ())
    score, own = math.fsum(worth) / total, math.fsum(alone) / total
    faults = tuple(_faults(claim, sentence, around)) if score > FRAME else ()
    return Proof(round(score, 4), round(own, 4), faults, tuple(dict.fromkeys(missing)))


def _weight(word: Word) -> float:
    if word.kind is Kind.LIGHT:
        return FRAME
    return max(PLAIN, specificity(word.text) ** 2)


def _held(word: Word, sentence: Reading, around: Sequence[Reading]) -> float:
    if holds(sentence, word):
        return 1.0
    if any(holds(other, word) for other in around):
        return AROUND
    if word.kind is not Kind.IDENTIFIER and any(
        _begins_alike(word.key, key) for key in sentence.keys
    ):
        return ALIKE
    return 0.0


def _begins_alike(one: str, other: str) -> bool:
    stem = min(len(one), len(other), 7)
    return stem >= _SHORTEST_STEM and one[:stem] == other[:stem]


def _faults(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    yield from _numbers(claim, sentence)
    yield from _names(claim, sentence, around)
    yield from _negation(claim, sentence)
    yield from _opposites(claim, sentence)
    yield from _limits(claim, sentence)
    yield from _sequence(claim, sentence)


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
    return any(holds(reading, word) for reading in (sentence, *headings)) or any(
        _begins_alike(word.key, key) for key in sentence.keys
    )


def _negation(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    ours, theirs = _denials(claim), _denials(sentence)
    if ours % 2 == theirs % 2 and (ours or not theirs):
        return
    softer, other = (sentence, claim) if ours % 2 else (claim, sentence)
    soft = {word.lower for word in softer.words} & _DENY_SOFTLY
    if soft - {word.lower for word in other.words}:
        return  # one side denies with a verb: "disabling" for "without"
    text = "not" if ours % 2 else "(not)"
    said = "The documents do not deny this." if ours % 2 else "The documents deny this."
    yield Lack(SupportRule.NEGATION, text, said)


def denies(sentence: Reading, claim: Reading) -> bool:
    """Whether a sentence denies something that the claim says, not merely something."""
    return any(not claim.roots.isdisjoint(item.scope[:_SCOPE]) for item in negations(sentence))


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
