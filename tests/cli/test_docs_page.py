"""docs/cli.md says what the commands say of themselves; WRITE_GOLDEN=1 writes it anew."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.cli.test_run import every_command

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
README = PAGE.parents[1] / "README.md"
EXAMPLE = re.compile(r"^\s*(verbatim .*)$", re.MULTILINE)


def block_of(command: tuple[str, ...], page: str) -> re.Match[str]:
    """The first fenced block under a command's heading."""
    heading = re.escape(f"## verbatim {' '.join(command)}\n\n```\n")
    found = re.search(rf"(?<={heading})(.*?)(?=^```$)", page, re.DOTALL | re.MULTILINE)
    assert found, f"docs/cli.md has no section on {' '.join(command)}"
    return found


@pytest.mark.parametrize("command", every_command(), ids=" ".join)
def test_the_page_has_the_help_of_every_command(verbatim: CommandLine, command: tuple[str, ...]):
    said = verbatim(*command, "--help").out
    page = PAGE.read_text(encoding="utf-8")
    block = block_of(command, page)
    if os.environ.get("WRITE_GOLDEN"):
        page = page[: block.start()] + said + page[block.end() :]
        PAGE.write_text(page, encoding="utf-8")
        block = block_of(command, page)
    # Releases of click break lines differently.
    assert block.group().split() == said.split()


def examples(text: str) -> list[str]:
    usage = re.compile(r"\[OPTIONS\]|COMMAND")
    return [line for line in EXAMPLE.findall(text) if not usage.search(line)]


@pytest.mark.parametrize("command", every_command(), ids=" ".join)
def test_every_example_runs(verbatim: CommandLine, command: tuple[str, ...]):
    shown = examples(verbatim(*command, "--help").out)
    assert shown
    for example in shown:
        words = shlex.split(example.partition(" > ")[0])
        ran = verbatim(*words[1:])
        assert ran.status in (0, 1), f"{example}: {ran.err}"  # a gate may say no


def test_the_examples_of_the_readme_run(verbatim: CommandLine):
    shown = examples(README.read_text(encoding="utf-8"))
    assert len(shown) >= 4
    for example in shown:
        words = shlex.split(example, comments=True)
        ran = verbatim(*words[1:])
        assert ran.status in (0, 1), f"{example}: {ran.err}"  # a gate may say no


def test_the_tour_leads_to_files_that_are_there():
    tour = (PAGE.parent / "tour.md").read_text(encoding="utf-8")
    package = PAGE.parents[1] / "verbatim_desktop"
    named = set(re.findall(r"`([a-z_/]+\.py)`", tour))
    there = {path.name for path in package.rglob("*.py")}
    roots = (package, package.parent, package / "cli", package / "ingest", package / "desktop")
    missing = {
        name
        for name in named
        if not any((root / name).is_file() for root in roots) and name not in there
    }
    assert missing == set()
