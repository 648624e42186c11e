"""What a golden run says, in words and as files: its figures, and what moved. Pure."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from verbatim_desktop.desktop.models.moves import MoveRow
from verbatim_desktop.desktop.report_text import cell, harmless
from verbatim_desktop.domain.documents import target_of
from verbatim_desktop.domain.evaluation import EvalReport
from verbatim_desktop.domain.inspection import GoldenRun, RunComparison

#: Figures that are shown, by their names in a report.
FIGURES = (("ndcg@10", "nDCG@10"), ("recall@5", "Recall@5"), ("mrr@10", "MRR@10"))
#: As points are written.
POINTS = re.compile(r"-?[0-9]+\.[0-9]{2}")
REFUSAL = (
    ("refused_answerable", "refused though answerable"),
    ("answered_near", "answered though near"),
    ("answered_far", "answered though far off"),
)


def share(value: float) -> str:
    """ ".78", "1.00"."""
    text = f"{value:.2f}"
    return text[1:] if text.startswith("0.") else text


def figure_words(report: EvalReport, compared: RunComparison | None = None) -> tuple[str, ...]:
    """ "nDCG@10 .78 (.71 to .84), +.02 (−.01 to +.05)" for each figure that the set has."""
    found: list[str] = []
    for name, words in FIGURES:
        value = report.document.get(name)
        if value is None:
            continue
        low, high = report.intervals.get(f"document.{name}", (value, value))
        said = f"{words} {share(value)} ({share(low)} to {share(high)})"
        change = compared.figures.get(f"document.{name}") if compared else None
        if change is not None:
            lowest, highest = signed(change.low), signed(change.high)
            said += f", {signed(change.difference)} ({lowest} to {highest})"
        found.append(said)
    for name, words in REFUSAL:
        value = report.refusal.get(name)
        if value is not None:
            found.append(f"{value:.0%} {words}")
    return tuple(found)


def signed(value: float) -> str:
    text = share(abs(value))
    return f"{'−' if value < -0.005 else '+'}{text}"


def worth_words(report: EvalReport) -> str:
    return f"One question is worth {report.one_question_is_worth:.3f}".replace(" 0.", " .")


def missing_words(report: EvalReport) -> str:
    """What can only fail, whatever the ranking is worth; "" where every label is in the library."""
    if not report.missing:
        return ""
    first = report.missing[0]
    place = target_of(first.doc, first.anchor)
    if len(report.missing) == 1:
        return f"1 label points at nothing: {place}"
    return f"{len(report.missing):,} labels point at nothing, such as {place}"


def run_as_markdown(run: GoldenRun, heads: Sequence[str], rows: Sequence[MoveRow]) -> str:
    lines = [f"# {run.set}", "", f"Run {run.name} on library {run.generation}.", ""]
    said = (*figure_words(run.report), worth_words(run.report), missing_words(run.report))
    lines += [f"- {words}" for words in said if words]
    return "\n".join(lines) + "\n\n" + table_as_markdown(heads, rows)


def table_as_markdown(heads: Sequence[str], rows: Sequence[MoveRow]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(cell(one) for one in row.cells)} |" for row in rows]
    return "\n".join(lines) + "\n"


def table_as_csv(heads: Sequence[str], rows: Sequence[MoveRow]) -> str:
    return cells_as_csv(heads, [row.cells for row in rows])


def cells_as_csv(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    written = csv.writer(out, lineterminator="\r\n")
    written.writerow(heads)
    written.writerows([_kept(one) for one in row] for row in rows)
    return out.getvalue()


def _kept(text: str) -> str:
    """A cell that no spreadsheet takes for a formula; what is taken off stays a number."""
    return text if POINTS.fullmatch(text) else harmless(text)
