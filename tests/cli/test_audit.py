"""Drift, export and replay from the command line, over a real library."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import Ran
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.cli.run import main
from verbatim_desktop.cli.schemas import schema_of

PAGE = "# Refunds\n\n## How long it takes\n\nA refund reaches your card within 14 days.\n"
Command = Callable[..., Ran]


@pytest.fixture
def command(capfdbinary: pytest.CaptureFixture[bytes]) -> Command:
    """The real command, what it wrote taken from the file descriptors."""

    def defect(_home: str, error: BaseException) -> str:
        raise error

    def run(*arguments: str) -> Ran:
        status = main(arguments, open_verbatim, defect)
        out, err = capfdbinary.readouterr()
        return Ran(status, out.decode("latin-1"), err.decode())

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "refunds.md").write_text(PAGE, encoding="utf-8")
    return folder


@pytest.fixture
def asked(command: Command, folder: Path) -> str:
    """The id of an answer."""
    command("ingest", str(folder))
    return json.loads(command("ask", "How many days does a refund take?", "--json").out)["id"]


def edit(command: Command, folder: Path) -> Ran:
    (folder / "refunds.md").write_text(PAGE.replace("14", "30"), encoding="utf-8")
    return command("ingest", str(folder))


def held(ran: Ran, name: str) -> Any:
    value = json.loads(ran.out)
    jsonschema.validate(value, schema_of(name), cls=jsonschema.Draft202012Validator)
    return value


@pytest.mark.usefixtures("asked")
def test_an_ingest_says_that_citations_drifted_and_drift_binds_them_anew(
    command: Command, folder: Path
):
    assert command("drift").status == 0
    assert "1 kept citation drifted. `verbatim drift` lists them." in edit(command, folder).err
    ran = command("drift", "--json")
    [drifted] = held(ran, "drift")["drifted"]
    assert (ran.status, drifted["verdict"]) == (1, "stale")
    assert (drifted["old_text"], drifted["new_text"]) == (
        "A refund reaches your card within 14 days.",
        "A refund reaches your card within 30 days.",
    )
    bound = command("drift", "--rebind", drifted["id"], "--json")
    assert bound.status == 0
    assert [done["id"] for done in held(bound, "drift")["rebound"]] == [drifted["id"]]
    undone = command("drift", "--undo", drifted["id"], "--json")
    assert undone.status == 1
    assert held(undone, "drift")["drifted"] == [drifted]


@pytest.mark.usefixtures("asked")
def test_all_that_drifted_is_bound_anew_in_one_step(command: Command, folder: Path):
    nothing = command("drift", "--rebind", "--all", "--json")
    assert (nothing.status, held(nothing, "drift")["rebound"]) == (0, [])
    edit(command, folder)
    bound = command("drift", "--rebind", "--all", "--json")
    assert bound.status == 0
    assert len(held(bound, "drift")["rebound"]) == 1
    assert command("drift").status == 0


@pytest.mark.parametrize(
    "line",
    [
        ("drift", "abc"),
        ("drift", "--rebind"),
        ("drift", "--rebind", "--undo", "abc"),
        ("drift", "--all"),
        ("drift", "--undo", "--all"),
        ("drift", "--rebind", "--all", "abc"),
    ],
)
def test_drift_wants_citations_with_what_to_do_and_only_then(command: Command, line: tuple[str]):
    assert command(*line).status == 2


def test_a_replay_is_the_same_until_the_library_changes(command: Command, folder: Path, asked: str):
    same = command("replay", asked, "--json")
    assert (same.status, held(same, "replay")["same"]) == (0, True)
    edit(command, folder)
    other = command("replay", asked, "--json")
    assert other.status == 1
    assert held(other, "replay")["because"] == ["The library changed from generation 1 to 2."]
    assert held(other, "replay")["citations"][0]["status_now"] == "stale"


def test_an_answer_is_exported_in_every_format(
    command: Command, folder: Path, asked: str, tmp_path: Path
):
    edit(command, folder)
    value = held(command("export", asked, "--format", "json"), "export")
    [citation] = value["citations"]
    assert (citation["status_then"], citation["status"]) == ("verified", "stale")
    assert value["generation"] + 1 == value["generation_now"]
    assert value["ranked"][0]["score"] == sum(value["ranked"][0]["signals"].values())
    assert command("export", asked).out.startswith("# How many days")
    for format_, start in (("html", "<!doctype html>"), ("pdf", "%PDF-"), ("md", "# How many")):
        file = tmp_path / f"answer.{format_}"
        assert command("export", asked, "--format", format_, "--output", str(file)).status == 0
        assert file.read_bytes().startswith(start.encode())
    assert command("export", asked, "--format", "pdf").out.startswith("%PDF-")


def test_what_cannot_be_exported_is_said(command: Command, asked: str, tmp_path: Path):
    assert command("export", asked, "--json", "--format", "pdf").status == 2
    missing = command("export", "no-such-answer")
    assert (missing.status, "no answer" in missing.err) == (2, True)
    nowhere = command("export", asked, "--output", str(tmp_path / "no" / "such" / "folder.md"))
    assert nowhere.status == 3


def test_a_file_that_is_there_is_replaced_only_with_force(
    command: Command, folder: Path, tmp_path: Path
):
    command("ingest", str(folder))
    for line in (("backup",), ("workspaces", "export", "default")):
        file = tmp_path / line[0]
        file.write_text("a letter")
        refused = command(*line, str(file))
        assert (refused.status, refused.out) == (2, "")
        assert "is there already" in refused.err
        assert file.read_text() == "a letter"
        file.unlink()
        assert command(*line, str(file)).status == 0
        assert command(*line, str(file)).status == 2
        assert command(*line, str(file), "--force").status == 0
    (tmp_path / "letter").write_text("a letter")
    assert command("backup", str(tmp_path / "letter"), "--force").status == 2
