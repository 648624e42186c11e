"""The fitted numbers of the support gate. Written by bench/fit_support.py; do not edit.

On the half that was not fitted on, (right accepted, wrong accepted):
- begin: 0.661, 0.039
- expertqa: 0.301, 0.185
- mtrag-human: 0.737, 0.325
- a sentence: 0.990, 0.016
- its section: 0.990, 0.039
By kind, with intervals: docs/benchmarks/support.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -3.4099
WEIGHTS: Mapping[str, float] = {
    "least": 2.555,
    "near": 0.975,
    "telling": 0.5487,
    "quiet": 1.9504,
    "long": -6.013,
    "telling_passage": 0.2172,
    "telling_long": 8.3652,
}
#: From here on a sentence without a fault is supported.
SUPPORTED_FROM = 0.48
