"""The states of Sources: none yet, adding, reading, stopped, failed, read, documents, drift."""

from __future__ import annotations

from dataclasses import replace

from verbatim_desktop.desktop.panes.sources import SourcesPane
from verbatim_desktop.desktop.panes.sources_parts import DOCUMENTS, SYNONYMS
from verbatim_desktop.desktop.states.stage import Stage, facts_in
from verbatim_desktop.desktop.states.state import Kind, Need, State
from verbatim_desktop.domain.documents import (
    FileNote,
    IngestProgress,
    IngestReport,
    IngestRequest,
    UnfinishedReading,
)
from verbatim_desktop.domain.errors import LibraryBusy

NOWHERE = "/srv/handbook"
WRONG_SYNONYMS = "box, sender\nbox\n"


def pane(stage: Stage) -> SourcesPane:
    return stage.window.sources


def go(stage: Stage) -> SourcesPane:
    """To the pane, once all that it reads beside the library is there."""
    with stage.waited(pane(stage).beside_shown):
        stage.window.commands.go("sources")
        stage.window.refresh()
    stage.settle()
    return pane(stage)


# --- reading -------------------------------------------------------------------------------------


def _read(stage: Stage) -> None:
    go(stage).read(stage.window.samples)
    stage.run.step(IngestProgress("reading", 11, 18, "station/replace-a-broken-box.mdx"))


def _count(stage: Stage) -> None:
    go(stage).read([IngestRequest(NOWHERE, name="handbook")])
    stage.run.step(IngestProgress("counting", 0, 0))


def _stop(stage: Stage) -> None:
    stopped = IngestRequest(NOWHERE, name="handbook")
    go(stage).reading.say_stopped(UnfinishedReading(stopped, 1284, 2806))


def _fail_to_read(stage: Stage) -> None:
    go(stage).read(stage.window.samples[:1])
    stage.run.fail(LibraryBusy("Another program is reading a source into it."))


def _report(stage: Stage) -> None:
    go(stage).overview.choose(stage.window.samples[0].name)
    pane(stage).overview.refresh(None, None)


def _report_failures(stage: Stage) -> None:
    """A report as of a folder with everything in it that can go wrong."""
    go(stage).overview.choose(stage.window.samples[0].name)
    notes = (FileNote("drafts/old.mdx", "Left out by .verbatimignore.", 4_180),)
    reason = "A code fence that opens in line 12 never closes."
    failed = (FileNote("guides/broken.mdx", reason, 2_310),)
    warnings = (FileNote("guides/latin.mdx", "Read as Windows-1252: it is not UTF-8."),)
    report = IngestReport(
        stage.window.samples[0].name,
        documents=14,
        changed=1,
        skipped=notes,
        failed=failed,
        warnings=warnings,
        changed_paths=("guides/latin.mdx",),
        seconds=0.4,
    )
    status = pane(stage).overview.status(report.source)
    if status is None:
        raise ValueError("the samples are to be read first")
    pane(stage).report.show_report(replace(status, report=report))


# --- adding --------------------------------------------------------------------------------------


def _offer(stage: Stage) -> None:
    go(stage)
    with stage.waited(pane(stage).offered):
        pane(stage).offer(str(stage.samples / "docs" / "02-app"))


def _offer_nothing(stage: Stage) -> None:
    go(stage).offer(NOWHERE)
    stage.until(lambda: bool(facts_in(pane(stage))))


# --- documents, synonyms, drift ------------------------------------------------------------------


def _documents(stage: Stage) -> None:
    go(stage)
    with stage.waited(pane(stage).documents.document_wanted):
        pane(stage).show_documents()


def _no_documents(stage: Stage) -> None:
    _documents(stage)
    pane(stage).documents.field.setText("nowhere to be found")


def _documents_on_their_way(stage: Stage) -> None:
    go(stage)
    stage.hold()
    pane(stage).show_documents()


def _synonyms(stage: Stage) -> None:
    go(stage).show_synonyms()


