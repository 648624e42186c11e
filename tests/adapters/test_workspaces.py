"""Workspaces side by side, deleted with a way back, and handed over as one file."""

from __future__ import annotations

import json
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import copy

import pytest

from tests.adapters.test_store import page
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store import open_store
from verbatim_desktop.adapters.store.store import opened_store
from verbatim_desktop.adapters.workspace_file import check_page
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.documents import IngestProgress, IngestRequest, Sentence
from verbatim_desktop.domain.errors import (
    Cancelled,
    LibraryBusy,
    LibraryDamaged,
    LibraryTooNew,
    NotFound,
    SourceUnavailable,
    UsageError,
)
from verbatim_desktop.workflows.verify_files import MACROS

AWAY = "another workstation"
QUESTION = "How long do refunds take?"


def fill(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "refunds.md").write_text("# Refunds\n\nA refund takes 14 days to reach a card.\n")
    (folder / "cards.md").write_text("# Cards\n\nA lost card is replaced in one week.\n")
    return folder


@pytest.fixture
def handbook(tmp_path: Path) -> Path:
    return fill(tmp_path / "handbook")


@pytest.fixture
def opened(home: Path) -> Iterator[Callable[..., Verbatim]]:
    """Opens a workspace of a data folder, and closes all of them after the test."""
    made: list[Verbatim] = []

    def open_it(workspace: str = "shop", at: Path = home) -> Verbatim:
        made.append(open_verbatim(str(at), workspace))
        return made[-1]

    yield open_it
    for one in made:
        one.close()


@pytest.fixture
def shop(opened, handbook: Path) -> Verbatim:
    verbatim = opened("shop")
    verbatim.ingest([IngestRequest(str(handbook), name="help")])
    verbatim.ask(QUESTION)
    return verbatim


def names(verbatim: Verbatim) -> list[str]:
    return [one.name for one in verbatim.workspaces.list()]


# --- making, renaming, deleting ------------------------------------------------------------------


def test_a_workspace_is_made_and_listed_with_what_it_holds(shop):
    shop.workspaces.create("empty one")
    [empty, full] = shop.workspaces.list()

    assert (empty.name, empty.documents, empty.updated) == ("empty one", 0, "")
    assert (full.name, full.sources, full.documents) == ("shop", 1, 2)
    assert full.updated


@pytest.mark.parametrize("name", ["", "~x", "../up", "a/b", ".hidden", "x" * 65, "a\nb"])
def test_a_name_that_cannot_be_is_refused(shop, name):
    with pytest.raises(UsageError):
        shop.workspaces.create(name)
    with pytest.raises(UsageError):
        shop.workspaces.rename("shop", name)


@pytest.mark.parametrize("name", ["shop", "SHOP"])
def test_a_name_that_is_taken_is_refused(shop, name):
    with pytest.raises(UsageError, match="already"):
        shop.workspaces.create(name)


def test_a_renamed_workspace_answers_as_before_and_keeps_its_index(shop, opened, home):
    before = {path.name for path in (home / "index" / "w-shop").iterdir()}
    shop.close()
    shop.workspaces.rename("shop", "store")

    assert {path.name for path in (home / "index" / "w-store").iterdir()} == before
    assert opened("store").ask(QUESTION).citations
    assert names(shop) == ["store"]


def test_a_deleted_workspace_is_gone_and_comes_back_whole(shop, opened):
    gone = shop.workspaces.delete("shop")

    assert (gone.name, gone.documents) == ("shop", 2)
    assert names(shop) == []
    assert opened("shop").docs() == ()
    assert shop.workspaces.deleted() == (gone,)
    assert shop.workspaces.restore(gone.token) == "shop"
    assert opened("shop").ask(QUESTION).citations


def test_a_workspace_does_not_come_back_over_one_of_its_name(shop):
    gone = shop.workspaces.delete("shop")
    shop.workspaces.create("shop")

    with pytest.raises(UsageError, match="already"):
        shop.workspaces.restore(gone.token)
    assert shop.workspaces.deleted() == (gone,)
    assert shop.workspaces.restore(gone.token[:6], "shop-2") == "shop-2"
    assert names(shop) == ["shop", "shop-2"]


def test_a_name_that_is_nobodys_is_told_with_the_nearest(shop):
    shop.workspaces.require("shop")
    shop.workspaces.require("default")  # there before anything is written to it
    with pytest.raises(NotFound, match=r"no workspace “shpo”\. Did you mean “shop”\?"):
        shop.workspaces.require("shpo")
    with pytest.raises(NotFound, match=r"There are: shop\."):
        shop.workspaces.require("xyz")
    assert names(shop) == ["shop"]


