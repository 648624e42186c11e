"""`verify` over a real library: authored files pass or fail with their file, line and reason."""

from __future__ import annotations

import json
import os
import shlex
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema
import pytest
import yaml

from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.cli.run import main
from verbatim_desktop.cli.schemas import schema_of

CHECKOUT = Path(__file__).parents[2]
REFUNDS = """# Refunds

Ask support first.

## How long it takes

A refund takes 14 days to reach a card. Ask support first.

## CI/CD

- Open the order.
- Set `maxRefund` to 3.
"""
TRUE = '[a](verbatim:shop/refunds.md#how-long-it-takes "A refund takes 14 days to reach a card.")'


@dataclass
class Desk:
    """A folder with a library of one page, and files that quote it."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *arguments: str) -> tuple[int, str, str]:
        status = main(arguments, open_verbatim, lambda *_: "", lambda *_: None)
        out, err = self.capsys.readouterr()
        return status, out, err

    def ingest(self, *options: str) -> None:
        assert self.run("ingest", "docs", "--name", "shop", "--kind", "kb", *options)[0] == 0

    def verify(self, *arguments: str) -> dict[str, Any]:
        _, out, _ = self.run("verify", *arguments, "--json")
        value = json.loads(out)
        jsonschema.validate(value, schema_of("verify"))
        return value

    def verdicts(self, *arguments: str) -> list[str]:
        return [item["verdict"] for item in self.verify(*arguments)["citations"]]


@pytest.fixture
def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    desk = Desk(tmp_path, capsys)
    desk.write("docs/refunds.md", REFUNDS)
    desk.ingest("--base-url", "https://help.example")
    return desk


def test_true_passages_pass_in_files_and_folders(desk: Desk):
    desk.write("macros/one.md", f"Hello. {TRUE}\n")
    desk.write("macros/deep/two.md", "[a](verbatim:refunds.md#ci-cd 'Set maxRefund to 3.')")
    desk.write("macros/.hidden/three.md", '[a](verbatim:refunds.md "Nobody wrote this.")')
    status, out, _ = desk.run("verify", "macros")
    assert (status, out) == (0, "2 of 2 passages verified.\n")


def test_files_that_quote_nothing_are_said_to(desk: Desk):
    desk.write("macros/plain.md", "No quote.\n")
    status, out, _ = desk.run("verify", "macros")
    assert (status, out) == (0, "No verbatim: link stands in 1 file.\n")


@pytest.mark.parametrize(
    ("link", "verdict", "said"),
    [
        ('(verbatim:shop/refunds.md "A refund takes 30 days.")', "absent", "“14”"),
        ('(verbatim:shop/refunds.md#ci-cd "A refund takes 14 days")', "moved", "#how-long-it"),
        ('(verbatim:refunds.md "Ask support first.")', "ambiguous", "quote more"),
        ('(verbatim:refunds.md "Open the order. Set `maxRefund`")', "absent", ""),
        ('(verbatim:refunds.md "Open the order. Set maxRefund")', "crosses blocks", "“Open the"),
        ('(verbatim:refunds.md "Set maxrefund to 3.")', "absent", "“maxRefund” for"),
        ('(verbatim:shop/gone.md "Open the order.")', "moved", "not in this library. Found once"),
        ('(verbatim:shop/gone.md "Nobody wrote this.")', "absent", "no document"),
        ("(verbatim:shop/refunds.md)", "absent", "quotes no passage"),
    ],
)
def test_a_failure_says_its_file_its_line_and_why(desk: Desk, link: str, verdict: str, said: str):
    desk.write("faq.md", f"# FAQ\n\nSee\n[this]{link}.\n")
    status, out, _ = desk.run("verify", "faq.md")
    assert status == 1
    assert out.startswith(f"faq.md:4: {verdict}\n")
    assert said in " ".join(out.split())


def test_an_edited_page_makes_a_passage_stale_until_it_is_mended(desk: Desk):
    desk.write("faq.md", TRUE)
    assert desk.verdicts("faq.md") == ["verified"]
    desk.write("docs/refunds.md", REFUNDS.replace("14", "30"))
    desk.ingest()
    assert desk.verdicts("faq.md") == ["stale"]
    assert desk.verdicts("faq.md") == ["stale"]
    desk.write("faq.md", TRUE.replace("14", "30"))
    assert desk.verdicts("faq.md") == ["verified"]


def test_what_was_checked_is_seen_to_drift(desk: Desk):
    desk.write("faq.md", TRUE)
    desk.verify("faq.md")
    assert desk.run("drift")[0] == 0
    desk.write("docs/refunds.md", REFUNDS.replace("14", "30"))
    desk.ingest()
    status, out, _ = desk.run("drift", "--json")
    [drifted] = json.loads(out)["drifted"]
    assert (status, drifted["origin"]) == (1, "macro")
    assert drifted["owner"].endswith("/faq.md")


def test_a_file_that_is_gone_is_forgotten(desk: Desk):
    path = desk.write("faq.md", TRUE)
    desk.write("other.md", TRUE)
    desk.verify("faq.md")
    path.unlink()
    desk.verify("other.md")
    desk.write("docs/refunds.md", REFUNDS.replace("14", "30"))
    desk.ingest()
    drifted = json.loads(desk.run("drift", "--json")[1])["drifted"]
    assert [item["owner"].rsplit("/", 1)[1] for item in drifted] == ["other.md"]


# --- Frozen lists --------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read_is_named(desk: Desk):
    desk.write("macros/good.md", TRUE)
    bad = desk.write("macros/bad.md", "a\0b\0\0")
    status, _, err = desk.run("verify", str(bad.parent))
    assert status == 3
    assert f"{bad}: Not text" in err


def test_what_is_no_link_is_told_without_an_empty_quote(desk: Desk):
    path = desk.write("faq.md", 'First.\n\n[a](verbatim:shop/refunds.md "Ask "support" first.")\n')
    status, out, _ = desk.run("verify", str(path))
    assert status == 1
    assert f"{path}:3: absent" in out
    assert "nothing was checked" in out
    assert "“”" not in out


@pytest.fixture
def frozen(desk: Desk) -> Desk:
    desk.write("faq.md", f'{TRUE} [b](verbatim:refunds.md "Nobody wrote this.")')
    desk.verify("faq.md", "--write", "checked.json")
    return desk


def trusted(desk: Desk) -> int:
    return desk.verify("faq.md", "--frozen", "checked.json")["trusted"]


def test_a_frozen_verdict_is_trusted_while_nothing_changes(frozen: Desk):
    assert trusted(frozen) == 1
    assert frozen.verdicts("faq.md", "--frozen", "checked.json") == ["verified", "absent"]


def test_an_edited_page_is_not_trusted(frozen: Desk):
    frozen.write("docs/refunds.md", REFUNDS + "\nMore.\n")
    frozen.ingest()
    assert trusted(frozen) == 0
    assert frozen.verdicts("faq.md", "--frozen", "checked.json") == ["verified", "absent"]


def test_an_edited_file_is_not_trusted(frozen: Desk):
    frozen.write("faq.md", f'New. {TRUE} [b](verbatim:refunds.md "Nobody wrote this.")')
    assert trusted(frozen) == 0


def test_an_edited_list_is_not_trusted_and_says_so(frozen: Desk):
    path = frozen.folder / "checked.json"
    path.write_text(path.read_text("utf-8").replace('"absent"', '"verified"'), encoding="utf-8")
    value = frozen.verify("faq.md", "--frozen", "checked.json")
    assert (value["trusted"], [c["verdict"] for c in value["citations"]]) == (
        0,
        ["verified", "absent"],
    )
    assert "not trusted" in value["notes"][0]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"files": 3}'])
def test_what_is_no_list_is_refused(frozen: Desk, text: str):
    frozen.write("checked.json", text)
    status, _, err = frozen.run("verify", "faq.md", "--frozen", "checked.json")
    assert status == 2
    assert "checked.json" in err


# --- Public links --------------------------------------------------------------------------------


def test_links_are_written_for_readers(desk: Desk):
    desk.write("faq.md", f'# FAQ\n\n{TRUE} [b](verbatim:refunds.md "Nobody wrote this.")\n')
    status, out, err = desk.run("verify", "faq.md", "--links")
    url = "https://help.example/refunds#how-long-it-takes:~:text=A%20refund%20takes%2014%20days"
    assert status == 1
    assert f"[a]({url}%20to%20reach%20a%20card.)" in out
    assert '[b](verbatim:refunds.md "Nobody wrote this.")' in out
    assert "faq.md:3: absent" in err


def test_copies_go_into_a_folder(desk: Desk):
    desk.write("macros/one.md", TRUE + "\r\n")
    desk.write("macros/two.md", "No link.\n")
    assert desk.run("verify", "macros", "--links")[0] == 2
    assert desk.run("verify", "macros", "--links", "--into", "public")[0] == 0
    written = (desk.folder / "public/macros/one.md").read_bytes()
    assert written.startswith(b"[a](https://help.example/")
    assert written.endswith(b"\n")
    assert (desk.folder / "public/macros/two.md").read_text("utf-8") == "No link.\n"


def test_a_page_without_an_address_says_why_it_has_no_link(desk: Desk):
    desk.write("other/notes.md", "Vouchers are never refunded.\n")
    assert desk.run("ingest", "other", "--name", "notes", "--kind", "kb")[0] == 0
    desk.write("faq.md", '[a](verbatim:notes/notes.md "Vouchers are never refunded.")')
    value = desk.verify("faq.md", "--links")
    [link] = value["links"]
    assert (link["url"], link["exact"]) == ("", False)
    assert "--base-url" in link["reason"]


def test_a_citation_has_its_link_as_the_page_is_now(desk: Desk):
    with closing(open_verbatim()) as verbatim:
        cited = verbatim.ask("How many days does a refund take to reach a card?").citations[0]
        link = verbatim.audit.deep_link(cited)
    assert cited.quote == "A refund takes 14 days to reach a card."
    assert (link.url, link.exact) == (cited.url, True)
    assert link.url.endswith("#how-long-it-takes:~:text=" + quote(cited.quote))
    desk.write("docs/refunds.md", REFUNDS.replace("A refund takes 14 days to reach a card.", ""))
    desk.ingest()
    gone = verbatim.audit.deep_link(cited)
    assert (gone.url, gone.exact) == ("", False)
    assert gone.reason
    verbatim.close()


# --- Doors ---------------------------------------------------------------------------------------


def test_the_demo_tells_apart_and_opens_no_library(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("VERBATIM_HOME", str(desk.folder / "nowhere"))
    value = desk.verify("--demo")
    assert [item["verdict"] for item in value["citations"]] == [
        *("verified", "absent", "moved", "ambiguous", "crosses_blocks")
    ]
    assert not (desk.folder / "nowhere").exists()


@pytest.mark.parametrize(
    "line",
    [(), ("--demo", "faq.md"), ("missing.md",), ("--demo", "--into", "out")],
)
def test_wrong_usage_is_said(desk: Desk, line: tuple[str, ...]):
    desk.write("faq.md", "")
    assert desk.run("verify", *line)[0] == 2


def test_a_text_on_stdin_is_verified_and_not_remembered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(TRUE))
    [citation] = desk.verify("-")["citations"]
    assert (citation["file"], citation["verdict"]) == ("-", "verified")
    with closing(open_verbatim()) as verbatim:
        assert verbatim._rooms.library().kept("macros") == ()  # noqa: SLF001


def test_the_pre_commit_hook_stops_a_commit_that_quotes_what_is_not_there(
    desk: Desk, require: Callable[[str, bool], None]
):
    [hook] = yaml.safe_load((CHECKOUT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["types"] == ["markdown"]
    program = [sys.executable, "-m", "verbatim_desktop", *shlex.split(hook["entry"])[1:]]
    staged = "git diff --cached --name-only -z --diff-filter=d -- '*.md'"
    script = f"#!/bin/sh\n{staged} | xargs -0 -r {shlex.join(program)}\n"

    def git(*arguments: str) -> int:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example")
        environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
        ran = subprocess.run(["git", *identity, *arguments], env=environment, capture_output=True)
        return ran.returncode

    assert git("init", "-q") == 0
    path = desk.write(".git/hooks/pre-commit", script)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    desk.write("faq.md", TRUE.replace("14", "30"))
    git("add", "faq.md")
    assert git("commit", "-q", "-m", "Quote") != 0
    desk.write("faq.md", TRUE)
    git("add", "faq.md")
    assert git("commit", "-q", "-m", "Quote") == 0
