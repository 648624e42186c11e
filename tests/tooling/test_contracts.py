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
#: "- verbatim_desktop.text.planted -> datetime (l.1)": who imports what.
IMPORT = re.compile(
    r"^- +(?:verbatim_desktop\.)?(\S+) -> (?:verbatim_desktop\.)?(\S+) \(", re.MULTILINE
)

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


def broken(house: Path) -> dict[str, set[tuple[str, str]]]:
    """The contracts that lint-imports reports as broken, and the imports that each names."""
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
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    names = BROKEN.findall(done.stdout)
    assert (done.returncode != 0) == bool(names)
    return {name: set(IMPORT.findall(reported(done.stdout, name))) for name in names}


def reported(output: str, name: str) -> str:
    """What is said of one contract, up to the next one's underlined name."""
    said = output.partition(f"{name}\n{'-' * len(name)}\n")[2]
    return re.split(r"^\S.*\n-{5,}$", said, maxsplit=1, flags=re.MULTILINE)[0]


def test_the_package_keeps_every_contract() -> None:
    assert broken(CHECKOUT) == {}


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


def test_every_import_that_points_up_or_sideways_is_seen(house: Path) -> None:
    for room in ("desktop", "adapters", "workflows", "cli"):
        plant(house, f"{room}/other", "")
    upward = {
        "domain": "ports",
        "text": "retrieve.other",
        "retrieve": "judge.other",
        "judge": "answer.other",
        "workflows": "app",
        "adapters": "desktop.other",
    }
    for room, above in upward.items():
        plant(house, f"{room}/planted", f"import verbatim_desktop.{above}")
    late = "def late() -> None:\n    from verbatim_desktop.adapters import other"
    plant(house, "cli/planted", late)
    every = {(f"{room}.planted", above) for room, above in upward.items()}
    assert every | {("cli.planted", "adapters.other")} <= broken(house)[LAYERS]


def test_a_room_without_a_place_in_the_house_is_seen(house: Path) -> None:
    plant(house, "attic/planted", "")
    assert set(broken(house)) == {LAYERS}


def test_a_cycle_between_siblings_is_seen(house: Path) -> None:
    plant(house, "text/one", "import verbatim_desktop.text.two")
    plant(house, "text/two", "import verbatim_desktop.text.one")
    assert set(broken(house)) == {CYCLES}


def test_qt_outside_the_desktop_is_seen_in_every_room(house: Path) -> None:
    rooms = ("domain", "cite", "app_parts", "adapters", "cli")
    for room in rooms:
        plant(house, f"{room}/planted", "from PySide6.QtCore import QObject")
    assert broken(house)[QT] == {(f"{room}.planted", "PySide6") for room in rooms}


def test_qt_in_the_desktop_and_a_store_or_sdk_in_the_adapters_are_fine(house: Path) -> None:
    plant(house, "desktop/__init__", "from PySide6 import QtWidgets")
    for module in ("desktop/planted", "desktop/panes/planted"):
        plant(house, module, "from PySide6.QtCore import QObject\nimport shiboken6")
    for module in ("adapters/planted", "adapters/store/migrations/planted"):
        sdks = "import alembic, google.genai, keyring, openai, sqlalchemy, whoosh.index"
        plant(house, module, sdks)
    assert broken(house) == {}


def test_every_store_and_sdk_outside_the_adapters_is_seen(house: Path) -> None:
    names = ("alembic", "anthropic", "google.genai", "keyring", "openai", "sqlalchemy.orm",
             "sqlite3", "whoosh.index")  # fmt: skip
    plant(house, "workflows/planted", f"import {', '.join(names)}")
    packages = {name.partition(".")[0] for name in names}
    assert broken(house) == {ADAPTERS: {("workflows.planted", name) for name in packages}}


def test_a_clock_in_any_pure_room_is_seen(house: Path) -> None:
    for room in PURE_ROOMS:
        plant(house, f"{room}/planted", "import datetime")
        plant(house, f"{room}/__init__", "import datetime")
    modules = [name for room in PURE_ROOMS for name in (room, f"{room}.planted")]
    assert broken(house) == {PURE: {(module, "datetime") for module in modules}}


def test_everything_that_a_pure_room_must_not_know_is_seen(house: Path) -> None:
    names = ("random", "secrets", "socket", "subprocess", "time", "uuid", "datetime")
    for module in ("text/planted", "adapters/planted"):
        plant(house, module, "\n".join(f"from {name} import *" for name in names))
    assert broken(house) == {PURE: {("text.planted", name) for name in names}}
