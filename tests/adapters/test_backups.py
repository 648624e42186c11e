"""A backup holds all that cannot be built anew, and brings it back whole or not at all."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from verbatim_desktop.adapters import backups
from verbatim_desktop.adapters.backups import scrubbed
from verbatim_desktop.adapters.search.index import WhooshIndex
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.documents import IngestProgress, IngestRequest
from verbatim_desktop.domain.errors import (
    Cancelled,
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryTooNew,
    NotFound,
    UsageError,
)


@pytest.fixture
def verbatim(home: Path) -> Iterator[Verbatim]:
    opened = open_verbatim(str(home))
    yield opened
    opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "help"
    made.mkdir()
    (made / "a.md").write_text("# Apples\n\nApples are crisp.\n", encoding="utf-8")
    return made


@pytest.fixture
def file(tmp_path: Path, verbatim: Verbatim, folder: Path) -> Path:
    """A backup of a library of one page, and a page more in the library since."""
    verbatim.ingest([IngestRequest(str(folder))])
    verbatim.save_synonyms("apple, pome")
    file = tmp_path / "backup.zip"
    verbatim.backups.backup(file)
    (folder / "b.md").write_text("# Pears\n\nPears are soft.\n", encoding="utf-8")
    verbatim.ingest([IngestRequest(str(folder))])
    return file


def paths(verbatim: Verbatim) -> list[str]:
    return [document.path for document in verbatim.docs()]


def repacked(file: Path, change: Callable[[str, bytes], bytes]) -> None:
    with zipfile.ZipFile(file) as old:
        members = {name: change(name, old.read(name)) for name in old.namelist()}
    with zipfile.ZipFile(file, "w") as new:
        for name, data in members.items():
            new.writestr(name, data)


def with_manifest(**changes: object) -> Callable[[str, bytes], bytes]:
    def change(name: str, data: bytes) -> bytes:
        return json.dumps(json.loads(data) | changes).encode() if name == "manifest.json" else data

    return change


def test_a_backup_says_what_is_in_it(tmp_path: Path, verbatim: Verbatim, folder: Path):
    verbatim.ingest([IngestRequest(str(folder))])
    made = verbatim.backups.backup(tmp_path / "one.zip")
    [workspace] = made.manifest.workspaces
    assert (workspace.name, workspace.sources, workspace.documents) == ("default", 1, 1)
    assert made.size == (tmp_path / "one.zip").stat().st_size
    assert stat.S_IMODE((tmp_path / "one.zip").stat().st_mode) == 0o600
    with zipfile.ZipFile(tmp_path / "one.zip") as packed:
        assert packed.namelist() == ["manifest.json", "settings.json", "library.db"]
    assert sorted(path.name for path in tmp_path.glob("*.zip")) == ["one.zip"]


def test_a_restore_brings_back_what_was_backed_up(verbatim: Verbatim, file: Path):
    assert paths(verbatim) == ["a.md", "b.md"]
    verbatim.save_synonyms("apple, other")
    restored = verbatim.backups.restore(file)
    assert paths(verbatim) == ["a.md"]
    assert verbatim.synonyms() == ("apple, pome", True)
    assert restored.manifest.workspaces[0].documents == 1
    [found] = verbatim.search("crisp apples").results
    assert found.section.path == "a.md"


def test_a_restore_builds_the_index_so_that_the_next_question_need_not(
    verbatim: Verbatim, file: Path, monkeypatch: pytest.MonkeyPatch
):
    steps: list[IngestProgress] = []
    verbatim.backups.restore(file, steps.append)
    assert {step.phase for step in steps} == {"indexing"}

    def again(*_arguments: object) -> None:
        raise AssertionError("the index was built by a question")

    monkeypatch.setattr(WhooshIndex, "_build", again)
    assert [hit.section.path for hit in verbatim.search("crisp apples").results] == ["a.md"]


def test_a_wish_to_stop_leaves_the_index_to_the_next_question(verbatim: Verbatim, file: Path):
    def stop(_step: IngestProgress) -> None:
        raise Cancelled

    verbatim.backups.restore(file, stop)
    assert [hit.section.path for hit in verbatim.search("crisp apples").results] == ["a.md"]


def test_the_library_before_is_kept_and_can_be_gone_back_to(verbatim: Verbatim, file: Path):
    restored = verbatim.backups.restore(file)
    verbatim.backups.restore(Path(restored.aside))
    assert paths(verbatim) == ["a.md", "b.md"]
    assert [hit.section.path for hit in verbatim.search("soft pears").results] == ["b.md"]


def test_a_reader_that_stayed_open_sees_the_restored_library(
    home: Path, verbatim: Verbatim, file: Path, folder: Path
):
    """Also once the restored library has come to the generation that the reader had."""
    with closing(open_verbatim(str(home))) as other:
        assert len(other.search("soft pears").results) == 1
        verbatim.backups.restore(file)
        assert other.search("soft pears").results == ()
        (folder / "b.md").write_text("# Plums\n\nPlums are blue.\n", encoding="utf-8")
        verbatim.ingest([IngestRequest(str(folder))])
        assert [hit.section.path for hit in other.search("blue plums").results] == ["b.md"]


def test_after_a_restore_only_what_differs_is_read_again(
    verbatim: Verbatim, file: Path, folder: Path
):
    verbatim.backups.restore(file)
    [report] = verbatim.ingest([IngestRequest(str(folder))])
    assert (report.added, report.changed, report.unchanged) == (1, 0, 1)
    assert paths(verbatim) == ["a.md", "b.md"]


def test_what_was_not_published_stays_unseen_and_is_gone_on_with(
    home: Path, verbatim: Verbatim, folder: Path, tmp_path: Path
):
    verbatim.ingest([IngestRequest(str(folder))])
    with closing(sqlite3.connect(home / "library.db")) as connection, connection:
        names = [str(row[1]) for row in connection.execute("PRAGMA table_info(documents)")]
        given = {"id": "99", "path": "'x.md'", "identity": "'help/x.md'", "added": "2"}
        values = [given.get(name) or name for name in names]
        connection.execute(f"INSERT INTO documents SELECT {', '.join(values)} FROM documents")
    verbatim.backups.backup(tmp_path / "b.zip")
    verbatim.backups.restore(tmp_path / "b.zip")
    assert paths(verbatim) == ["a.md"]
    verbatim.ingest([IngestRequest(str(folder))])
    assert paths(verbatim) == ["a.md"]  # its page is not in the folder


def test_a_backup_can_be_made_while_something_is_written(
    home: Path, verbatim: Verbatim, folder: Path, tmp_path: Path
):
    verbatim.ingest([IngestRequest(str(folder))])
    with writing(home):
        assert verbatim.backups.backup(tmp_path / "b.zip").manifest.workspaces[0].documents == 1


def test_nothing_is_restored_while_something_is_written(
    home: Path, verbatim: Verbatim, file: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(backups, "WAIT_FOR_WRITERS_SECONDS", 0.1)
    with writing(home), pytest.raises(LibraryBusy):
        verbatim.backups.restore(file)
    assert paths(verbatim) == ["a.md", "b.md"]


class writing:  # noqa: N801
    """Another process that is the writer, for as long as the block runs."""

    def __init__(self, home: Path) -> None:
        code = (
            "import sys\nfrom pathlib import Path\n"
            "from verbatim_desktop.adapters.home import Home\n"
            "from verbatim_desktop.adapters.store.store import opened_store\n"
            f"with opened_store(Home(Path({str(home)!r}))) as s, s.library().writer():\n"
            "    print('on', flush=True)\n    sys.stdin.read()\n"
        )
        self._command = [sys.executable, "-c", code]

    def __enter__(self) -> None:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout
        assert self._process.stdout.readline() == "on\n"

    def __exit__(self, *_why: object) -> None:
        self._process.communicate()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (with_manifest(format=2), LibraryTooNew),
        (with_manifest(tables="9999"), LibraryTooNew),
        (with_manifest(sha256="0" * 64), LibraryDamaged),
        (with_manifest(size=17), LibraryDamaged),
        (lambda name, data: data if name != "library.db" else data[:-1] + b"x", LibraryDamaged),
        (lambda name, data: data if name != "manifest.json" else b"[]", LibraryDamaged),
    ],
)
def test_a_backup_that_is_newer_or_not_whole_changes_nothing(
    verbatim: Verbatim,
    file: Path,
    home: Path,
    change: Callable[[str, bytes], bytes],
    error: type[LibraryError],
):
    repacked(file, change)
    with pytest.raises(error):
        verbatim.backups.restore(file)
    assert paths(verbatim) == ["a.md", "b.md"]
    assert not (home / "backups").exists()
    assert not list(home.glob("restoring-*"))


def test_a_damaged_database_with_a_fitting_digest_is_found_out(verbatim: Verbatim, file: Path):
    import hashlib

    with zipfile.ZipFile(file) as packed:
        data = bytearray(packed.read("library.db"))
    data[4096:8192] = b"\xff" * 4096
    digest = hashlib.sha256(data).hexdigest()
    repacked(file, lambda name, old: bytes(data) if name == "library.db" else old)
    repacked(file, with_manifest(sha256=digest))
    with pytest.raises(LibraryDamaged, match="is damaged"):
        verbatim.backups.restore(file)
    assert paths(verbatim) == ["a.md", "b.md"]


def test_what_is_no_backup_is_said_to_be_none(verbatim: Verbatim, tmp_path: Path):
    with pytest.raises(NotFound):
        verbatim.backups.restore(tmp_path / "gone.zip")
    (tmp_path / "note.txt").write_text("no backup", encoding="utf-8")
    with pytest.raises(LibraryDamaged, match="no backup"):
        verbatim.backups.restore(tmp_path / "note.txt")


def test_a_library_that_cannot_be_read_is_moved_aside_as_it_is(
    home: Path, verbatim: Verbatim, file: Path
):
    verbatim.close()
    (home / "library.db").write_bytes(b"not a database " * 1000)
    restored = verbatim.backups.restore(file)
    assert paths(verbatim) == ["a.md"]
    assert (Path(restored.damaged) / "library.db").read_bytes().startswith(b"not a database")


def test_a_backup_goes_to_another_machine(tmp_path: Path, file: Path):
    with closing(open_verbatim(str(tmp_path / "elsewhere"))) as other:
        restored = other.backups.restore(file)
        assert (restored.aside, paths(other)) == ("", ["a.md"])


def test_no_other_file_is_overwritten(verbatim: Verbatim, file: Path, tmp_path: Path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear reader", encoding="utf-8")
    with pytest.raises(UsageError, match="is no backup"):
        verbatim.backups.backup(letter)
    assert letter.read_text("utf-8") == "Dear reader"
    assert verbatim.backups.backup(file).manifest.workspaces[0].documents == 2
    with pytest.raises(LibraryError, match="cannot be written"):
        verbatim.backups.backup(tmp_path / "gone" / "b.zip")


def test_there_is_nothing_to_back_up_before_anything_was_read(tmp_path: Path):
    with closing(open_verbatim(str(tmp_path / "new"))) as new, pytest.raises(NotFound):
        new.backups.backup(tmp_path / "b.zip")


def test_settings_come_back_and_keys_never_go_in(home: Path, verbatim: Verbatim, file: Path):
    written = {
        "models": {"provider": "openai", "api_key": "sk-1", "base_url": "https://u:pw@h.example/v1"},
        "look": {"theme": "dark", "keys": {"ask": "Ctrl+L"}},
    }  # fmt: skip
    (home / "settings.json").write_text(json.dumps(written), encoding="utf-8")
    verbatim.backups.backup(file)
    (home / "settings.json").unlink()
    verbatim.backups.restore(file)
    assert json.loads((home / "settings.json").read_text("utf-8")) == {
        "models": {"provider": "openai", "base_url": "https://h.example/v1"},
        "look": {"theme": "dark", "keys": {"ask": "Ctrl+L"}},
    }


@pytest.mark.parametrize("name", ["api_key", "API-KEY", "token", "client_secret", "password"])
def test_what_is_called_like_a_secret_is_left_out(name: str):
    assert scrubbed({name: "x", "keep": [name, {name: "y"}]}) == {"keep": [name, {}]}
