"""Golden sets between the library and their view: read, run, edited, put back.

A run has a lane of its own, so that ranking as one types goes on beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog

from verbatim_desktop.desktop.jobs import FromLane, Job, Jobs
from verbatim_desktop.desktop.lane import Lane
from verbatim_desktop.desktop.messages import Notice
from verbatim_desktop.desktop.state import OpenLibrary
from verbatim_desktop.desktop.widgets.golden_view import GoldenView, free_id
from verbatim_desktop.domain.documents import IngestProgress
from verbatim_desktop.domain.errors import Cancelled
from verbatim_desktop.domain.evaluation import Target
from verbatim_desktop.domain.inspection import GoldenEntry, GoldenRun, GoldenSet, RunComparison
from verbatim_desktop.domain.retrieval import SectionRef
from verbatim_desktop.text.counting import counted

if TYPE_CHECKING:
    from verbatim_desktop.app import Verbatim

#: The set that questions are saved to where there is none yet.
FIRST_SET = "questions"
JSONL = "Golden questions (*.jsonl)"


@dataclass(frozen=True, slots=True)
class GoldenState:
    """The names of all sets, and the one that is shown with its runs."""

    names: tuple[str, ...]
    golden: GoldenSet | None = None
    runs: tuple[GoldenRun, ...] = ()
    before: GoldenRun | None = None
    compared: RunComparison | None = None


def read_golden(verbatim: Verbatim, name: str, against: str) -> GoldenState:
    """name and against: what is shown, and the run it is held against; "" for the first ones."""
    inspector = verbatim.inspector
    sets = {one.name: one for one in inspector.golden_sets()}
    if not sets:
        return GoldenState(())
    golden = sets.get(name) or next(iter(sets.values()))
    runs = inspector.runs(golden.name)
    earlier = {run.name: run for run in runs[1:]}
    before = earlier.get(against) or next(iter(earlier.values()), None)
    compared = inspector.compare_runs(before, runs[0]) if before and runs else None
    return GoldenState(tuple(sets), golden, runs, before, compared)


@dataclass(frozen=True, slots=True)
class LoadedGolden:
    """before: what was kept under the same name, where it was another one."""

    golden: GoldenSet
    before: GoldenSet | None = None


def load_golden(verbatim: Verbatim, path: Path) -> LoadedGolden:
    """Keep the set of a file in the place of the one with its name. Raises UnreadableFile."""
    kept = {one.name: one for one in verbatim.inspector.golden_sets()}
    golden = verbatim.inspector.load_golden(path)
    before = kept.get(golden.name)
    differs = before is not None and before.questions != golden.questions
    return LoadedGolden(golden, before if differs else None)


def change_golden(
    verbatim: Verbatim, name: str, change: Callable[[GoldenSet], GoldenSet]
) -> GoldenSet:
    """Change a set, made where there is none; as it was before."""
    sets = {one.name: one for one in verbatim.inspector.golden_sets()}
    before = sets.get(name, GoldenSet(name, ()))
    verbatim.inspector.save_golden(change(before))
    return before


def labelled(golden: GoldenSet, question: str, target: Target | None, scope: str = "") -> GoldenSet:
    """The set with a question and one more right section, or with none and a scope."""
    known = next((one for one in golden.questions if one.question == question), None)
    entry = known or GoldenEntry(free_id({one.id for one in golden.questions}), question)
    if target is None:
        return golden.with_entry(replace(entry, relevant=(), scope=scope))
    relevant = tuple(dict.fromkeys((*entry.relevant, target)))
    return golden.with_entry(replace(entry, relevant=relevant, scope=""))


def target_of(section: SectionRef) -> Target:
    """A section as golden files name it: SOURCE/PATH, and its heading."""
    return Target(f"{section.source}/{section.path}", section.anchor)


class GoldenControl(QObject):
    """said: a notice, and what undoes it (words and a call) or None. shown: a set was read. began:
    a set is being run. failed: an error.
    """

    said = Signal(object, object)
    shown = Signal()
    began = Signal()
    failed = Signal(object)

    def __init__(self, view: GoldenView, lane: Lane, library: OpenLibrary) -> None:
        super().__init__(view)
        self._view, self._lane, self._library = view, lane, library
        self._own = Jobs(self)
        self._job: Job | None = None
        self._steps = FromLane(self)
        self._steps.told.connect(self._step)
        view.chosen.connect(self.read)
        view.run_wanted.connect(self.run)
        view.cancelled.connect(self.cancel)
        view.load_wanted.connect(self.choose_file)
        view.delete_wanted.connect(self.delete)
        view.saved.connect(self.save)
        view.removed.connect(self.remove)

    # --- reading -----------------------------------------------------------------------------

    def read(self, name: str = "") -> None:
        """Read the set with this name, or the one that is chosen, and its runs."""
        wanted = name or self._view.name()
        against = self._view.against_name()
        self._lane.ask(lambda v: read_golden(v, wanted, against), self._show, "golden")

    def _show(self, state: GoldenState) -> None:
        name = state.golden.name if state.golden else ""
        self._view.show_sets(state.names, name)
        if state.golden is not None:
            self._view.show_golden(state.golden, state.runs, state.before, state.compared)
        self.shown.emit()

    def choose_file(self) -> None:
        """Ask for a .jsonl file with the system's own dialog."""
        dialog = QFileDialog(self._view.window(), "Load a golden set")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(JSONL)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.load)
        dialog.open()

    def load(self, path: str) -> None:
        self._lane.ask(lambda verbatim: load_golden(verbatim, Path(path)), self._loaded)

    def _loaded(self, loaded: LoadedGolden) -> None:
        golden, before = loaded.golden, loaded.before
        count, undo = f"{counted(len(golden.questions), 'question')}", None
        if before is not None:
            count += f", in the place of the {len(before.questions):,} that were kept"
            undo = ("Undo", partial(self._put_back, before))
        self.said.emit(Notice("ok", f"{golden.name} is loaded.", f"{count}."), undo)
        self.read(golden.name)

    # --- running -----------------------------------------------------------------------------

    def run(self) -> None:
        """Measure the set that is shown."""
        golden = self._view.golden
        if golden is None or self._job is not None:
            return
        self.began.emit()
        self._view.show_progress(IngestProgress("measuring", 0, len(golden.questions)))
        made: list[Job] = []

        def progress(step: IngestProgress) -> None:
            if made and made[0].cancelled:
                raise Cancelled
            self._steps.told.emit(step)

        def measure() -> GoldenRun:
            return self._library().inspector.measure_golden(golden, "", progress)

        job = self._own.start(measure)
        made.append(job)
        self._job = job
        job.succeeded.connect(self._keep)
        job.failed.connect(self.failed)
        job.finished.connect(self._ended)

    def _keep(self, run: GoldenRun) -> None:
        """It was not stopped, and from here on it cannot be: only now it is written down."""
        self._job = None
        job = self._own.start(lambda: self._library().inspector.keep_run(run), must=True)
        job.succeeded.connect(lambda: self.read(run.set))
        job.failed.connect(self.failed)

    @Slot(object)
    def _step(self, step: IngestProgress) -> None:
        if self._job is not None:
            self._view.show_progress(step)

    def _ended(self) -> None:
        self._job = None
        self._view.show_progress(None)

    def cancel(self) -> bool:
        """Stop the run; nothing of it is kept. False where none runs."""
        if self._job is None or self._job.cancelled:
            return False
        self._job.cancel()
        self.said.emit(Notice("neutral", "The run was stopped.", "Nothing of it is kept."), None)
        return True

    def close(self) -> None:
        """The window closes: wait for the question at hand."""
        self._own.close()

    # --- editing -----------------------------------------------------------------------------

    def save(self, entry: GoldenEntry) -> None:
        self._change(lambda golden: golden.with_entry(entry), "Saved.")

    def remove(self, entry_id: str) -> None:
        fact = "The question was deleted."
        self._change(lambda golden: golden.without_entry(entry_id), fact)

    def label(self, question: str, section: SectionRef) -> None:
        """Keep a section as a right one for a question."""
        target = target_of(section)
        fact = "Kept as the right section."
        self._change(lambda golden: labelled(golden, question, target), fact)

    def label_none(self, question: str, scope: str) -> None:
        """Keep a question as one that nothing answers."""
        fact = "Kept as a question that nothing answers."
        self._change(lambda golden: labelled(golden, question, None, scope), fact)

    def _change(self, change: Callable[[GoldenSet], GoldenSet], fact: str) -> None:
        name = self._view.name() or FIRST_SET
        self._lane.ask(
            lambda verbatim: change_golden(verbatim, name, change), partial(self._changed, fact)
        )

    def _changed(self, fact: str, before: GoldenSet) -> None:
        notice = Notice("ok", fact, f"Golden set “{before.name}”.")
        self.said.emit(notice, ("Undo", partial(self._put_back, before)))
        self.read(before.name)

    def delete(self) -> None:
        """Keep the set that is shown no longer; its runs stay until others take their place."""
        if name := self._view.name():
            self._lane.ask(lambda v: v.inspector.drop_golden(name), self._deleted)

    def _deleted(self, golden: GoldenSet) -> None:
        notice = Notice("neutral", f"{golden.name} was deleted.", "")
        self.said.emit(notice, ("Undo", partial(self._put_back, golden)))
        self.read()

    def _put_back(self, golden: GoldenSet) -> None:
        self._lane.ask(lambda v: v.inspector.save_golden(golden), lambda _: self._back(golden))

    def _back(self, golden: GoldenSet) -> None:
        self.said.emit(Notice("neutral", "Put back as it was.", ""), None)
        self.read(golden.name)
