"""How much of a claim's grammar its source has: the small words, as they stand and folded.

One form of a small word may stand for another ("is" for "was", "a" for "the"), and a pronoun for
what it names. What is left tells a claim that follows its source from one that merely shares words.
"""

from __future__ import annotations

from collections.abc import Sequence

from verbatim_desktop.cite.support import tables
from verbatim_desktop.cite.support.words import Kind, Reading

_FORMS = (
    "is are was were be been being s re am",
    "a an the one",
    "this that these those it",
    "which who whom",
    "can could may might",
    "will would shall",
    "do does did",
    "has have had ve",
    "and or",
    "of in on at for to by with from as",
)
_FORM_OF = {word: words.split()[0] for words in reversed(_FORMS) for word in words.split()}
_PRONOUNS = tables.wordset(
    "it its he him his she her hers they them their we us our i you your yours"
)
_READER = tables.wordset("you your")
#: Small words that every claim is taken to share, so that few do not count too much.
_SHARED = 2


def small_share(claim: Reading, sources: Sequence[Reading]) -> float:
    """The share of the small words that the sources have as they stand."""
    known = frozenset[str]().union(*(source.all_lowers for source in sources))
    words = _small(claim)
    return sum(word in known for word in words) / len(words) if words else 1.0


def folded_share(claim: Reading, sources: Sequence[Reading]) -> float:
    """The same in any of their forms, pronouns aside."""
    known = {_FORM_OF.get(word, word) for source in sources for word in source.all_lowers}
    words = [word for word in _small(claim) if word not in _PRONOUNS]
    held = sum(_FORM_OF.get(word, word) in known for word in words)
    return (held + _SHARED) / (len(words) + _SHARED)


def speaks_to_reader(claim: Reading, sources: Sequence[Reading]) -> bool:
    """Whether it says "you" where the sources do not."""
    return not _READER.isdisjoint(_small(claim)) and all(
        _READER.isdisjoint(source.all_lowers) for source in sources
    )


def _small(claim: Reading) -> list[str]:
    return [word.lower for word in claim.words if word.kind is Kind.FUNCTION]
