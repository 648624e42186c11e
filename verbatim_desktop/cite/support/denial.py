"""Whether a sentence denies what a claim denies, and nothing else of what it says.

A denial is tied to the words it stands before. It is answered by one of the same word, by a word
that denies softly ("disabled", "instead of"), or by a sentence that does not speak of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.coverage import says
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
    "enough need needs want wants let lets required requires help provide include included"
)
#: Where what a denial governs ends: "is not deleted yet, still appears".
_ENDING = tables.wordset("but still though although whereas")
#: What a denial of a whole clause stands after.
_AUXILIARIES = tables.wordset(
    "is are was were be can could will would do does did has have had should must may might need"
)
#: Words that begin another clause.
_JOINTS = tables.wordset(
    "and but because although though whereas unless if when while which that who whose so since "
    "until"
)
_PREFERRING = frozenset({"instead", "rather"})
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


def turned_over(claim: Reading, sentence: Reading) -> Iterator[Lack]:
    ours, theirs = _denying(claim), _denying(sentence)
    even = len(ours) % 2 == len(theirs) % 2 and (ours or not theirs)
    if even and all(_is_answered(claim, at, sentence) for at in ours):
        return
    if not even and _said_softly(claim, sentence, ours, theirs):
        return
    free = not ours and not sentence.all_lowers & _EXCEPTING and not denies(sentence, claim)
    if free and not _denied_here(sentence, theirs, claim):
        return  # what the sentence denies is nothing that the claim says
    odd = even or len(ours) % 2
    said = "The documents do not deny this." if odd else "The documents deny this."
    yield Lack(SupportRule.NEGATION, "not" if odd else "(not)", said)


def _denied_here(sentence: Reading, denials: Sequence[int], claim: Reading) -> bool:
    """Whether most of what the claim says stands in a clause whose verb is denied."""
    for at in denials:
        if not at or sentence.words[at - 1].lower not in _AUXILIARIES:
            continue
        first, last = _clause(sentence, at)
        said = [n for n in sentence.telling if says(claim, sentence.words[n])]
        if said and sum(first <= n < last for n in said) > len(said) / 2:
            return True
    return False


def _clause(reading: Reading, at: int) -> tuple[int, int]:
    """Where the clause around a word begins and ends, as far as small words show it."""
    first = next((n + 1 for n in range(at, -1, -1) if reading.lowers[n] in _JOINTS), 0)
    after = range(at + 1, len(reading.words))
    return first, next((n for n in after if reading.lowers[n] in _JOINTS), len(reading.words))


def _is_answered(claim: Reading, at: int, sentence: Reading) -> bool:
    """Whether what the claim denies here the sentence denies too, or does not speak of."""
    if claim.words[at].lower in _EXCEPTING:
        return True
    denied = [word for word in _denied(claim, at)[:1] if says(sentence, word)]
    if not denied:
        return True
    answers = [_denied(sentence, other) for other in _denying(sentence)]
    return any(
        not answer or any(_same(word, other) for word in denied for other in answer)
        for answer in answers
    )


def _same(word: Word, other: Word) -> bool:
    return word.root == other.root or other.key in tables.same(word.key) | worded(word.key)


def _said_softly(
    claim: Reading, sentence: Reading, ours: Sequence[int], theirs: Sequence[int]
) -> bool:
    """Whether one side denies with a verb: "disabling it" for "without it"."""
    odd = len(ours) % 2
    softer, other, denials = (sentence, claim, ours) if odd else (claim, sentence, theirs)
    denied = [_denied(other, at)[:1] for at in denials]
    known = {word.key for word in other.words}
    if not _PREFERRING.isdisjoint(other.all_lowers):
        known |= _PREFERRING
    return any(
        _governs(softer, at, words)
        for at, word in enumerate(softer.words)
        if word.lower in DENY_SOFTLY and word.key not in known and word.lower not in known
        for words in denied
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
    governed = takewhile(lambda word: word.lower not in _ENDING, near)
    return [word for word in governed if _tells(word) and not _grants(word)]


def _tells(word: Word) -> bool:
    return word.kind > Kind.FUNCTION or word.lower in _PLAIN_VERBS


def _grants(word: Word) -> bool:
    return word.lower in _GRANTING or word.lower.endswith("ly")


def denies(sentence: Reading, claim: Reading) -> bool:
    """Whether a sentence denies something that the claim says, not merely something."""
    return any(_is_denied(sentence, at, claim) for at in _denying(sentence))


def _denying(reading: Reading) -> list[int]:
    """Where a sentence denies something; "nor" only goes on with a denial that stands before."""
    places = [at for at, word in enumerate(reading.words) if word.lower in DENY]
    return [at for n, at in enumerate(places) if not n or reading.words[at].lower != "nor"]


def _is_denied(sentence: Reading, at: int, claim: Reading) -> bool:
    """Whether the claim says what a denial stands before, or what that frames."""
    near = sentence.words[at + 1 : at + 1 + _NEAR]
    told = [word for word in near if _tells(word)][:_SCOPE]
    subject = _subject_of(sentence, at, told)
    if subject and not says(claim, subject):
        return False
    for word in told:
        if says(claim, word):
            return True
        if not _grants(word):
            return False
    return not told


def _subject_of(sentence: Reading, at: int, told: Sequence[Word]) -> Word | None:
    """What is denied in "caching is not supported": the word before it, not the one after."""
    before = sentence.words[at - 1].lower if at else ""
    if before not in _BE or not told or not _grants(told[0]):
        return None
    return next((word for word in reversed(sentence.words[: at - 1]) if _tells(word)), None)


def denials(reading: Reading) -> int:
    return len(_denying(reading))
