"""A defect leaves its way through the code, and nothing of a document or a key."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from verbatim_desktop.adapters import defect_log


def defect() -> ValueError:
    try:
        customers_message = "key sk-123 in a document"
        raise ValueError(customers_message)
    except ValueError as error:
        return error


def test_the_entry_has_the_way_and_not_the_message(home: Path):
    where = defect_log.report_defect("", defect())
    written = Path(where).read_text(encoding="utf-8")
    assert "ValueError" in written
    assert "test_defect_log.py" in written
    assert "sk-123" not in written
    assert Path(where).is_relative_to(home)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_only_its_owner_can_open_the_log(home: Path):
    where = Path(defect_log.report_defect("", defect()))
    assert stat.S_IMODE(where.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_the_named_data_folder_is_used(tmp_path: Path):
    assert defect_log.report_defect(str(tmp_path / "other"), defect()).startswith(str(tmp_path))


def test_a_log_that_cannot_be_written_is_no_second_failure(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("in the way", encoding="utf-8")
    assert defect_log.report_defect(str(file), defect()) == ""


def test_a_long_log_is_turned_over(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(defect_log, "LARGEST", 10)
    where = Path(defect_log.report_defect("", defect()))
    defect_log.report_defect("", defect())
    assert where.with_suffix(".log.1").exists()
    assert where.read_text(encoding="utf-8").count("ValueError") == 1
