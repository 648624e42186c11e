"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Issue sets of golden/dev, each judged by a model that was fitted without it:
auroc_near 0.864, auroc_far 0.974, answered_near 0.333, answered_far 0.067, refused_answerable
0.130.
By set, with intervals: docs/benchmarks/refusal.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -8.6647
WEIGHTS: Mapping[str, float] = {
    "clause": 4.3126,
    "held": 4.9516,
    "titled": 1.0611,
    "familiar": 3.02,
    "together": 2.1085,
    "own": 1.7239,
    "small": 5.0151,
}
#: Below this a ticket is drafted.
ANSWER_FROM = 0.45
#: From here on nine of ten such questions are answerable.
HIGH_FROM = 0.7
