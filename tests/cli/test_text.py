"""What people read, held against files: run with WRITE_GOLDEN=1 to write them anew."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli import samples
from tests.cli.conftest import CommandLine

LINES = {
    "ingest": ("ingest", "docs/"),
    "sources": ("sources",),
    "docs": ("docs",),
    "docs-show": ("docs", "show", "shop/money/refunds"),
    "search": ("search", "refund days crypto"),
    "search-also": ("search", "refund days crypto", "--also", "money back"),
    "search-explain": ("search", "refund days crypto", "--explain"),
    "ask": ("ask", "How long do refunds take?"),
    "ask-ticket": ("ask", "Can I get a refund in crypto?"),
    "ticket": ("ticket", "Can I get a refund in crypto?"),
    "ticket-zendesk": ("ticket", "Can I get a refund in crypto?", "--format", "zendesk"),
    "reply": ("reply", "message.eml"),
    "reply-html": ("reply", "message.eml", "--format", "html", "--agent", "Bo", "--no-sources"),
    "templates": ("templates",),
    "templates-one": ("templates", "solved"),
    "verify": ("verify", "macros/refund.md"),
    "verify-demo": ("verify", "--demo"),
    "verify-links": ("verify", "macros/refund.md", "--links"),
    "drift": ("drift",),
    "gaps": ("gaps",),
    "gaps-csv": ("gaps", "--format", "csv"),
    "drift-rebind": ("drift", "--rebind", "5f0c2a91be"),
    "answers": ("answers",),
    "export": ("export", "0123456789abcdef"),
    "replay": ("replay", "0123456789abcdef"),
    "eval": ("eval", "golden.jsonl"),
    "embed": ("embed",),
    "usage": ("usage", "--forget"),
    "usage-csv": ("usage", "--csv", "--by", "provider"),
    "keys": ("keys",),
    "workspaces": ("workspaces",),
    "workspaces-delete": ("workspaces", "delete", "shop"),
    "workspaces-export": ("workspaces", "export", "shop", "shop.verbatim"),
    "backup": ("backup", "library.zip"),
    "restore": ("restore", "library.zip"),
    "doctor": ("doctor",),
}


@pytest.mark.parametrize("name", LINES)
def test_output_reads_as_it_was_approved(verbatim: CommandLine, golden: Path, name: str):
    ran = verbatim(*LINES[name])
    shown = "\n".join(line.rstrip() for line in ran.out.splitlines()) + "\n"
    file = golden / f"{name}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        file.write_text(shown, encoding="utf-8")
    assert ran.status in (0, 1)  # a gate may say no
    assert shown == file.read_text(encoding="utf-8")


def test_no_colour_where_no_terminal_is(verbatim: CommandLine):
    assert "\x1b" not in verbatim("ask", "How long do refunds take?").out


@pytest.mark.parametrize("columns", [40, 100])
def test_lines_fit_the_terminal(
    verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch, columns: int
):
    monkeypatch.setenv("COLUMNS", str(columns))
    for line in ("ask", "search"):
        ran = verbatim(line, "How long do refunds take?")
        # An address stays whole.
        shown = [row for row in ran.out.splitlines() if " " in row.strip() or "/" not in row]
        assert max(map(len, shown)) <= columns


def test_a_document_cannot_command_the_terminal(
    verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    hostile = "Red \x1b[31m\x9b31m [bold]markup[/bold] \u202etxt.exe\x07"
    poisoned = replace(samples.CITATION, quote=hostile)
    answer = replace(samples.ANSWER, text=hostile, citations=(poisoned,))
    monkeypatch.setattr(verbatim.verbatim, "ask", lambda *_, **_options: answer)
    shown = verbatim("ask", "x").out
    assert not set(shown) & set("\x1b\x9b\u202e\x07")
    assert "[bold]markup[/bold]" in shown


def test_nothing_found_is_said(verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch):
    nothing = replace(samples.RANKING, results=(), matching=0)
    monkeypatch.setattr(verbatim.verbatim, "search", lambda *_: nothing)
    assert verbatim("search", "x").out.startswith("Nothing matches")


@pytest.mark.parametrize("line", [("sources",), ("docs",)])
def test_an_empty_library_says_what_to_do(
    verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...]
):
    monkeypatch.setattr(verbatim.verbatim, line[0], lambda *_: ())
    assert "verbatim ingest FOLDER" in verbatim(*line).out
