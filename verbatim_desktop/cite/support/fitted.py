"""The fitted numbers of the support gate. Written by bench/fit_support.py; do not edit.

On the half that was not fitted on, (right accepted, wrong accepted):
- begin: 0.663, 0.043
- expertqa: 0.301, 0.185
- mtrag-human: 0.724, 0.350
- a sentence: 0.990, 0.016
- its section: 0.990, 0.039
By kind, with intervals: docs/benchmarks/support.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -3.4188
WEIGHTS: Mapping[str, float] = {
    "least": 2.8285,
    "telling": 1.3233,
    "quiet": 2.0757,
    "long": -6.3867,
    "telling_long": 8.6517,
}
#: From here on a sentence without a fault is supported.
SUPPORTED_FROM = 0.475
