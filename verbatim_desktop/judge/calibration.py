"""The fitted numbers of the confidence. Written by bench/fit_confidence.py; do not edit.

Not fitted yet: covered and sentence alone, by eye.
"""

from __future__ import annotations

from collections.abc import Mapping

BIAS = -7.0
WEIGHTS: Mapping[str, float] = {
    "covered": 6.0,
    "sentence": 3.0,
}
ANSWER_FROM = 0.5
HIGH_FROM = 0.8
