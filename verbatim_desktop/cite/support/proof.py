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
from verbatim_desktop.cite.support.coverage import (
    ABOVE,
    ALIKE,
    AROUND,
    FRAME,
    KIN,
    LOOSELY,
    SAID,
    begins_alike,
    focus,
    held,
    says,
    weight_of,
)
from verbatim_desktop.cite.support.denial import DENY, DENY_SOFTLY, denials, turned_over
from verbatim_desktop.cite.support.idioms import opposed
from verbatim_desktop.cite.support.kinship import is_plain_verb
from verbatim_desktop.cite.support.words import Kind, Reading, Word
from verbatim_desktop.domain.support import Lack, SupportRule

#: How much more a verb weighs that the claim rests on and the sentence lacks.
PREDICATE = 2.0
#: Words that only carry what is said: that it happens, goes on, is shown or let, and where. No
#: sentence is refused for lacking one, whatever the product.
_CARRYING = tables.wordset(
    "start starts started share shares shared keep keeps look looks looked list lists listed "
    "happen happens appear appears stay stays remain remains show shows shown take takes taken "
    "put puts go goes come comes bring brings hold holds inside within among times "
    "differently belong belongs exist exists contain contains allowed permitted handle handles "
    "handled turn turns get gets give gives"
)
#: In a claim of so few telling words each counts.
_BRIEF = 3
_OWN, _FOCUS, _LEAST_FOCUS = 0.3, 0.3, 0.03
#: What tells that "only" limits when or where, not whether there are exceptions.
_ONLY_WHERE = re.compile(r"\bonly (?:if|when|where|after|for|in|on|to|by)\b", re.IGNORECASE)
_ONLY_ONE = re.compile(r"\b(?:only|just) (?:a )?(?:one|single)\b", re.IGNORECASE)
_ONE = re.compile(r"\bone\b(?! or more)|\bsingle\b", re.IGNORECASE)
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
    ("always", SupportRule.CONDITION),
    ("optional optionally", SupportRule.CONDITION),
    ("before prior", SupportRule.CONDITION),
    ("default defaults", SupportRule.CONDITION),
    ("free", SupportRule.CONDITION),
    ("should recommended recommends", SupportRule.CONDITION),
    ("instead", SupportRule.CONDITION),
)
ALL = tables.wordset("all every each any both everything everyone whole entire")
_ALL_SAID = ALL | tables.wordset("across always whenever never no none per full globally")
_PARTIAL = tables.wordset(
    "some many most several few often usually sometimes typically generally mostly certain "
    "unless except may might selected"
)
#: What is missing where the claim denies what the sentence does not.
DENIED = "not"
#: What is missing where the sentence says "only" and the claim does not.
LIMITED = "(only)"
#: Words with which a claim keeps the limit of an "only".
_LIMITING = tables.wordset(
    "only just solely exclusively unless except not no cannot never nothing nobody limited "
    "restricted must need needs required requires if when lack lacks single most one alone"
)
_PERMITTING = tables.wordset("may might can could optional optionally")
_REQUIRING = tables.wordset("must required requires require mandatory")
#: Small words whose opposite counts.
_TURNING = tables.wordset("before after first last more less fewer most least above below never")
#: A path that begins with a slash, not the slash between two words.
_PATH = re.compile(r"(?<![\w./:])/[\w][\w./-]*")
_VALUES = tables.wordset("null undefined true false nan void")
_ACCEPTED = {
    "only": "only solely exclusively just unless except single must long limited required requires",
    "must": "must need needs required requires require necessary mandatory have has make now "
            "cannot should when ensure",
    "always": "always all every each any whenever never no only entire must",
    "optional": "optional optionally can may",
    "default": "default defaults initially otherwise preset automatically unless until already",
    "free": "free cost",
    "before": "before prior until first then ahead initially after once",
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
    either, or in whose place it has another. focus: how much of the sentence the claim says.
    """

    score: float
    own: float
    faults: tuple[Lack, ...]
    missing: tuple[str, ...]
    unsaid: tuple[str, ...] = ()
    focus: float = 0.0

    @property
    def closeness(self) -> float:
        """To choose among sentences: what is said of the claim, less what is said beside it."""
        return self.score + _OWN * self.own + _FOCUS * math.log(max(self.focus, _LEAST_FOCUS))


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
        if word.kind is Kind.NUMBER or word.lower in ALL:
            continue
        value = _value(word, sentence, around)
        carries = _carries(claim, at)
        weight = FRAME if carries else weight_of(word)
        weight *= PREDICATE if at in verbs and value < KIN and not carries else 1
        weights.append(weight)
        worth.append(weight * value)
        alone.append(weight * value if value not in (ABOVE, AROUND) else 0.0)
        if value < ALIKE or value == ABOVE:
            missing.append(word.text)
            if _unsaid(claim, at, value, sentence):
                unsaid.append(word.text)
    total = math.fsum(weights)
    if not total:
        return Proof(0.0, 0.0, (), ())
    score, own = math.fsum(worth) / total, math.fsum(alone) / total
    faults = tuple(_faults(claim, sentence, around)) if score > FRAME else ()
    lacking = tuple(dict.fromkeys(missing))
    about = round(focus(claim, sentence), 4) if score > FRAME else 0.0
    unsaid_once = tuple(dict.fromkeys(unsaid))
    return Proof(round(score, 4), round(own, 4), faults, lacking, unsaid_once, about)


def _carries(claim: Reading, at: int) -> bool:
    word = claim.words[at]
    plain = word.lower in _CARRYING or (word.kind is Kind.CONTENT and is_plain_verb(word.key))
    return plain and len(claim.telling) > _BRIEF


def _unsaid(claim: Reading, at: int, value: float, sentence: Reading) -> bool:
    if claim.words[at].kind is Kind.LIGHT:
        return False
    if _carries(claim, at):
        return False
    if value == ABOVE and claim.words[at].kind >= Kind.NAME:
        return False  # the product a page is about goes without saying
    return not value or (value in (ABOVE, AROUND) and slots.replaced(claim, at, sentence))


def _value(word: Word, sentence: Reading, around: Sequence[Reading]) -> float:
    """As `held`, but denials and limits count as said where another of their kind is."""
    family = _FAMILIES.get(word.lower)
    if family and not sentence.all_lowers.isdisjoint(family):
        return SAID
    value = held(word, sentence, around)
    if value < ALIKE and denials(sentence) and not opposed(word.key).isdisjoint(sentence.keys):
        return LOOSELY  # "disabled" of "not enabled"; the rules see to what is denied
    return value


def _faults(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    yield from _numbers(claim, sentence)
    yield from _names(claim, sentence, around)
    yield from _paths(claim, sentence, around)
    yield from turned_over(claim, sentence)
    yield from _opposites(claim, sentence)
    yield from _limits(claim, sentence)
    yield from _quantified(claim, sentence)
    yield from _permitted(claim, sentence)
    yield from _sequence(claim, sentence)
    yield from slots.filled(claim, sentence)
    yield from slots.exchanged(claim, sentence)
    yield from _roles(claim, sentence, around)
    if not denials(claim) and not claim.all_lowers & DENY_SOFTLY:
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


def _paths(claim: Reading, sentence: Reading, around: Sequence[Reading]) -> Iterator[Lack]:
    """A path such as /var must be written there."""
    for path in _PATH.findall(claim.text):
        bare = path.rstrip("./")
        if bare and not any(bare in reading.text for reading in (sentence, *around[:1])):
            yield Lack(SupportRule.IDENTIFIER, bare, f"{bare} is not named there.")


def contradicted(claim: Reading, sentence: Reading) -> bool:
    """Whether a sentence has another number of the same unit where the claim has one."""
    return any(
        other.unit == own.unit and (own.unit or other.after == own.after)
        for own in claim.quantities
        for other in sentence.quantities
    )


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
        one = words.startswith("only") and _ONLY_ONE.search(claim.text)
        said = _ONE.search(sentence.text) if one else theirs & accepted
        if named and not said:
            text = sorted(named)[0]
            yield Lack(rule, text, f"The documents do not say “{text}” of this.")


def _quantified(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """What holds of all in the claim, and in the documents of some, or with an exception.

    A statement without a quantifier ("errors are returned as JSON") holds of all it speaks of.
    """
    whole = sorted(claim.all_lowers & ALL)
    if not whole or sentence.all_lowers & _ALL_SAID:
        return
    partial = sentence.all_lowers & _PARTIAL
    if partial or " one of " in sentence.spaced or _ONLY_WHERE.search(sentence.text):
        detail = f"The documents do not say “{whole[0]}” of this."
        yield Lack(SupportRule.CONDITION, whole[0], detail)


def _permitted(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """What the documents require, and the claim only permits."""
    own, theirs = claim.all_lowers, sentence.all_lowers
    permits = sorted(own & _PERMITTING)
    if "only" in own:
        return  # "can only" requires
    if permits and theirs & _REQUIRING and not theirs & _PERMITTING and not own & _REQUIRING:
        detail = f"The documents require this; the claim says “{permits[0]}”."
        yield Lack(SupportRule.CONDITION, permits[0], detail)


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
