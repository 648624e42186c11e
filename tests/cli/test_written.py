"""A model's answer on a terminal: as it arrives, and what the checks say of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cli import samples
from tests.cli.conftest import CommandLine
from verbatim_desktop.cli.written import OnTerminal
from verbatim_desktop.domain.answers import Claim
from verbatim_desktop.domain.events import Text
from verbatim_desktop.domain.support import Lack, Support, SupportRule


def test_text_is_printed_as_it_arrives_and_commands_no_terminal(capsys: pytest.CaptureFixture[str]):
    heard = OnTerminal()
    for delta in ("Five \x1b[31m", "days [1].\u202e\n"):
        heard(Text(delta))
    out = capsys.readouterr().out
    assert "days [1]." in out
    assert not set(out) & set("\x1b\u202e")
    assert heard.close(replace(samples.ANSWER, text="Five \x1b[31mdays [1].\u202e"))
    assert not heard.close(replace(samples.ANSWER, text="Quoted passages."))


def test_what_is_not_borne_out_is_said(verbatim: CommandLine, monkeypatch: pytest.MonkeyPatch):
    lack = Lack(SupportRule.NUMBER, "9", "The source has 14 instead of 9.")
    claims = (
        Claim("It takes 9 days.", (1,), Support.NOT_SUPPORTED, (lack,)),
        Claim("It is free.", (), Support.UNCITED),
    )
    answer = replace(samples.ANSWER, provider="openai", claims=claims, dropped=("[7]",))
    monkeypatch.setattr(verbatim.verbatim, "ask", lambda *_, **_options: answer)
    out = " ".join(verbatim("ask", "x").out.split())
    assert "Not supported: “It takes 9 days.” The source has 14 instead of 9." in out
    assert "Without a source: “It is free.”" in out
    assert "Markers of nothing, left out: [7]" in out


def test_a_date_that_is_none_is_wrong_usage(verbatim: CommandLine):
    assert verbatim("usage", "--since", "yesterday").status == 2
