"""The data goes to another folder whole or not at all, and is found there by every door."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from verbatim_desktop.adapters import folder_copy, home, moving, whole_file
from verbatim_desktop.adapters.home import POINTER, Home, find_home
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import WorkspaceRooms, open_verbatim
from verbatim_desktop.domain.data_folder import FolderChoice, FolderInUse, SaidBy
from verbatim_desktop.domain.documents import IngestProgress, IngestRequest
from verbatim_desktop.domain.errors import (
    Cancelled,
    DataFolderGone,
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    StorageFull,
    UsageError,
)
from verbatim_desktop.ports import no_progress

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the platform's folder is no variable's")

QUESTION = "Are apples crisp?"


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The platform's own folder, of this test; nothing else names one."""
    monkeypatch.delenv("VERBATIM_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "person" / "data"))
    return home.own_folder()


@pytest.fixture
def verbatim(own: Path, tmp_path: Path) -> Iterator[Verbatim]:
    """A library in the platform's own folder, with more than a library beside it."""
    pages = tmp_path / "help"
    pages.mkdir()
    (pages / "a.md").write_text("# Apples\n\nApples are crisp.\n", encoding="utf-8")
    opened = open_verbatim()
    opened.ingest([IngestRequest(str(pages), name="help")])
    opened.ask(QUESTION)
    checkout = own / "checkouts" / "one" / ".git"
    (checkout / "refs").mkdir(parents=True)
    (checkout / "HEAD").write_text("ref: refs/heads/main\n")
    (checkout.parent / "link.md").symlink_to("page.md")
    (own / "window.ini").write_text("[General]\nplace=ask\n")
    yield opened
    opened.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "PATIENCE_SECONDS", 0.05)