def test_an_emptied_trash_gives_nothing_back(shop, home):
    gone = shop.workspaces.delete("shop")
    shop.close()

    assert shop.workspaces.purge() == ("shop",)
    assert not (home / "index" / "w-shop").exists()
    with pytest.raises(NotFound):
        shop.workspaces.restore(gone.token)


def test_what_is_not_there_is_not_renamed_deleted_or_exported(shop, tmp_path):
    workspaces = shop.workspaces
    for act in (
        lambda: workspaces.rename("none", "other"),
        lambda: workspaces.delete("none"),
        lambda: workspaces.export_to("none", tmp_path / "x"),
    ):
        with pytest.raises(NotFound):
            act()


def test_a_workspace_being_written_is_neither_renamed_nor_deleted(home, monkeypatch):
    monkeypatch.setattr("verbatim_desktop.adapters.store.workspaces.WAIT_FOR_WRITER_SECONDS", 0)
    store = open_store(Home(home))
    library = store.library("shop")
    with library.writer():
        with pytest.raises(LibraryBusy):
            store.all_workspaces().delete("shop", "t")
        with pytest.raises(LibraryBusy):
            store.all_workspaces().rename("shop", "store")
    store.close()


# --- handing over --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace file, made once."""
    folder = tmp_path_factory.mktemp("exported")
    verbatim = open_verbatim(str(folder / "home"), "shop")
    verbatim.ingest([IngestRequest(str(fill(folder / "handbook")), name="help")])
    verbatim.ask(QUESTION)
    with opened_store(Home(folder / "home")) as store:
        store.library("shop").keep("template", "hello", "Hello {{name}}")
        store.library("shop").keep("draft", "4711", "A customer's words")
        store.library("shop").keep(MACROS, "/home/ann/refund.md", {"file": "/home/ann/refund.md"})
    verbatim.workspaces.export_to("shop", folder / "shop.verbatim")
    verbatim.close()
    return folder / "shop.verbatim"


@pytest.fixture
def file(exported: Path, tmp_path: Path) -> Path:
    return Path(copy(exported, tmp_path / "shop.verbatim"))


@pytest.fixture
def elsewhere(opened, tmp_path: Path) -> Verbatim:
    return opened("default", tmp_path / AWAY)


def test_a_workspace_answers_on_another_workstation_where_its_folder_is_missing(
    file, elsewhere, opened, tmp_path
):
    steps: list[IngestProgress] = []
    assert elsewhere.workspaces.import_from(file, progress=steps.append) == "shop"
    assert {step.phase for step in steps} == {"indexing"}  # so that the first question need not
    there = opened("shop", tmp_path / AWAY)
    [citation, *_] = there.ask(QUESTION).citations
    assert "14 days" in citation.quote
    assert len(there.answers()) == 2
    [source] = there.sources()
    Path(source.info.root).rename(tmp_path / "gone")
    with pytest.raises(SourceUnavailable, match="does not exist"):
        there.ingest([IngestRequest(source.info.root, name="help")])
    (tmp_path / "gone").rename(source.info.root)
    assert there.ask(QUESTION).citations


def test_pages_of_two_workspaces_never_meet(file, shop, opened):
    assert shop.workspaces.import_from(file, "copy") == "copy"
    taken, own = opened("copy"), opened("shop")

    assert [page.identity for page in taken.docs()] == [page.identity for page in own.docs()]
    assert not {page.id for page in taken.docs()} & {page.id for page in own.docs()}
    taken.remove_source("help")
    assert (taken.docs(), len(own.docs())) == ((), 2)


def test_templates_go_along_and_drafts_checked_macros_and_the_index_do_not(
    file, elsewhere, tmp_path
):
    def stop(_step: IngestProgress) -> None:
        raise Cancelled

    elsewhere.workspaces.import_from(file, progress=stop)  # the index is left to a question
    with opened_store(Home(tmp_path / AWAY)) as store:
        library = store.library("shop")
        assert [one.name for one in library.kept("template")] == ["hello"]
        assert library.kept("draft") == ()
        assert library.kept(MACROS) == ()
        assert library.index_manifest() is None
    with zipfile.ZipFile(file) as archive:
        assert sorted(archive.namelist()) == ["library.db", "manifest.json"]
        assert b"customer's words" not in archive.read("library.db")
        assert b"/home/ann" not in archive.read("library.db")


def test_an_export_takes_the_place_of_an_older_one_and_leaves_nothing_beside_it(file, shop):
    shop.workspaces.export_to("shop", file)

    assert [path.name for path in file.parent.iterdir() if path.name.startswith(".")] == []
    assert zipfile.is_zipfile(file)


def test_two_workspaces_of_one_name_do_not_meet(file, shop):
    with pytest.raises(UsageError, match="already"):
        shop.workspaces.import_from(file)
    assert names(shop) == ["shop"]


