"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Issue sets of golden/dev, each judged by a model that was fitted without it:
auroc_near 0.806, auroc_far 0.956, answered_near 0.409, answered_far 0.096, refused_answerable
0.138.
By set, with intervals: docs/benchmarks/refusal.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -6.0569
WEIGHTS: Mapping[str, float] = {
    "clause": 3.2984,
    "matched": 2.7099,
    "titled": 1.2632,
    "familiar": 4.8069,
    "small": 3.527,
}
#: Below this a ticket is drafted.
ANSWER_FROM = 0.425
#: From here on nine of ten such questions are answerable.
HIGH_FROM = 0.81