def listed(folder: Path) -> set[str]:
    """What is there for good: neither locks nor what SQLite keeps beside a database."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if not folder_copy.is_passing(path.name)
    }


def answers(verbatim: Verbatim) -> bool:
    return any("crisp" in one.quote for one in verbatim.ask(QUESTION).citations)


# --- Who says where the data is ------------------------------------------------------------------


def test_a_choice_stands_above_the_platform_and_below_all_else(own, tmp_path, monkeypatch):
    chosen = tmp_path / "chosen"
    (chosen / "index").mkdir(parents=True)
    assert find_home() == Home(own, SaidBy.PLATFORM)
    home.choose_folder(chosen)
    assert find_home() == Home(chosen, SaidBy.CHOICE)
    assert find_home(str(tmp_path / "named")) == Home(tmp_path / "named", SaidBy.OPTION)
    monkeypatch.setenv("VERBATIM_HOME", str(tmp_path / "variable"))
    assert find_home() == Home(tmp_path / "variable", SaidBy.ENVIRONMENT)
    monkeypatch.delenv("VERBATIM_HOME")
    home.choose_folder(own)
    assert find_home() == Home(own, SaidBy.PLATFORM)
    assert not (own / POINTER).exists()


@pytest.mark.parametrize("there", [False, True], ids=["no folder", "an empty folder"])
def test_no_empty_library_is_opened_where_the_chosen_one_is_gone(own, tmp_path, there):
    """As where a disk is not connected: its folder is missing, or an empty one to mount it on."""
    chosen = tmp_path / "disk"
    if there:
        chosen.mkdir()
    home.choose_folder(chosen)
    with pytest.raises(DataFolderGone, match=r"is not there\. Connect its disk, or remove"):
        open_verbatim()
    done = subprocess.run(
        [sys.executable, "-m", "verbatim_desktop", "sources"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert str(chosen) in done.stderr
    assert "Traceback" not in done.stderr
    assert listed(tmp_path) - {"disk"} == {"person", "person/data", "person/data/verbatim-desktop"}


@pytest.mark.parametrize("written", [b"", b"data", b"../up", b"/with\0nought"])
def test_a_choice_that_was_mangled_is_said_in_a_line(own, written):
    own.mkdir(parents=True)
    (own / POINTER).write_bytes(written)
    with pytest.raises(LibraryError):
        find_home()


def test_a_choice_written_by_hand_ends_with_its_line(own, tmp_path):
    (tmp_path / "by hand " / "index").mkdir(parents=True)
    own.mkdir(parents=True)
    (own / POINTER).write_bytes(os.fsencode(tmp_path / "by hand ") + b"\r\n")
    assert find_home().root == tmp_path / "by hand "


# --- Moving --------------------------------------------------------------------------------------


def test_all_of_it_is_there_and_used_at_once_and_from_then_on(verbatim, own, tmp_path):
    before = listed(own)
    told: list[IngestProgress] = []
    moved = verbatim.data_folder.move(tmp_path / "new", told.append)

    assert listed(tmp_path / "new") == before
    assert moved.folder == str(tmp_path / "new")
    assert moved.before == str(own)
    assert verbatim.data_folder.in_use() == FolderInUse(moved.folder, SaidBy.CHOICE)
    assert told[-1].done == told[-1].total > 0
    assert [step.done for step in told] == sorted(step.done for step in told)
    assert (tmp_path / "new" / "checkouts/one/link.md").readlink() == Path("page.md")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert answers(verbatim)
    with closing(open_verbatim()) as again:
        assert answers(again)
        assert again.data_folder.in_use().folder == moved.folder


def test_what_is_kept_afterwards_is_kept_in_the_new_folder(verbatim, tmp_path):
    moved = verbatim.data_folder.move(tmp_path / "new")
    verbatim.workspaces.create("afterwards")
    with closing(open_verbatim(moved.folder)) as new, closing(open_verbatim(moved.before)) as old:
        assert "afterwards" in [one.name for one in new.workspaces.list()]
        assert "afterwards" not in [one.name for one in old.workspaces.list()]


def test_the_command_line_follows(verbatim, tmp_path):
    verbatim.data_folder.move(tmp_path / "new")
    verbatim.close()
    done = subprocess.run(
        [sys.executable, "-m", "verbatim_desktop", "doctor", "--json"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert str(tmp_path / "new") in done.stdout


def test_checkouts_are_named_where_they_are_now(verbatim, own, tmp_path):
    with closing(sqlite3.connect(own / "library.db")) as database, database:
        database.execute(
            "UPDATE sources SET info = json_set(info, '$.files_at', ?)",
            (str(own / "checkouts" / "one"),),
        )
    verbatim.data_folder.move(tmp_path / "new")
    [source] = verbatim.sources()
    assert source.info.files_at == str(tmp_path / "new" / "checkouts" / "one")


def test_it_can_be_taken_back_to_where_the_platform_has_it(verbatim, own, tmp_path):
    moved = verbatim.data_folder.move(tmp_path / "new")
    verbatim.data_folder.remove_left(moved)
    assert listed(own) == set()
    back = verbatim.data_folder.move(own)
    assert back.folder == str(own)
    assert not (own / POINTER).exists()
    assert verbatim.data_folder.in_use().said_by is SaidBy.PLATFORM
    assert answers(verbatim)


def test_a_folder_that_holds_other_things_gets_one_of_ours(verbatim, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / "photo.jpg").write_bytes(b"x")
    assert verbatim.data_folder.look(disk).folder == str(disk / "verbatim-desktop")
    verbatim.data_folder.move(disk)
    assert {path.name for path in disk.iterdir()} == {"photo.jpg", "verbatim-desktop"}
    assert answers(verbatim)


def test_folders_that_cannot_be_are_refused_with_the_reason(verbatim, own, tmp_path):
    look = verbatim.data_folder.look
    full = tmp_path / "full" / "verbatim-desktop"
    full.mkdir(parents=True)
    (full / "thing").touch()
    (tmp_path / "file").touch()
    for folder, reason in [
        (own, "there already"),
        (own / "index" / "deeper", "within the data folder"),
        (full.parent, "holds other things"),
        (tmp_path / "file", "cannot be written"),
        (tmp_path / "two\nlines", "line break"),
    ]:
        with pytest.raises(UsageError, match=reason):
            look(folder)


@pytest.mark.parametrize("said", ["--home", "VERBATIM_HOME"])
def test_what_says_where_the_data_is_is_not_overruled(own, tmp_path, monkeypatch, said):
    option = str(tmp_path / "named")
    if said == "VERBATIM_HOME":
        monkeypatch.setenv("VERBATIM_HOME", option)
        option = ""
    with closing(open_verbatim(option)) as verbatim:
        assert not verbatim.data_folder.in_use().can_change
        with pytest.raises(UsageError, match=said):
            verbatim.data_folder.move(tmp_path / "new")
    assert not (own / POINTER).exists()


# --- When it does not go well --------------------------------------------------------------------


def unchanged(verbatim: Verbatim, own: Path, before: set[str], target: Path) -> None:
    assert not target.exists()
    assert not (own / POINTER).exists()
    assert listed(own) == before
    assert verbatim.data_folder.in_use().folder == str(own)
    assert answers(verbatim)


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_cancelling_leaves_the_data_where_it_is(verbatim, own, tmp_path, part):
    before = listed(own)

    def stop(step: IngestProgress) -> None:
        if step.total and step.done >= part * step.total:
            raise Cancelled

    with pytest.raises(Cancelled):
        verbatim.data_folder.move(tmp_path / "new", stop)
    unchanged(verbatim, own, before, tmp_path / "new")


def full(*_arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def broken(*_arguments: object) -> None:
    raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize(
    ("module", "name", "fault", "said"),
    [
        (folder_copy.os, "fsync", full, StorageFull),
        (folder_copy.os, "fsync", broken, LibraryError),
        (folder_copy.shutil, "copystat", broken, LibraryError),
        (folder_copy.hashlib, "file_digest", broken, LibraryError),
        (moving.os, "rename", broken, LibraryError),
        (moving, "choose_folder", broken, OSError),
        (whole_file, "replace_file", broken, LibraryError),
        (folder_copy, "_settle", broken, LibraryError),
    ],
)
def test_a_fault_in_the_middle_leaves_the_data_where_it_is(
    verbatim, own, tmp_path, monkeypatch, module, name, fault, said
):
    before = listed(own)
    with monkeypatch.context() as patched:
        patched.setattr(module, name, fault)
        with pytest.raises(said):
            verbatim.data_folder.move(tmp_path / "new")
    unchanged(verbatim, own, before, tmp_path / "new")


def test_a_copy_that_reads_back_otherwise_is_not_used(verbatim, own, tmp_path, monkeypatch):
    before = listed(own)
    copystat = folder_copy.shutil.copystat

    def spoil(source: Path, copy: Path) -> None:
        copystat(source, copy)
        if copy.name == "window.ini":
            copy.write_bytes(copy.read_bytes().swapcase())

    monkeypatch.setattr(folder_copy.shutil, "copystat", spoil)
    with pytest.raises(LibraryDamaged, match=r"window\.ini is not whole"):
        verbatim.data_folder.move(tmp_path / "new")
    unchanged(verbatim, own, before, tmp_path / "new")


KILLED = """
import os, sys
from pathlib import Path
from verbatim_desktop.bootstrap import open_verbatim
def die(step):
    if step.done * 2 > step.total:
        os.kill(os.getpid(), 9)