# --- what is no workspace ------------------------------------------------------------------------


def repack(file: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The same file with other members."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file


def resign(members: dict[str, bytes], **changes: object) -> None:
    """A manifest that agrees with the library beside it, as a forger would write it."""
    data = json.loads(members["manifest.json"])
    library = members["library.db"]
    data |= {"sha256": sha256(library).hexdigest(), "size": len(library), **changes}
    members["manifest.json"] = json.dumps(data).encode()


def altered(tmp_path: Path, *statements: str) -> Callable[[dict[str, bytes]], None]:
    """Change the library inside with SQL, and sign it anew."""

    def change(members: dict[str, bytes]) -> None:
        library = tmp_path / "altered.db"
        library.write_bytes(members["library.db"])
        with closing(sqlite3.connect(library)) as connection:
            connection.create_function("bomb", 0, lambda: zlib.compress(b"[" + b" " * 300 * 2**20))
            for statement in statements:
                connection.execute(statement)
            connection.commit()
        members["library.db"] = library.read_bytes()
        resign(members)

    return change


def refused(elsewhere: Verbatim, file: Path, kind: type[Exception], words: str = "") -> None:
    with pytest.raises(kind, match=words or "."):
        elsewhere.workspaces.import_from(file)
    assert names(elsewhere) == []
    assert list(file.parent.rglob(".verbatim-*")) == []


def test_a_file_that_is_no_zip_is_refused(elsewhere, tmp_path):
    (tmp_path / "x").write_bytes(b"PK\x03\x04 not really")
    refused(elsewhere, tmp_path / "x", UsageError, "no zip file")
    refused(elsewhere, tmp_path / "missing", UsageError, "cannot be read")


@pytest.mark.parametrize("name", ["../../evil.txt", "/etc/evil", "extra.txt", "a/../library.db"])
def test_a_member_with_another_name_is_refused_and_written_nowhere(file, elsewhere, name, tmp_path):
    repack(file, lambda members: members.update({name: b"evil"}))
    refused(elsewhere, file, UsageError, "other files")
    assert not list(tmp_path.rglob("*evil*"))


def test_a_library_that_was_changed_is_refused_by_its_hash(file, elsewhere):
    def flip(members: dict[str, bytes]) -> None:
        library = bytearray(members["library.db"])
        library[-1] ^= 1
        members["library.db"] = bytes(library)

    refused(elsewhere, repack(file, flip), LibraryDamaged, "hash")


def test_a_library_larger_than_it_says_is_refused(file, elsewhere):
    def grow(members: dict[str, bytes]) -> None:
        members["library.db"] += b"\0" * 1000

    refused(elsewhere, repack(file, grow), UsageError, "size")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(file, elsewhere):
    def inflate(members: dict[str, bytes]) -> None:
        members["library.db"] = b"\0" * 20_000_000
        resign(members)

    refused(elsewhere, repack(file, inflate), UsageError, "size")


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"format": 2}, LibraryTooNew),
        ({"tables": "9999"}, LibraryTooNew),
        ({"size": "many"}, UsageError),
        ({"name": "../up"}, UsageError),
        ({"name": "~trash"}, UsageError),
    ],
)
def test_a_manifest_that_cannot_be_is_refused(file, elsewhere, changes, kind):
    repack(file, lambda members: resign(members, **changes))
    refused(elsewhere, file, kind)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM documents; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE more (x)",
        "ALTER TABLE documents ADD COLUMN evil TEXT",
        "DROP TABLE vectors",
        "INSERT INTO workspaces (id, name) VALUES (2, 'second')",
        "UPDATE documents SET kind = 'evil'",
        "UPDATE documents SET files = '{'",
        "UPDATE contents SET texts = x'00'",
        "UPDATE contents SET rest = bomb()",
        "UPDATE sections SET last_block = 4000",
        "UPDATE answers SET answer = '{}'",
        "UPDATE kept SET value = 'no json'",
        "UPDATE workspaces SET generation = -4",
        "UPDATE contents SET document_id = document_id + 900",
        "UPDATE alembic_version SET version_num = '9999'",
    ],
)
def test_a_library_that_this_program_would_not_have_written_is_refused(
    file, elsewhere, tmp_path, statement
):
    repack(file, altered(tmp_path, statement))
    kind = LibraryTooNew if "9999" in statement else LibraryDamaged
    refused(elsewhere, file, kind)


def test_a_sentence_outside_of_its_block_is_found():
    sound = page("a.md")
    check_page(sound)
    for sentence in (Sentence(0, 0, 400), Sentence(0, 5, 5), Sentence(-1, 0, 3)):
        with pytest.raises(ValueError, match="outside"):
            check_page(replace(sound, sentences=(sentence,)))
