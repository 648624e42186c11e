"""What a ranking and a refusal are worth on labelled questions, with intervals.

The definitions are those of the BM25 baseline in docs/benchmarks/refusal.md, so that figures
compare. Resampling is seeded: the same results give the same intervals.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

RANKING_FIGURES = ("recall@5", "recall@10", "mrr@10", "ndcg@10")
REFUSAL_FIGURES = (
    "auroc_near", "auroc_far", "answered_near", "answered_far", "refused_answerable",
)  # fmt: skip
RESAMPLES = 1000
SEED = 20260101
Floats = npt.NDArray[np.float64]


def ranking_figures(ranked: Sequence[Hashable], relevant: Collection[Hashable]) -> dict[str, float]:
    """Recall, reciprocal rank and nDCG of one ranking with binary gains."""
    top = ranked[:10]
    gained = sum(1 / math.log2(i + 2) for i, key in enumerate(top) if key in relevant)
    ideal = sum(1 / math.log2(i + 2) for i in range(min(10, len(relevant))))
    return {
        "recall@5": len(set(relevant) & set(ranked[:5])) / len(relevant),
        "recall@10": len(set(relevant) & set(top)) / len(relevant),
        "mrr@10": next((1 / (i + 1) for i, key in enumerate(top) if key in relevant), 0.0),
        "ndcg@10": gained / ideal,
    }


def mean_figures(rows: Sequence[Mapping[str, float]]) -> dict[str, float | None]:
    """The mean of each ranking figure; None where no question was labelled."""
    return {
        name: math.fsum(row[name] for row in rows) / len(rows) if rows else None
        for name in RANKING_FIGURES
    }


def auroc(positive: Sequence[float] | Floats, negative: Sequence[float] | Floats) -> float:
    """The chance that an answerable question scores above an unanswerable one; ties count half."""
    above, below = np.asarray(positive, float), np.sort(np.asarray(negative, float))
    left = np.searchsorted(below, above, side="left")
    right = np.searchsorted(below, above, side="right")
    return float((left + right).sum() / 2 / (len(above) * len(below)))


def refusal_figures(
    scores: Mapping[str, Sequence[float]], answered: Mapping[str, Sequence[bool]]
) -> dict[str, float | None]:
    """Figures from confidence scores and outcomes by "answerable", "near" and "far"."""
    figures: dict[str, float | None] = dict.fromkeys(REFUSAL_FIGURES)
    for scope in ("near", "far"):
        if scores.get(scope):
            figures[f"answered_{scope}"] = share(answered[scope])
            if scores.get("answerable"):
                figures[f"auroc_{scope}"] = auroc(scores["answerable"], scores[scope])
    if answered.get("answerable"):
        figures["refused_answerable"] = 1 - share(answered["answerable"])
    return figures


def share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95% percentile bootstrap interval of a mean."""
    data = np.asarray(values, float)
    return _percentiles(data[_draws(len(data), 0)].mean(axis=1))


def auroc_interval(positive: Sequence[float], negative: Sequence[float]) -> tuple[float, float]:
    """The same of an AUROC, both kinds of question drawn anew each time."""
    above, below = np.asarray(positive, float), np.asarray(negative, float)
    pairs = zip(_draws(len(above), 0), _draws(len(below), 1), strict=True)
    return _percentiles(np.array([auroc(above[one], below[other]) for one, other in pairs]))


def _draws(count: int, stream: int) -> npt.NDArray[np.int64]:
    generator = np.random.Generator(np.random.PCG64((SEED, stream)))
    return generator.integers(0, count, size=(RESAMPLES, count))


def _percentiles(values: Floats) -> tuple[float, float]:
    low, high = np.percentile(values, [2.5, 97.5])
    return round(float(low), 4), round(float(high), 4)


def percentile(values: Sequence[float], rank: float) -> float:
    """A percentile by linear interpolation; 0.0 of nothing."""
    return float(np.percentile(np.asarray(values, float), rank)) if values else 0.0
