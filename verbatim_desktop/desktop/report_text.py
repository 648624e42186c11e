"""An ingest report to keep: as JSON with the command line's names, Markdown or CSV. Pure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence

from verbatim_desktop.compose.cells import harmless
from verbatim_desktop.domain.documents import FileNote, IngestReport

COUNTS = (
    "documents", "added", "changed", "unchanged", "removed", "sections", "sentences", "seconds",
)  # fmt: skip


def report_as_json(report: IngestReport) -> str:
    shape: dict[str, object] = {"source": report.source}
    shape |= {name: getattr(report, name) for name in COUNTS}
    for name in ("skipped", "failed", "warnings"):
        notes: Sequence[FileNote] = getattr(report, name)
        shape[name] = [{"path": note.path, "reason": note.reason} for note in notes]
    shape |= {
        "changed_paths": list(report.changed_paths),
        "removed_paths": list(report.removed_paths),
        "cancelled": report.cancelled,
    }
    return json.dumps(shape, indent=2, ensure_ascii=False) + "\n"


def report_as_markdown(report: IngestReport) -> str:
    lines = [f"# Ingest of {report.source}", ""]
    lines += [f"- {name.capitalize()}: {getattr(report, name):,}" for name in COUNTS[:-1]]
    lines.append(f"- Seconds: {report.seconds:.1f}")
    for title, notes in (
        ("Failed", report.failed),
        ("Skipped", report.skipped),
        ("Warnings", report.warnings),
    ):
        if notes:
            lines += ["", f"## {title}", "", "| File | Reason |", "|---|---|"]
            lines += [f"| {cell(note.path)} | {cell(note.reason)} |" for note in notes]
    for title, paths in (("Changed", report.changed_paths), ("Removed", report.removed_paths)):
        if paths:
            lines += ["", f"## {title}", "", *(f"- `{path}`" for path in paths)]
    return "\n".join(lines) + "\n"


def report_as_csv(report: IngestReport) -> str:
    """A row a file: source, what became of it, its path and the reason."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(("source", "state", "path", "reason"))
    for state in ("failed", "skipped", "warnings"):
        notes: Sequence[FileNote] = getattr(report, state)
        for note in notes:
            rows.writerow((report.source, state, harmless(note.path), harmless(note.reason)))
    for state, paths in (("changed", report.changed_paths), ("removed", report.removed_paths)):
        for path in paths:
            rows.writerow((report.source, state, harmless(path), ""))
    return out.getvalue()


def cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")


#: How a report can be kept: the name, the words of the menu, the ending and the filter.
FORMS: dict[str, tuple[str, str, str]] = {
    "markdown": ("As Markdown…", "md", "Markdown (*.md)"),
    "csv": ("As CSV…", "csv", "CSV (*.csv)"),
    "json": ("As JSON…", "json", "JSON (*.json)"),
}
WRITERS: dict[str, Callable[[IngestReport], str]] = {
    "markdown": report_as_markdown,
    "csv": report_as_csv,
    "json": report_as_json,
}
