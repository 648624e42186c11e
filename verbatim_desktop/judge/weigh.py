"""Decide whether the evidence is strong enough to answer, and say why in words.

Pure: no clock, no chance, no provider. Same evidence, same verdict. Every signal is a share or a
ratio, so that a long question is not taken for a well covered one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from verbatim_desktop.domain.answers import Confidence, Evidence, Level
from verbatim_desktop.domain.retrieval import Ranking
from verbatim_desktop.judge import calibration
from verbatim_desktop.judge.reasons import reasons_of
from verbatim_desktop.judge.signals import signals_of


def weigh(ranking: Ranking, evidence: Sequence[Evidence]) -> Confidence:
    """The confidence that some section answers the question."""
    signals = signals_of(ranking, evidence)
    score = probability(signals)
    level = level_of(score)
    return Confidence(
        level=level,
        score=score,
        reasons=tuple(reasons_of(ranking, evidence, sure=level is not Level.LOW)),
        signals=signals,
    )


def probability(signals: Mapping[str, float]) -> float:
    """The fitted logistic model, rounded so that the last bits of a float decide nothing."""
    weights = calibration.WEIGHTS
    total = calibration.BIAS + math.fsum(weights[name] * signals[name] for name in weights)
    return round(1 / (1 + math.exp(-total)), 4)


def level_of(score: float) -> Level:
    if score < calibration.ANSWER_FROM:
        return Level.LOW
    return Level.HIGH if score >= calibration.HIGH_FROM else Level.MEDIUM
