"""An ingest report to keep: as JSON with the command line's names, or as Markdown. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence

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
            lines += [f"| {_cell(note.path)} | {_cell(note.reason)} |" for note in notes]
    for title, paths in (("Changed", report.changed_paths), ("Removed", report.removed_paths)):
        if paths:
            lines += ["", f"## {title}", "", *(f"- `{path}`" for path in paths)]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
