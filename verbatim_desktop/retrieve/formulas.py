"""Every part of a score, each with its formula in one place.

A section's score is the sum over the groups of the question, and over what stands close together.
With rarity r, weight w, frequency f in the body and length l of the section:

    frequency   w * saturation(f)                                as if every word were equally rare
    rarity      w * (r - 1) * saturation(f)                      what rare words add, common ones lose
    length      w * r * (saturation of f at length l, less that at LENGTH_FLOOR)       zero or less
    heading     w * r * HEADING where title or headings hold the word, ALIAS where aliases do
    proximity   PROXIMITY * min(w * r of two neighbours in the question) / their distance
    phrase      PHRASE * sum of r over a quoted phrase that stands in the body

Everything is counted in whole SCORE_UNITs, rounded per group, so that sums do not depend on their
order nor on the machine. Only +, -, *, / and rounding are applied to arrays: IEEE 754 defines their
results to the last bit, whichever vector instructions compute them.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from verbatim_desktop.domain.retrieval import SCORE_UNIT

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SATURATION = 1.2
LENGTH_SHARE = 0.75
LENGTH_FLOOR = 32
HEADING = 0.8
ALIAS = 0.4
PROXIMITY = 0.6
PHRASE = 1.0
#: Words further apart than this are not close.
WINDOW = 32


def rarity(sections: int, holding: int) -> float:
    """How telling it is to hold a word that `holding` of `sections` hold; above zero.

    Source: the inverse document frequency of Robertson & Sparck Jones as Lucene keeps it above zero.
    """
    return log(1 + (sections - holding + 0.5) / (holding + 0.5))


def damping(lengths: npt.NDArray[Any], average: float) -> Floats:
    """What frequency is weighed against in saturation: more in sections longer than the average.

    Source: Robertson & Zaragoza 2009, The Probabilistic Relevance Framework, section 3.2, with
    lengths under LENGTH_FLOOR counted as LENGTH_FLOOR.
    """
    relative = np.maximum(lengths.astype(np.float64), LENGTH_FLOOR) / max(average, 1.0)
    return SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * relative)


def saturation(frequency: Any, damped: Any) -> Any:
    """From 0 to SATURATION + 1: a word's tenth occurrence says less than its second."""
    return frequency * (SATURATION + 1) / (frequency + damped)


def units(points: Any) -> Any:
    """Points in whole SCORE_UNITs."""
    return np.rint(np.asarray(points) * SCORE_UNIT).astype(np.int64)


def body_part(weight: float, rare: float, frequency: Any, damped: Any) -> Any:
    """Frequency, rarity and length of one group together, in SCORE_UNITs."""
    return units(weight * rare * saturation(frequency, damped))


def frequency_part(weight: float, frequency: Any, least_damped: float) -> Any:
    """The group as if it were of rarity 1 in a section at the length floor."""
    return units(weight * saturation(frequency, least_damped))


def heading_part(weight: float, rare: float, in_heading: Any, in_alias: Any) -> Any:
    """Words of title, headings, route and aliases count once each, however often they stand."""
    return units(weight * rare * (HEADING * in_heading + ALIAS * in_alias))


def proximity_part(least: float, distance: Any) -> Any:
    """Two neighbours of the question, `distance` tokens apart in the body; least is the smaller w * r.

    Source: pairwise distance of Tao & Zhai 2007, SIGIR, section 3.1, with 1/d as its falling-off.
    """
    return units(PROXIMITY * least / np.maximum(distance, 1))


def phrase_part(rarities: float) -> int:
    """One quoted phrase that stands in the body word for word."""
    return int(units(PHRASE * rarities))
