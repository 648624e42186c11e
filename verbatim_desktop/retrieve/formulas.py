"""Every part of a section's score, each with its formula in one place.

Sums over the groups of a question, with weight w, rarity r, frequency f in the section's body,
frequency p on its whole page and length l of the body:

    frequency   w * (body(f) + PAGE * page(p))          as if every word were equally telling
    rarity      w * (r - 1) * (body(f) + PAGE * page(p))    what rare words add, common ones lose
    length      w * r * (body(f) at length l, less that at LENGTH_FLOOR)        zero or less
    heading     w * r * (TITLE or HEADING, less in long ones; ALIAS)     where one holds the word
    proximity   PROXIMITY * the smaller w * r of two neighbours in the question / their distance
    phrase      PHRASE * the sum of r over a quoted phrase that stands in the body

Each part of each group is rounded to whole SCORE_UNITs, so that sums depend neither on their order
nor on the machine. On arrays only +, -, *, /, square root and rounding are used: IEEE 754 defines
their results to the last bit, whichever vector instructions compute them. Frequencies are counted
in hundredths, which keeps their sums exact. docs/adr/0005-own-scorer.md says how the constants
were found.
"""

from __future__ import annotations

from math import log
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.retrieval import SCORE_UNIT

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
#: A number or an array of them; what comes back is of the kind that went in.
Amount: TypeAlias = Any

#: A word that stands once has this frequency.
ONCE = 100
SATURATION = 1.4
LENGTH_FLOOR = 48
PAGE = 0.95
PAGE_SATURATION = 8.0
PAGE_LENGTH_SHARE = 0.6
TITLE = 1.0
HEADING = 0.8
ALIAS = 0.15
#: Titles and headings of so many words count in full, each further one takes a bit off.
HEADING_WORDS = 3
HEADING_DAMPING = 0.12
PROXIMITY = 0.15
PHRASE = 1.0
#: Words further apart than this are not close.
WINDOW = 32


def rarity(sections: int, holding: int) -> float:
    """How telling it is to hold a word that `holding` of `sections` sections hold; above zero.

    Source: Robertson & Sparck Jones 1976, in the form Lucene uses, which never falls below zero.
    """
    return log(1 + (sections - holding + 0.5) / (holding + 0.5))


def damping(lengths: npt.NDArray[Any], average: float) -> Floats:
    """What frequency is weighed against in `body`: more in a section longer than the average.

    The square root of the length, where Okapi BM25 takes the length: a long section is more often
    long because it says more than because it repeats itself. Lengths under LENGTH_FLOOR count as
    LENGTH_FLOOR, or the shortest sections would come first for anything.
    """
    floored = np.maximum(lengths.astype(np.float64), LENGTH_FLOOR)
    return SATURATION * ONCE * np.sqrt(floored / max(average, 1.0))


def body(frequency: Amount, damped: Amount) -> Amount:
    """From 0 to SATURATION + 1: a word's tenth occurrence says less than its second.

    Source: Robertson & Zaragoza 2009, The Probabilistic Relevance Framework, equation 3.13.
    """
    return frequency * (SATURATION + 1) / (frequency + damped)


def page_damping(lengths: npt.NDArray[Any], average: float) -> Floats:
    """What frequency is weighed against in `page`: more on a page longer than the average."""
    relative = np.sqrt(lengths.astype(np.float64) / max(average, 1.0))
    return PAGE_SATURATION * ONCE * (1 - PAGE_LENGTH_SHARE + PAGE_LENGTH_SHARE * relative)


def page(frequency: Amount, damped: Amount) -> Amount:
    """From 0 to 1: how much the whole page, this section included, is about a word."""
    return frequency / (frequency + damped)


def heading_damping(words: npt.NDArray[Any]) -> Floats:
    """What a word counts for in a title or heading of so many words, 0 to 1."""
    further = np.maximum(words.astype(np.float64) - HEADING_WORDS, 0)
    return 1 / (1 + HEADING_DAMPING * further)


def units(points: Amount) -> Amount:
    """Points in whole SCORE_UNITs."""
    return np.rint(points * SCORE_UNIT).astype(np.int64)


def proximity(least: float, distance: Amount) -> Amount:
    """Two neighbours of the question, `distance` tokens apart; least is the smaller w * r.

    Source: pairwise distance of Tao & Zhai 2007, SIGIR, section 3.1, with 1/d as its falling-off.
    """
    return units(PROXIMITY * least / np.maximum(distance, 1))


def phrase(rarities: float) -> int:
    """One quoted phrase that stands in the body word for word."""
    return int(units(PHRASE * rarities))
