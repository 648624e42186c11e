"""Fit the numbers of the confidence on golden questions, and write them with their figures.

A logistic model of a few signals, none of which sees a single question's words. Sets and kinds of
question weigh alike, so that no large set decides. Figures are of each set with the model fitted
on all others; the shipped model is then fitted on all.

    python -m bench.fit_confidence ../shared
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bench.arguments import parser_of
from bench.fitted import fitted_module
from bench.golden import Asked, ask_all
from verbatim_desktop.judge import figures
from verbatim_desktop.judge.signals import signals_of

ABOUT = "Fit the confidence on golden questions and write judge/calibration.py."
ROOT = Path(__file__).resolve().parents[1]
CALIBRATION = ROOT / "verbatim_desktop" / "judge" / "calibration.py"
PAGE = ROOT / "docs" / "benchmarks" / "refusal.md"

SIGNALS = ("clause", "held", "titled", "familiar", "together", "own", "small")
RIDGE = 0.02  # of the standardised weights, per question
STEPS = 60
REFUSED = 0.135  # answerable questions of the issue sets that the threshold may refuse
SURE = 0.9  # share of answers above the threshold for "high" that are answerable
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """The questions of one set as numbers."""

    name: str
    scopes: tuple[str, ...]  # "answerable", "near" or "far"
    signals: Floats  # a row a question, a column a signal
    best_score: Floats  # what a plain threshold on the score would see

    def of(self, values: Floats, scope: str) -> list[float]:
        return [float(v) for v, s in zip(values, self.scopes, strict=True) if s == scope]

    def weights(self) -> Floats:
        """Answerable questions weigh one in all; unanswerable ones too, near and far alike."""
        counts = {scope: self.scopes.count(scope) for scope in self.scopes}
        others = len(counts) - 1
        share = {s: 1 / n if s == "answerable" else 1 / n / others for s, n in counts.items()}
        return np.array([share[scope] for scope in self.scopes])


@dataclass(frozen=True)
class Model:
    """log odds = bias + weights x signals."""

    bias: float
    weights: Floats

    def probabilities(self, signals: Floats) -> Floats:
        return np.round(1 / (1 + np.exp(-(self.bias + signals @ self.weights))), 4)


def sample(name: str, asked: Sequence[Asked]) -> Sample:
    rows = [signals_of(item.found.ranking, item.found.evidence) for item in asked]
    return Sample(
        name,
        tuple(item.question.scope or "answerable" for item in asked),
        np.array([[row[signal] for signal in SIGNALS] for row in rows]),
        np.array([best_score(item) for item in asked]),
    )


def best_score(asked: Asked) -> float:
    results = asked.found.ranking.results
    return float(results[0].score) if results else 0.0


def fit(samples: Sequence[Sample]) -> Model:
    """Newton's method on standardised signals with a ridge; the weights are turned back."""
    signals = np.vstack([one.signals for one in samples])
    answerable = np.array([scope == "answerable" for one in samples for scope in one.scopes])
    weights = np.concatenate([one.weights() for one in samples])
    weights *= len(weights) / weights.sum()
    mean, deviation = signals.mean(axis=0), signals.std(axis=0) + 1e-9
    design = np.column_stack([(signals - mean) / deviation, np.ones(len(signals))])
    ridge = np.eye(design.shape[1]) * RIDGE * len(signals)
    ridge[-1, -1] = 0
    betas = np.zeros(design.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(design @ betas)))
        slope = design.T @ (weights * (chance - answerable)) + ridge @ betas
        bend = (design * (weights * chance * (1 - chance))[:, None]).T @ design + ridge
        betas -= np.linalg.solve(bend, slope)
    turned = betas[:-1] / deviation
    return Model(round(float(betas[-1] - turned @ mean), 4), np.round(turned, 4))


def held_out(samples: Sequence[Sample]) -> dict[str, Floats]:
    """Probabilities of each set by a model that never saw it."""
    return {
        one.name: fit([other for other in samples if other is not one]).probabilities(one.signals)
        for one in samples
    }


def threshold(samples: Sequence[Sample], chances: Mapping[str, Floats]) -> float:
    """The highest that refuses no more than REFUSED of the issue sets' answerable questions."""
    answerable = np.array(
        [v for one in issue_sets(samples) for v in one.of(chances[one.name], "answerable")]
    )
    grid = np.round(np.arange(0.01, 1, 0.005), 4)
    return float(max(at for at in grid if np.mean(answerable < at) <= REFUSED))


def issue_sets(samples: Sequence[Sample]) -> list[Sample]:
    return [one for one in samples if one.name.endswith("-issues")]


def high_from(samples: Sequence[Sample], model: Model, answer_from: float) -> float:
    """The lowest chance above which SURE of the questions, kinds weighing alike, are answerable."""
    chances = np.concatenate([model.probabilities(one.signals) for one in samples])
    right = np.array([scope == "answerable" for one in samples for scope in one.scopes])
    weights = np.concatenate([one.weights() for one in samples])
    for at in np.arange(math.ceil(answer_from * 100) / 100, 0.99, 0.01):
        above = chances >= at
        if above.any() and weights[above & right].sum() >= SURE * weights[above].sum():
            return round(float(at), 2)
    return 0.99


