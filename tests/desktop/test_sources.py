"""The Sources pane as a person uses it."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QTableView, QWidget

from tests.desktop.fakes import INFO, NOW, REPORT
from tests.desktop.seeing import banner_texts, banners, button, texts
from verbatim_desktop.desktop import source_work
from verbatim_desktop.desktop.models.report import FilesModel, size_text
from verbatim_desktop.desktop.models.sources import (
    PLACE_ICONS,
    Column,
    SourcesModel,
    short_path,
    short_place,
    state_of,
)
from verbatim_desktop.desktop.reading_queue import ReadingQueue
from verbatim_desktop.desktop.widgets.progress import files_text, rate_text
from verbatim_desktop.desktop.widgets.report_card import (
    CHANGED,
    NOT_INDEXED,
    WARNINGS,
    first_of_use,
)
from verbatim_desktop.domain.documents import (
    FileNote,
    IngestProgress,
    IngestRequest,
    ParseMode,
    SourceKind,
    SourceStatus,
    UnfinishedReading,
)
from verbatim_desktop.domain.errors import LibraryBusy, SourceUnavailable
from verbatim_desktop.domain.locations import place_of

STEP = IngestProgress("reading", 1284, 2806, "how-to/queues/retry.mdx", 14_500_000, 6.9)


@pytest.fixture
def sources(window):
    window.commands.go("sources")
    return window.sources


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
    model.show_sources([SourceStatus(INFO, 2, 4, 1, NOW, REPORT)], reading)
    qtmodeltester.check(model)


def test_the_files_model_keeps_qts_rules(qtmodeltester):
    model = FilesModel()
    qtmodeltester.check(model)
    model.show_notes([FileNote("a.md", "why"), FileNote("b.md", "why not")])
    qtmodeltester.check(model)
    model.show_notes([FileNote("a.md", "why", 92_000), FileNote("b.md", "why not")])
    qtmodeltester.check(model)
    assert [model.cell(row, 2) for row in model.rows()] == ["92 KB", ""]
    model.show_paths(["a.md"])
    qtmodeltester.check(model)


@pytest.mark.parametrize(
    ("size", "text"), [(-1, ""), (0, "0 B"), (999, "999 B"), (4180, "4 KB"), (6_400_000, "6.4 MB")]
)
def test_how_large_a_file_is_is_said_as_file_managers_do(size, text):
    assert size_text(size) == text


def test_files_that_failed_are_said_in_the_state():
    model = SourcesModel()
    model.show_sources([SourceStatus(INFO, 2, 4, 3, NOW, REPORT)])

    row = model.row(0)
    assert row is not None
    assert state_of(row)[0] == "3 failed"


def test_a_path_below_home_is_shortened(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    assert short_path(f"{tmp_path}/docs") == "~/docs"
    assert short_path(f"{tmp_path}x/docs") == f"{tmp_path}x/docs"


def test_what_did_not_change_stays_on_the_screen_while_the_library_is_read_anew(
    qtbot, sources, window, run
):
    table, report = sources.table, sources.report
    menu = table.indexWidget(table.sources.index(0, Column.ACTIONS))
    report.tabs.button(2).click()
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    assert report.tabs.current() == 2
    sources.read([replace_request("second")])
    run.step(STEP)
    progress = table.progress
    with qtbot.waitSignal(window.state_shown):
        window.refresh()

    assert table.indexWidget(table.sources.index(0, Column.ACTIONS)) is menu
    assert table.progress is progress
    assert "1,284 of 2,806 files" in texts(table)


def test_the_progress_stands_as_done_until_the_library_is_shown_as_it_is_now(
    qtbot, sources, window, run
):
    sources.read([replace_request("harbor")])
    run.step(STEP)
    with qtbot.waitSignal(window.state_shown):
        run.finish(REPORT)
        assert "Done" in texts(sources.table)
        assert not button(sources.table, "Cancel").isEnabled()

    assert sources.table.progress is None
    assert sources.again_button.isEnabled()


def test_a_source_that_is_read_once_more_begins_anew(sources, run):
    sources.read([replace_request("harbor"), replace_request("harbor")])
    run.step(STEP)
    assert "1,284 of 2,806 files" in texts(sources.table)

    run.finish(REPORT)

    assert "Starting" in texts(sources.table)
    assert "1,284 of 2,806 files" not in texts(sources.table)


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


def test_a_folder_that_is_a_source_already_is_offered_as_that_source(qtbot, sources, run):
    """Under another name all of its pages would be there twice."""
    with qtbot.waitSignal(sources.offered):
        sources.offer("/srv/harbor/docs")
    assert sources.adding.name.text() == "harbor"
    with qtbot.waitSignal(run.started):
        sources.adding.accept()
    assert run.current.name == "harbor"


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
    assert window.status.said() == "Drop to add 2 sources"
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


def test_cancel_drops_the_sources_that_wait(qtbot, sources, run):
    sources.read([replace_request("a"), replace_request("b")])
    assert [request.name for request in run.begun] == ["a"]
    sources.cancel()
    run.finish(replace(REPORT, source="a", cancelled=True))

    assert [request.name for request in run.begun] == ["a"]
    assert not run.is_running
    qtbot.waitUntil(lambda: bool(banners(sources)), timeout=90_000)
    assert "Not read: b." in banners(sources)[0].notice.sentence
    button(sources, "Go on").click()
    run.finish(replace(REPORT, source="a"))
    assert [request.name for request in run.begun] == ["a", "a", "b"]


def test_a_cancel_that_comes_late_says_what_was_not_read(qtbot, sources, run):
    sources.read([replace_request("a"), replace_request("b")])
    sources.cancel()
    run.finish(replace(REPORT, source="a"))

    qtbot.waitUntil(lambda: bool(banners(sources)), timeout=90_000)
    assert banners(sources)[0].notice.sentence == "Not read: b."
    button(sources, "Go on").click()
    assert [request.name for request in run.begun] == ["a", "b"]


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


def test_every_source_that_cannot_be_read_is_named_until_it_is(qtbot, sources, run, defects):
    requests = [replace_request(name) for name in ("one", "two")]
    sources.read(requests)
    run.fail(SourceUnavailable("/srv/one does not exist."))
    run.fail(SourceUnavailable("/srv/two does not exist."))
    both = "2 sources cannot be read. one, two. The last one: /srv/two does not exist."
    qtbot.waitUntil(lambda: banner_texts(sources) == [both])
    button(sources, "Try again").click()
    qtbot.waitUntil(lambda: banners(sources) == [])  # it is tried
    assert [request.name for request in run.begun] == ["one", "two", "one"]
    run.fail(SourceUnavailable("/srv/one does not exist."))
    one = "The source cannot be read. /srv/one does not exist."
    qtbot.waitUntil(lambda: banner_texts(sources) == [one])
    run.finish(replace(REPORT, source="two"))
    assert banner_texts(sources) == [one]
    run.start([requests[0]])  # by itself, as after a save
    run.finish(replace(REPORT, source="one"))
    qtbot.waitUntil(lambda: banners(sources) == [])
    assert defects == []


def test_an_address_that_was_mistyped_is_given_anew(qtbot, sources, run):
    address = "https://git.example/docs.git#guide"
    sources.offer(address)
    with qtbot.waitSignal(run.started):
        sources.adding.accept()
    assert sources.table.hasFocus()  # the card had the keyboard
    run.fail(SourceUnavailable("https://git.example/docs.git cannot be read."))
    assert sources.overview.current == "harbor"  # its row went
    assert sources.report.isVisible()
    qtbot.waitUntil(lambda: bool(banners(sources)))
    button(sources, "Change it").click()
    qtbot.waitUntil(lambda: banners(sources) == [])
    assert sources.adding.isVisible()
    assert sources.adding.url.text() == "https://git.example/docs.git"
    assert sources.adding.folder.text() == "guide"
    assert sources.adding.read.isEnabled()  # it has its name too
    assert sources.adding.url.hasFocus()


def test_places_dropped_with_one_that_cannot_be_read_are_offered_all_the_same(
    qtbot, sources, fake, monkeypatch
):
    guess = fake.guess

    def look(location):
        if location == "/srv/broken.zip":
            raise SourceUnavailable("/srv/broken.zip is damaged.")
        return guess(location)

    monkeypatch.setattr(fake, "guess", look)
    with qtbot.waitSignal(sources.offered):
        sources.offer_all(["/srv/broken.zip", "/srv/guides"])
    assert sources.adding.request().location == "/srv/guides"
    qtbot.waitUntil(lambda: bool(banners(sources)))
    assert "/srv/broken.zip is damaged." in banners(sources)[0].notice.sentence


def test_ctrl_r_reads_every_source_again_as_before(window, run):
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    [request] = run.begun

    assert (request.name, request.location) == (INFO.name, INFO.root)
    assert (request.kind, request.mode) == (INFO.kind, INFO.mode)


# --- the report ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "tab"),
    [
        ((0, 0, 0, 0, 1), WARNINGS),  # an empty folder: what it lacks is said at once
        ((2, 0, 0, 0, 1), CHANGED),
        ((2, 0, 0, 1, 1), NOT_INDEXED),
        ((0, 9, 0, 0, 0), CHANGED),
    ],
)
def test_the_report_opens_where_most_is_to_be_seen(counts, tab):
    assert first_of_use(counts) == tab


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


@pytest.fixture
def failed_files(qtbot, window, fake, monkeypatch, tmp_path):
    """A report over a folder of its own: a file that failed, one that is gone, one outside."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bad.md").write_bytes(b"\xff")
    (tmp_path / "secret.md").write_text("Not yours.")
    names = ("bad.md", "gone.md", "../secret.md", "run.sh")
    failed = tuple(FileNote(name, "It cannot be read.", 11_000) for name in names)
    info = replace(INFO, root=str(tmp_path / "docs"))
    status = SourceStatus(info, 2, 4, 4, NOW, replace(REPORT, failed=failed))
    monkeypatch.setattr(fake, "sources", lambda: (status,))
    window.commands.go("sources")
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    return next(
        table
        for table in window.sources.report.findChildren(QTableView)
        if table.accessibleName() == "Failed"
    )


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    urls = list[str]()
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url.toLocalFile()))
    return urls


