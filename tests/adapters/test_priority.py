"""The worker gives way to the window before it does anything else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from verbatim_desktop.adapters.priority import NICENESS

MOST = 19

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX has niceness")


def said(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return done.stdout.strip()


def test_giving_way_lowers_the_priority_of_the_process():
    script = (
        "import os\n"
        "from verbatim_desktop.adapters.priority import give_way\n"
        "give_way()\n"
        "print(os.nice(0))\n"
    )
    assert int(said(script)) == min(os.nice(0) + NICENESS, MOST)


def test_the_worker_gives_way_before_it_imports_what_takes_long():
    script = (
        "import sys\n"
        "from verbatim_desktop import __main__\n"
        "from verbatim_desktop.adapters import priority\n"
        "late = ('verbatim_desktop.adapters.worker', 'verbatim_desktop.bootstrap', 'sqlalchemy')\n"
        "def look():\n"
        "    print([name for name in late if name in sys.modules])\n"
        "    sys.exit()\n"
        "priority.give_way = look\n"
        "__main__.worker(['ingest'])\n"
    )
    assert said(script) == "[]"