def _wrong_synonyms(stage: Stage) -> None:
    go(stage).show_synonyms()
    stage.settle()
    pane(stage).synonyms.editor.setPlainText(WRONG_SYNONYMS)
    stage.until(lambda: "line 2" in pane(stage).synonyms.state.text().lower())


def _drift(stage: Stage) -> None:
    go(stage).show_drift()
    stage.until(lambda: bool(pane(stage).drift.cards))


def _no_drift(stage: Stage) -> None:
    go(stage).show_drift()


def _drift_on_its_way(stage: Stage) -> None:
    go(stage)
    stage.hold()
    pane(stage).show_drift()


STATES = (
    State(
        "sources-empty", Kind.EMPTY, go, lambda stage: pane(stage).nothing.isVisible(), Need.NOTHING
    ),
    State(
        "sources-documents-none",
        Kind.EMPTY,
        _no_documents,
        lambda stage: pane(stage).documents.nothing.isVisible(),
    ),
    State(
        "sources-drift-none",
        Kind.EMPTY,
        _no_drift,
        lambda stage: pane(stage).drift.isVisible() and not pane(stage).drift.cards,
    ),
    State("sources-counting", Kind.LOADING, _count, lambda stage: pane(stage).is_reading),
    State(
        "sources-documents-loading",
        Kind.LOADING,
        _documents_on_their_way,
        lambda stage: (
            pane(stage).parts.currentIndex() == DOCUMENTS
            and pane(stage).documents.model.rowCount() == 0
        ),
    ),
    State(
        "sources-drift-loading",
        Kind.LOADING,
        _drift_on_its_way,
        lambda stage: pane(stage).drift.isVisible() and not pane(stage).drift.cards,
        Need.EDITED,
    ),
    State(
        "sources-progress",
        Kind.PARTIAL,
        _read,
        lambda stage: pane(stage).is_reading and not pane(stage).again_button.isEnabled(),
    ),
    State(
        "sources-stopped",
        Kind.PARTIAL,
        _stop,
        lambda stage: facts_in(pane(stage)) == ["Reading handbook was stopped at 1,284 of 2,806."],
    ),
    State(
        "sources-add",
        Kind.PARTIAL,
        _offer,
        lambda stage: pane(stage).adding.isVisible(),
    ),
    State(
        "sources-repository",
        Kind.PARTIAL,
        lambda stage: go(stage).add_repository(),
        lambda stage: pane(stage).adding.url.isVisible(),
    ),
    State(
        "sources-error",
        Kind.ERROR,
        _fail_to_read,
        lambda stage: facts_in(pane(stage)) == ["The library is being written."],
    ),
    State(
        "sources-unreadable",
        Kind.ERROR,
        _offer_nothing,
        lambda stage: facts_in(pane(stage)) == ["The source cannot be read."],
    ),
    State(
        "sources-synonyms-wrong",
        Kind.ERROR,
        _wrong_synonyms,
        lambda stage: "line 2" in pane(stage).synonyms.state.text().lower(),
    ),
    State(
        "sources-report",
        Kind.FULL,
        _report,
        lambda stage: pane(stage).report.isVisible(),
        wide=True,
    ),
    State(
        "sources-report-failed",
        Kind.PARTIAL,
        _report_failures,
        lambda stage: pane(stage).report.shown_files()[0].startswith("guides/broken.mdx"),
    ),
    State(
        "sources-documents",
        Kind.FULL,
        _documents,
        lambda stage: pane(stage).documents.details.isVisible(),
        wide=True,
    ),
    State(
        "sources-synonyms",
        Kind.FULL,
        _synonyms,
        lambda stage: (
            pane(stage).parts.currentIndex() == SYNONYMS and bool(pane(stage).synonyms.text())
        ),
    ),
    State(
        "sources-drifted",
        Kind.FULL,
        go,
        lambda stage: any("drifted" in fact for fact in facts_in(pane(stage))),
        Need.EDITED,
    ),
    State(
        "sources-drift",
        Kind.FULL,
        _drift,
        lambda stage: bool(pane(stage).drift.cards),
        Need.EDITED,
        wide=True,
    ),
)
