"""The fitted numbers of the support gate. Written by bench/fit_support.py; do not edit.

On the half that was not fitted on, (right accepted, wrong accepted):
- begin: 0.654, 0.043
- expertqa: 0.159, 0.101
- mtrag-human: 0.658, 0.400
- a sentence: 0.990, 0.017
- its section: 0.990, 0.053
By kind, with intervals: docs/benchmarks/support.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -7.3098
WEIGHTS: Mapping[str, float] = {
    "share": 0.9867,
    "telling": 2.2951,
    "followed": -0.3187,
    "least": 2.5194,
    "small": 1.2579,
    "folded": 2.3417,
    "chat": -0.3046,
    "loud": -0.8988,
    "addressed": -0.1957,
    "long": 0.8695,
    "large": 0.9837,
    "talk_in_large": -0.9028,
}
#: From here on a sentence without a fault is supported.
SUPPORTED_FROM = 0.5597