def test_a_file_that_failed_has_its_size_and_is_opened(window, failed_files, opened, tmp_path):
    model, table = failed_files.model(), failed_files
    rows = [[model.index(row, column).data() for column in (0, 2, 3)] for row in range(4)]
    assert rows[0] == ["bad.md", "11 KB", "Open"]
    assert rows[3] == ["run.sh", "11 KB", ""]
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert opened == [str((tmp_path / "docs" / "bad.md").resolve())]
    place = table.visualRect(model.index(0, 3)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(opened) == 2
    place = table.visualRect(model.index(0, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(opened) == 2


@pytest.mark.parametrize(("row", "said"), [(1, "gone.md"), (2, "../secret.md"), (3, "")])
def test_only_a_text_file_of_the_source_is_opened(qtbot, window, failed_files, opened, row, said):
    failed_files.setCurrentIndex(failed_files.model().index(row, 0))
    QTest.keyClick(failed_files, Qt.Key.Key_Return)
    wanted = [f"The file is not there. {said}"] if said else []
    qtbot.waitUntil(lambda: banner_texts(window.sources) == wanted)
    assert opened == []


def test_in_an_archive_there_is_no_file_to_open(qtbot, window, fake, failed_files, monkeypatch):
    [status] = fake.sources()
    packed = replace(status, info=replace(status.info, root="/srv/export.zip"), updated="")
    monkeypatch.setattr(fake, "sources", lambda: (packed,))
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    assert failed_files.model().columnCount() == 3


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


def test_a_new_source_beside_others_shows_its_own_report(
    qtbot, sources, window, fake, run, monkeypatch
):
    new = SourceStatus(replace(INFO, name="alpha"), 2, 4, 0, NOW, replace(REPORT, source="alpha"))
    held = fake.sources()
    sources.read([replace_request("alpha")])
    monkeypatch.setattr(fake, "sources", lambda: (new, *held))
    with qtbot.waitSignal(window.state_shown):
        run.finish(new.report)

    assert sources.overview.current == "alpha"
    assert sources.table.currentIndex().row() == 0
    assert any(text.startswith("alpha, ") for text in texts(sources.report))


def test_a_removed_source_leaves_the_first_of_the_others_chosen(
    qtbot, sources, window, fake, monkeypatch
):
    other = SourceStatus(replace(INFO, name="zebra"), 2, 4, 0, NOW, replace(REPORT, source="zebra"))
    held = fake.sources()
    monkeypatch.setattr(fake, "sources", lambda: (*held, other))
    with qtbot.waitSignal(window.state_shown):
        window.refresh()
    sources.overview.choose("zebra")
    monkeypatch.setattr(fake, "sources", lambda: held)
    with qtbot.waitSignal(window.state_shown):
        window.refresh()

    assert sources.overview.current == "harbor"


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


# --- archives and repositories -------------------------------------------------------------------


def test_a_repository_is_asked_for_by_its_address_folder_and_branch(qtbot, sources, run):
    sources.add_repository()
    adding = sources.adding
    assert adding.url.hasFocus()
    assert not adding.read.isEnabled()
    QTest.keyClicks(adding.url, "https://git.example/team/shop.git")
    assert adding.name.text() == "shop"
    QTest.keyClicks(adding.folder, "docs/")
    QTest.keyClicks(adding.branch, "v2")
    QTest.keyClick(adding.branch, Qt.Key.Key_Return)
    [request] = run.begun

    assert request.location == "https://git.example/team/shop.git#v2:docs"
    assert (request.kind, request.mode, request.name) == (None, None, "shop")


@pytest.mark.parametrize("address", ["/srv/repo", "ext::sh -c x", "shop.git"])
def test_what_is_no_address_of_a_repository_is_not_read(sources, run, address):
    sources.add_repository()
    sources.adding.url.setText(address)
    QTest.keyClick(sources.adding.url, Qt.Key.Key_Return)

    assert run.begun == []
    assert any("starts with https://" in one for one in texts(sources.adding))


def test_a_repository_dropped_or_pasted_is_not_fetched_before_it_is_read(sources, run):
    sources.offer("https://git.example/team/shop.git#docs")

    assert (sources.adding.url.text(), sources.adding.folder.text()) == (
        "https://git.example/team/shop.git",
        "docs",
    )
    assert run.begun == []


def test_a_large_archive_is_not_looked_through_first(qtbot, sources, run, tmp_path, monkeypatch):
    monkeypatch.setattr(source_work, "MOST_LOOKED_THROUGH", 3)
    (tmp_path / "export.zip").write_bytes(b"PK..")
    with qtbot.waitSignal(sources.offered):
        sources.offer(str(tmp_path / "export.zip"))
    QTest.keyClick(sources.adding.name, Qt.Key.Key_Return)
    [request] = run.begun

    assert (request.name, request.kind, request.mode) == ("export", None, None)


def test_what_is_left_out_the_version_and_internal_are_asked_for_as_meant(qtbot, sources, run):
    with qtbot.waitSignal(sources.offered):
        sources.offer("/srv/guides")
    QTest.keyClicks(sources.adding.ignore, "drafts/ , *.gen.md,")
    QTest.keyClicks(sources.adding.version, "2.0")
    sources.adding.internal.click()
    QTest.keyClick(sources.adding.version, Qt.Key.Key_Return)
    [request] = run.begun

    assert request.ignore == ("drafts/", "*.gen.md")
    assert (request.version, request.internal, request.exact) == ("2.0", True, True)


@pytest.mark.parametrize(
    ("root", "place", "icon"),
    [
        ("https://git.example/team/shop.git#docs", "git.example/team/shop.git#docs", "git"),
        ("/srv/export.zip", "/srv/export.zip", "archive"),
        ("/srv/guides", "/srv/guides", "folder"),
    ],
)
def test_a_source_shows_where_it_comes_from(root, place, icon):
    assert short_place(root) == place
    assert PLACE_ICONS[place_of(root)] == icon


def test_fetching_is_told_in_percent():
    assert files_text(IngestProgress("fetching", 40, 100)) == "Fetching: 40%"


def test_an_archive_can_be_dropped_on_the_window(qtbot, window, tmp_path):
    archive = tmp_path / "export.zip"
    archive.write_bytes(b"PK..")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(archive))])
    copy = Qt.DropAction.CopyAction
    with qtbot.waitSignal(window.sources.offered):
        window.dropEvent(
            QDropEvent(
                QPointF(9, 9), copy, data, Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
            )
        )  # fmt: skip
    assert window.sources.adding.isVisible()


