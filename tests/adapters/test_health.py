"""What the doctor sees, and that looking changes nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from verbatim_desktop.adapters import health, secrets
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.secrets import SystemSecrets
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


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = tmp_path / "home" / "data"
    assert health.data_folder(Home(root)).state is CheckState.OK
    monkeypatch.setattr(health.os, "access", lambda path, _mode: path != tmp_path)
    check = health.data_folder(Home(root))
    assert check.state is CheckState.BAD
    assert check.detail == f"{root} cannot be made, as {tmp_path} cannot be written."


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


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> SystemSecrets:
    """Keys of this test's own, with no keyring."""
    own = SystemSecrets({}, lambda: None)
    monkeypatch.setattr(secrets, "system_secrets", lambda: own)
    return own


def test_a_key_is_named_and_never_shown(keys: SystemSecrets):
    assert health.keys().detail.endswith("None is set; none is needed.")
    keys.keep_key("openai", "sk-secret")
    check = health.keys()
    assert check.detail.startswith("There is no system keyring here, so keys are kept in memory")
    assert check.detail.endswith("There is one for openai (memory).")


def test_what_a_provider_lacks_is_said(
    home: Path, keys: SystemSecrets, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VERBATIM_PROVIDER", "openai")
    check = health.provider(Home(home))
    assert check.state is CheckState.WARN
    assert check.detail == "openai, model not chosen yet. It lacks a model and a key."
    monkeypatch.setenv("VERBATIM_MODEL", "gpt-x")
    keys.keep_key("openai", "sk-secret")
    check = health.provider(Home(home))
    assert check.state is CheckState.OK
    assert check.detail == "openai, model gpt-x. Questions and evidence are sent there."
    monkeypatch.setenv("VERBATIM_PROVIDER", "compatible")
    assert "lacks a base URL" in health.provider(Home(home)).detail


def test_a_provider_that_there_is_not_and_settings_that_are_damaged_are_bad(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VERBATIM_PROVIDER", "hal")
    assert health.provider(Home(home)).state is CheckState.BAD
    monkeypatch.delenv("VERBATIM_PROVIDER")
    home.mkdir(mode=0o700)
    (home / "settings.json").write_text("{", encoding="utf-8")
    assert health.provider(Home(home)).state is CheckState.BAD
