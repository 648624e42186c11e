"""The import contracts hold, and each is seen to fail when its rule is broken."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]

LAYERS = "Imports point down"
CYCLES = "No cycles between siblings"
QT = "Qt only in desktop"
ADAPTERS = "SQL, Whoosh and SDKs only in adapters"
PURE = "The pure rooms know no clock, chance, network or process"

BROKEN = re.compile(r"^(.+?) BROKEN(?: \(.+\))?$", re.MULTILINE)

ROOMS = ("ingest", "retrieve", "judge", "answer", "cite", "compose")
PURE_ROOMS = ("domain", "text", *ROOMS)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package and its contracts, with the rooms that are not built yet."""
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "verbatim_desktop", tmp_path / "verbatim_desktop", ignore=skip)
    shutil.copy(CHECKOUT / "pyproject.toml", tmp_path)
    for room in PURE_ROOMS:
        plant(tmp_path, f"{room}/other", "")
    return tmp_path


def plant(house: Path, module: str, source: str) -> None:
    """Add a module to the copy, with the packages above it."""
    path = house / "verbatim_desktop" / f"{module}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    (path.parent / "__init__.py").touch()
    path.write_text(source + "\n", encoding="utf-8")


def broken(house: Path) -> set[str]:
    """Names of the contracts that lint-imports reports as broken."""
    program = "import sys; from importlinter.cli import lint_imports_command as c; sys.exit(c())"
    done = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=house,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={"PYTHONPATH": str(house), "PYTHONUTF8": "1", "PATH": ""},
    )
    found = set(BROKEN.findall(done.stdout))
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    assert (done.returncode != 0) == bool(found)
    return found


@pytest.fixture(scope="module")
def before() -> set[str]:
    """What is broken with nothing planted; the first test says that it is nothing."""
    return broken(CHECKOUT)


def test_the_package_keeps_every_contract(before: set[str]) -> None:
    assert before == set()


def test_every_folder_is_a_package_so_that_the_contracts_see_it() -> None:
    package = CHECKOUT / "verbatim_desktop"
    # Alembic loads its migrations by path, as scripts.
    modules = (path for path in package.rglob("*.py") if "migrations" not in path.parts)
    folders = {path.parent for path in modules}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_every_contract_is_named_here(house: Path) -> None:
    settings = tomllib.loads((house / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    assert [contract["name"] for contract in contracts] == [LAYERS, CYCLES, QT, ADAPTERS, PURE]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("domain/planted", "import verbatim_desktop.ports"),
        ("text/planted", "import verbatim_desktop.retrieve.other"),
        ("retrieve/planted", "import verbatim_desktop.judge.other"),
        ("judge/planted", "from verbatim_desktop.answer import other"),
        ("workflows/planted", "import verbatim_desktop.app"),
        ("adapters/planted", "import verbatim_desktop.desktop.other"),
        ("cli/planted", "def late() -> None:\n    import verbatim_desktop.adapters.other"),
    ],
)
def test_an_import_that_points_up_or_sideways_is_seen(
    house: Path, module: str, source: str
) -> None:
    for room in ("desktop", "adapters", "workflows", "cli"):
        plant(house, f"{room}/other", "")
    plant(house, module, source)
    assert LAYERS in broken(house)


def test_a_room_without_a_place_in_the_house_is_seen(house: Path, before: set[str]) -> None:
    plant(house, "attic/planted", "")
    assert broken(house) - before == {LAYERS}


def test_a_cycle_between_siblings_is_seen(house: Path, before: set[str]) -> None:
    plant(house, "text/one", "import verbatim_desktop.text.two")
    plant(house, "text/two", "import verbatim_desktop.text.one")
    assert broken(house) - before == {CYCLES}


@pytest.mark.parametrize("room", ["domain", "cite", "app_parts", "adapters", "cli"])
def test_qt_outside_the_desktop_is_seen(house: Path, room: str) -> None:
    plant(house, f"{room}/planted", "from PySide6.QtCore import QObject")
    assert QT in broken(house)


@pytest.mark.parametrize("module", ["desktop/planted", "desktop/panes/planted"])
def test_qt_in_the_desktop_is_fine(house: Path, before: set[str], module: str) -> None:
    plant(house, "desktop/__init__", "from PySide6 import QtWidgets")
    plant(house, module, "from PySide6.QtCore import QObject\nimport shiboken6")
    assert broken(house) - before == set()


@pytest.mark.parametrize(
    "name", ["alembic", "anthropic", "google.genai", "keyring", "openai", "sqlalchemy.orm",
             "sqlite3", "whoosh.index"],
)  # fmt: skip
def test_a_store_or_sdk_outside_the_adapters_is_seen(
    house: Path, before: set[str], name: str
) -> None:
    plant(house, "workflows/planted", f"import {name}")
    assert broken(house) - before == {ADAPTERS}


@pytest.mark.parametrize("module", ["adapters/planted", "adapters/store/migrations/planted"])
def test_a_store_or_sdk_in_the_adapters_is_fine(house: Path, before: set[str], module: str) -> None:
    plant(house, module, "import alembic, google.genai, keyring, openai, sqlalchemy, whoosh.index")
    assert broken(house) - before == set()


@pytest.mark.parametrize("room", PURE_ROOMS)
@pytest.mark.parametrize("module", ["planted", "__init__"])
def test_a_clock_in_a_pure_room_is_seen(
    house: Path, before: set[str], room: str, module: str
) -> None:
    plant(house, f"{room}/{module}", "import datetime")
    assert broken(house) - before == {PURE}


@pytest.mark.parametrize(
    "name", ["random", "secrets", "socket", "subprocess", "time", "uuid", "datetime"]
)
def test_what_a_pure_room_must_not_know_is_seen(house: Path, before: set[str], name: str) -> None:
    plant(house, "text/planted", f"from {name} import *")
    plant(house, "adapters/planted", f"import {name}")
    assert broken(house) - before == {PURE}
