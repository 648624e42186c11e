"""README, changelog, tour and decisions: present, and pointing at what is there."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DECISIONS = sorted((CHECKOUT / "docs" / "adr").glob("*.md"))
DOCUMENTS = ["README.md", "CHANGELOG.md", "docs/tour.md", "docs/cli.md"]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
#: A file or folder as a document names it: `answer/write.py`, `*_control.py`, `mcp/`.
NAMED_PATH = re.compile(r"`((?:[\w.*-]+/)+[\w.*-]*|[\w*-]+\.(?:py|spec))`")
#: What a decision names of a data folder, not of the checkout.
OF_A_DATA_FOLDER = {"checkouts/"}


def text_of(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_relative_links_lead_to_files(name: str) -> None:
    found = LINK.findall(text_of(name))
    targets = [t for t in found if "://" not in t and not t.startswith("verbatim:")]
    folder = (CHECKOUT / name).parent
    assert [target for target in targets if not (folder / target).exists()] == []


def test_the_changelog_says_what_is_not_released_yet() -> None:
    assert "\n## [Unreleased]\n" in text_of("CHANGELOG.md")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_only_commands_that_dev_py_has_are_named(name: str) -> None:
    spec = importlib.util.spec_from_file_location("dev_for_documents", CHECKOUT / "dev.py")
    assert spec
    assert spec.loader
    dev = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dev)
    named = set(re.findall(r"python3 dev\.py ([a-z]+)", text_of(name)))
    assert named <= set(dev.COMMANDS)


def test_every_decision_has_a_number_of_its_own_and_the_three_parts() -> None:
    numbers = [path.name[:4] for path in DECISIONS]
    assert numbers == [f"{number:04}" for number in range(1, len(DECISIONS) + 1)]
    for path in DECISIONS:
        heads = re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert heads[:3] == ["Context", "Decision", "Consequences"], path.name


def test_the_tour_names_more_than_a_hundred_files() -> None:
    assert len(set(NAMED_PATH.findall(text_of("docs/tour.md")))) > 100


@pytest.mark.parametrize("name", ["docs/tour.md", *(f"docs/adr/{path.name}" for path in DECISIONS)])
def test_every_path_that_is_named_is_there(name: str) -> None:
    named = set(NAMED_PATH.findall(text_of(name))) - OF_A_DATA_FOLDER
    assert sorted(path for path in named if not is_there(path)) == []


def is_there(path: str) -> bool:
    """Paths are written from the checkout, from the package, or from the folder spoken of."""
    path = path.rstrip("/")
    return any(CHECKOUT.glob(path)) or any((CHECKOUT / "verbatim_desktop").rglob(path))


def test_every_room_stands_in_the_tour() -> None:
    tour = text_of("docs/tour.md")
    inside = (CHECKOUT / "verbatim_desktop").iterdir()
    rooms = [path.name for path in inside if (path / "__init__.py").is_file()]
    assert [room for room in rooms if f"`{room}/" not in tour] == []