def test_nothing_is_cut_off_in_the_narrowest_window(qtbot, open_window):
    window = open_window(640, 700)
    window.commands.go("sources")
    with qtbot.waitSignal(window.sources.offered):
        window.sources.offer("/srv/guides")
    area = window.sources.overview.findChild(QScrollArea)
    qtbot.waitUntil(lambda: window.sources.report.isVisible())

    assert area.horizontalScrollBar().maximum() == 0


# --- going on and watching -----------------------------------------------------------------------

STOPPED = UnfinishedReading(IngestRequest("/srv/guides", name="guides"), 1284, 2806)


def test_a_reading_that_was_stopped_is_offered_to_be_gone_on_with(qtbot, open_window, fake, run):
    fake.readings.left = [STOPPED]
    window = open_window()
    window.commands.go("sources")
    qtbot.waitUntil(lambda: bool(banners(window.sources)))
    notice = banners(window.sources)[0].notice

    assert notice.fact == "Reading guides was stopped at 1,284 of 2,806."
    button(window.sources, "Go on").click()
    assert run.begun == [STOPPED.request]


def test_sources_that_waited_when_the_window_closed_are_read_when_it_opens(
    qtbot, open_window, settings, run
):
    window = open_window()
    others = tuple(IngestRequest(f"/srv/{name}", name=name) for name in ("guides", "help"))
    window.sources.read((IngestRequest("/srv/first", name="first"), *others))
    window.close()
    run.finish(replace(REPORT, source="first", cancelled=True))
    run.begun.clear()

    again = open_window()

    assert run.begun == [others[0]]
    assert run.waiting == (others[1],)
    assert again.place == "ask"
    assert ReadingQueue(settings, again.workspace).take() == ()


