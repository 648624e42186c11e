"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Issue sets of golden/dev, each judged by a model that was fitted without it:
auroc_near 0.868, auroc_far 0.976, answered_near 0.318, answered_far 0.062, refused_answerable
0.116.
By set, with intervals: docs/benchmarks/refusal.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -8.956
WEIGHTS: Mapping[str, float] = {
    "clause": 4.4214,
    "held": 4.6843,
    "titled": 0.9828,
    "familiar": 3.507,
    "together": 2.1001,
    "own": 1.702,
    "small": 5.4491,
}
#: Below this a ticket is drafted.
ANSWER_FROM = 0.445
#: From here on nine of ten such questions are answerable.
HIGH_FROM = 0.67
