"""The states of the Inspector: nothing typed, ranking, what misses, comparisons, golden sets."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QDateTime

from verbatim_desktop.desktop.panes.inspector import InspectorPane
from verbatim_desktop.desktop.ranking_control import name_of
from verbatim_desktop.desktop.samples import FOLDER
from verbatim_desktop.desktop.states.stage import ANSWERED, Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, Need, State
from verbatim_desktop.domain.errors import LibraryBusy

SECOND = "swap a dead station box"
GOLDEN = FOLDER / "golden.jsonl"
#: What askers call things by, and what the pages do.
MEANT = """audit trail, logbook
sensor readings, telemetry
keep, retention
how far back, retention
put wick on, installation, system requirements"""
QUESTIONS = 8  # of it are measured


def pane(stage: Stage) -> InspectorPane:
    return cast("InspectorPane", stage.window.pane("inspector"))


def go(stage: Stage) -> InspectorPane:
    stage.window.commands.go("inspector")
    stage.settle()
    return pane(stage)


def ranked(stage: Stage, question: str = ANSWERED) -> InspectorPane:
    """A question is ranked, and all that is known of it is shown."""
    go(stage)
    with stage.waited(pane(stage).settled):
        pane(stage).inspect(question)
    stage.settle()
    return pane(stage)


def _rows(stage: Stage) -> int:
    return pane(stage).query.list.ranked.rowCount()


def _wait(stage: Stage) -> None:
    go(stage)
    stage.hold()
    pane(stage).query.bar.set_text(ANSWERED)


def _nothing_holds(stage: Stage) -> None:
    go(stage)
    with stage.waited(pane(stage).ranked):
        pane(stage).inspect("xylophone quartz")


def _fail(stage: Stage) -> None:
    go(stage)
    stage.library.error = LibraryBusy("Another program holds the library.")
    pane(stage).query.bar.set_text(ANSWERED)


def _open_source(stage: Stage) -> None:
    ranked(stage)
    with stage.waited(stage.window.opener.shown):
        pane(stage).ranking.open_rank(2)


def _compare(stage: Stage) -> None:
    compare = ranked(stage).query.compare
    pane(stage).compare()
    stage.settle()
    compare.choices.button(1).click()
    compare.second.set_text(SECOND)
    stage.until(lambda: compare.model.rowCount() > 2)


def _why_not(stage: Stage) -> None:
    """Why a section that is far down is not the first."""
    shown = ranked(stage).query.shown
    if shown is None or shown.ranking is None:
        raise ValueError("nothing is ranked")
    section = shown.ranking.results[7].section
    pane(stage).query.why.ask(f"{name_of(section)}#{section.anchor}")
    stage.settle()


def _golden(stage: Stage) -> None:
    go(stage).show_golden()
    with stage.waited(pane(stage).sets.said):
        pane(stage).sets.load(str(_some_questions(stage)))
    stage.settle()


def _some_questions(stage: Stage) -> Path:
    """Those about pages, named as the library names them."""
    path = stage.samples.parent / "support.jsonl"
    lines = GOLDEN.read_text("utf-8").splitlines()[:QUESTIONS]
    text = "\n".join(line.replace('"doc": "docs/', '"doc": "') for line in lines)
    path.write_text(text, encoding="utf-8")
    return path


def _no_golden(stage: Stage) -> None:
    go(stage).show_golden()


def _measured(stage: Stage) -> None:
    """Run, words added that mean the same, run again: what rose since the last run."""
    _golden(stage)
    _run(stage)
    ran = QDateTime.currentSecsSinceEpoch()  # a run is called by its second
    stage.until(lambda: QDateTime.currentSecsSinceEpoch() > ran)
    verbatim = stage.library.verbatim
    text, is_own = verbatim.synonyms()
    verbatim.save_synonyms(f"{text}\n{MEANT}\n")
    try:
        _run(stage)
    finally:
        verbatim.save_synonyms(text if is_own else None)  # for the states that come after


def _run(stage: Stage) -> None:
    pane(stage).run_golden()
    stage.until(lambda: not pane(stage).golden.is_running)
    stage.settle()


def _measuring(stage: Stage) -> None:
    _golden(stage)
    stage.hold()
    pane(stage).run_golden()


def _filters(stage: Stage) -> None:
    ranked(stage).show_filters()


STATES = (
    State(
        "inspector-first-run",
        Kind.EMPTY,
        go,
        lambda stage: pane(stage).query.sources_button.isVisible(),
        Need.NOTHING,
    ),
    State(
        "inspector-start",
        Kind.EMPTY,
        go,
        lambda stage: not pane(stage).query.list.isVisible(),
    ),
    State(
        "inspector-none",
        Kind.EMPTY,
        _nothing_holds,
        lambda stage: not pane(stage).query.list.isVisible(),
    ),
    State(
        "inspector-golden-none",
        Kind.EMPTY,
        _no_golden,
        lambda stage: pane(stage).golden.first_button.isVisible(),
        Need.NOTHING,
    ),
    State(
        "inspector-waiting",
        Kind.LOADING,
        _wait,
        lambda stage: pane(stage).query.bar.text() == ANSWERED and pane(stage).query.shown is None,
    ),
    State(
        "inspector-filters",
        Kind.PARTIAL,
        _filters,
        lambda stage: pane(stage).query.filters.isVisible(),
    ),
    State(
        "inspector-why-not",
        Kind.PARTIAL,
        _why_not,
        lambda stage: bool(pane(stage).query.why.place.text()),
    ),
    State(
        "inspector-measuring",
        Kind.LOADING,
        _measuring,
        lambda stage: pane(stage).golden.is_running,
    ),
    State(
        "inspector-error",
        Kind.ERROR,
        _fail,
        lambda stage: facts_in(pane(stage)) == ["The library is being written."],
    ),
    State("inspector", Kind.FULL, ranked, lambda stage: _rows(stage) > 5, wide=True),
    State(
        "inspector-source",
        Kind.FULL,
        _open_source,
        lambda stage: stage.window.source.isVisible(),
    ),
    State(
        "inspector-compare",
        Kind.FULL,
        _compare,
        lambda stage: pane(stage).query.compare.model.rowCount() > 2,
        wide=True,
    ),
    State(
        "inspector-golden",
        Kind.FULL,
        _measured,
        lambda stage: pane(stage).golden.model.rowCount() > 5 and not pane(stage).golden.is_running,
        wide=True,
    ),
)
