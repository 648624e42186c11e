"""The page docs/benchmarks/support.md: what the gate accepts, what leaks, how claims fare.

Each bench writes its own part, between marks, so that both may be run alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks" / "support.md"
TITLE = "# Support: sentences against what they cite, and claims against the library\n"
SYNTHETIC = ("a sentence", "its section")


class Judged(Protocol):
    """What the page needs of an answer."""

    @property
    def kind(self) -> str: ...
    @property
    def right(self) -> bool: ...
    @property
    def contained(self) -> float: ...
    @property
    def whole(self) -> float: ...


def write(part: str, text: str) -> None:
    """Put a part in its place on the page; the others stay."""
    start, end = f"<!-- {part} -->\n", f"<!-- end of {part} -->\n"
    page = PAGE.read_text("utf-8") if PAGE.exists() else TITLE
    if start in page:
        before, _, rest = page.partition(start)
        _, _, after = rest.partition(end)
    else:
        before, after = f"{page.rstrip()}\n\n", ""
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(f"{before}{start}{text.rstrip()}\n{end}{after}", "utf-8")


def interval(values: Sequence[bool]) -> tuple[float, float]:
    """95% interval of a share, by Wilson's formula, which holds near 0 and 1 too."""
    count, z = len(values), 1.96
    share = sum(values) / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * (share * (1 - share) / count + z * z / (4 * count**2)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def share(values: Sequence[bool]) -> str:
    low, high = interval(values)
    return f"{sum(values) / len(values):.3f} ({low:.3f} to {high:.3f})"


def balanced(rows: Sequence[Judged], accepted: Sequence[bool]) -> float:
    right, wrong = split(rows, accepted)
    return (float(np.mean(right)) + 1 - float(np.mean(wrong))) / 2


def split(rows: Sequence[Judged], accepted: Sequence[bool]) -> tuple[list[bool], list[bool]]:
    pairs = list(zip(rows, accepted, strict=True))
    return [a for row, a in pairs if row.right], [a for row, a in pairs if not row.right]


# --- Plain containment ---------------------------------------------------------------------------

Measure = Callable[[Judged], float]


def strict_threshold(begin: Sequence[Judged], measure: Measure, allowed: float) -> float:
    """The lowest with few enough false accepts; the highest there is where none has."""
    grid = [round(float(at), 2) for at in np.arange(0.3, 1.001, 0.01)]
    wrong = [measure(row) for row in begin if not row.right]
    return min((at for at in grid if np.mean([v >= at for v in wrong]) <= allowed), default=1.0)


def balanced_threshold(groups: Sequence[Sequence[Judged]], measure: Measure) -> float:
    """The one with the best balanced accuracy, the mean over the groups."""

    def worth(at: float) -> float:
        found = [balanced(rows, [measure(row) >= at for row in rows]) for rows in groups]
        return float(np.mean(found))

    return max((round(float(at), 2) for at in np.arange(0.3, 1.001, 0.01)), key=worth)


def by_sentence(row: Judged) -> float:
    return row.contained


def as_a_whole(row: Judged) -> float:
    return row.whole


# --- The part of the gate ------------------------------------------------------------------------


def gate_part(
    fitting: Mapping[str, Sequence[Judged]],
    reported: Mapping[str, Sequence[Judged]],
    accepted: Mapping[str, Sequence[bool]],
) -> str:
    """What the gate accepts of each set, plain containment beside it, and what leaks by kind."""
    sets = [name for name in reported if name not in SYNTHETIC]
    lines = [*GATE_HEAD, *_sets(sets, reported, accepted), "", *CONTAINMENT_HEAD]
    for label, measure in (("each sentence", by_sentence), ("the answer as one", as_a_whole)):
        lines += _containment(label, measure, sets, fitting, reported)
    for name in SYNTHETIC:
        lines += ["", *_kinds(name, reported[name], accepted[name])]
    return "\n".join(lines)


GATE_HEAD = (
    "## The gate",
    "",
    "Written by `python -m bench.fit_support ../shared --homes DIR`. Fitted on the even half of",
    "the ids by SHA-256, reported here on the odd half. Answers are split into sentences, and",
    "each is held against the source by the rules and measured. An answer is supported if the",
    "measures of its sentences together reach the one threshold, and if those in which a rule",
    "found a fault are less than half of it (so a single sentence with a fault never is).",
    "`partial` counts as unsupported. In brackets: 95% intervals (Wilson).",
    "",
    "| set | supported accepted | unsupported accepted | balanced accuracy | one row is worth |",
    "|---|---|---|---|---|",
)
CONTAINMENT_HEAD = (
    "Plain containment: the share of the words of a sentence that are no stop words, by their",
    "stems, that stand anywhere in the source; a sentence without any has all. Of an answer either",
    "the least share of its sentences (`each sentence`) or the share of the answer read as one",
    "claim (`the answer as one`). It is accepted from a threshold on, one for all three sets, from",
    "0.30 to 1.00 by 0.01, and fitted on the same half as the gate in one of two ways:",
    "",
    "- `strict`, by the rule the gate keeps: the lowest threshold that accepts at most .05 of the",
    "  unsupported of begin. None does, so it is 1.00, the highest there is.",
    "- `balanced`, without that rule: the threshold with the best mean of the three balanced",
    "  accuracies. It may accept any number of unsupported answers, which the gate may not.",
    "",
    "Balanced accuracy on the other half, in brackets the share of unsupported answers accepted:",
    "",
    "| containment of | threshold | begin | expertqa | mtrag-human |",
    "|---|---|---|---|---|",
)


def _sets(
    sets: Sequence[str],
    reported: Mapping[str, Sequence[Judged]],
    accepted: Mapping[str, Sequence[bool]],
) -> list[str]:
    lines: list[str] = []
    for name in sets:
        right, wrong = split(reported[name], accepted[name])
        figure = balanced(reported[name], accepted[name])
        worth = f"{1 / len(right):.4f} / {1 / len(wrong):.4f}"
        lines.append(f"| {name} | {share(right)} | {share(wrong)} | {figure:.3f} | {worth} |")
    return lines


def _containment(
    label: str,
    measure: Measure,
    sets: Sequence[str],
    fitting: Mapping[str, Sequence[Judged]],
    reported: Mapping[str, Sequence[Judged]],
) -> list[str]:
    thresholds = {
        "strict": strict_threshold(fitting["begin"], measure, 0.05),
        "balanced": balanced_threshold([fitting[name] for name in sets], measure),
    }
    lines: list[str] = []
    for rule, at in thresholds.items():
        cells: list[str] = []
        for name in sets:
            taken = [measure(row) >= at for row in reported[name]]
            wrong = split(reported[name], taken)[1]
            cells.append(f"{balanced(reported[name], taken):.3f} ({np.mean(wrong):.3f})")
        lines.append(f"| {label}, {rule} | {at:.2f} | {' | '.join(cells)} |")
    return lines


def _kinds(name: str, rows: Sequence[Judged], accepted: Sequence[bool]) -> list[str]:
    right, wrong = split(rows, accepted)
    lines = [
        f"### Changed sentences of real documentation, citing {name}",
        "",
        f"Right sentences accepted: {share(right)}. Wrong sentences accepted: {share(wrong)}.",
        "By kind:",
        "",
        "| change | true | sentences | accepted | one is worth |",
        "|---|---|---|---|---|",
    ]
    for truth in (True, False):
        for kind in dict.fromkeys(row.kind for row in rows if row.right is truth):
            its = [a for row, a in zip(rows, accepted, strict=True) if row.kind == kind]
            said = "yes" if truth else "no"
            lines.append(f"| {kind} | {said} | {len(its)} | {share(its)} | {1 / len(its):.4f} |")
    return lines


def summary(
    reported: Mapping[str, Sequence[Judged]], accepted: Mapping[str, Sequence[bool]]
) -> str:
    """The figures in a few lines, to stand beside the fitted numbers."""
    lines = ["On the half that was not fitted on, (right accepted, wrong accepted):"]
    for name, rows in reported.items():
        right, wrong = split(rows, accepted[name])
        lines.append(f"- {name}: {np.mean(right):.3f}, {np.mean(wrong):.3f}")
    return "\n".join(lines)
