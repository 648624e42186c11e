"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Issue sets of golden/dev, each judged by a model that was fitted without it:
auroc_near 0.863, auroc_far 0.973, answered_near 0.318, answered_far 0.067, refused_answerable
0.130.
By set, with intervals: docs/benchmarks/refusal.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -8.8666
WEIGHTS: Mapping[str, float] = {
    "clause": 4.4066,
    "held": 4.6996,
    "titled": 1.0193,
    "familiar": 3.4105,
    "together": 2.0551,
    "own": 1.6695,
    "small": 5.3343,
}
#: Below this a ticket is drafted.
ANSWER_FROM = 0.445
#: From here on nine of ten such questions are answerable.
HIGH_FROM = 0.7
