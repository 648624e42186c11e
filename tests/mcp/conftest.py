"""A small library with a neighbour that must never be seen, and ways to ask it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult

from verbatim_desktop.app import Verbatim
from verbatim_desktop.bootstrap import open_verbatim
from verbatim_desktop.domain.documents import IngestRequest
from verbatim_desktop.mcp import http
from verbatim_desktop.mcp.server import make_server

TOKEN = "a-token-for-tests-only"
SECRET = "The merger is called Bluebird."
REFUNDS = """---
title: Refunds
---

Everything on money that goes back.

## How long it takes

A refund reaches your card within 14 days. Refunds to a closed card go to the bank that issued it.

## Limits

The largest refund is 50 EUR. Every refund is logged. Every refund is logged.
"""
KEYS = "# API keys\n\n## Rotate a key\n\n1. Open the security page.\n2. Press **Rotate key**.\n"
LONG = "# Steps\n\n## All of them\n\n" + "\n\n".join(
    f"Step number {n} of many takes a while and then some more of it." for n in range(200)
)


@pytest.fixture(scope="session")
def mcp_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the workspace shop's pages in default, and a secret in another."""
    base = tmp_path_factory.mktemp("agents")
    pages = {"refunds.md": REFUNDS, "guides/keys.md": KEYS, "long.md": LONG, "empty.md": ""}
    for folder, files in (("shop", pages), ("board", {"merger.md": f"# Merger\n\n{SECRET}\n"})):
        for path, text in files.items():
            file = base / folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    for workspace, folder in (("", "shop"), ("board", "board")):
        verbatim = open_verbatim(str(base / "home"), workspace)
        verbatim.ingest([IngestRequest(str(base / folder))])
        verbatim.close()
    return base / "home"


@pytest.fixture
def verbatim(mcp_home: Path) -> Generator[Verbatim]:
    verbatim = open_verbatim(str(mcp_home))
    yield verbatim
    verbatim.close()


Call = Callable[..., CallToolResult]


@pytest.fixture(params=["auto", "legacy"])
def call(verbatim: Verbatim, request: pytest.FixtureRequest) -> Call:
    """call(tool, **arguments) over the official client, as it speaks now and as it did."""

    def call(tool: str, **arguments: Any) -> CallToolResult:
        async def ask() -> CallToolResult:
            async with Client(make_server(verbatim), mode=request.param) as client:
                return await client.call_tool(tool, arguments)

        return anyio.run(ask)

    return call


@dataclass
class Served:
    """An HTTP server in a thread of this process."""

    url: str
    port: int


@contextmanager
def serving(verbatim: Verbatim, token: str | None) -> Generator[Served]:
    """Serve over HTTP while the block runs."""
    with http.listen(0) as bound:
        server = http.runner(make_server(verbatim), bound, token)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            yield Served(http.address_of(bound), bound.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join(90)
            assert not thread.is_alive()


@pytest.fixture
def served(verbatim: Verbatim) -> Generator[Served]:
    with serving(verbatim, TOKEN) as served:
        yield served
