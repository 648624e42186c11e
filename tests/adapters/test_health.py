"""What the doctor sees, and that looking changes nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from verbatim_desktop.adapters import health
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.store.store import opened_store
from verbatim_desktop.domain.health import CheckState


def states(home: Path) -> dict[str, CheckState]:
    return {check.name: check.state for check in health.inspect(Home(home), "default")}


def test_a_new_installation_is_well_and_stays_untouched(home: Path):
    assert set(states(home).values()) == {CheckState.OK}
    assert not home.exists()


def test_an_empty_library_is_well(home: Path):
    with opened_store(Home(home)):
        pass
    assert states(home)["Library"] is CheckState.OK
    assert states(home)["Search index"] is CheckState.OK


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_a_folder_that_others_can_open_is_said_with_the_remedy(home: Path):
    home.mkdir(mode=0o755)
    home.chmod(0o755)
    check = health.data_folder(Home(home))
    assert check.state is CheckState.WARN
    assert check.advice == f"Close it: chmod 700 {home}"


def test_a_library_that_cannot_be_written_is_said(home: Path, monkeypatch: pytest.MonkeyPatch):
    with opened_store(Home(home)):
        pass
    database = home / "library.db"
    monkeypatch.setattr(health.os, "access", lambda path, _mode: path != database)
    check = health.data_folder(Home(home))
    assert check.state is CheckState.BAD
    assert check.detail.startswith(f"{database} cannot be written.")


def test_a_damaged_library_is_bad(home: Path):
    home.mkdir(mode=0o700)
    (home / "library.db").write_bytes(b"this is no database at all" * 100)
    assert states(home)["Library"] is CheckState.BAD


def test_a_newer_library_is_bad_and_left_alone(home: Path):
    with opened_store(Home(home)):
        pass
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(home / "library.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = (home / "library.db").read_bytes()
    assert states(home)["Library"] is CheckState.BAD
    assert (home / "library.db").read_bytes() == before


def test_an_old_python_is_bad():
    assert health.python((3, 10)).state is CheckState.BAD


def test_a_missing_window_is_no_more_than_a_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health, "find_spec", lambda _name: None)
    assert health.window().state is CheckState.WARN


def test_a_key_is_named_and_never_shown(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    check = health.keys()
    assert "OPENAI_API_KEY" in check.detail
    assert "sk-secret" not in check.detail


def test_a_provider_that_this_release_cannot_use_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VERBATIM_PROVIDER", "openai")
    assert health.provider().state is CheckState.WARN
