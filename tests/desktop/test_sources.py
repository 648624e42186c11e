"""The Sources pane as a person uses it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from tests.desktop.fakes import INFO, NOW, REPORT
from verbatim_desktop.desktop.models.report import FilesModel
from verbatim_desktop.desktop.models.sources import Column, SourcesModel, short_path, state_of
from verbatim_desktop.desktop.widgets.banner import Banner
from verbatim_desktop.desktop.widgets.button import Button
from verbatim_desktop.desktop.widgets.progress import files_text, rate_text
from verbatim_desktop.domain.documents import (
    FileNote,
    IngestProgress,
    ParseMode,
    SourceKind,
    SourceStatus,
)
from verbatim_desktop.domain.errors import LibraryBusy, SourceUnavailable

STEP = IngestProgress("reading", 1284, 2806, "how-to/queues/retry.mdx", 14_500_000, 6.9)


@pytest.fixture
def sources(window):
    window.commands.go("sources")
    return window.sources


def banners(widget) -> list[Banner]:
    return [one for one in widget.findChildren(Banner) if one.isVisible()]


def texts(widget) -> list[str]:
    return [one.text() for one in widget.findChildren(QLabel) if one.isVisible()]


def button(widget, words: str) -> Button:
    return next(one for one in widget.findChildren(Button) if one.text() == words)


def cell(sources, row: int, column: Column) -> str:
    return sources.table.sources.index(row, column).data()


# --- the table -----------------------------------------------------------------------------------


def test_a_source_is_a_row_with_what_is_known_of_it(sources):
    assert [cell(sources, 0, column) for column in Column][:6] == [
        "harbor",
        "/srv/harbor/docs",
        "docs, MDX",
        "2",
        "4",
        "Up to date",
    ]


@pytest.mark.parametrize("reading", [None, INFO, replace(INFO, name="new")])
def test_the_sources_model_keeps_qts_rules(qtmodeltester, reading):
    model = SourcesModel()
    qtmodeltester.check(model)
    model.set_sources([SourceStatus(INFO, 2, 4, 1, NOW, REPORT)], reading)
    qtmodeltester.check(model)


def test_the_files_model_keeps_qts_rules(qtmodeltester):
    model = FilesModel()
    qtmodeltester.check(model)
    model.set_notes([FileNote("a.md", "why"), FileNote("b.md", "why not")])
    qtmodeltester.check(model)
    model.set_paths(["a.md"])
    qtmodeltester.check(model)


def test_files_that_failed_are_said_in_the_state():
    model = SourcesModel()
    model.set_sources([SourceStatus(INFO, 2, 4, 3, NOW, REPORT)])

    row = model.row(0)
    assert row is not None
    assert state_of(row)[0] == "3 failed"


def test_a_path_below_home_is_shortened(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    assert short_path(f"{tmp_path}/docs") == "~/docs"
    assert short_path(f"{tmp_path}x/docs") == f"{tmp_path}x/docs"


# --- adding --------------------------------------------------------------------------------------


def test_a_folder_is_shown_with_the_guess_and_its_reason_before_it_is_read(qtbot, sources, run):
    with qtbot.waitSignal(sources.offered):
        sources.offer("/srv/guides")
    adding = sources.adding

    assert adding.isVisible()
    assert adding.name.text() == "guides"
    assert "9 of 9 pages are MDX." in texts(adding)
    assert run.begun == []


def test_name_kind_mode_and_address_can_be_changed_before_reading(qtbot, sources, run):
    with qtbot.waitSignal(sources.offered):
        sources.offer("/srv/guides")
    adding = sources.adding
    adding.name.clear()
    QTest.keyClicks(adding.name, "runbooks")
    QTest.mouseClick(adding.kind.button(1), Qt.MouseButton.LeftButton)
    QTest.mouseClick(adding.mode.button(1), Qt.MouseButton.LeftButton)
    QTest.keyClicks(adding.base_url, "https://kb.example")
    QTest.keyClick(adding.base_url, Qt.Key.Key_Return)
    [request] = run.begun

    assert (request.location, request.name) == ("/srv/guides", "runbooks")
    assert (request.kind, request.mode) == (SourceKind.KB, ParseMode.MARKDOWN)
    assert request.base_url == "https://kb.example"
    assert not adding.isVisible()


@pytest.mark.parametrize("name", ["", "  ", "a/b", "a#b"])
def test_a_name_that_cannot_be_one_is_said_at_once_and_not_read(qtbot, sources, run, name):
    with qtbot.waitSignal(sources.offered):
        sources.offer("/srv/guides")
    sources.adding.name.setText(name)
    QTest.keyClick(sources.adding.name, Qt.Key.Key_Return)

    assert not sources.adding.read.isEnabled()
    assert any("name" in text for text in texts(sources.adding))
    assert run.begun == []


def test_esc_puts_the_card_away(qtbot, sources, window, run):
    with qtbot.waitSignal(sources.offered):
        sources.offer("/srv/guides")
    QTest.keyClick(window, Qt.Key.Key_Escape)

    assert not sources.adding.isVisible()
    assert run.begun == []


def test_a_folder_that_cannot_be_read_is_a_banner(qtbot, sources, fake, defects):
    fake.error = SourceUnavailable("/srv/guides is not there.")
    sources.offer("/srv/guides")
    qtbot.waitUntil(lambda: bool(banners(sources)))

    assert "/srv/guides is not there." in banners(sources)[0].notice.sentence
    assert defects == []


def test_folders_dropped_on_the_window_are_offered_one_after_another(qtbot, window, tmp_path, run):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "file.md").write_text("x")
    mime = QMimeData()
    paths = [tmp_path / name for name in ("one", "file.md", "two")]
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    actions, keys = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), actions, mime, Qt.MouseButton.LeftButton, keys)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(9, 9), actions, mime, Qt.MouseButton.LeftButton, keys)
    with qtbot.waitSignal(window.sources.offered):
        window.dropEvent(drop)
    assert window.place == "sources"
    assert window.sources.adding.request().location == str(tmp_path / "one")
    with qtbot.waitSignal(window.sources.offered):
        window.sources.adding.accept()

    assert window.sources.adding.request().location == str(tmp_path / "two")


# --- reading -------------------------------------------------------------------------------------


def test_reading_shows_its_progress_under_the_source(qtbot, sources, run, window):
    sources.read_again("harbor")
    run.step(STEP)

    assert cell(sources, 0, Column.STATE) == "Reading"
    assert sources.table.sources.progress_row() == 1
    assert {
        "1,284 of 2,806 files",
        "186 files/s    2.1 MB/s    8 s left",
        "how-to/queues/retry.mdx",
    } <= {one.text() for one in sources.table.progress.findChildren(QLabel)}
    assert "harbor 46%" in texts(window.status)


@pytest.mark.parametrize(
    ("step", "files", "rate"),
    [
        (IngestProgress("counting", 0, 0), "Counting files", ""),
        (IngestProgress("counting", 12, 0), "Counting files: 12", ""),
        (IngestProgress("reading", 1, 9, seconds=0.01), "1 of 9 files", ""),
        (
            IngestProgress("reading", 10, 1000, seconds=1.0),
            "10 of 1,000 files",
            "10 files/s    2 min left",
        ),
        (IngestProgress("indexing", 3, 9), "Building the index: 3", ""),
    ],
)
def test_progress_says_only_what_is_known(step, files, rate):
    assert files_text(step) == files
    assert rate_text(step) == rate


def test_esc_cancels_the_reading_and_says_that_what_was_done_is_kept(qtbot, sources, window, run):
    sources.read_again("harbor")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert run.stops == 1
    assert "Stopping, what is done is kept" in texts(sources)
    with qtbot.waitSignal(window.state_shown):
        run.finish(replace(REPORT, cancelled=True))

    assert not run.is_running
    assert sources.table.progress is None


def test_cancel_drops_the_sources_that_wait(sources, run):
    sources.read([replace_request("a"), replace_request("b")])
    assert [request.name for request in run.begun] == ["a"]
    sources.cancel()
    run.finish(replace(REPORT, source="a", cancelled=True))

    assert [request.name for request in run.begun] == ["a"]
    assert not run.is_running


def replace_request(name: str):
    from verbatim_desktop.domain.documents import IngestRequest

    return IngestRequest(f"/srv/{name}", name=name)


def test_a_failed_reading_is_a_banner_that_offers_to_try_again(qtbot, sources, run, defects):
    sources.read_again("harbor")
    run.fail(LibraryBusy("Another process is writing to this workspace."))
    qtbot.waitUntil(lambda: bool(banners(sources)))
    assert "Another process is writing" in banners(sources)[0].notice.sentence
    button(sources, "Try again").click()

    assert [request.name for request in run.begun] == ["harbor", "harbor"]
    assert defects == []


def test_ctrl_r_reads_every_source_again_as_before(window, run):
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    [request] = run.begun

    assert (request.name, request.location) == (INFO.name, INFO.root)
    assert (request.kind, request.mode) == (INFO.kind, INFO.mode)


# --- the report ----------------------------------------------------------------------------------


def test_the_report_tells_files_apart_by_what_became_of_them(qtbot, window, fake, monkeypatch):
    report = replace(
        REPORT,
        unchanged=395,
        removed=1,
        removed_paths=("gone.mdx",),
        skipped=(FileNote("big.mdx", "Over the size cap of 2 MB"),),
        failed=(FileNote("bad.md", "Bytes that fit no known encoding"),),
        warnings=(FileNote("a.mdx", "Two pages have one route"),),
    )
    status = SourceStatus(INFO, 2, 4, 1, NOW, report)
    monkeypatch.setattr(fake, "sources", lambda: (status,))
    window.commands.go("sources")
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    card = window.sources.report

    counts = [card.tabs.button(number).accessibleName() for number in range(5)]
    assert counts == ["Changed 2", "Unchanged 395", "Removed 1", "Not indexed 2", "Warnings 1"]
    shown = {}
    for number in range(5):
        QTest.mouseClick(card.tabs.button(number), Qt.MouseButton.LeftButton)
        shown[number] = card.shown_files()
    assert shown == {
        0: ["deploy/rollbacks.mdx", "deploy/release-states.mdx"],
        1: [],
        2: ["gone.mdx"],
        3: ["bad.md: Bytes that fit no known encoding", "big.mdx: Over the size cap of 2 MB"],
        4: ["a.mdx: Two pages have one route"],
    }


@pytest.mark.parametrize("form", ["json", "markdown"])
def test_a_report_is_exported_whole(qtbot, sources, tmp_path, form):
    path = tmp_path / "report"
    report = replace(REPORT, failed=(FileNote("a|b.md", "broken"),))
    sources.export_to(report, form, str(path))
    qtbot.waitUntil(lambda: bool(banners(sources)))
    written = path.read_text(encoding="utf-8")

    assert banners(sources)[0].notice.fact == "Report exported."
    if form == "json":
        assert json.loads(written)["failed"] == [{"path": "a|b.md", "reason": "broken"}]
    else:
        assert "| a\\|b.md | broken |" in written


def test_a_report_that_cannot_be_written_is_said(qtbot, sources, tmp_path):
    sources.export_to(REPORT, "json", str(tmp_path / "missing" / "report.json"))
    qtbot.waitUntil(lambda: bool(banners(sources)))

    assert banners(sources)[0].notice.fact == "The report was not written."


# --- removing and nothing ------------------------------------------------------------------------


def test_a_removed_source_can_be_brought_back(qtbot, sources, window, fake, run):
    with qtbot.waitSignal(window.state_shown):
        sources.remove("harbor")
    assert fake.removed == ["harbor"]
    assert banners(sources)[0].notice.fact == "harbor was removed."
    button(sources, "Undo").click()

    assert [request.location for request in run.begun] == [INFO.root]


def test_without_sources_the_pane_says_what_to_do(qtbot, open_window, fake, run):
    fake.pages = {}
    window = open_window()
    window.commands.go("sources")

    assert "No sources yet" in texts(window.sources)
    assert window.sources.nothing.folder.hasFocus()
    button(window.sources, "Load the samples").click()
    assert run.begun[0].name == "lantern-docs"


def test_the_menu_of_a_source_reads_changes_or_removes_it(sources, run):
    actions = {one.text(): one for one in sources.table.menu_of(0).actions() if one.text()}
    assert list(actions) == [
        *("Read again", "Change and read again…", "Show its documents", "Open the folder"),
        *("Read again on every save", "Remove"),
    ]
    actions["Change and read again…"].trigger()
    assert sources.adding.name.text() == "harbor"
    sources.dismiss()
    actions["Read again"].trigger()
    assert run.begun[0].name == "harbor"
    words = [one.text() for one in sources.table.menu_of(0).actions() if one.isEnabled()]
    assert [one for one in words if one] == ["Read again on every save"]


def test_the_first_source_read_offers_to_ask(qtbot, open_window, fake, run):
    pages, fake.pages = fake.pages, {}
    window = open_window()
    window.load_samples()
    fake.pages = pages
    with qtbot.waitSignal(window.state_shown):
        run.finish(REPORT)
        run.finish(REPORT)
    qtbot.waitUntil(lambda: bool(banners(window.sources)))
    assert banners(window.sources)[0].notice.fact == "4 pages can be asked now."
    button(window.sources, "Ask a question").click()

    assert window.place == "ask"
    assert window.ask.card.field.hasFocus()
