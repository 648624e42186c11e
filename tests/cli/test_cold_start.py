"""What a command imports and opens, seen from inside its own process."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

HEAVY = ("numpy", "sqlalchemy", "whoosh", "PySide6", "alembic", "markdown_it", "yaml", "nh3")

#: Runs the command line, then says on stderr which modules came along and what was opened.
WITNESS = """
import json, sys
opened = []
def witness(event, details):
    if event == "socket.__new__":
        opened.append(int(details[1]))
sys.addaudithook(witness)
from verbatim_desktop.__main__ import cli
status = cli(sys.argv[1:])
sys.stdout.flush()
print(json.dumps([status, sorted({name.partition(".")[0] for name in sys.modules}), opened]),
      file=sys.stderr)
"""


@dataclass
class Witnessed:
    status: int
    modules: set[str]
    sockets: list[int]
    out: str


def run(*arguments: str) -> Witnessed:
    ran = subprocess.run(
        [sys.executable, "-c", WITNESS, *arguments], capture_output=True, text=True, check=True
    )
    status, modules, sockets = json.loads(ran.stderr.splitlines()[-1])
    return Witnessed(status, set(modules), sockets, ran.stdout)


@pytest.mark.parametrize(
    "line", [("--help",), ("ask", "--help"), ("--version",), ("schema", "ask")]
)
def test_what_only_talks_about_the_program_is_light(line: tuple[str, ...]):
    ran = run(*line)
    assert ran.status == 0
    assert not ran.modules & set(HEAVY)


def test_opening_a_workspace_imports_no_engine_before_it_is_used():
    script = (
        "import sys; from verbatim_desktop.bootstrap import open_verbatim; open_verbatim();"
        f"sys.exit(bool(set(sys.modules) & set({HEAVY!r})))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("handbook")
    page = "# Refunds\n\nA refund reaches your card within 14 days.\n"
    (folder / "refunds.md").write_text(page, encoding="utf-8")
    home = tmp_path_factory.mktemp("home") / "data"
    assert run("ingest", str(folder), "--home", str(home)).status == 0
    return home


def test_asking_needs_no_window_no_migration_and_no_network(library: Path):
    ran = run("ask", "How long does a refund take?", "--json", "--home", str(library))
    assert ran.status == 0
    assert json.loads(ran.out)["outcome"] in ("answer", "ticket")
    assert not ran.modules & {"PySide6", "shiboken6", "alembic", "markdown_it", "yaml"}
    assert ran.sockets == []
