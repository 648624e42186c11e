"""The fitted numbers of the support gate. Written by bench/fit_support.py; do not edit.

On the half that was not fitted on, (right accepted, wrong accepted):
- begin: 0.628, 0.041
- expertqa: 0.131, 0.084
- mtrag-human: 0.224, 0.050
- a sentence: 0.990, 0.037
- its section: 0.990, 0.104
By kind, with intervals: docs/benchmarks/support.md.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -5.9392
WEIGHTS: Mapping[str, float] = {
    "share": 1.514,
    "flat": 1.1345,
    "best": 0.2467,
    "followed": 0.6029,
    "together": 0.8818,
    "small": 2.3119,
    "chat": -0.4912,
    "size": 0.2595,
}
#: From here on a sentence without a fault is supported.
SUPPORTED_FROM = 0.5548
