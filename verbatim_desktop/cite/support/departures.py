"""Where a claim that follows its source word for word departs from it.

In such a claim a strange word is no paraphrase but another statement, and a small word that limits
("not", "only", "if", "must") may neither come nor go.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.align import Alignment
from verbatim_desktop.cite.support.diff import Diff
from verbatim_desktop.cite.support.limits import FAMILY_OF, NEGATIVE, PAIRS, SHARP, SOFT
from verbatim_desktop.cite.support.wordings import worded
from verbatim_desktop.cite.support.words import Kind, Word, normalise
from verbatim_desktop.domain.support import Lack, SupportRule

#: Share of a condition's words that a claim must repeat to have kept it.
KEPT = 0.5
#: Share of a claim's words that follow the source from which it counts as a copy.
COPIED = 0.85


#: Words that hold a sentence together and may come and go.
_GRAMMAR = tables.wordset("""
    a an the this that these those it its they them their theirs he him his she her hers we us our
    you your yours i me my who whom whose which what there here is are was were be been being am
    do does did done has have had will would shall and or but so as at by for from of to in on with
    also then too than well such very own yourself itself themselves himself myself yes no one ones
    how why let lets make makes made get gets got use uses used using want wants s t re
    """)


#: What a claim may add in a row that no source has before it is a statement of its own: a word
#: of content counts 1, one that frames what others say less.
ADDED = 1.5
FRAME = 0.25
#: What makes a claim a copy with a clause joined on: so many words before the clause, this share
#: of them following the source, the last RUN of them in a row.
HEAD, HEAD_FOLLOWS, RUN = 5, 0.8, 3


def joined_on(aligned: Alignment, diff: Diff) -> Iterator[Lack]:
    """A statement of its own within a claim that else follows its source."""
    told = False
    for run in _missing_runs(aligned, diff):
        if sum(FRAME if word.kind is Kind.LIGHT else 1 for word in run) >= ADDED:
            told = True
            text = " ".join(word.text for word in run)
            yield Lack(SupportRule.WORD, text, f"The source does not say “{text}”.")
    if not told:
        yield from _tail(aligned, diff)


def _missing_runs(aligned: Alignment, diff: Diff) -> Iterator[list[Word]]:
    """Telling words that the source lacks, with none between them that follows it."""
    run: list[Word] = []
    for at, word in enumerate(diff.claim):
        if diff.claimed[at]:
            yield run
            run = []
        elif word.kind > Kind.FUNCTION and not aligned.held.get(at, True):
            run.append(word)
    yield run


def _tail(aligned: Alignment, diff: Diff) -> Iterator[Lack]:
    """A clause after a copy of the source, with a word that the source lacks."""
    start = _end_of_copy(diff.claimed)
    if start < HEAD or sum(diff.claimed[:start]) < HEAD_FOLLOWS * start:
        return
    tail = diff.claim[start:]
    for at, word in enumerate(tail, start):
        if word.kind > Kind.LIGHT and len(tail) > 1 and not aligned.held.get(at, True):
            text = " ".join(one.text for one in tail)
            yield Lack(SupportRule.WORD, text, f"The source does not say “{text}”.")
            return


def _end_of_copy(claimed: Sequence[bool]) -> int:
    """Where the last run of words that follow the source ends, 0 where there is none."""
    return next(
        (end for end in range(len(claimed), RUN - 1, -1) if all(claimed[end - RUN : end])), 0
    )


def departures(aligned: Alignment, diff: Diff) -> Iterator[Lack]:
    """What the claim adds, trades and drops that changes what is said."""
    dropped = [diff.source[at] for at in diff.dropped]
    copied = diff.followed >= COPIED
    for at in diff.added:
        word = diff.claim[at]
        if word.lower in SHARP:
            yield from _sharp_added(word, diff.traded(at), dropped, copied)
        elif word.kind > Kind.FUNCTION:
            yield from _strange(aligned, at, word, diff, dropped, copied)
        elif copied and word.lower not in _GRAMMAR:
            yield from _in_a_words_place(word, diff.traded(at), diff, at)
    yield from _changed_places(diff)
    yield from _sharp_dropped(diff)
    yield from _conditions_dropped(aligned, diff)


def _sharp_added(
    word: Word, traded: tuple[Word, ...], dropped: list[Word], copied: bool
) -> Iterator[Lack]:
    """A word that limits, for which nothing alike was dropped."""
    families = FAMILY_OF[word.lower]
    partners = traded or dropped
    if any(families & FAMILY_OF.get(other.lower, frozenset()) for other in partners):
        return
    against = next((o for o in traded if o.lower in SHARP), None)
    if word.lower in NEGATIVE:
        yield Lack(SupportRule.NEGATION, word.text, f"The source does not say “{word.text}” here.")
    elif (against and (copied or word.lower not in SOFT)) or (copied and word.lower in PAIRS):
        said = f"the source says “{against.text}”" if against else "the source does not"
        yield Lack(SupportRule.CONDITION, word.text, f"The sentence says “{word.text}”; {said}.")


def _strange(
    aligned: Alignment, at: int, word: Word, diff: Diff, dropped: list[Word], copied: bool
) -> Iterator[Lack]:
    """A word that says something and has no partner in its place."""
    traded = diff.traded(at)
    opposite = next((o for o in traded if _opposed(word, o)), None)
    if opposite:
        yield Lack(SupportRule.OPPOSITE, word.text, f"The source says {opposite.text} here.")
    elif not copied or any(_alike(word, other) for other in traded):
        return
    elif not any(o.kind > Kind.FUNCTION for o in traded) and any(
        _alike(word, other) for other in dropped
    ):
        return  # it moved, and nothing took its place
    elif word.kind is Kind.LIGHT and not any(o.kind > Kind.FUNCTION for o in traded):
        return
    elif word.kind is Kind.NUMBER:
        return  # numbers have a rule of their own
    elif aligned.held.get(at) and not any(o.kind > Kind.LIGHT for o in traded):
        return
    elif aligned.held.get(at):
        yield Lack(SupportRule.ORDER, word.text, f"The source has {word.text} in another place.")
    else:
        yield _missing(word, traded)


def _in_a_words_place(word: Word, traded: tuple[Word, ...], diff: Diff, at: int) -> Iterator[Lack]:
    """A small word where the source has one that says something."""
    telling = [o for o in traded if o.kind > Kind.FUNCTION]
    beside = [diff.claim[place] for place in diff.added if abs(place - at) <= len(traded)]
    if telling and not any(_alike(own, o) for own in beside for o in telling):
        yield _missing(word, telling)


def _missing(word: Word, traded: Iterable[Word]) -> Lack:
    other = next((o.text for o in traded if o.kind > Kind.FUNCTION), "")
    instead = f"Where the source has “{other}”, the sentence has “{word.text}”."
    rule = SupportRule.IDENTIFIER if word.kind in (Kind.NAME, Kind.IDENTIFIER) else SupportRule.WORD
    return Lack(rule, word.text, instead if other else f"The source does not say “{word.text}”.")


def _changed_places(diff: Diff) -> Iterator[Lack]:
    """Names that stand where others stood, and those where they did."""
    dropped = {diff.source[at].key for at in diff.dropped}
    moved = [diff.claim[at] for at in diff.added if diff.claim[at].kind >= Kind.NAME]
    moved = [word for word in moved if word.key in dropped and word.kind is not Kind.NUMBER]
    names = list(dict.fromkeys(word.text for word in moved))
    if len(names) > 1 or any(word.kind is Kind.IDENTIFIER for word in moved):
        text = " … ".join(names)
        yield Lack(SupportRule.ORDER, text, f"The source has {text} in another place.")


def _opposed(word: Word, other: Word) -> bool:
    return other.key in tables.opposites(word.key)


def _alike(word: Word, other: Word) -> bool:
    """Whether one may stand for the other: a family, a paraphrase, a set phrase."""
    if Kind.IDENTIFIER in (word.kind, other.kind):
        return word.text.casefold() == other.text.casefold() and word.text.isalpha()
    if other.kind is Kind.FUNCTION and not other.phrase:
        return False
    names = {other.key, other.phrase} - {""}
    alike = tables.same(word.key) | tables.same(word.phrase) | worded(word.key)
    alike |= {word.key, word.phrase}
    return word.root == other.root or not alike.isdisjoint(names)


def _sharp_dropped(diff: Diff) -> Iterator[Lack]:
    """A negation or "only" that went while the words around it stayed."""
    added = [diff.claim[at].lower for at in diff.added]
    for at in diff.dropped:
        word = diff.source[at]
        if word.lower not in NEGATIVE and word.lower != "only":
            continue
        families = FAMILY_OF[word.lower]
        if any(families & FAMILY_OF.get(other, frozenset()) for other in added):
            continue
        if diff.kept_beside(at):
            rule = SupportRule.NEGATION if word.lower in NEGATIVE else SupportRule.CONDITION
            detail = f"The source says “{word.text}” here; the sentence does not."
            yield Lack(rule, word.text, detail)


_STARTS_CONDITION = tables.wordset("if when whenever unless until except while after before")
_CONTRASTS = "while"  # where it leads a sentence or follows a comma
_ENDS_CLAUSE = re.compile(r"[,;:.()]")


def _conditions_dropped(aligned: Alignment, diff: Diff) -> Iterator[Lack]:
    """A clause that limits what the claim says, and which the claim leaves out."""
    best = aligned.best
    if best is None:
        return
    plain = normalise(best.text)
    for start, end, leads in _clauses(plain, [word.text for word in best.words]):
        if diff.sourced[start]:
            continue
        words = [at for at in range(start + 1, end) if best.words[at].kind > Kind.FUNCTION]
        words = words or list(range(start + 1, end))
        kept = sum(diff.sourced[at] for at in words) / len(words) if words else 1.0
        beside = diff.sourced[end : end + 3] if leads else diff.sourced[max(0, start - 3) : start]
        if kept < KEPT and sum(beside) >= min(2, len(beside)) and any(beside):
            text = " ".join(word.text for word in best.words[start:end])
            yield Lack(SupportRule.CONDITION, text, f"The source limits this: “{text}”.")


def _clauses(text: str, words: list[str]) -> Iterator[tuple[int, int, bool]]:
    """(first word, end, whether it leads the sentence) of each clause that sets a condition."""
    places = _places(text, words)
    for at, word in enumerate(words):
        if word.lower() not in _STARTS_CONDITION:
            continue
        ahead = text[: places[at]].rstrip()
        if ahead.endswith("(") or (word.lower() == _CONTRASTS and (not ahead or ahead[-1] == ",")):
            continue  # an aside in brackets, or a contrast
        end = at + 1
        while end < len(words) and not _ENDS_CLAUSE.search(
            text, places[end - 1] + len(words[end - 1]), places[end]
        ):
            end += 1
        yield at, end, at == 0


def _places(text: str, words: list[str]) -> list[int]:
    """Where each word starts in the text; the place of the one before where it was respelled."""
    places: list[int] = []
    at = 0
    for word in words:
        found = text.find(word, at)
        if found >= 0:
            at = found
        places.append(at)
        at += len(word) if found >= 0 else 0
    return places
