"""The fitted numbers of the support gate. Written by bench/fit_support.py; do not edit.

On the half that was not fitted on, (right accepted, wrong accepted):
- begin: 0.605, 0.035
- expertqa: 0.087, 0.076
- mtrag-human: 0.105, 0.025
- a sentence: 0.990, 0.018
- its section: 0.990, 0.066
By kind, with intervals: docs/benchmarks/support.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -5.0901
WEIGHTS: Mapping[str, float] = {
    "share": 1.7352,
    "flat": 1.7592,
    "best": -0.1637,
    "followed": 0.0701,
    "together": 0.8449,
    "small": 2.7107,
}
#: From here on a sentence without a fault is supported.
SUPPORTED_FROM = 0.6593
