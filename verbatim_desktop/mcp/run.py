"""Serve a workspace to agents until they are done or somebody stops it.

On stdio nothing but the protocol goes to stdout, and no socket is opened. Over HTTP the address
and the token are shown on stderr; the token comes from VERBATIM_MCP_TOKEN or is made anew, and is
never an argument, since every process can read those.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from types import FrameType

from verbatim_desktop.app import Verbatim
from verbatim_desktop.domain.errors import UsageError

TOKEN = "VERBATIM_MCP_TOKEN"
SHORTEST_TOKEN = 16


def serve(verbatim: Verbatim, port: int | None) -> None:
    """Serve on stdio, or over HTTP where a port is named; 0 takes a free one.

    Raises UsageError for a token that is too short, OSError where the port is taken, and
    BrokenPipeError where nobody reads the answers any more.
    """
    token = take_token()
    logging.basicConfig(level=logging.WARNING, format="verbatim: %(message)s")  # before the SDK's
    if port is None:
        _serve_stdio(verbatim)
    else:
        _serve_http(verbatim, port, token)


def _serve_stdio(verbatim: Verbatim) -> None:
    with held_back():
        from verbatim_desktop.mcp.server import make_server

        server = make_server(verbatim)
    gone = False
    try:
        server.run("stdio")
    except* BrokenPipeError:  # the client went while it was answered
        gone = True
    if gone:
        raise BrokenPipeError


def _serve_http(verbatim: Verbatim, port: int, token: str) -> None:
    with held_back():
        from verbatim_desktop.mcp import http
        from verbatim_desktop.mcp.server import make_server

        server = make_server(verbatim)
    given = bool(token)
    token = token or secrets.token_urlsafe(32)
    with http.listen(port) as bound:
        with held_back():
            runner = http.runner(server, bound, token)
        with held_back(partial(setattr, runner, "should_exit", True)):
            _say(f"MCP over HTTP at {http.address_of(bound)}, for this machine only. Ctrl-C ends.")
            _say(f"The token is that of {TOKEN}." if given else f"Bearer token: {token}")
            runner.run(sockets=[bound])


def _nothing() -> None:
    """What is built is not told to stop."""


@contextmanager
def held_back(tell: Callable[[], object] = _nothing) -> Generator[None]:
    """Ctrl-C waits for the end of what is done in here. tell: has that end soon.

    What the SDK defines its messages with makes an error of its own of an interrupt, and Python
    ends by the signal where one fell into code that it made itself.
    """
    ours = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    if not ours or not callable(before):
        yield
        return
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        asked.append(number)
        tell()

    signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if asked:
            signal.raise_signal(signal.SIGINT)


def take_token() -> str:
    """The token of the environment, taken out of it: no child process shall inherit it."""
    token = os.environ.pop(TOKEN, "").strip()
    if token and (len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable()):
        raise UsageError(
            f"{TOKEN} must have {SHORTEST_TOKEN} or more plain characters. "
            "Leave it out and one is made."
        )
    return token


def _say(line: str) -> None:
    sys.stderr.write(f"verbatim: {line}\n")
    sys.stderr.flush()
