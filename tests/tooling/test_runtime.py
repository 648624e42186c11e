"""What we rely on in the packages below us."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QObject


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None cannot be released from 3.12 on")
def test_a_void_call_into_qt_leaves_none_alone() -> None:
    """PySide6 6.12.0 released None on each, and aborted after some 5,000 (docs/adr/0001)."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        thing.setObjectName("x")
    assert abs(sys.getrefcount(None) - before) < 100


def test_only_the_essentials_of_pyside_are_installed() -> None:
    with pytest.raises(ModuleNotFoundError):
        __import__("PySide6.QtWebEngineCore")


def test_whoosh_loads_with_warnings_as_errors() -> None:
    """dev.py compiles it at install: its source has escapes that newer Pythons warn about."""
    modules = "whoosh.index, whoosh.fields, whoosh.analysis, whoosh.qparser, whoosh.filedb"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"import {modules}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
