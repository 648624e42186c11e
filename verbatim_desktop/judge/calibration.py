"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Issue sets of golden/dev, each judged by a model that was fitted without it:
auroc_near 0.799, auroc_far 0.960, answered_near 0.424, answered_far 0.071, refused_answerable
0.138.
By set, with intervals: docs/benchmarks/refusal.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -7.2085
WEIGHTS: Mapping[str, float] = {
    "strength": 2.94,
    "clause": 3.7796,
    "amount": 4.2526,
    "titled": 1.6515,
    "familiar": 3.223,
}
#: Below this a ticket is drafted.
ANSWER_FROM = 0.48
#: From here on nine of ten such questions are answerable.
HIGH_FROM = 0.8
