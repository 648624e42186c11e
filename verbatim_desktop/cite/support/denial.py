"""Whether a sentence denies what a claim denies, and nothing else of what it says.

A denial is tied to the words it stands before, or to what "is not possible". It is answered by
one of the same thing, by a word that denies softly ("disabled", "instead of"), by an opposite, or,
where the sentence does not name the thing, by what leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.coverage import says
from verbatim_desktop.cite.support.idioms import opposed
from verbatim_desktop.cite.support.kinship import is_plain_verb, kin
from verbatim_desktop.cite.support.wordings import worded
from verbatim_desktop.cite.support.words import Kind, Reading, Word
from verbatim_desktop.domain.support import Lack, SupportRule

#: Words after a negation that it is about.
_SCOPE = 2
#: How far from a denial, in words, what it is about may stand.
_NEAR = 6

DENY = tables.wordset(
    "not no never none nothing nobody neither nor without unable impossible hardly lack lacks "
    "lacking unless except excluding missing"
)
#: What a denial may stand before although it denies what comes next: "is not possible to".
_GRANTING = tables.wordset(
    "possible available allow allowed allows support supported supports able permitted recommended "
    "enough need needs want wants let lets required requires help provide include included cause "
    "causes incur incurs make makes"
)
_PREFERRING = frozenset({"instead", "rather"})
#: What begins a clause that supposes or describes, and how far before a denial it may stand.
_SUPPOSING = tables.wordset("if whether unless when whenever until once")
_RELATIVE = tables.wordset("who whose that which")
_BEFORE, _FAR = 4, 12
_BE = tables.wordset("is are was were be been")
#: Verbs that say little elsewhere but much when they are denied.
_PLAIN_VERBS = tables.wordset("work works use used uses using make makes go goes get gets know")
#: Words that make an exception to a whole sentence.
_EXCEPTING = tables.wordset("unless except excluding missing")
#: Words that deny what they govern; either side may use one for a negation of the other.
DENY_SOFTLY = tables.wordset(
    "disable disables disabled disabling prevent prevents stop stops exclude excludes excluded "
    "omit omits omitted ignore ignores ignored skip skips fail fails remove removes removed avoid "
    "avoids hidden hide hides block blocks instead rather reject rejects forbid forbids keeps"
)


#: What excludes the rest: it answers a denial of something that the sentence does not name.
_EXCLUDING = tables.wordset("only solely exclusively just single")


def turned_over(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    """Each denial of the one must be a denial of the other, as far as both speak of the thing."""
    ours, theirs = _denying(claim), _denying(sentence)
    if any(not _is_answered(claim, at, sentence) for at in ours):
        yield Lack(SupportRule.NEGATION, "not", "The documents do not deny this.")
        return
    against = [at for at in theirs if _is_denied(sentence, at, claim)]
    if any(not _is_answered(sentence, at, claim) for at in against):
        yield Lack(SupportRule.NEGATION, "(not)", "The documents deny this.")


def _is_answered(one: Reading, at: int, other: Reading) -> bool:
    """Whether what one side denies here the other denies too, in whatever words."""
    if one.words[at].lower in _EXCEPTING:
        return True
    denied = _scope(one, at)
    if any(_meet(denied, _scope(other, place)) for place in _denying(other)):
        return True
    if _said_softly(denied, one, other) or _turned(denied, other):
        return True
    named = any(says(other, word) for word in denied)
    excludes = not _EXCLUDING.isdisjoint(other.all_lowers)
    return not named and (excludes or bool(_denying(other) or other.all_lowers & DENY_SOFTLY))


def _scope(reading: Reading, at: int) -> list[Word]:
    """What a denial is about: the words soon after it, or what "is not possible"."""
    after = _denied(reading, at)[:_SCOPE]
    near = [word for word in reading.words[at + 1 : at + 1 + _NEAR] if _tells(word)]
    if near and _grants(near[0]):
        before = (word for word in reversed(reading.words[:at]) if _tells(word))
        after += [word for _, word in zip(range(_SCOPE), before, strict=False)]
    return after


def _meet(denied: Sequence[Word], other: Sequence[Word]) -> bool:
    if not denied or not other:
        return not denied and not other
    if any(words[0].lower in _PLAIN_VERBS for words in (denied, other)):
        return True  # "if you do not give one", "if it is not specified"
    return any(_same(word, theirs) for word in denied for theirs in other)


def _turned(denied: Sequence[Word], other: Reading) -> bool:
    """Whether the other side has the opposite of what is denied: "disabled", "not enabled"."""
    return any(not opposed(word.key).isdisjoint(other.keys) for word in denied[:1])


def _same(word: Word, other: Word) -> bool:
    return word.root == other.root or other.key in (
        tables.same(word.key) | worded(word.key) | kin(word.key)
    )


def _said_softly(denied: Sequence[Word], one: Reading, other: Reading) -> bool:
    """Whether the other side denies with a verb: "disabling it" for "without it"."""
    known = one.all_lowers
    if not _PREFERRING.isdisjoint(known):
        known |= _PREFERRING
    return any(
        word.lower in DENY_SOFTLY and word.lower not in known and _governs(other, at, denied)
        for at, word in enumerate(other.words)
    )


def _governs(reading: Reading, at: int, denied: Sequence[Word]) -> bool:
    """Whether a word that denies softly does so of what is denied elsewhere.

    "Instead of" and "rather than" deny what comes next alone.
    """
    prefers = reading.lowers[at] in _PREFERRING
    roots = {word.root for word in (denied[:1] if prefers else denied)}
    first = 1 if prefers else -_NEAR
    return any(
        reading.words[n].root in roots
        for n in reading.telling
        if n != at and first <= n - at <= _NEAR
    )


def _denied(reading: Reading, at: int) -> list[Word]:
    """The telling words soon after a denial, without those that only grant or qualify."""
    near = reading.words[at + 1 : at + 1 + _NEAR]
    return [word for word in near if _tells(word) and not _grants(word)]


def _tells(word: Word) -> bool:
    return word.kind > Kind.FUNCTION or word.lower in _PLAIN_VERBS


def _grants(word: Word) -> bool:
    return word.lower in _GRANTING or word.lower.endswith("ly")


def _denying(reading: Reading) -> list[int]:
    return [at for at, word in enumerate(reading.words) if word.lower in DENY]


def _is_denied(sentence: Reading, at: int, claim: Reading) -> bool:
    """Whether the claim says what a denial stands before, or what that frames."""
    if _conditional(sentence, at) and claim.all_lowers.isdisjoint(_SUPPOSING | {"without"}):
        return False
    near = sentence.words[at + 1 : at + 1 + _NEAR]
    told = [word for word in near if _tells(word)][:_SCOPE]
    subject = _subject_of(sentence, at, told)
    if subject and not says(claim, subject):
        return False
    for word in told:
        if says(claim, word):
            return True
        if not (_grants(word) or is_plain_verb(word.key)):
            return False
    return not told


def _conditional(sentence: Reading, at: int) -> bool:
    """Whether a denial stands in a clause that only supposes something, or depends on one."""
    return not (
        _SUPPOSING.isdisjoint(sentence.lowers[max(0, at - _FAR) : at])
        and _RELATIVE.isdisjoint(sentence.lowers[max(0, at - _BEFORE) : at])
    )


def _subject_of(sentence: Reading, at: int, told: Sequence[Word]) -> Word | None:
    """What is denied in "caching is not supported": the word before it, not the one after."""
    before = sentence.words[at - 1].lower if at else ""
    if before not in _BE or not told or not _grants(told[0]):
        return None
    return next((word for word in reversed(sentence.words[: at - 1]) if _tells(word)), None)


def denials(reading: Reading) -> int:
    return sum(word.lower in DENY for word in reading.words)
