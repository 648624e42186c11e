"""Decide whether the evidence is strong enough to answer, and say why in words.

Pure: no clock, no chance, no provider. Same evidence, same verdict. Every signal is a share or a
ratio, so that a long question is not taken for a well covered one. Words that were added to a
question make it no surer: what it asks itself must be there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from verbatim_desktop.domain.answers import Confidence, Evidence, Level
from verbatim_desktop.domain.retrieval import Ranking
from verbatim_desktop.judge import calibration
from verbatim_desktop.judge.reasons import own_reason, reasons_of
from verbatim_desktop.judge.signals import signals_of
from verbatim_desktop.judge.words import (
    Asked,
    asked_itself,
    carried_away,
    is_titled,
    lacking_share,
)

#: An answer whose best section lacks so much of the question's telling words is not sure.
LACKS = 0.4
_STEP = 0.0001  # scores have four places


def weigh(ranking: Ranking, evidence: Sequence[Evidence], own: str = "") -> Confidence:
    """The confidence that some section answers the question.

    own: what was asked, where the search added words of the question before; "" where it did not.
    """
    asked = asked_itself(own, ranking, evidence) if own else None
    signals = signals_of(ranking, evidence)
    score = probability(signals)
    score = max(score, calibration.ANSWER_FROM) if is_titled(ranking, evidence) else score
    score = min(score, _most_of_what_is_there(ranking, evidence))
    score = min(score, _most(asked)) if asked else score
    level = level_of(score)
    return Confidence(
        level=level,
        score=score,
        reasons=(
            *reasons_of(ranking, evidence, signals, sure=level is not Level.LOW),
            *([own_reason(asked)] if asked and not asked.is_covered else []),
        ),
        signals=signals,
    )


def _most_of_what_is_there(ranking: Ranking, evidence: Sequence[Evidence]) -> float:
    """How sure an answer can be where a word that carries the question is not to be found."""
    if carried_away(ranking):
        return calibration.ANSWER_FROM - _STEP
    lacks = lacking_share(ranking, evidence) >= LACKS
    return calibration.HIGH_FROM - _STEP if lacks else 1.0


def _most(asked: Asked) -> float:
    """How sure an answer can be of a question whose own words are covered so far."""
    if asked.names_what_is_missing:
        return calibration.ANSWER_FROM - _STEP
    return 1.0 if asked.is_covered else calibration.HIGH_FROM - _STEP


def probability(signals: Mapping[str, float]) -> float:
    """The fitted logistic model, rounded so that the last bits of a float decide nothing."""
    weights = calibration.WEIGHTS
    total = calibration.BIAS + math.fsum(weights[name] * signals[name] for name in weights)
    return round(1 / (1 + math.exp(-total)), 4)


def level_of(score: float) -> Level:
    if score < calibration.ANSWER_FROM:
        return Level.LOW
    return Level.HIGH if score >= calibration.HIGH_FROM else Level.MEDIUM
