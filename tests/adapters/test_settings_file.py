"""The file of settings: sections that leave each other alone, in a file for its owner."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

import pytest

from verbatim_desktop.adapters.home import Home
from verbatim_desktop.adapters.settings_file import SettingsFile
from verbatim_desktop.domain.errors import SettingsError


@pytest.fixture
def settings(home: Path) -> SettingsFile:
    return SettingsFile(Home(home))


def test_what_was_never_saved_is_none_and_makes_no_file(settings: SettingsFile, home: Path):
    assert settings.section("models") is None
    assert not home.exists()


def test_a_section_is_read_back_and_others_are_left_alone(settings: SettingsFile, home: Path):
    settings.save_section("models", {"chosen": "gemini"})
    settings.save_section("window", {"dark": True, "ö": "ü"})
    assert settings.section("models") == {"chosen": "gemini"}
    assert json.loads((home / "settings.json").read_text("utf-8"))["window"]["ö"] == "ü"


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_the_file_is_its_owners_alone(settings: SettingsFile, home: Path):
    settings.save_section("models", {})
    assert (home / "settings.json").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in home.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("text", ["{", "[1]", "nonsense", '"x"'])
def test_a_damaged_file_is_said_and_never_overwritten(
    settings: SettingsFile, home: Path, text: str
):
    home.mkdir(mode=0o700)
    (home / "settings.json").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"settings\.json is no JSON"):
        settings.section("models")
    with pytest.raises(SettingsError):
        settings.save_section("models", {})
    assert (home / "settings.json").read_text("utf-8") == text


def test_sections_saved_at_once_are_all_there(home: Path):
    names = [f"part {number}" for number in range(12)]
    threads = [
        threading.Thread(target=SettingsFile(Home(home)).save_section, args=(name, name))
        for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [SettingsFile(Home(home)).section(name) for name in names] == names


def test_what_cannot_be_written_is_said_and_leaves_the_old_file(
    settings: SettingsFile, home: Path, monkeypatch: pytest.MonkeyPatch
):
    settings.save_section("models", 1)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("verbatim_desktop.adapters.whole_file.os.fsync", full)
    with pytest.raises(SettingsError, match="No space left"):
        settings.save_section("models", 2)
    assert settings.section("models") == 1
    assert [path.name for path in home.iterdir()] == ["settings.json"]
