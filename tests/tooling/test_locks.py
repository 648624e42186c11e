"""The locks: every package pinned and hashed, no address, no path, nothing left out."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).resolve().parents[2]
PYTHON_LOCKS = ["requirements.lock", "requirements-bench.lock", "requirements-installer.lock"]
PEER_LOCKS = ["tests/counterparts/llmock.lock", "tests/counterparts/local-model.lock"]
NODE_LOCK = "tests/counterparts/package-lock.json"
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ ;]+)(?: ; (?P<marker>.+))?$")
HASH = re.compile(r"^--hash=sha256:[0-9a-f]{64}$")


def text_of(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def entries(name: str) -> list[list[str]]:
    """Each requirement of a lock: its pin, then its hashes."""
    joined = text_of(name).replace("\\\n", "\0")
    return [[part.strip() for part in line.split("\0")] for line in joined.splitlines()]


@pytest.mark.parametrize("name", [*PYTHON_LOCKS, *PEER_LOCKS, NODE_LOCK])
@pytest.mark.parametrize("leak", ["://", "file:", "--find-links", "-url", "\\\\", "/work", "/root"])
def test_a_lock_holds_no_address_and_no_path(name: str, leak: str) -> None:
    assert leak not in text_of(name)


@pytest.mark.parametrize("name", [*PYTHON_LOCKS, *PEER_LOCKS])
def test_every_package_is_pinned_and_hashed(name: str) -> None:
    found = entries(name)
    assert len(found) > (20 if name in PYTHON_LOCKS else 1)
    for pin, *hashes in found:
        assert PIN.match(pin), pin
        assert hashes, pin
        assert all(HASH.match(one) for one in hashes), pin


@pytest.mark.parametrize("other", PYTHON_LOCKS[1:])
def test_a_lock_agrees_with_the_first(other: str) -> None:
    pins = [
        {match["name"]: match["version"] for pin, *_ in entries(name) if (match := PIN.match(pin))}
        for name in (PYTHON_LOCKS[0], other)
    ]
    common = pins[0].keys() & pins[1].keys()
    assert "pyside6-essentials" in common
    assert {n: pins[0][n] for n in common} == {n: pins[1][n] for n in common}


@pytest.mark.parametrize(
    ("lock", "extra"), list(zip(PYTHON_LOCKS, ["dev", "bench", "installer"], strict=True))
)
def test_the_lock_serves_what_the_project_asks_for(lock: str, extra: str) -> None:
    project = tomllib.loads(text_of("pyproject.toml"))
    asked = [
        *map(Requirement, project["project"]["dependencies"]),
        *map(Requirement, project["project"]["optional-dependencies"][extra]),
        *map(Requirement, project["build-system"]["requires"] if extra == "dev" else []),
    ]
    pins = {match["name"]: match for pin, *_ in entries(lock) if (match := PIN.match(pin))}
    for requirement in asked:
        pin = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pin["version"]), requirement
        assert pin["marker"] is None, requirement


def test_the_node_lock_pins_and_hashes_every_package() -> None:
    packages = json.loads(text_of(NODE_LOCK))["packages"]
    asked = json.loads(text_of("tests/counterparts/package.json"))["devDependencies"]
    assert packages.pop("")["devDependencies"] == asked
    assert {f"node_modules/{name}" for name in asked} <= set(packages)
    assert all(one["integrity"].startswith("sha512-") for one in packages.values())
