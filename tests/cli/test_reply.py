"""`reply`: a message from a file or a pipe, and what is said beside the reply."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest

from tests.app.rooms import Rooms
from tests.cli.conftest import CommandLine
from tests.providers import ScriptedProvider
from verbatim_desktop.adapters.home import Home
from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.cli.run import main
from verbatim_desktop.cli.schemas import schema_of
from verbatim_desktop.domain.errors import ProviderFault
from verbatim_desktop.ports import Provider


def pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))


def test_a_message_may_come_over_a_pipe(verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch):
    pipe(monkeypatch, "How long do refunds take?\n\nThanks,\nJo")
    ran = verbatim("reply", "-")
    assert ran.status == 0
    assert ran.out.startswith("Hello Jo,\n")


def test_what_to_look_at_goes_to_stderr(verbatim: CommandLine):
    ran = verbatim("reply", "message.eml")
    assert "1. high: How long do refunds take?" in ran.err
    assert "2. low: Can I get one in crypto?" in ran.err
    assert "To be filled in before sending: agent.name." in ran.err


def test_redactions_name_kinds_and_never_values(verbatim: CommandLine):
    ran = verbatim("reply", "message.eml", "--json")
    shown = json.loads(ran.out)
    assert shown["redactions"] == [{"kind": "phone", "placeholder": "[Phone 1]"}]
    assert "+49" not in json.dumps(shown["redactions"])
    [open_one] = shown["unresolved"]
    assert open_one["name"] == "agent.name"


def test_the_names_of_the_design_stand_first(verbatim: CommandLine):
    shown = json.loads(verbatim("reply", "message.eml", "--json").out)
    assert {"text", "questions", "redactions", "unresolved"} <= set(shown)
    assert {"text", "confidence", "claims", "citations"} <= set(shown["questions"][0])


def test_an_unknown_tone_is_wrong_usage(verbatim: CommandLine):
    assert verbatim("reply", "message.eml", "--tone", "rude").status == 2


def over_a_real_library(home: Path, *line: str) -> int:
    return main(("--home", str(home), *line), open_verbatim, lambda _home, _error: "")


def test_over_a_real_library(
    home: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "keys.md").write_text(
        "# API keys\n\n## Rotate a key\n\nThe old API key goes on working for 24 hours after a "
        "rotation.\n",
        encoding="utf-8",
    )
    assert over_a_real_library(home, "ingest", str(tmp_path / "docs")) == 0
    letter = tmp_path / "letter.txt"
    letter.write_text("How long does the old API key work after a rotation?", encoding="utf-8")
    capsys.readouterr()
    assert over_a_real_library(home, "reply", str(letter), "--agent", "Bo", "--no-sources") == 0
    out, err = capsys.readouterr()
    assert "The old API key goes on working for 24 hours after a rotation.\n" in out
    assert out.rstrip().endswith("Kind regards,\nBo")
    assert "filled in" not in err
    letter.write_text("Great dashboard, bye.", encoding="utf-8")
    assert over_a_real_library(home, "reply", str(letter)) == 0
    out, err = capsys.readouterr()
    assert out.rstrip().endswith("Bo")
    assert "No question was found" in err
    assert over_a_real_library(home, "reply", str(tmp_path / "gone.txt")) == 3
    assert "gone.txt cannot be read" in capsys.readouterr().err


def with_model(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], model: Provider, *line: str
) -> tuple[int, str, str]:
    """`reply` with a scripted model, to a message that holds an address."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "keys.md").write_text(
        "# API keys\n\nThe old API key goes on working for 24 hours after a rotation.\n",
        encoding="utf-8",
    )
    letter = tmp_path / "letter.txt"
    letter.write_text(
        "How long does the old API key work after a rotation? Write to jo@shop.example.",
        encoding="utf-8",
    )

    def scripted(home: str = "", workspace: str = "") -> Verbatim:
        rooms = Rooms(Home(Path(home)), "default")
        rooms.scripted = model
        return Verbatim(rooms)

    def run(*line: str) -> int:
        return main(("--home", str(home), *line), scripted, lambda _home, _error: "")

    assert run("ingest", str(tmp_path / "docs")) == 0
    capsys.readouterr()
    status = run("reply", str(letter), *line)
    out, err = capsys.readouterr()
    return status, out, err


def test_a_model_writes_the_answers_and_what_it_got_wrong_is_said(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = ScriptedProvider(["The old key works for 24 hours [1]. It never ", "expires [1]. Bye!"])
    status, out, err = with_model(
        home, tmp_path, capsys, model, "--provider", "openai", "--no-sources"
    )
    assert status == 0
    assert "The old key works for 24 hours." in out
    assert "goes on working" not in out
    assert "jo@shop.example" not in model.requests[0].text
    assert "Hidden from openai: 1 email. Names, streets" in err
    assert "Written by openai, scripted-1.\n" in err
    assert "Not supported: “It never expires.”" in err
    assert "Without a source: “Bye!”" in err


def test_the_json_of_a_written_reply_says_who_wrote_and_what_it_cost(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VERBATIM_PROVIDER", "openai")
    model = ScriptedProvider(["After a rotation the old API key goes on working for 24 hours [1]."])
    status, out, _err = with_model(home, tmp_path, capsys, model, "--json")
    shown = json.loads(out)
    assert status == 0
    assert (shown["provider"], shown["model"], shown["fallback"]) == ("openai", "scripted-1", "")
    assert shown["usage"]["input_tokens"] == 120
    [said] = shown["questions"]
    assert said["claims"][0]["support"] == "supported"
    assert said["citations"][0]["origin"] == "model"
    jsonschema.validate(shown, schema_of("reply"))


def test_where_the_model_fails_the_quoted_reply_stands_and_says_why(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model = ScriptedProvider(["Half"], fault=ProviderFault.OVERLOADED)
    status, out, err = with_model(home, tmp_path, capsys, model, "--provider", "openai")
    assert status == 0
    assert "The old API key goes on working for 24 hours after a rotation." in out
    assert "The scripted model failed (overloaded). Quoted passages stand in." in err


def test_an_unknown_provider_is_refused(verbatim: CommandLine):
    ran = verbatim("reply", "message.eml", "--provider", "nobody")
    assert ran.status != 0
    assert "There is no provider “nobody”." in ran.err