@pytest.mark.parametrize("written", ["{", "[1]", '[{"location": 1}]', "[]"])
def test_a_queue_that_cannot_be_read_holds_nothing(settings, written):
    settings.setValue("reading/default/waiting", written)

    assert ReadingQueue(settings, "default").take() == ()


def test_a_reading_can_be_left_as_it_is(qtbot, open_window, fake, run):
    fake.readings.left = [STOPPED]
    window = open_window()
    window.commands.go("sources")
    qtbot.waitUntil(lambda: bool(banners(window.sources)))
    button(window.sources, "Leave it").click()
    qtbot.waitUntil(lambda: fake.readings.forgotten == ["guides"])

    assert banners(window.sources) == []
    assert run.begun == []


def test_a_cancelled_reading_says_how_far_it_came(qtbot, sources, run):
    sources.read_again("harbor")
    sources.cancel()
    run.finish(replace(REPORT, cancelled=True, pages_read=1, pages_found=2))
    qtbot.waitUntil(lambda: bool(banners(sources)))

    assert banners(sources)[0].notice.fact == "Reading harbor was stopped at 1 of 2."


def test_a_watched_source_is_read_again_on_every_save(qtbot, window, sources, fake, run):
    actions = {one.text(): one for one in sources.table.menu_of(0).actions()}
    actions["Read again on every save"].trigger()
    qtbot.waitUntil(lambda: sources.reading.watching.names == {"harbor"})
    qtbot.waitUntil(lambda: cell(sources, 0, Column.STATE) == "Watching")
    qtbot.waitUntil(lambda: INFO.root in fake.readings.saves)
    fake.readings.saves[INFO.root].put(True)
    qtbot.waitUntil(lambda: len(run.begun) == 1)
    fake.readings.saves[INFO.root].put(True)  # while it is read: perhaps too late for that reading
    with qtbot.waitSignal(window.state_shown):
        run.finish(REPORT)
    qtbot.waitUntil(lambda: len(run.begun) == 2)
    with qtbot.waitSignal(window.state_shown):
        run.finish(REPORT)

    assert run.begun[0].name == "harbor"
    actions = {one.text(): one for one in sources.table.menu_of(0).actions()}
    assert actions["Read again on every save"].isChecked()
    actions["Read again on every save"].trigger()
    qtbot.waitUntil(lambda: sources.reading.watching.names == frozenset())


