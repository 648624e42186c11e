"""On stdio: the real command, the official client, nothing on stdout but the protocol."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.errors import UsageError
from verbatim_desktop.mcp import run

posix = pytest.mark.skipif(sys.platform == "win32", reason="asyncio wakes over loopback there")

#: Runs the command, and ends at once where an internet socket is opened or stdout is printed to.
WATCHED = """
import os, sys

def watch(event, details):
    if event == "socket.__new__" and details[1] in (2, 10):
        os.write(2, b"opened an internet socket")
        os._exit(99)

sys.addaudithook(watch)
from verbatim_desktop.__main__ import cli
from verbatim_desktop.app import Verbatim

searched = Verbatim.search

def search(*arguments, **options):
    print("a stray print")
    return searched(*arguments, **options)

Verbatim.search = search
sys.exit(cli(sys.argv[1:]))
"""


def message(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_starts_and_asks_it(mcp_home: Path, mode: Any):
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "verbatim_desktop", "--home", str(mcp_home), "mcp"],
    )

    async def ask() -> tuple[list[str], Any]:
        async with Client(command, mode=mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            found = await client.call_tool(
                "verify_citation",
                {"section": "shop/refunds.md", "quote": "The largest refund is 50 EUR."},
            )
            return tools, found.structured_content

    tools, found = anyio.run(ask)
    assert "search_documentation" in tools
    assert found["verdict"] == "verified"


@posix
def test_nothing_but_the_protocol_is_on_stdout_and_no_internet_socket_is_opened(mcp_home: Path):
    start = message(
        1,
        "initialize",
        protocolVersion="2025-11-25",
        capabilities={},
        clientInfo={"name": "test", "version": "1"},
    )
    ready = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n"
    search = message(
        2, "tools/call", name="search_documentation", arguments={"query": "closed card"}
    )
    with subprocess.Popen(
        [sys.executable, "-c", WATCHED, "--home", str(mcp_home), "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(start + ready + search)
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(2)]
        rest, errors = server.communicate()
    assert [answer["id"] for answer in answers] == [1, 2]
    assert answers[1]["result"]["structuredContent"]["hits"]
    assert rest == ""
    assert "a stray print" in errors
    assert server.returncode == 0


@posix
def test_a_client_that_goes_while_it_is_answered_is_no_defect(mcp_home: Path):
    start = message(
        1,
        "initialize",
        protocolVersion="2025-11-25",
        capabilities={},
        clientInfo={"name": "test", "version": "1"},
    )
    with subprocess.Popen(
        [sys.executable, "-m", "verbatim_desktop", "--home", str(mcp_home), "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        server.stdin.write(start)
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.write(message(2, "ping"))
        server.stdin.close()
        status = server.wait(90)
        assert (status, server.stderr.read()) == (0, "")


@posix
@pytest.mark.network_loopback
@pytest.mark.parametrize("token", ["", "a-token-of-the-environment"])
def test_over_http_the_address_and_the_token_are_shown_on_stderr(mcp_home: Path, token: str):
    environment = {**os.environ, run.TOKEN: token}
    with subprocess.Popen(
        [sys.executable, "-m", "verbatim_desktop", "--home", str(mcp_home), "mcp", "--http", "0"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as server:
        assert server.stderr
        address, shown = server.stderr.readline(), server.stderr.readline()
        server.send_signal(signal.SIGINT)
        out, told = server.communicate()
    assert (server.returncode, told.strip()) in ((0, ""), (130, "verbatim: Stopped."))
    assert "http://127.0.0.1:" in address
    assert out == ""
    if token:
        assert token not in address + shown
        assert run.TOKEN in shown
    else:
        assert len(shown.split()[-1]) >= 40


@posix
def test_an_interrupt_waits_until_the_server_is_built():
    built: list[str] = []

    def build() -> None:
        with run.held_back():
            signal.raise_signal(signal.SIGINT)
            built.append("whole")

    with pytest.raises(KeyboardInterrupt):
        build()
    assert built == ["whole"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@posix
@pytest.mark.network_loopback
def test_an_interrupt_before_it_serves_ends_it_as_well(
    mcp_home: Path, monkeypatch: pytest.MonkeyPatch
):
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(run, "_say", say)
    monkeypatch.setattr(logging, "basicConfig", lambda **_options: None)  # of this process
    with closing(open_verbatim(str(mcp_home))) as verbatim, pytest.raises(KeyboardInterrupt):
        run.serve(verbatim, 0)
    assert len(said) == 2


def test_the_token_is_taken_out_of_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(run.TOKEN, " a-token-of-the-environment ")
    assert run.take_token() == "a-token-of-the-environment"
    assert run.TOKEN not in os.environ
    assert run.take_token() == ""


@pytest.mark.parametrize(
    "token", ["short", "with a\nnewline in it", "ünïcödé-tøkên-of-some-length"]
)
def test_a_token_that_could_be_guessed_or_cannot_be_sent_is_refused(
    monkeypatch: pytest.MonkeyPatch, token: str
):
    monkeypatch.setenv(run.TOKEN, token)
    with pytest.raises(UsageError, match=run.TOKEN):
        run.take_token()


@posix
def test_a_port_that_is_taken_is_one_line(mcp_home: Path):
    program = (
        "import socket, sys\n"
        "taken = socket.create_server(('127.0.0.1', 0))\n"
        "from verbatim_desktop.__main__ import cli\n"
        "sys.exit(cli([*sys.argv[1:], str(taken.getsockname()[1])]))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, "--home", str(mcp_home), "mcp", "--http"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr.count("\n")) == (3, 1)
    assert "cannot be used: address already in use. Name another, or 0" in ran.stderr
