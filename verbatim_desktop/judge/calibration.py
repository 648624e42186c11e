"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Issue sets of golden/dev, each judged by a model that was fitted without it:
auroc_near 0.808, auroc_far 0.957, answered_near 0.409, answered_far 0.087, refused_answerable
0.145.
By set, with intervals: docs/benchmarks/refusal.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -6.0369
WEIGHTS: Mapping[str, float] = {
    "clause": 3.4512,
    "matched": 2.6722,
    "titled": 1.1661,
    "familiar": 4.8078,
    "small": 3.4849,
}
#: Below this a ticket is drafted.
ANSWER_FROM = 0.435
#: From here on nine of ten such questions are answerable.
HIGH_FROM = 0.8