open_verbatim().data_folder.move(Path(sys.argv[1]), die)
"""


def test_a_kill_in_the_middle_leaves_the_data_and_a_folder_that_can_be_moved_to(
    verbatim, own, tmp_path
):
    verbatim.close()
    before = listed(own)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path / "new"], timeout=300, check=False
    )
    assert done.returncode == -9
    assert {path.name for path in (tmp_path / "new").iterdir()} == {folder_copy.STAGING}
    assert listed(own) == before
    assert answers(verbatim)
    moved = verbatim.data_folder.move(tmp_path / "new")
    assert moved.folder == str(tmp_path / "new")
    assert listed(tmp_path / "new") == before
    assert answers(verbatim)


def test_who_asks_meanwhile_waits_and_is_served_from_the_new_folder(verbatim, own, tmp_path):
    """As what is typed is kept on another lane."""
    made: list[threading.Thread] = []

    def meanwhile(_step: IngestProgress) -> None:
        if not made:
            made.append(threading.Thread(target=verbatim.workspaces.create, args=("meanwhile",)))
            made[0].start()

    verbatim.data_folder.move(tmp_path / "new", meanwhile)
    made[0].join(90)
    assert not made[0].is_alive()
    with (
        closing(open_verbatim(str(tmp_path / "new"))) as new,
        closing(open_verbatim(str(own))) as old,
    ):
        assert "meanwhile" in [one.name for one in new.workspaces.list()]
        assert "meanwhile" not in [one.name for one in old.workspaces.list()]


def test_what_was_begun_before_neither_hinders_a_move_nor_writes_after_it(
    own, verbatim, tmp_path, monkeypatch
):
    """A call of several steps on another lane holds the library from before."""
    rooms = WorkspaceRooms(find_home(), "default")
    library = rooms.library()
    look = moving.look

    def meanwhile(home: Home, chosen: Path) -> FolderChoice:
        library.sources()  # leaves a connection in the pool
        return look(home, chosen)

    monkeypatch.setattr(moving, "look", meanwhile)
    verbatim.close()
    rooms.move_folder(tmp_path / "new", no_progress)
    for late in (library.sources, partial(library.keep, "note", "late", "lost")):
        with pytest.raises(LibraryBusy, match="was moved to another folder"):
            late()
    assert [one.info.name for one in rooms.library().sources()] == ["help"]
    rooms.close()


@pytest.mark.usefixtures("impatient")
def test_who_else_has_the_library_open_keeps_it_where_it_is(verbatim, own, tmp_path):
    before = listed(own)
    with closing(open_verbatim()) as other:
        other.sources()
        with pytest.raises(LibraryBusy, match="is in use"):
            verbatim.data_folder.move(tmp_path / "new")
    unchanged(verbatim, own, before, tmp_path / "new")


def test_waiting_for_others_can_be_cancelled(verbatim, own, tmp_path):
    before, steps = listed(own), []

    def stop(step: IngestProgress) -> None:
        steps.append(step.phase)
        if len(steps) == 3:
            raise Cancelled

    with closing(open_verbatim()) as other:
        other.sources()
        with pytest.raises(Cancelled):
            verbatim.data_folder.move(tmp_path / "new", stop)
    assert steps == ["waiting"] * 3
    unchanged(verbatim, own, before, tmp_path / "new")


@pytest.mark.usefixtures("impatient")
def test_nothing_is_moved_while_something_is_read(verbatim, own, tmp_path):
    before = listed(own)
    rooms = WorkspaceRooms(find_home(), "default")
    with rooms.library().writer(), pytest.raises(LibraryBusy, match="being read into"):
        verbatim.data_folder.move(tmp_path / "new")
    rooms.close()
    unchanged(verbatim, own, before, tmp_path / "new")


def test_room_is_looked_for_first(verbatim, own, tmp_path, monkeypatch):
    before = listed(own)
    monkeypatch.setattr(moving.shutil, "disk_usage", lambda _path: Usage(9, 9, 1_000_000))
    with pytest.raises(StorageFull, match="There is room for 1 MB"):
        verbatim.data_folder.move(tmp_path / "new")
    unchanged(verbatim, own, before, tmp_path / "new")


def test_what_a_person_linked_elsewhere_is_not_lost_sight_of(verbatim, own, tmp_path):
    (own / "vectors").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="vectors in the data folder is a link"):
        verbatim.data_folder.move(tmp_path / "new")


# --- A library that is there already -------------------------------------------------------------


def test_a_library_that_is_there_is_used_from_the_next_start_on(verbatim, own, tmp_path):
    with closing(open_verbatim(str(tmp_path / "other"))) as other:
        other.workspaces.create("elsewhere")
    assert verbatim.data_folder.look(tmp_path / "other") == FolderChoice(
        str(tmp_path / "other"), holds_library=True
    )
    with pytest.raises(UsageError, match="holds a library"):
        verbatim.data_folder.move(tmp_path / "other")
    used = verbatim.data_folder.use(tmp_path / "other")

    assert used.copied == ()
    assert verbatim.data_folder.in_use().folder == str(own)
    with closing(open_verbatim()) as again:
        assert "elsewhere" in [one.name for one in again.workspaces.list()]
        with pytest.raises(UsageError):
            again.data_folder.remove_left(used)
    assert answers(verbatim)


@pytest.mark.parametrize(
    "content", [b"no database at all" * 300, b"SQLite format 3\0" + b"x" * 999]
)
def test_what_is_no_library_is_not_used(verbatim, own, tmp_path, content):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "library.db").write_bytes(content)
    with pytest.raises(LibraryError):
        verbatim.data_folder.use(tmp_path / "other")
    with pytest.raises(UsageError, match="holds no library"):
        verbatim.data_folder.use(tmp_path / "empty")
    assert not (own / POINTER).exists()


# --- What was left -------------------------------------------------------------------------------


def test_what_was_left_is_removed_and_nothing_else(verbatim, own, tmp_path):
    moved = verbatim.data_folder.move(tmp_path / "new")
    (own / "notes.txt").write_text("a person's own")
    verbatim.data_folder.remove_left(moved)
    assert listed(own) == {"notes.txt"}
    assert find_home().root == tmp_path / "new"
    assert answers(verbatim)
    verbatim.data_folder.remove_left(moved)  # there is nothing more to remove


@pytest.mark.usefixtures("impatient")
def test_what_somebody_still_has_open_is_not_removed(verbatim, own, tmp_path):
    moved = verbatim.data_folder.move(tmp_path / "new")
    with closing(open_verbatim(str(own))) as other:
        other.sources()
        with pytest.raises(LibraryBusy):
            verbatim.data_folder.remove_left(moved)
    assert (own / "library.db").exists()


def test_the_folder_in_use_is_never_removed(verbatim, own, tmp_path):
    moved = verbatim.data_folder.move(tmp_path / "new")
    with closing(open_verbatim(str(own))) as old, pytest.raises(UsageError, match="is in use"):
        old.data_folder.remove_left(moved)
    assert (own / "library.db").exists()