def test_watching_ends_with_the_window(qtbot, window, sources, fake):
    fake.readings.names = {"harbor"}
    window.refresh()
    qtbot.waitUntil(lambda: INFO.root in fake.readings.saves)
    window.close()

    assert not [one for one in threading.enumerate() if one.name.startswith("watch ")]


def test_the_report_is_kept_as_csv_that_no_spreadsheet_runs(qtbot, sources, tmp_path):
    report = replace(REPORT, failed=(FileNote("=cmd|x.md", "Broken, “badly”"),))
    sources.export_to(report, "markdown", str(tmp_path / "report.csv"))
    qtbot.waitUntil(lambda: (tmp_path / "report.csv").exists())
    [head, failed, *changed] = (tmp_path / "report.csv").read_text("utf-8").splitlines()

    assert head == "source,state,path,reason"
    assert failed == 'harbor,failed,\'=cmd|x.md,"Broken, “badly”"'
    assert len(changed) == 2


# --- for everyone --------------------------------------------------------------------------------


def test_every_control_of_every_part_has_a_name_and_can_be_reached(qtbot, sources, fake):
    sources.add_repository()
    sources.show_documents()
    sources.show_synonyms()
    sources.show_drift()
    controls = [
        one
        for one in sources.findChildren(QWidget)
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and not isinstance(one, QScrollArea)
    ]
    nameless = [one for one in controls if not (one.accessibleName() or one.property("text"))]

    assert len(controls) > 30
    assert nameless == []
