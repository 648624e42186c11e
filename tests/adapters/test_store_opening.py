"""Opening a library: new, older, newer, damaged, foreign, full, and used by two at once."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from verbatim_desktop.adapters.home import Home, find_home
from verbatim_desktop.adapters.store import open_store
from verbatim_desktop.adapters.store.engine import make_engine
from verbatim_desktop.adapters.store.migrate import (
    REVISIONS,
    SCRIPTS,
    backup_path,
    bring_up_to_date,
    upgrade,
)
from verbatim_desktop.adapters.store.tables import metadata
from verbatim_desktop.domain.documents import (
    Block,
    BlockKind,
    Document,
    ParseMode,
    SourceInfo,
    SourceKind,
)
from verbatim_desktop.domain.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryTooNew,
    StorageFull,
)
from verbatim_desktop.ports import IndexManifest

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


def page(path: str, text: str) -> Document:
    return Document(
        source="help",
        kind=SourceKind.KB,
        path=path,
        route="",
        identity=f"help/{path}",
        title=path,
        fingerprint=path,
        blocks=(Block(BlockKind.PARAGRAPH, text),),
    )


def fill(home: Home, count: int = 1) -> None:
    store = open_store(home)
    with store.library().writer() as writer:
        writer.save_source(SourceInfo("help", SourceKind.KB, ParseMode.MARKDOWN, "/help"))
        writer.put([page(f"{n}.md", f"Text {n}") for n in range(count)])
        writer.publish(IndexManifest("folder", writer.generation, {}))
    store.close()


def titles(home: Home) -> list[str]:
    store = open_store(home)
    found = [summary.title for summary in store.library().documents()]
    store.close()
    return found


# --- The data folder -----------------------------------------------------------------------------


def test_the_option_comes_before_the_environment(home: Path, tmp_path: Path):
    assert find_home().root == home
    assert find_home(str(tmp_path / "other")).root == tmp_path / "other"


def test_the_platform_has_the_last_word(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("VERBATIM_HOME")
    assert "verbatim-desktop" in str(find_home().root)


@posix
def test_only_the_owner_may_open_the_data_folder(tmp_path: Path):
    wide = tmp_path / "wide"
    wide.mkdir(mode=0o755)
    for folder in (wide, tmp_path / "fresh"):
        fill(Home(folder))
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_data_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryError, match=r"cannot be used .* Name another one with --home"):
        open_store(Home(tmp_path / "file" / "data"))


# --- Tables and migrations -----------------------------------------------------------------------


def test_migrations_make_the_same_tables_as_a_new_library(tmp_path: Path):
    database = tmp_path / "library.db"
    engine = make_engine(database)
    upgrade(engine, SCRIPTS)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISIONS[-1]
    engine.dispose()
    fresh = Home(tmp_path / "fresh")
    fill(fresh)
    assert schema(database) == schema(fresh.database)


def schema(database: Path) -> dict[str, list[str]]:
    """The tables as SQLite keeps them, whatever the order of their constraints."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {name: sorted(re.findall(r"[^\s,()]+", sql)) for name, sql in rows}


def test_the_revisions_are_those_of_the_scripts():
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    scripts = ScriptDirectory.from_config(config)
    assert tuple(script.revision for script in scripts.walk_revisions())[::-1] == REVISIONS


@pytest.fixture
def next_scripts(tmp_path: Path) -> Path:
    """The migrations of a release to come: one more column."""
    scripts = tmp_path / "next"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "9999_next.py").write_text(
        dedent(f"""
            import sqlalchemy as sa
            from alembic import op

            revision = "9999"
            down_revision = "{REVISIONS[-1]}"


            def upgrade() -> None:
                with op.batch_alter_table("documents", recreate="always") as batch:
                    batch.add_column(sa.Column("mood", sa.Text(), server_default="calm"))
        """)
    )
    return scripts


def test_an_older_library_is_copied_aside_and_then_migrated(home: Path, next_scripts: Path):
    here = Home(home)
    fill(here, 3)
    engine = make_engine(here.database)
    bring_up_to_date(engine, here.database, (*REVISIONS, "9999"), next_scripts)
    with engine.connect() as connection:
        moods = connection.exec_driver_sql("SELECT mood FROM documents").scalars().all()
        texts = connection.exec_driver_sql("SELECT count(*) FROM contents").scalar_one()
    engine.dispose()
    assert moods == ["calm"] * 3
    assert texts == 3  # what points at documents was not swept away with the old table
    with closing(sqlite3.connect(backup_path(here.database, REVISIONS[-1]))) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == REVISIONS[-1:]
        assert old.execute("SELECT count(*) FROM documents").fetchone() == (3,)


