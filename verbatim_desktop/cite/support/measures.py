"""How well a claim is borne out as a whole, as a few numbers and one score.

What no single rule can say: how many of its words the source has, how many of them together, and
how closely it follows one sentence. Weights and threshold are fitted, see `fitted.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

from verbatim_desktop.cite.support import fitted
from verbatim_desktop.cite.support.align import Alignment
from verbatim_desktop.cite.support.diff import Diff
from verbatim_desktop.cite.support.words import Kind, Reading, Word

#: What a framing word weighs beside a word of content.
LIGHT = 0.25
#: The least a source counts as, in words.
FEWEST = 5
#: Telling words this close are together.
NEAR = 3


def measures(aligned: Alignment, diff: Diff, chat: bool) -> dict[str, float]:
    """The named numbers, each 0 to 1 but the last.

    share: of the words that say something, framing words counting LIGHT; flat: the same, all alike;
    best: those in the one best sentence; followed: of all words, those that follow the source word
    for word; together: of neighbouring words, those that are neighbours there; small: of the small
    words, those the source has at all; chat: whether it is said as in talk; size: logarithm of the
    words cited.
    """
    words = aligned.claim.words
    weights = {at: _weight(words[at]) for at in aligned.held}
    total = math.fsum(weights.values())
    held = math.fsum(weights[at] for at, is_held in aligned.held.items() if is_held)
    return {
        "share": held / total if total else 1.0,
        "flat": _mean(list(aligned.held.values())),
        "best": _mean([_in(aligned.best, words[at]) for at in aligned.held]),
        "followed": diff.followed,
        "together": _together(aligned),
        "small": _small(aligned),
        "chat": float(chat),
        "size": math.log(max(FEWEST, sum(len(source.words) for source in aligned.sources))),
    }


def score(values: Mapping[str, float]) -> float:
    """0 to 1; from fitted.SUPPORTED_FROM on a claim without a fault counts as supported."""
    logit = fitted.BIAS + math.fsum(fitted.WEIGHTS[name] * values[name] for name in fitted.WEIGHTS)
    return round(1 / (1 + math.exp(-logit)), 4)


def _weight(word: Word) -> float:
    return LIGHT if word.kind is Kind.LIGHT else 1.0


def _mean(flags: list[bool]) -> float:
    return sum(flags) / len(flags) if flags else 1.0


def _in(source: Reading | None, word: Word) -> bool:
    return source is not None and (word.key in source.keys or word.root in source.roots)


def _together(aligned: Alignment) -> float:
    telling = [aligned.claim.words[at].root for at in aligned.claim.telling]
    near: set[tuple[str, str]] = set()
    for source in aligned.window:
        roots = [source.words[at].root for at in source.telling]
        for at, root in enumerate(roots):
            near.update((root, other) for other in roots[at + 1 : at + 1 + NEAR])
    return _mean([pair in near for pair in pairwise(telling)])


def _small(aligned: Alignment) -> float:
    known = frozenset[str]().union(*(source.all_lowers for source in aligned.sources))
    small = [word.lower for word in aligned.claim.words if word.kind is Kind.FUNCTION]
    return _mean([word in known for word in small])
