"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Issue sets of golden/dev, each judged by a model that was fitted without it:
auroc_near 0.827, auroc_far 0.964, answered_near 0.364, answered_far 0.067, refused_answerable
0.138.
By set, with intervals: docs/benchmarks/refusal.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -7.4339
WEIGHTS: Mapping[str, float] = {
    "strength": 2.5481,
    "clause": 3.4161,
    "amount": 5.304,
    "titled": 1.9031,
    "familiar": 2.9885,
}
#: Below this a ticket is drafted.
ANSWER_FROM = 0.545
#: From here on nine of ten such questions are answerable.
HIGH_FROM = 0.8
