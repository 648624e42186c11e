"""Archives and repositories become sources like folders, and a stopped reading is gone on with."""

from __future__ import annotations

import subprocess
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store import open_store
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.documents import (
    FileNote,
    IngestProgress,
    IngestRequest,
    ParseMode,
    SourceKind,
)
from verbatim_desktop.domain.errors import Cancelled, SourceUnavailable, UsageError
from verbatim_desktop.ports import Cancellation
from verbatim_desktop.workflows import read_source


@pytest.fixture(autouse=True)
def every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress hears of every page, and each is stored at once."""
    monkeypatch.setattr(read_source, "STEPS_A_SECOND", 1e9)
    monkeypatch.setattr(read_source, "BATCH_PAGES", 1)


@pytest.fixture
def verbatim(home: Path) -> Iterator[Verbatim]:
    with closing(open_verbatim(str(home))) as opened:
        yield opened


def packed(path: Path, **pages: str) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        for name, text in pages.items():
            made.writestr(f"export/{name}.md", text)
    return path


def cancel_at(page: int):
    def progress(step: IngestProgress, /) -> None:
        if step.phase == "reading" and step.done == page:
            raise Cancelled

    return progress


def test_an_archive_is_a_source_and_read_again_by_what_changed(tmp_path: Path, verbatim: Verbatim):
    archive = packed(tmp_path / "export.zip", a="# Apples\n\nCrisp.", b="# Pears\n\nSoft.")
    [report] = verbatim.ingest([IngestRequest(str(archive))])
    assert (report.source, report.added) == ("export", 2)
    assert [document.identity for document in verbatim.docs()] == ["export/a.md", "export/b.md"]
    packed(archive, a="# Apples\n\nCrisp.", b="# Pears\n\nHard.")
    [report] = verbatim.ingest([IngestRequest(str(archive))])
    assert (report.changed_paths, report.unchanged) == (("b.md",), 1)
    archive.write_bytes(archive.read_bytes()[:100])
    with pytest.raises(SourceUnavailable, match="What is stored of it stays"):
        verbatim.ingest([IngestRequest(str(archive))])
    assert len(verbatim.docs()) == 2


def test_what_is_wrong_in_an_archive_stands_in_the_report(tmp_path: Path, verbatim: Verbatim):
    archive = packed(tmp_path / "export.zip", a="# A\n\nWords.")
    with zipfile.ZipFile(archive, "a") as made:
        made.writestr("../../evil.md", "# Evil")
    [report] = verbatim.ingest([IngestRequest(str(archive))])
    assert FileNote("../../evil.md", "Its name leads out of the archive") in report.skipped
    assert report.documents == 1


def test_a_folder_of_a_repository_is_a_source(tmp_path: Path, verbatim: Verbatim, home: Path):
    repository = tmp_path / "shop"
    (repository / "docs").mkdir(parents=True)
    (repository / "docs" / "a.md").write_text("# Apples\n\nCrisp.", encoding="utf-8")
    git = ("git", "-C", str(repository), "-c", "user.name=A", "-c", "user.email=a@example.com")
    for line in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "one")):
        subprocess.run([*git, *line], check=True, capture_output=True)
    steps: list[IngestProgress] = []
    [report] = verbatim.ingest([IngestRequest(f"{repository.as_uri()}#docs")], steps.append)
    assert (report.source, report.documents) == ("shop", 1)
    [status] = verbatim.sources()
    assert status.info.root == f"{repository.as_uri()}#docs"
    assert len(status.info.revision) == 40
    assert (Path(status.info.folder) / "a.md").is_file()
    verbatim.remove_source("shop")
    assert not list((home / "checkouts").glob("*/*"))


def test_a_source_can_be_read_from_another_folder_of_its_repository(
    tmp_path: Path, verbatim: Verbatim, home: Path
):
    repository = tmp_path / "shop"
    for folder in ("v1", "v2"):
        (repository / folder).mkdir(parents=True)
        (repository / folder / f"{folder}.md").write_text(f"# {folder}\n\nText.", encoding="utf-8")
    git = ("git", "-C", str(repository), "-c", "user.name=A", "-c", "user.email=a@example.com")
    for line in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "one")):
        subprocess.run([*git, *line], check=True, capture_output=True)
    verbatim.ingest([IngestRequest(f"{repository.as_uri()}#v1", name="shop")])
    verbatim.ingest([IngestRequest(f"{repository.as_uri()}#v2", name="shop")])
    assert [document.path for document in verbatim.docs()] == ["v2.md"]
    assert len(list((home / "checkouts").glob("*/*"))) == 1
    with pytest.raises(UsageError, match="belongs to"):
        verbatim.ingest([IngestRequest(str(repository), name="shop")])


def test_a_stopped_reading_is_remembered_until_it_is_done(tmp_path: Path, verbatim: Verbatim):
    archive = packed(tmp_path / "export.zip", **{f"p{n}": f"# P{n}\n\nText." for n in range(5)})
    request = IngestRequest(str(archive), SourceKind.KB, ParseMode.MARKDOWN, "help")
    [report] = verbatim.ingest([request], cancel_at(3))
    assert (report.cancelled, report.pages_read, report.pages_found) == (True, 3, 5)
    [unfinished] = verbatim.readings.unfinished()
    assert (unfinished.done, unfinished.total) == (3, 5)
    assert unfinished.request == request
    [report] = verbatim.ingest([unfinished.request])
    assert (report.documents, report.unchanged) == (5, 3)
    assert verbatim.readings.unfinished() == ()


def test_a_killed_reading_is_remembered_too_but_not_while_it_runs(
    tmp_path: Path, home: Path, verbatim: Verbatim
):
    class Killed(BaseException):
        pass

    def progress(step: IngestProgress, /) -> None:
        if step.done == 2:
            assert verbatim.readings.unfinished() == ()  # it is running
            raise Killed

    archive = packed(tmp_path / "export.zip", **{f"p{n}": f"# P{n}\n\nText." for n in range(4)})
    with closing(open_verbatim(str(home))) as other, pytest.raises(Killed):
        other.ingest([IngestRequest(str(archive))], progress)
    [unfinished] = verbatim.readings.unfinished()
    assert (unfinished.request.name, unfinished.total) == ("export", 4)
    assert verbatim.docs() == ()


def test_a_removed_or_forgotten_source_has_nothing_to_go_on_with(
    tmp_path: Path, verbatim: Verbatim
):
    archive = packed(tmp_path / "export.zip", a="# A\n\nOne.", b="# B\n\nTwo.")
    verbatim.ingest([IngestRequest(str(archive))], cancel_at(1))
    verbatim.readings.forget("export")
    assert verbatim.readings.unfinished() == ()
    verbatim.ingest([IngestRequest(str(archive))], cancel_at(1))
    verbatim.remove_source("export")
    assert verbatim.readings.unfinished() == ()


def test_which_sources_are_watched_is_remembered(tmp_path: Path, verbatim: Verbatim):
    verbatim.ingest([IngestRequest(str(packed(tmp_path / "export.zip", a="# A\n\nOne.")))])
    verbatim.readings.watch("export", True)
    assert verbatim.readings.watched() == {"export"}
    verbatim.readings.watch("export", False)
    assert verbatim.readings.watched() == frozenset()


def test_what_is_saved_once_a_place_is_watched_is_seen(tmp_path: Path, verbatim: Verbatim):
    stop = Cancellation()
    end = threading.Timer(300, stop.wish)  # where it is not seen
    end.start()
    try:
        changes = verbatim.readings.changes([str(tmp_path)], stop)
        (tmp_path / "new.md").write_text("# New", encoding="utf-8")
        assert next(changes, "nothing") is None
    finally:
        stop.wish()
        end.cancel()


def test_a_library_says_whether_it_is_being_written(home: Path):
    store = open_store(Home(home))
    library = store.library()
    assert not library.is_being_written()
    with library.writer():
        assert library.is_being_written()
    assert not library.is_being_written()
    store.close()
