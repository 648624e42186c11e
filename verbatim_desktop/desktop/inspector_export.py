"""Keep what the Inspector shows as a file, in the form that the file's ending names."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from verbatim_desktop.app import Verbatim
from verbatim_desktop.desktop.golden_text import (
    cells_as_csv,
    run_as_markdown,
    table_as_csv,
    table_as_markdown,
)
from verbatim_desktop.desktop.inspector_work import Inspected
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.models.moves import MovesModel
from verbatim_desktop.desktop.models.ranked import PARTS, points
from verbatim_desktop.desktop.report_text import cell
from verbatim_desktop.desktop.source_work import write_report
from verbatim_desktop.desktop.widgets.golden_view import GoldenView
from verbatim_desktop.domain.inspection import GoldenSet
from verbatim_desktop.domain.plain import to_plain

FILTERS = {
    "csv": "CSV (*.csv)",
    "md": "Markdown (*.md)",
    "json": "JSON (*.json)",
    "jsonl": "Golden questions (*.jsonl)",
}


@dataclass(frozen=True, slots=True)
class Exported:
    """What can be kept: a file name without ending, and the text by ending."""

    name: str
    texts: dict[str, str]
    golden: GoldenSet | None = None  # written as .jsonl by the library


RANKING_HEADS = ("rank", "section", "source", "path", "anchor", *PARTS, "length", "total",
                 "matched", "missing")  # fmt: skip


def ranking_export(shown: Inspected) -> Exported:
    """The ranked sections with the parts of their scores."""
    rows = [
        (
            str(row.rank),
            row.heading,
            row.scored.section.source,
            row.scored.section.path,
            row.scored.section.anchor,
            *(points(getattr(row.scored.breakdown, part)) for part in PARTS),
            points(row.scored.breakdown.length),
            points(row.scored.breakdown.total),
            row.matched,
            row.missing,
        )
        for row in shown.rows
        if row.scored is not None
    ]
    lines = [f"# {cell(shown.wanted.text)}", "", f"| {' | '.join(RANKING_HEADS)} |"]
    lines.append(f"|{'---|' * len(RANKING_HEADS)}")
    lines += [f"| {' | '.join(cell(one) for one in row)} |" for row in rows]
    plain = json.dumps(to_plain(shown.ranking), indent=2, ensure_ascii=False)
    texts = {
        "csv": cells_as_csv(RANKING_HEADS, rows),
        "md": "\n".join(lines) + "\n",
        "json": plain + "\n",
    }
    return Exported("ranking", texts)


def moves_export(model: MovesModel) -> Exported:
    """What rose and fell."""
    heads, rows = model.heads(), model.rows()
    texts = {"csv": table_as_csv(heads, rows), "md": table_as_markdown(heads, rows)}
    return Exported("comparison", texts)


def golden_export(view: GoldenView) -> Exported | None:
    """A golden set, and its last run where there is one."""
    golden, run = view.golden, view.run
    if golden is None:
        return None
    texts: dict[str, str] = {"jsonl": ""}
    if run is not None:
        heads, rows = view.model.heads(), view.model.rows()
        texts["csv"] = table_as_csv(heads, rows)
        texts["md"] = run_as_markdown(run, heads, rows)
    return Exported(golden.name, texts, golden)


class InspectorExport(QObject):
    """written carries a notice."""

    written = Signal(object)

    def __init__(self, over: QWidget, lane: Lane) -> None:
        super().__init__(over)
        self._over, self._lane = over, lane

    def ask_where(self, exported: Exported) -> None:
        """Ask for a file with the system's own dialog."""
        endings = list(exported.texts)
        dialog = QFileDialog(self._over.window(), "Export")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([FILTERS[ending] for ending in endings])
        dialog.setDefaultSuffix(endings[0])
        dialog.selectFile(f"{exported.name}.{endings[0]}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filterSelected.connect(partial(name_after_filter, dialog))
        dialog.fileSelected.connect(partial(self.write, exported))
        dialog.open()

    def write(self, exported: Exported, path: str) -> None:
        """Write the form that the ending names, whole or not at all, off the GUI thread."""
        ending = path.rpartition(".")[2].lower()
        form = ending if ending in exported.texts else next(iter(exported.texts))
        golden = exported.golden

        def write(verbatim: Verbatim) -> Notice:
            if form == "jsonl" and golden is not None:
                return write_report(path, verbatim.inspector.golden_jsonl(golden), "set")
            return write_report(path, exported.texts[form], "table")

        self._lane.ask(write, self.written.emit)


def name_after_filter(dialog: QFileDialog, words: str) -> None:
    """The form that is chosen in the dialog is the one that is written: the ending says which."""
    ending = next(ending for ending, said in FILTERS.items() if said == words)
    dialog.setDefaultSuffix(ending)
    for named in dialog.selectedFiles()[:1]:
        dialog.selectFile(str(Path(named).with_suffix(f".{ending}")))
