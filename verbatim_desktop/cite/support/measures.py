"""How well a claim is borne out as a whole, as a few numbers and one score.

What no single rule can say: how many of its words the source has, and how closely it follows them.
An answer of several sentences is measured by all of them, each counting by its words, and by the
one that is borne out least. Weights and threshold are fitted, see `fitted.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.support import fitted
from verbatim_desktop.cite.support.align import Alignment, holds, joined
from verbatim_desktop.cite.support.diff import Diff
from verbatim_desktop.cite.support.words import Kind, Reading
from verbatim_desktop.text.everyday import specificity

#: From so many telling words on an answer says more than a word or two, and from so many words on a
#: source is a passage; GROWN times as many are enough.
TERSE, SENTENCE, GROWN = 8, 60, 2
#: The same of an answer of several sentences and a source of several paragraphs.
SAYING, PASSAGE, MANY = 16, 120, 3
#: The share of an answer's words that may be in sentences with a fault.
FAULTED = 0.5


@dataclass(frozen=True, slots=True)
class Measured:
    """What one sentence has of its source, each share 0 to 1.

    words: those that say something. telling: the share of them that the source has anywhere, each
    counting by how telling it is. followed: of all words, those that follow the source word for
    word. talks: it is said as in talk, with an exclamation mark, to "you", or of its writer.
    source: words of all that is cited. faulted: whether a rule found that the source says
    otherwise.
    """

    words: int
    telling: float
    followed: float
    talks: bool
    source: int
    faulted: bool = False


def measure(aligned: Alignment, diff: Diff, talks: bool, faulted: bool) -> Measured:
    """Measure a sentence beside its source."""
    claim = aligned.claim
    found = _held_anywhere(aligned)
    weights = {at: specificity(claim.words[at].text) for at in found}
    return Measured(
        words=max(1, len(found)),
        telling=_part(found, weights),
        followed=diff.followed,
        talks=talks,
        source=sum(len(source.words) for source in aligned.sources),
        faulted=faulted,
    )


def read_back(claim: Reading, talks: bool, source: int) -> Measured:
    """A sentence that stands in its source word for word."""
    said = sum(claim.words[at].kind is not Kind.NUMBER for at in claim.telling)
    return Measured(max(1, said), 1.0, 1.0, talks, source)


def combined(sentences: Sequence[Measured]) -> dict[str, float]:
    """The named numbers of an answer; a single sentence is an answer of one.

    least: the followed of the sentence that follows least. quiet: how far it is more than a few
    words from a passage, unless it talks, since the words of talk are found in much text by chance.
    long: how far it is an answer of several sentences from a long source; there telling counts for
    more (telling_long), since a summary follows no one sentence.
    """
    words, source = sum(one.words for one in sentences), sentences[0].source
    telling = math.fsum(one.words * one.telling for one in sentences) / words
    passage = _grown(words, TERSE, GROWN) * _grown(source, SENTENCE, GROWN)
    long = _grown(words, SAYING, MANY) * _grown(source, PASSAGE, MANY)
    return {
        "least": min(one.followed for one in sentences),
        "telling": telling,
        "quiet": passage * (not any(one.talks for one in sentences)),
        "long": long,
        "telling_long": telling * long,
    }


def is_mostly_faulted(sentences: Sequence[Measured]) -> bool:
    """Whether sentences with a fault make up so much of an answer that it falls with them."""
    faulted = sum(one.words for one in sentences if one.faulted)
    return faulted > 0 and faulted >= FAULTED * sum(one.words for one in sentences)


def score(values: Mapping[str, float]) -> float:
    """0 to 1; from fitted.SUPPORTED_FROM on a claim without a fault counts as supported."""
    logit = fitted.BIAS + math.fsum(fitted.WEIGHTS[name] * values[name] for name in fitted.WEIGHTS)
    return round(1 / (1 + math.exp(-logit)), 4)


def _grown(count: int, few: int, times: int) -> float:
    """How far a count is on the way from few to so many times as many, by its logarithm."""
    return min(1.0, max(0.0, math.log((1 + count) / few) / math.log(times)))


def _held_anywhere(aligned: Alignment) -> dict[int, bool]:
    """As aligned.held, but in any sentence cited: a summary draws on more than a few."""
    claim = aligned.claim
    return {
        at: held
        or any(holds(one, claim.words[at]) or joined(claim, at, one) for one in aligned.sources)
        for at, held in aligned.held.items()
    }


def _part(held: Mapping[int, bool], weights: Mapping[int, float]) -> float:
    total = math.fsum(weights.values())
    return math.fsum(weights[at] for at in held if held[at]) / total if total else 1.0