def test_a_newer_library_is_refused_and_left_as_it_is(home: Path):
    here = Home(home)
    fill(here)
    with closing(sqlite3.connect(here.database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = here.database.read_bytes()
    with pytest.raises(LibraryTooNew, match=r"newer release .* update the program"):
        open_store(here)
    assert here.database.read_bytes() == before


def test_a_library_is_opened_without_importing_alembic(home: Path):
    fill(Home(home))
    code = (
        "import sys; from verbatim_desktop.adapters.home import find_home; "
        "from verbatim_desktop.adapters.store import open_store; "
        "open_store(find_home()).library().generation(); "
        "sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- The world's faults --------------------------------------------------------------------------


def test_a_damaged_library_says_so(home: Path):
    here = Home(home).make()
    here.database.write_bytes(b"this is no database at all, but long enough to look" * 100)
    with pytest.raises(LibraryDamaged, match=r"is damaged\. Restore a backup"):
        open_store(here)


def test_a_library_that_was_emptied_is_not_taken_for_a_new_one(home: Path):
    here = Home(home).make()
    here.database.touch()
    open_store(here).close()  # a first start that was cut short
    here.indexes.mkdir()
    here.database.write_bytes(b"")
    with pytest.raises(LibraryDamaged, match="was emptied: its index is still there"):
        open_store(here)
    here.database.unlink()
    open_store(here).close()


def test_damage_within_the_file_says_so(home: Path):
    here = Home(home)
    fill(here, 400)
    with closing(sqlite3.connect(here.database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(here.database.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)
    here.database.write_bytes(data)
    with pytest.raises(LibraryDamaged):
        titles(here)


def test_a_database_of_another_program_is_refused(home: Path):
    here = Home(home).make()
    with closing(sqlite3.connect(here.database)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    with pytest.raises(LibraryError, match="of another program"):
        open_store(here)


def test_a_full_disk_loses_nothing_that_was_stored(home: Path):
    here = Home(home)
    fill(here, 20)

    def no_room(connection: sqlite3.Connection) -> None:
        [pages] = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages + 2}")

    store = open_store(here, on_connect=no_room)
    noise = [page(f"new{n}.md", os.urandom(20_000).hex()) for n in range(20)]
    with store.library().writer() as writer, pytest.raises(StorageFull, match="The disk is full"):
        writer.put(noise)
    store.close()
    assert titles(here) == sorted(f"{n}.md" for n in range(20))
    fill(here, 30)
    assert len(titles(here)) == 30


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a small disk")
def test_a_disk_that_really_fills_up_loses_nothing_that_was_stored(tmp_path: Path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("mounting needs root")
    try:
        here = Home(disk / "data")
        fill(here, 20)
        store = open_store(here)
        noise = [page(f"new{n}.md", os.urandom(50_000).hex()) for n in range(40)]
        with store.library().writer() as writer, pytest.raises(StorageFull):
            writer.put(noise)
        store.close()
        assert len(titles(here)) == 20
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_library_that_another_process_holds_says_so(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("verbatim_desktop.adapters.store.engine.PATIENCE_SECONDS", 0.05)
    here = Home(home)
    fill(here)
    store = open_store(here)
    with closing(sqlite3.connect(here.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryBusy, match="Another process is using the library"):
            store.library().save_setting("synonyms", "a = b")
        assert len(store.library().documents()) == 1  # reading goes on
    store.library().save_setting("synonyms", "a = b")
    store.close()


def test_the_lock_of_a_killed_writer_is_free(home: Path):
    code = (
        "from verbatim_desktop.adapters.home import find_home; "
        "from verbatim_desktop.adapters.store import open_store\n"
        "with open_store(find_home()).library().writer():\n"
        "    print('writing', flush=True); input()"
    )
    fill(Home(home))
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "writing\n"
        store = open_store(Home(home))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("verbatim_desktop.adapters.store.library.WAIT_FOR_WRITER_SECONDS", 0.05)
            with pytest.raises(LibraryBusy), store.library().writer():
                pass
        other.kill()
        other.wait()
        with store.library().writer() as writer:
            assert writer.generation == 2
        store.close()
