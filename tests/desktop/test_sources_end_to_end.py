"""Archives, repositories, saves and a closed window, through the real library and its worker."""

from __future__ import annotations

import http.server
import subprocess
import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from tests.desktop.seeing import banners, button
from tests.desktop.test_sources import cell
from tests.processes import children
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.desktop.ingest_process import IngestProcess
from verbatim_desktop.desktop.lazy_library import LazyLibrary
from verbatim_desktop.desktop.main_window import MainWindow, Outside
from verbatim_desktop.desktop.models.sources import Column
from verbatim_desktop.domain.documents import IngestProgress, IngestRequest

Open = Callable[[], MainWindow]


@pytest.fixture
def open_real(qtbot, theme, tmp_path) -> Iterator[Open]:
    """Opens the window over one data folder, again and again."""
    home = str(tmp_path / "data")
    windows: list[MainWindow] = []

    def open_it() -> MainWindow:
        library = LazyLibrary(partial(open_verbatim, home, ""))
        settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)

        def fail(error: BaseException) -> str:
            raise error

        run = IngestProcess(home, "")
        outside = Outside(library, run, settings, fail, let_go=library.close)
        window = MainWindow(theme, outside)
        qtbot.addWidget(window)
        windows.append(window)
        window.resize(1440, 900)
        with qtbot.waitSignal(window.state_shown):
            window.show()
        window.commands.go("sources")
        return window

    yield open_it
    for window in windows:
        window.close()


def done(qtbot, window: MainWindow, rows: int) -> None:
    """Wait until nothing is read and the table shows it."""
    sources = window.sources

    def settled() -> bool:
        shown = sources.table.sources.rowCount()
        return not sources.is_reading and shown == rows and cell(sources, 0, Column.PAGES) != ""

    qtbot.waitUntil(settled)


def pages(folder: Path, count: int, words: int = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        text = f"# Page {number}\n\nIt says {number}. " + "More words follow here. " * words
        (folder / f"p{number:04}.md").write_text(text + "\n", encoding="utf-8")
    return folder


def test_an_archive_and_a_repository_are_added_and_looked_through(qtbot, open_real, tmp_path):
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("export/refunds.md", "# Refunds\n\nA refund takes 14 days.\n")
    repository = pages(tmp_path / "shop" / "docs", 3).parent
    git = ("git", "-C", str(repository), "-c", "user.name=A", "-c", "user.email=a@example.com")
    for line in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "one")):
        subprocess.run([*git, *line], check=True, capture_output=True)

    window = open_real()
    sources = window.sources
    with qtbot.waitSignal(sources.offered):
        sources.offer(str(archive))
    QTest.keyClick(sources.adding.name, Qt.Key.Key_Return)
    done(qtbot, window, 1)
    sources.add_repository()
    sources.adding.url.setText(repository.as_uri())
    QTest.keyClicks(sources.adding.folder, "docs")
    QTest.keyClick(sources.adding.folder, Qt.Key.Key_Return)
    done(qtbot, window, 2)
    assert [cell(sources, row, Column.PAGES) for row in (0, 1)] == ["1", "3"]

    with qtbot.waitSignal(sources.documents.document_wanted):
        sources.show_documents()
    assert sources.documents.model.rowCount() == 4
    QTest.keyClicks(sources.documents.field, "refund")
    qtbot.waitUntil(lambda: sources.documents.passages.rowCount() == 2)
    sources.documents.open_page()
    qtbot.waitUntil(lambda: window.source.isVisible())
    assert window.source.head.title.text() == "Refunds"


def test_a_save_in_a_watched_folder_is_read_by_itself(qtbot, open_real, tmp_path):
    folder = pages(tmp_path / "guides", 2)
    window = open_real()
    window.sources.read([IngestRequest(str(folder), name="guides")])
    done(qtbot, window, 1)
    window.sources.reading.watch("guides", True)
    qtbot.waitUntil(lambda: cell(window.sources, 0, Column.STATE) == "Watching")
    (folder / "new.md").write_text("# New\n\nJust saved.\n", encoding="utf-8")
    qtbot.waitUntil(lambda: cell(window.sources, 0, Column.PAGES) == "3")
    window.close()
    assert not [one for one in threading.enumerate() if one.name.startswith("watch ")]

    again = open_real()
    qtbot.waitUntil(lambda: again.sources.reading.watching.names == {"guides"})


def test_closing_mid_ingest_keeps_what_was_done_and_reopening_goes_on(qtbot, open_real, tmp_path):
    folder = pages(tmp_path / "guides", 200, words=250)
    window = open_real()
    before = children().keys()
    reached = threading.Event()

    def see(step: IngestProgress) -> None:
        if step.phase == "reading" and step.done > 20:
            reached.set()

    window._outside.run.progressed.connect(see)  # noqa: SLF001
    window.sources.read([IngestRequest(str(folder), name="guides")])
    qtbot.waitUntil(reached.is_set)
    assert children().keys() - before
    window.close()
    assert children().keys() <= before

    again = open_real()
    qtbot.waitUntil(lambda: bool(banners(again.sources)))
    fact = banners(again.sources)[0].notice.fact
    assert fact.startswith("Reading guides was stopped at ")
    assert fact.endswith(" of 200.")
    assert 0 < int(cell(again.sources, 0, Column.PAGES)) < 200
    button(again.sources, "Go on").click()
    qtbot.waitUntil(lambda: cell(again.sources, 0, Column.PAGES) == "200")
    status = again.sources.reading.status("guides")
    assert status is not None
    assert status.report is not None
    assert status.report.unchanged > 0


@pytest.mark.network_loopback
def test_cancelling_a_fetch_ends_git_in_the_worker(qtbot, open_real):
    """A server that accepts and never answers."""
    asked, go = threading.Event(), threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.set()
            go.wait()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    window = open_real()
    before = children().keys()
    window.sources.read([IngestRequest(f"http://127.0.0.1:{server.server_port}/a.git", name="a")])
    qtbot.waitUntil(asked.is_set)
    QTest.keyClick(window.sources.table, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.sources.is_reading)

    def nothing_runs() -> None:
        assert children().keys() <= before

    qtbot.waitUntil(nothing_runs)
    qtbot.waitUntil(lambda: bool(banners(window.sources)))
    assert banners(window.sources)[0].notice.fact == "Reading a was stopped."
    go.set()
    server.shutdown()
    server.server_close()
    thread.join()
