"""How well a claim is borne out as a whole, as a few numbers and one score.

What no single rule can say: how many of its words the source has, and how closely it follows them.
An answer of several sentences is measured by all of them, each counting by its words, and by the
one that follows its source least. Weights and threshold are fitted, see `fitted.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from verbatim_desktop.cite.support import fitted
from verbatim_desktop.cite.support.align import Alignment, holds, joined
from verbatim_desktop.cite.support.diff import Diff
from verbatim_desktop.cite.support.grammar import folded_share, small_share, speaks_to_reader
from verbatim_desktop.cite.support.words import Kind, Reading
from verbatim_desktop.text.everyday import specificity

#: An answer of so many telling words is short, a source of so many words is; TIMES as many are
#: many.
SHORT_ANSWER, SHORT_SOURCE, TIMES = 8, 40, 8
#: Added to the words of a source, so that a few more or less do not matter.
FEW = 5
#: The share of an answer's words that may be in sentences with a fault.
FAULTED = 0.5


@dataclass(frozen=True, slots=True)
class Measured:
    """What one sentence has of its source, each share 0 to 1.

    words: those that say something. share: of them, those that the source has anywhere; telling:
    the same, each counting by how telling it is. followed: of all words, those that follow the
    source word for word. small, folded: of the small words, those that the source has. chat, loud,
    addressed: whether it is said as in talk, with an exclamation mark, to "you". talks: any of
    these, or it speaks of its writer. source: words of all that is cited. faulted: whether a rule
    found that the source says otherwise.
    """

    words: int
    share: float
    telling: float
    followed: float
    small: float
    folded: float
    chat: bool
    loud: bool
    addressed: bool
    talks: bool
    source: int
    faulted: bool = False


def measure(aligned: Alignment, diff: Diff, chat: bool, of_writer: bool, faulted: bool) -> Measured:
    """Measure a sentence beside its source."""
    claim, sources = aligned.claim, aligned.sources
    held = _held_anywhere(aligned)
    weights = {at: specificity(claim.words[at].text) for at in held}
    loud, addressed = "!" in claim.text, speaks_to_reader(claim, sources)
    return Measured(
        words=max(1, len(held)),
        share=_part(held, dict.fromkeys(held, 1.0)),
        telling=_part(held, weights),
        followed=diff.followed,
        small=small_share(claim, sources),
        folded=folded_share(claim, sources),
        chat=chat,
        loud=loud,
        addressed=addressed,
        talks=chat or loud or addressed or of_writer,
        source=sum(len(source.words) for source in sources),
        faulted=faulted,
    )


def read_back(claim: Reading, chat: bool, source: int) -> Measured:
    """A sentence that stands in its source word for word."""
    said = sum(claim.words[at].kind is not Kind.NUMBER for at in claim.telling)
    loud = "!" in claim.text
    return Measured(max(1, said), 1.0, 1.0, 1.0, 1.0, 1.0, chat, loud, False, chat or loud, source)


def combined(sentences: Sequence[Measured]) -> dict[str, float]:
    """The named numbers of an answer; a single sentence is an answer of one.

    least: the followed of the sentence that follows least. long: 0 for an answer of few telling
    words, 1 for one of many; large: the same of the source. talk_in_large: talk, by how large the
    source is, since the words of talk are found in much text by chance.
    """
    total = sum(one.words for one in sentences)

    def mean(of: Callable[[Measured], float]) -> float:
        return math.fsum(one.words * of(one) for one in sentences) / total

    large = _grown(FEW + sentences[0].source, SHORT_SOURCE)
    return {
        "share": mean(lambda one: one.share),
        "telling": mean(lambda one: one.telling),
        "followed": mean(lambda one: one.followed),
        "least": min(one.followed for one in sentences),
        "small": mean(lambda one: one.small),
        "folded": mean(lambda one: one.folded),
        "chat": float(any(one.chat for one in sentences)),
        "loud": float(any(one.loud for one in sentences)),
        "addressed": float(any(one.addressed for one in sentences)),
        "long": _grown(total, SHORT_ANSWER),
        "large": large,
        "talk_in_large": large * any(one.talks for one in sentences),
    }


def is_mostly_faulted(sentences: Sequence[Measured]) -> bool:
    """Whether sentences with a fault make up so much of an answer that it falls with them."""
    faulted = sum(one.words for one in sentences if one.faulted)
    return faulted > 0 and faulted >= FAULTED * sum(one.words for one in sentences)


def score(values: Mapping[str, float]) -> float:
    """0 to 1; from fitted.SUPPORTED_FROM on a claim without a fault counts as supported."""
    logit = fitted.BIAS + math.fsum(fitted.WEIGHTS[name] * values[name] for name in fitted.WEIGHTS)
    return round(1 / (1 + math.exp(-logit)), 4)


def _grown(count: int, short: int) -> float:
    """How far a count is on the way from short to long, by its logarithm."""
    return min(1.0, max(0.0, math.log(count / short) / math.log(TIMES)))


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
