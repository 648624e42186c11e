"""What a module will import is known before it runs, and Qt is left to the window's thread."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from verbatim_desktop.desktop.imports import import_beside, imported_by

ROOT = Path(__file__).resolve().parents[2]
ASKED = """
import sys
from verbatim_desktop.desktop.imports import import_beside

here = import_beside("verbatim_desktop.desktop.panes.compose")
qt = [name for name in sys.modules if name.startswith(("PySide6", "shiboken6"))]
ran = [name for name in here if name in sys.modules]
print(qt, ran, "verbatim_desktop.compose.redact" in sys.modules, len(here) > 30)
alone = True
for name in here:
    before = {one for one in sys.modules if one.startswith("verbatim_desktop.desktop.")}
    __import__(name)
    after = {one for one in sys.modules if one.startswith("verbatim_desktop.desktop.")}
    alone = alone and after - before <= {name}
print(alone, here[-1])
"""


def test_nothing_of_the_desktop_runs_and_each_module_comes_after_those_it_stands_on():
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines() == [
        "[] [] True True",
        "True verbatim_desktop.desktop.panes.compose",
    ]


def test_a_module_that_is_there_has_nothing_left_to_import():
    assert import_beside(__name__) == []
    assert import_beside("json") == []


def test_names_with_a_dot_are_modules():
    assert "verbatim_desktop.desktop.jobs" in set(imported_by("verbatim_desktop.desktop.warming"))
    assert list(imported_by("sys")) == []
