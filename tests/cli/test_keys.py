"""`keys`: from a prompt or standard input, never an argument, and never shown."""

from __future__ import annotations

import io
import sys

import click
import pytest

from tests.cli.conftest import CommandLine

KEY = "sk-canary-90aa"


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_a_key_is_read_from_standard_input(verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch):
    typed(monkeypatch, f"{KEY}\nand more\n")
    ran = verbatim("keys", "set", "anthropic")
    assert ran.status == 0
    assert KEY not in ran.out + ran.err
    assert verbatim.verbatim.models.kept.kept["anthropic"] == KEY


def test_at_a_terminal_it_is_asked_for_and_not_echoed(
    verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    asked: list[dict[str, object]] = []

    def prompt(text: str, **options: object) -> str:
        asked.append({"text": text, **options})
        return KEY

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(click, "prompt", prompt)
    assert verbatim("keys", "set", "openai").status == 0
    assert asked == [{"text": "Key of openai", "hide_input": True, "err": True}]


def test_a_key_on_the_command_line_is_refused_and_not_repeated(verbatim: CommandLine):
    ran = verbatim("keys", "set", "openai", KEY)
    assert ran.status == 2
    assert "not given on the command line" in ran.err
    assert KEY not in ran.out + ran.err
    assert verbatim.verbatim.models.kept.kept == {"openai": "sk-sample"}


def test_without_a_keyring_the_command_says_that_nothing_was_kept(
    verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    verbatim.verbatim.models.kept.keeps = False
    typed(monkeypatch, KEY)
    ran = verbatim("keys", "set", "openai")
    assert ran.status == 3
    assert ran.err.startswith("verbatim: The key was not kept. There is no system keyring here")


def test_no_list_shows_a_key(verbatim: CommandLine):
    for arguments in (("keys",), ("keys", "list"), ("keys", "list", "--json")):
        assert "sk-sample" not in verbatim(*arguments).out


def test_removing_says_whether_there_was_one(verbatim: CommandLine):
    assert verbatim("keys", "remove", "openai").out == "The key of openai is removed.\n"
    assert verbatim("keys", "remove", "openai").out == "No key of it was kept.\n"