def table(
    samples: Sequence[Sample], chances: Mapping[str, Floats], answer_from: float
) -> dict[str, dict[str, object]]:
    """Refusal figures by set with intervals, and those of the bare score beside them."""
    found: dict[str, dict[str, object]] = {}
    for one in samples:
        scores = {s: one.of(chances[one.name], s) for s in dict.fromkeys(one.scopes)}
        answered = {s: [chance >= answer_from for chance in its] for s, its in scores.items()}
        own = figures.refusal_figures(scores, answered)
        row: dict[str, object] = {"questions": len(one.scopes)}
        row |= {name: value for name, value in own.items() if value is not None}
        for scope in ("near", "far"):
            if scope in scores:
                bare = one.of(one.best_score, "answerable"), one.of(one.best_score, scope)
                row[f"score_auroc_{scope}"] = figures.auroc(*bare)
                interval = figures.auroc_interval(scores["answerable"], scores[scope])
                row[f"interval_{scope}"] = list(interval)
        found[one.name] = row
    return found


def pooled(samples: Sequence[Sample], chances: Mapping[str, Floats], at: float) -> dict[str, float]:
    """The issue sets together, as the goals are stated."""
    scores = {
        scope: [v for one in issue_sets(samples) for v in one.of(chances[one.name], scope)]
        for scope in ("answerable", "near", "far")
    }
    answered = {scope: [chance >= at for chance in its] for scope, its in scores.items()}
    own = figures.refusal_figures(scores, answered)
    return {name: round(value, 3) for name, value in own.items() if value is not None}


COLUMNS = ("near", "far")


def page(
    samples: Sequence[Sample],
    rows: Mapping[str, Mapping[str, object]],
    issues: Mapping[str, float],
    answer_from: float,
) -> str:
    """The text of docs/benchmarks/refusal.md."""
    bare = pooled(samples, {one.name: one.best_score for one in samples}, math.inf)
    lines = [
        "# Refusal",
        "",
        "How well the confidence tells questions that the documentation answers from those it does",
        "not: `near` ones ask about a neighbouring subject, `far` ones about another product.",
        "Written by",
        "",
        "```",
        "python -m bench.fit_confidence ../shared",
        "```",
        "",
        "Each set is judged by a model that was fitted on the other sets; the shipped numbers, in",
        f"`judge/calibration.py`, are fitted on all. Answers are given from {answer_from} on, the",
        f"highest threshold that refuses at most {REFUSED:.1%} of the answerable issue questions.",
        "In brackets: 95% bootstrap intervals. Beside them the AUROC of our bare best score.",
        "",
        "| set | questions | AUROC near | AUROC far | bare near / far "
        "| answered near / far | answerable refused |",
        "|---|---|---|---|---|---|---|",
        *(_row(name, row) for name, row in rows.items()),
        "",
        "The four issue sets together, as the goals are stated:",
        "",
        "| figure | measured | bare score | goal |",
        "|---|---|---|---|",
        *(_goal(name, issues, bare, goal) for name, goal in GOALS.items()),
        "",
        "Plain BM25, `baseline_bm25.py`, has .66 to .73 near and .56 to .93 far. One answerable",
        "question is worth .015 on nextjs-issues, .027 on gitlab-issues, .045 on github-issues and",
        ".077 on zulip-issues, which has four near questions in all.",
        "",
    ]
    return "\n".join(lines)


GOALS = {
    "auroc_far": ">= .95",
    "auroc_near": ">= .85",
    "answered_far": "<= .10",
    "answered_near": "<= .35",
    "refused_answerable": "<= .15",
}


def _row(name: str, row: Mapping[str, object]) -> str:
    aurocs = [_with_interval(row, scope) for scope in COLUMNS]
    bare = " / ".join(_short(row.get(f"score_auroc_{scope}")) for scope in COLUMNS)
    answered = " / ".join(_short(row.get(f"answered_{scope}")) for scope in COLUMNS)
    refused = _short(row.get("refused_answerable"))
    return "| " + " | ".join([name, str(row["questions"]), *aurocs, bare, answered, refused]) + " |"


def _with_interval(row: Mapping[str, object], scope: str) -> str:
    interval = row.get(f"interval_{scope}")
    if not isinstance(interval, list):
        return ""
    low, high = (_short(value) for value in interval)
    return f"{_short(row[f'auroc_{scope}'])} ({low} to {high})"


def _goal(name: str, issues: Mapping[str, float], bare: Mapping[str, float], goal: str) -> str:
    beside = _short(bare[name]) if name.startswith("auroc") else ""
    return f"| {name.replace('_', ' ')} | {_short(issues[name])} | {beside} | {goal} |"


def _short(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else ""


def source(model: Model, answer_from: float, high: float, issues: Mapping[str, float]) -> str:
    """The text of judge/calibration.py."""
    said = ["Issue sets of golden/dev, each judged by a model that was fitted without it:"]
    said += wrapped(", ".join(f"{name} {value:.3f}" for name, value in issues.items()) + ".", 98)
    weights: dict[str, float] = dict(zip(SIGNALS, model.weights, strict=True))
    page = "set, with intervals: docs/benchmarks/refusal.md"
    lines = [
        *fitted_module("the confidence", "fit_confidence", said, page, model.bias, weights),
        "#: Below this a ticket is drafted.",
        f"ANSWER_FROM = {answer_from}",
        "#: From here on nine of ten such questions are answerable.",
        f"HIGH_FROM = {high}",
        "",
    ]
    return "\n".join(lines)


def wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def main() -> int:
    options = parser_of(ABOUT, writes=True).parse_args()
    samples = [sample(name, asked) for name, asked in ask_all(options.shared, options.homes)]
    chances = held_out(samples)
    answer_from = threshold(samples, chances)
    model = fit(samples)
    issues = pooled(samples, chances, answer_from)
    shown = page(samples, table(samples, chances, answer_from), issues, answer_from)
    fitted = source(model, answer_from, high_from(samples, model, answer_from), issues)
    print(shown)
    print(fitted)
    if not options.dry_run:
        CALIBRATION.write_text(fitted, "utf-8")
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(shown, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
