"""README, changelog, tour and decisions: present, and pointing at what is there."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "CHANGELOG.md", "docs/tour.md", "docs/cli.md"]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


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
    decisions = sorted((CHECKOUT / "docs" / "adr").glob("*.md"))
    numbers = [path.name[:4] for path in decisions]
    assert numbers == [f"{number:04}" for number in range(1, len(decisions) + 1)]
    for path in decisions:
        heads = re.findall(r"^## (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert heads[:3] == ["Context", "Decision", "Consequences"], path.name
